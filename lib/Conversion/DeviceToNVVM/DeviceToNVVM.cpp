//===- DeviceToNVVM.cpp - Lowers kernels to the nvvm dialect --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/KernelToNVVM/KernelToNVVM.h"
#include "Zyn/Conversion/Passes.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Support/GPULimits.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/NVGPUToNVVM/NVGPUToNVVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/IR/Threading.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTDEVICETONVVM
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
namespace limits = ::zyn::limits;

/// LLVM's data layout for nvptx64. Without it, LLVM aligns an i64 to only 4
/// bytes and splits each access into two.
static constexpr StringLiteral dataLayout =
    "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64";

/// Adds the same type conversions as upstream's pass, which has no function for
/// them.
static void addNVGPUTypes(LLVMTypeConverter &converter) {
  converter.addConversion([&](nvgpu::DeviceAsyncTokenType type) {
    return IntegerType::get(type.getContext(), 32);
  });
  converter.addConversion([&](nvgpu::MBarrierTokenType type) {
    return IntegerType::get(type.getContext(), 64);
  });
  converter.addConversion([&](nvgpu::WarpgroupMatrixDescriptorType type) {
    return IntegerType::get(type.getContext(), 64);
  });
  converter.addConversion([&](nvgpu::MBarrierGroupType type) {
    return converter.convertType(
        nvgpu::getMBarrierMemrefType(type.getContext(), type));
  });
  converter.addConversion([&](nvgpu::TensorMapDescriptorType type) {
    return LLVM::LLVMPointerType::get(type.getContext());
  });
  // A struct for each 64 rows, with the 32-bit registers of one thread.
  converter.addConversion([&](nvgpu::WarpgroupAccumulatorType type) {
    VectorType fragmented = type.getFragmented();
    Type element = fragmented.getElementType();
    int64_t elements = fragmented.getDimSize(1) / (element.isF16() ? 4 : 2);
    auto registers = LLVM::LLVMStructType::getLiteral(
        type.getContext(), SmallVector<Type>(elements, element));
    return LLVM::LLVMStructType::getLiteral(
        type.getContext(),
        SmallVector<Type>(fragmented.getDimSize(0) / 64, registers));
  });
}

namespace {

/// Lowers maxima and minima to intrinsics, most of which are one instruction,
/// `max.NaN` or `max`. Upstream expands them to four instructions, comparisons
/// and selections, which do not order zeros.
template <typename OpTy, typename IntrinsicOp>
struct LowerExtremum : OpRewritePattern<OpTy> {
  explicit LowerExtremum(MLIRContext *context)
      : OpRewritePattern<OpTy>(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getType());
    if (!element.isF64() && !element.isF32() && !element.isF16() &&
        !element.isBF16())
      return rewriter.notifyMatchFailure(op, "has no intrinsic");
    if (!LLVM::isCompatibleType(op.getType()))
      return rewriter.notifyMatchFailure(op, "is not a type of LLVM");
    rewriter.replaceOpWithNewOp<IntrinsicOp>(op, op.getType(), op.getLhs(),
                                             op.getRhs());
    return success();
  }
};

/// Replaces an `exp2` of f32 that may be approximate by the instruction that
/// flushes subnormal numbers, which takes no others to scale them. It has a
/// relative error of at most 2^-22.5 (PTX ISA, "ex2").
struct ApproximateExp2 : OpRewritePattern<math::Exp2Op> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::Exp2Op op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32() ||
        !bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::afn))
      return rewriter.notifyMatchFailure(op, "must not be approximate");
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(
        op, op.getType(), rewriter.getStringAttr("llvm.nvvm.ex2.approx.ftz"),
        op.getOperand());
    return success();
  }
};

/// Upstream also states known block sizes as limits. If a block has so few
/// threads that each could have all registers it can address, the limit does
/// not tell `ptxas` anything that it needs. But `ptxas` (13.0) would then spill
/// registers if one more block fits with fewer of them.
void dropNeedlessLimits(gpu::GPUModuleOp module) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    auto size = function->getAttrOfType<DenseI32ArrayAttr>(
        gpu::GPUDialect::KnownBlockSizeAttrHelper(module.getContext())
            .getName());
    if (!size || function->hasAttr(NVVM::NVVMDialect::getMinctasmAttrName()))
      continue;
    int64_t threads = llvm::product_of(size.asArrayRef(), int64_t(1));
    if (threads * limits::maxRegistersPerThread <= limits::registersPerBlock)
      function->removeAttr(NVVM::NVVMDialect::getMaxntidAttrName());
  }
}

