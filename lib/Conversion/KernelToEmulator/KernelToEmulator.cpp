//===- KernelToEmulator.cpp - Lowers kernels to host functions ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/KernelToGPU/TensorCores.h"
#include "Zyn/Conversion/KernelToRuntime/KernelToRuntime.h"
#include "Zyn/Conversion/Passes.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"

#include "EmulatorLowering.h"
#include "KernelFunctions.h"
#include "StepCalls.h"

#include "Zyn/Dialect/Kernel/Transforms/Patterns.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTKERNELTOEMULATOR
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn::emulator;

/// Maps all memory spaces to the only one of the host: an address identifies
/// the memory that it is in.
static void convertSpaces(LLVMTypeConverter &converter) {
  converter.addTypeAttributeConversion(
      [](BaseMemRefType type, Attribute) -> Attribute {
        return IntegerAttr::get(IntegerType::get(type.getContext(), 64), 0);
      });
}

/// Expands ops without a one-to-one lowering.
static LogicalResult expandOps(gpu::GPUModuleOp module) {
  RewritePatternSet patterns(module.getContext());
  mlir::zyn::populateFragmentAccessPatterns(patterns);
  populateMemoryExpansions(patterns);
  populateWarpExpansions(patterns);
  kernel::populateExpandIndexOpPatterns(patterns);
  arith::populateArithExpandOpsPatterns(patterns);
  vector::populateVectorTransferLoweringPatterns(patterns);
  vector::populateVectorExtractStridedSliceToExtractInsertChainPatterns(
      patterns);
  vector::populateVectorFromElementsUnrollPatterns(patterns);
  vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
  vector::populateVectorMaskOpLoweringPatterns(patterns);
  // Upstream's translation crashes on a switch without cases.
  cf::SwitchOp::getCanonicalizationPatterns(patterns, module.getContext());
  return applyPatternsGreedily(module, std::move(patterns));
}

/// Adds the patterns of all families of ops.
static void populateKernelOpPatterns(const Lowering &lowering,
                                     RewritePatternSet &patterns) {
  populateAssertionPatterns(lowering, patterns);
  populateAsyncCopyPatterns(lowering, patterns);
  populateAtomicPatterns(lowering, patterns);
  populateClusterPatterns(lowering, patterns);
  populateDebugPatterns(lowering, patterns);
  populateIndexPatterns(lowering, patterns);
  populateMBarrierPatterns(lowering, patterns);
  populateMemoryPatterns(lowering, patterns);
  populateStepPatterns(lowering, patterns);
  populateSynchronizationPatterns(lowering, patterns);
  populateTensorCorePatterns(lowering, patterns);
  populateTmaPatterns(lowering, patterns);
  populateWarpPatterns(lowering, patterns);
  populateWarpgroupPatterns(lowering, patterns);
}

static void populateUpstreamPatterns(const LLVMTypeConverter &converter,
                                     RewritePatternSet &patterns) {
  populateMathToLLVMConversionPatterns(converter, patterns,
                                       /*approximateLog1p=*/true,
                                       /*benefit=*/10);
  populateMathToLibmConversionPatterns(patterns);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  populateComplexToLLVMConversionPatterns(converter, patterns);
  index::populateIndexToLLVMConversionPatterns(converter, patterns);
  populateFuncToLLVMConversionPatterns(converter, patterns);
  populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
  populateVectorToLLVMConversionPatterns(converter, patterns);
  ub::populateUBToLLVMConversionPatterns(converter, patterns);
}

/// Rejects ops outside of functions, which have no thread, and the first op of
/// a dialect that users may write but that the emulator does not support.
static LogicalResult checkSupported(gpu::GPUModuleOp module) {
  for (Operation &op : module.getOps())
    if (!isa<SymbolOpInterface>(op))
      return op.emitOpError("expected to be inside a function");
  WalkResult result = module.walk([](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    if (dialect != "nvgpu" && dialect != "nvvm")
      return WalkResult::advance();
    op->emitError("the emulator does not support '") << op->getName() << "'";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct ConvertKernelToEmulator
    : mlir::zyn::impl::ConvertKernelToEmulatorBase<ConvertKernelToEmulator> {
  using ConvertKernelToEmulatorBase::ConvertKernelToEmulatorBase;

  void runOnOperation() override {
    gpu::GPUModuleOp module = getOperation();
    if (failed(checkSupported(module)))
      return signalPassFailure();
    guardDivisions(module, check);
    if (failed(expandOps(module)))
      return signalPassFailure();
    SmallVector<KernelFunction> kernels = prepareFunctions(module);
    declareYield(module);
    if (check)
      checkPointers(module);

    LLVMTypeConverter converter(&getContext());
    convertSpaces(converter);
    // A fragment becomes the vector of elements that the thread holds.
    converter.addConversion([&](kernel::FragmentType type) -> Type {
      return converter.convertType(type.getThreadVectorType());
    });
    populateMBarrierTypes(converter);
    mlir::zyn::populateTensorMapTypeConversion(converter);
    RewritePatternSet patterns(&getContext());
    populateKernelOpPatterns({converter, check}, patterns);
    populateUpstreamPatterns(converter, patterns);
    LLVMConversionTarget target(getContext());
    target.addLegalOp<gpu::GPUModuleOp>();
    if (failed(applyFullConversion(module, target, std::move(patterns))))
      return signalPassFailure();
    for (StringRef name : {stepsName, stepsInLoopName})
      if (Operation *declaration = module.lookupSymbol(name))
        declaration->erase();
    createSites(module);
    createRecords(module, kernels);
  }

private:
  static void declareYield(gpu::GPUModuleOp module) {
    OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
    auto pointer = LLVM::LLVMPointerType::get(module.getContext());
    (void)LLVM::lookupOrCreateFn(b, module, "zynemuYield", {pointer, pointer},
                                 LLVM::LLVMVoidType::get(module.getContext()));
  }
};
} // namespace
