//===- NVVMToPTX.cpp - Translates GPU modules to PTX ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DistinctSuccessors.h"
#include "PTXGenerator.h"

#include "Zyn/Conversion/Passes.h"
#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVM/NVVM/Utils.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTNVVMTOPTX
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

static void emitPTXError(gpu::GPUModuleOp device, NVVM::NVVMTargetAttr target,
                         const mlir::zyn::PTXError &error) {
  if (!error.isFatal) {
    device.emitError("cannot be compiled to PTX: ") << error.reason;
    return;
  }
  Operation *kernel = error.kernel.empty()
                          ? nullptr
                          : SymbolTable::lookupSymbolIn(device, error.kernel);
  InFlightDiagnostic diagnostic =
      emitError(kernel ? kernel->getLoc() : device.getLoc())
      << "LLVM cannot generate code ";
  if (kernel)
    diagnostic << "of '" << error.kernel << "' ";
  diagnostic << "for " << target.getChip() << ": " << error.reason;
}

/// Returns the object with the PTX of `device`, or null after an error.
static Attribute createObject(gpu::GPUModuleOp device, Attribute attribute) {
  auto target = dyn_cast<NVVM::NVVMTargetAttr>(attribute);
  if (!target) {
    device.emitError("expected an #nvvm.target, found ") << attribute;
    return {};
  }
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module =
      translateModuleToLLVMIR(device, *context);
  if (!module) {
    device.emitError("has no translation to LLVM IR");
    return {};
  }
  mlir::zyn::PTXError error;
  FailureOr<std::string> ptx = mlir::zyn::generatePTX(*module, target, error);
  if (failed(ptx)) {
    emitPTXError(device, target, error);
    if (error.isFatal) {
      module.release();
      context.release();
    }
    return {};
  }
  gpu::TargetOptions options(
      /*toolkitPath=*/{}, /*librariesToLink=*/{}, /*cmdOptions=*/{},
      /*elfSection=*/{}, gpu::CompilationTarget::Assembly);
  // With the terminating zero, which drivers expect.
  return cast<gpu::TargetAttrInterface>(attribute).createObject(
      device,
      SmallVector<char, 0>(ptx->c_str(), ptx->c_str() + ptx->size() + 1),
      options);
}

namespace {
struct ConvertNVVMToPTX
    : mlir::zyn::impl::ConvertNVVMToPTXBase<ConvertNVVMToPTX> {
  void runOnOperation() override {
    // Registers the code generator with LLVM, once.
    NVVM::SerializeGPUModuleBase::init();
    SmallVector<gpu::GPUModuleOp> modules;
    getOperation()->walk(
        [&](gpu::GPUModuleOp device) { modules.push_back(device); });
    for (gpu::GPUModuleOp device : modules)
      if (failed(convert(device)))
        return signalPassFailure();
  }

private:
  static LogicalResult convert(gpu::GPUModuleOp device) {
    if (!device.getTargetsAttr())
      return device.emitError("the module has no target attributes");
    mlir::zyn::makeSuccessorsDistinct(device);
    SmallVector<Attribute> objects;
    for (Attribute target : device.getTargetsAttr()) {
      objects.push_back(createObject(device, target));
      if (!objects.back())
        return failure();
    }
    OpBuilder builder(device);
    gpu::BinaryOp::create(builder, device.getLoc(), device.getName(),
                          device.getOffloadingHandlerAttr(),
                          builder.getArrayAttr(objects));
    device.erase();
    return success();
  }
};
} // namespace