/// Expands reductions of blocks. Upstream's pattern rewrites whole kernels.
LogicalResult expandAllReduces(gpu::GPUModuleOp module) {
  RewritePatternSet patterns(module.getContext());
  populateGpuAllReducePatterns(patterns);
  SmallVector<Operation *> kernels =
      llvm::to_vector_of<Operation *>(module.getOps<gpu::GPUFuncOp>());
  return applyOpPatternsGreedily(kernels, std::move(patterns));
}

struct ConvertDeviceToNVVM
    : mlir::zyn::impl::ConvertDeviceToNVVMBase<ConvertDeviceToNVVM> {
  void runOnOperation() override {
    gpu::GPUModuleOp module = getOperation();
    MLIRContext *context = &getContext();

    if (failed(expandAllReduces(module)))
      return signalPassFailure();
    // Expand ops without a one-to-one lowering first: composite gpu ops,
    // vectors of more than one dimension, minima and the like.
    RewritePatternSet expansions(context);
    populateGpuRewritePatterns(expansions);
    constexpr unsigned warpSize = 32;
    populateGpuBreakDownSubgroupReducePatterns(expansions);
    populateGpuLowerSubgroupReduceToShufflePatterns(expansions, warpSize);
    populateGpuLowerClusteredSubgroupReduceToShufflePatterns(expansions,
                                                             warpSize);
    arith::populateArithExpandOpsPatterns(expansions);
    expansions
        .add<ApproximateExp2, LowerExtremum<arith::MaximumFOp, LLVM::MaximumOp>,
             LowerExtremum<arith::MinimumFOp, LLVM::MinimumOp>,
             LowerExtremum<arith::MaxNumFOp, LLVM::MaxNumOp>,
             LowerExtremum<arith::MinNumFOp, LLVM::MinNumOp>>(context);
    vector::populateVectorExtractStridedSliceToExtractInsertChainPatterns(
        expansions);
    vector::populateVectorFromElementsUnrollPatterns(expansions);
    vector::populateVectorInsertExtractStridedSliceTransforms(expansions);
    // Simplifying the blocks of a large function takes longer than all else
    // here, and the canonicalizer that follows does it.
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    FrozenRewritePatternSet frozen(std::move(expansions));
    SmallVector<Operation *> functions =
        llvm::to_vector_of<Operation *>(module.getOps<FunctionOpInterface>());
    if (failed(failableParallelForEach(
            context, functions, [&](Operation *function) {
              return applyPatternsGreedily(function, frozen, config);
            })))
      return signalPassFailure();

    LowerToLLVMOptions options(context);
    LLVMTypeConverter converter(context, options);
    configureGpuToNVVMTypeConverter(converter);
    nvgpu::populateCommonGPUTypeAndAttributeConversions(converter);
    addNVGPUTypes(converter);

    RewritePatternSet patterns(context);
    populateMathToLLVMConversionPatterns(converter, patterns,
                                         /*approximateLog1p=*/true,
                                         /*benefit=*/10);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    populateComplexToLLVMConversionPatterns(converter, patterns);
    index::populateIndexToLLVMConversionPatterns(converter, patterns);
    populateFuncToLLVMConversionPatterns(converter, patterns);
    populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
    populateVectorToLLVMConversionPatterns(converter, patterns);
    ub::populateUBToLLVMConversionPatterns(converter, patterns);
    populateGpuToNVVMConversionPatterns(converter, patterns);
    populateGpuWMMAToNVVMConversionPatterns(converter, patterns);
    populateNVGPUToNVVMConversionPatterns(converter, patterns);
    populateNVVMToLLVMConversionPatterns(patterns);
    mlir::zyn::populateKernelToNVVMConversionPatterns(converter, patterns);

    mlir::zyn::TensorMapArguments tensorMaps(module, converter);
    LLVMConversionTarget target(*context);
    configureGpuToNVVMConversionLegality(target);
    // The call above forbids the intrinsics that upstream lowers to libdevice.
    target.addLegalOp<LLVM::CopySignOp, LLVM::Exp2Op, LLVM::FAbsOp,
                      LLVM::FCeilOp, LLVM::FFloorOp, LLVM::FMAOp,
                      LLVM::RoundEvenOp, LLVM::SqrtOp>();
    // Ops without an intrinsic become inline assembly.
    target.addDynamicallyLegalDialect<NVVM::NVVMDialect>([](Operation *op) {
      auto assembly = dyn_cast<NVVM::BasicPtxBuilderInterface>(op);
      return !assembly || assembly.hasIntrinsic();
    });
    target.addIllegalDialect<kernel::KernelDialect, nvgpu::NVGPUDialect>();
    if (failed(applyPartialConversion(module, target, std::move(patterns))))
      return signalPassFailure();
    tensorMaps.passByValue(module);
    dropNeedlessLimits(module);
    module->setAttr(LLVM::LLVMDialect::getDataLayoutAttrName(),
                    StringAttr::get(context, dataLayout));
  }
};
} // namespace
