//===- InstanceToKernel.cpp - Lowers instances for GPUs--------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceLowering.h"
#include "Zyn/Conversion/Passes.h"
#include "Zyn/Runtime/HostPortABI.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTINSTANCETOKERNEL
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

/// The objects of an instance are its own, and the host provides functions.
static LogicalResult checkImports(ModuleOp module) {
  for (Operation &op : *module.getBody()) {
    if (auto host = dyn_cast<instance::HostFunctionOp>(op)) {
      FunctionType type = instance::getFunctionType(host);
      constexpr unsigned most = ::zyn::runtime::maxHostPortValues;
      if (std::max(type.getNumInputs(), type.getNumResults()) > most)
        return host.emitOpError("expected at most ")
               << most << " parameters and results on a GPU";
      continue;
    }
    if (auto source = op.getAttrOfType<instance::ImportAttr>("source"))
      return op.emitError("expected only imports of functions on a GPU, "
                          "found '")
             << source.getModule() << "." << source.getName() << "'";
  }
  return success();
}

/// Slots have one memory, and sizes in bytes have 32 bits.
static LogicalResult checkMemories(ModuleOp module) {
  auto memories = module.getOps<instance::MemoryOp>();
  for (auto [i, memory] : llvm::enumerate(memories)) {
    if (i > 0)
      return instance::MemoryOp(memory).emitOpError(
          "expected at most one memory on a GPU");
    if (instance::MemoryOp(memory).getMinimum() >= instance::kMaxPages)
      return instance::MemoryOp(memory).emitOpError("expected less than ")
             << instance::kMaxPages << " pages on a GPU";
  }
  return success();
}

namespace {

/// `arith.minimumf` is also expanded to comparisons, which do not order zeros.
template <typename OpTy, typename IntrinsicOp>
struct LowerExtremum : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<IntrinsicOp>(op, op.getType(), op.getLhs(),
                                             op.getRhs());
    return success();
  }
};

class ConvertInstanceToKernel
    : public mlir::zyn::impl::ConvertInstanceToKernelBase<
          ConvertInstanceToKernel> {
public:
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkInstances(module)) || failed(checkImports(module)) ||
        failed(checkMemories(module)))
      return signalPassFailure();
    DeviceLowering lowering(module);
    convertReferences(module, IntegerType::get(&getContext(), 64));
    module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                    UnitAttr::get(&getContext()));
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    lowering.device =
        gpu::GPUModuleOp::create(builder, module.getLoc(), "instances");
    moveFunctions(module, lowering);
    // Those of the library do not run for long.
    addStopChecks(lowering,
                  llvm::to_vector(lowering.device.getOps<func::FuncOp>()));
    addLibrary(lowering);
    lowerHostCalls(module, lowering);
    lowerIndirectCalls(module, lowering);
    checkRecursion(lowering);
    if (failed(lowerOps(lowering)))
      return signalPassFailure();
    defineLibrary(lowering);
    buildKernel(module, lowering);
    hideFunctions(lowering);
    for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
      if (isa<instance::InstanceDialect>(op.getDialect()))
        op.erase();
  }

private:
  LogicalResult lowerOps(const DeviceLowering &lowering) {
    RewritePatternSet patterns(&getContext());
    populateEnvironmentPatterns(patterns, lowering);
    populateGlobalPatterns(patterns, lowering);
    populateMemoryPatterns(patterns, lowering);
    populateMemoryAccessPatterns(patterns, lowering);
    populateTablePatterns(patterns, lowering);
    populateTrapPatterns(patterns, lowering);
    patterns.add<LowerExtremum<arith::MinimumFOp, LLVM::MinimumOp>,
                 LowerExtremum<arith::MaximumFOp, LLVM::MaximumOp>>(
        &getContext());
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addIllegalDialect<instance::InstanceDialect>();
    target.addIllegalOp<arith::MinimumFOp, arith::MaximumFOp>();
    return applyPartialConversion(lowering.device, target, std::move(patterns));
  }
};

} // namespace
