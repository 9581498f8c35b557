//===- KernelToGPU.cpp - Lowers the kernel dialect to gpu -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"

#include "Families.h"
#include "PackShared.h"
#include "Zyn/Conversion/KernelToGPU/TensorCores.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Dialect/Kernel/Transforms/Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTKERNELTOGPU
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {

/// Converts the kernel's metadata to attributes of nvvm.
void lowerMetadata(gpu::GPUFuncOp function) {
  Builder b(function.getContext());
  auto take = [&](StringRef name) -> std::optional<int32_t> {
    auto value = dyn_cast_or_null<IntegerAttr>(function->removeAttr(name));
    return value ? std::optional<int32_t>(value.getInt()) : std::nullopt;
  };
  // A known block size also becomes a limit, in --convert-device-to-nvvm.
  std::optional<int32_t> threads =
      take(kernel::KernelDialect::getMaxThreadsAttrName());
  if (threads && !function.getKnownBlockSize())
    function->setAttr(NVVM::NVVMDialect::getMaxntidAttrName(),
                      b.getDenseI32ArrayAttr({*threads, 1, 1}));
  if (auto blocks = take(kernel::KernelDialect::getMinBlocksAttrName()))
    function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                      b.getI32IntegerAttr(*blocks));
  if (auto registers = take(kernel::KernelDialect::getMaxRegistersAttrName()))
    function->setAttr(NVVM::NVVMDialect::getMaxnregAttrName(),
                      b.getI32IntegerAttr(*registers));
}

/// Upstream's accesses have no cache hints.
template <typename OpTy>
bool hasHint(OpTy op) {
  return op.getCache() != kernel::CopyCache::automatic;
}

struct ConvertKernelToGPU
    : mlir::zyn::impl::ConvertKernelToGPUBase<ConvertKernelToGPU> {
  void runOnOperation() override {
    mlir::zyn::packSharedMemory(getOperation());
    MLIRContext *context = &getContext();
    getOperation()->walk(lowerMetadata);
    ConversionTarget target(*context);
    // --convert-device-to-nvvm lowers the rest.
    target.addIllegalOp<
        kernel::BlockIdInClusterOp, kernel::BlockIdOp, kernel::BlockSizeOp,
        kernel::ClusterGridSizeOp, kernel::ClusterIdOp, kernel::ClusterSizeOp,
        kernel::GlobalIdOp, kernel::GridSizeOp, kernel::LaneIdOp,
        kernel::LocalOp, kernel::MmaLoadOp, kernel::MmaStoreOp,
        kernel::NumWarpsOp, kernel::SharedOp, kernel::ThreadIdOp,
        kernel::WarpIdOp>();
    target.addDynamicallyLegalOp<kernel::LoadOp>(hasHint<kernel::LoadOp>);
    target.addDynamicallyLegalOp<kernel::StoreOp>(hasHint<kernel::StoreOp>);
    target.addDynamicallyLegalOp<kernel::BarrierOp>(
        [](kernel::BarrierOp op) { return op.getId() || op.getCount(); });
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    RewritePatternSet patterns(context);
    kernel::populateExpandIndexOpPatterns(patterns);
    mlir::zyn::populateIndexToGPUPatterns(patterns);
    mlir::zyn::populateMemoryToGPUPatterns(patterns);
    mlir::zyn::populateSynchronizationToGPUPatterns(patterns);
    mlir::zyn::populateFragmentAccessPatterns(patterns);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
