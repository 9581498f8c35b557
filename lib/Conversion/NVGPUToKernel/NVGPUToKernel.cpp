//===- NVGPUToKernel.cpp - Converts upstream's tensor maps ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTNVGPUTOKERNEL
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

/// Returns the corresponding type of the kernel dialect, or nothing and reports
/// why there is none.
static kernel::TensorMapType
convertType(nvgpu::TensorMapDescriptorType type,
            function_ref<InFlightDiagnostic()> emitError) {
  if (type.getInterleave() != nvgpu::TensorMapInterleaveKind::INTERLEAVE_NONE) {
    emitError() << "has an interleaved layout, which is not supported";
    return {};
  }
  static_assert(int(nvgpu::TensorMapSwizzleKind::SWIZZLE_128B) == 3);
  static_assert(int(nvgpu::TensorMapL2PromoKind::L2PROMO_256B) == 3);
  constexpr unsigned swizzles[] = {0, 32, 64, 128}, l2[] = {0, 64, 128, 256};
  MemRefType tile = type.getTensor();
  return kernel::TensorMapType::getChecked(
      emitError, type.getContext(), tile.getShape(), tile.getElementType(),
      swizzles[int(type.getSwizzle())], l2[int(type.getL2promo())],
      type.getOob() == nvgpu::TensorMapOOBKind::OOB_NAN, ArrayRef<int64_t>(),
      ArrayRef<int64_t>(), ArrayRef<int64_t>());
}

static LogicalResult convert(nvgpu::TmaCreateDescriptorOp op) {
  auto type = convertType(op.getTensorMap().getType(),
                          [&] { return op.emitOpError(); });
  if (!type)
    return failure();
  auto cast = op.getTensor().getDefiningOp<memref::CastOp>();
  if (!cast || !isa<MemRefType>(cast.getSource().getType()))
    return op.emitOpError("expected the cast of a buffer with a rank");
  for (auto [value, size] :
       llvm::zip_equal(op.getBoxDimensions(), type.getBox()))
    if (getConstantIntValue(value) != size)
      return op.emitOpError("expected the box to be the shape of the tile in "
                            "the type, as constants");
  for (Operation *user : op->getUsers())
    if (!isa<gpu::LaunchFuncOp>(user))
      return op.emitOpError("expected only launches to use the tensor map")
                 .attachNote(user->getLoc())
             << "also used here";
  OpBuilder b(op);
  Value map =
      kernel::TensorMapEncodeOp::create(b, op.getLoc(), type, cast.getSource());
  op.getTensorMap().replaceAllUsesWith(map);
  op.erase();
  return success();
}

/// Converts the parameters; the ops of nvgpu in the kernel use casts of them.
static LogicalResult convert(gpu::GPUFuncOp kernel) {
  bool isConverted = false;
  for (BlockArgument argument : kernel.getArguments()) {
    auto type = dyn_cast<nvgpu::TensorMapDescriptorType>(argument.getType());
    if (!type)
      continue;
    kernel::TensorMapType converted =
        convertType(type, [&] { return kernel.emitOpError(); });
    if (!converted)
      return failure();
    argument.setType(converted);
    OpBuilder b = OpBuilder::atBlockBegin(argument.getOwner());
    auto cast = UnrealizedConversionCastOp::create(b, argument.getLoc(), type,
                                                   argument);
    argument.replaceAllUsesExcept(cast.getResult(0), cast);
    isConverted = true;
  }
  if (isConverted)
    kernel.setFunctionType(FunctionType::get(
        kernel.getContext(), kernel.getBody().getArgumentTypes(),
        kernel.getFunctionType().getResults()));
  return success();
}

namespace {
struct ConvertNVGPUToKernel
    : mlir::zyn::impl::ConvertNVGPUToKernelBase<ConvertNVGPUToKernel> {
  void runOnOperation() override {
    SmallVector<nvgpu::TmaCreateDescriptorOp> descriptors;
    SmallVector<gpu::GPUFuncOp> kernels;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto descriptor = dyn_cast<nvgpu::TmaCreateDescriptorOp>(op))
        descriptors.push_back(descriptor);
      auto kernel = dyn_cast<gpu::GPUFuncOp>(op);
      if (!kernel)
        return WalkResult::advance();
      kernels.push_back(kernel);
      return WalkResult::skip();
    });
    for (nvgpu::TmaCreateDescriptorOp descriptor : descriptors)
      if (failed(convert(descriptor)))
        return signalPassFailure();
    for (gpu::GPUFuncOp kernel : kernels)
      if (failed(convert(kernel)))
        return signalPassFailure();
  }
};
} // namespace
