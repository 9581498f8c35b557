//===- CheckDevices.cpp - Checks the placement of tensors -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNCHECKDEVICES
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// Checks that there is a code generator for the device of a function, and that
/// the program does not run its host code on `device`, which may be null, in
/// its place.
LogicalResult checkCodeGenerator(Operation *op, DeviceAttr device) {
  auto kernel = op->getAttrOfType<KernelAttr>(kKernelAttrName);
  if (!kernel)
    return success();
  switch (kernel.getDevice()) {
  case DeviceTarget::Auto:
  case DeviceTarget::CPU:
    return success();
  case DeviceTarget::CUDA:
    if (!device || device.getName() != "cpu" ||
        !isa<ModuleOp>(op->getParentOp()) ||
        cast<FunctionOpInterface>(op).isExternal())
      return success();
    return op->emitOpError("has device = cuda in its #zyn.kernel, but the "
                           "program runs on cpu; use a GPU or the emulator "
                           "(--device emulate)");
  case DeviceTarget::ROCm:
  case DeviceTarget::Vulkan:
  case DeviceTarget::Metal:
    return op->emitOpError("has device = ")
           << stringifyDeviceTarget(kernel.getDevice())
           << " in its #zyn.kernel, for which there is no code generator; "
              "expected auto, cpu or cuda";
  }
  llvm_unreachable("unknown device");
}

/// Compares the devices of the operands and results of an op.
class DeviceComparison {
public:
  explicit DeviceComparison(Operation *op) : op(op) {}

  LogicalResult check() {
    for (OpOperand &operand : op->getOpOperands())
      if (failed(add(operand.get(), "operand", operand.getOperandNumber())))
        return failure();
    for (OpResult result : op->getResults())
      if (failed(add(result, "result", result.getResultNumber())))
        return failure();
    return success();
  }

private:
  LogicalResult add(Value value, StringRef kind, unsigned number) {
    DeviceAttr device = zyn::getDevice(value.getType());
    if (!device)
      return success();
    std::string name = (kind + " #" + Twine(number)).str();
    if (!first) {
      first = device;
      firstName = name;
      return success();
    }
    if (device == first)
      return success();
    return op->emitOpError("expected all tensors on one device, found ")
           << firstName << " on " << first.getName() << " and " << name
           << " on " << device.getName();
  }

  Operation *op;
  DeviceAttr first;
  std::string firstName;
};

struct CheckDevices : mlir::zyn::impl::ZynCheckDevicesBase<CheckDevices> {
  using ZynCheckDevicesBase::ZynCheckDevicesBase;

  LogicalResult initialize(MLIRContext *context) override {
    if (device.empty())
      return success();
    expected = dyn_cast_or_null<DeviceAttr>(
        parseAttribute("#zyn.device<" + device + ">", context));
    return success(expected != nullptr);
  }

  void runOnOperation() override {
    WalkResult walk =
        getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
          if (failed(checkCodeGenerator(op, expected)) ||
              failed(DeviceComparison(op).check()) || failed(checkDevice(op)))
            return WalkResult::interrupt();
          return WalkResult::advance();
        });
    if (walk.wasInterrupted())
      return signalPassFailure();
    markAllAnalysesPreserved();
  }

  /// Checks that what `op` defines is on the device that runs it.
  LogicalResult checkDevice(Operation *op) {
    if (!expected)
      return success();
    for (OpResult result : op->getResults())
      if (failed(checkDevice(result, "result", result.getResultNumber())))
        return failure();
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        if (failed(checkDevice(argument, "argument", argument.getArgNumber())))
          return failure();
    return success();
  }

  LogicalResult checkDevice(Value value, StringRef kind, unsigned number) {
    DeviceAttr found = zyn::getDevice(value.getType());
    if (!found || found == expected)
      return success();
    return emitError(value.getLoc())
           << kind << " #" << number << " is placed on " << found.getName()
           << ", but the program runs on " << expected.getName();
  }

  DeviceAttr expected;
};

} // namespace
