//===- Tma.cpp - Copies of tiles by TMA -----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "Zyn/Conversion/KernelToNVVM/KernelToNVVM.h"
#include "Zyn/Support/GPULimits.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
namespace limits = ::zyn::limits;

namespace {

/// Returns coordinates or offsets as the instructions take them: fastest first,
/// in `bits` bits.
SmallVector<Value> reversed(OpBuilder &builder, Location loc, ValueRange values,
                            unsigned bits) {
  Type type = builder.getIntegerType(bits);
  SmallVector<Value> result;
  for (Value value : llvm::reverse(values))
    result.push_back(value.getType() == type
                         ? value
                         : LLVM::TruncOp::create(builder, loc, type, value));
  return result;
}

NVVM::TMALoadMode loadMode(kernel::TensorMapType map) {
  return map.isIm2col() ? NVVM::TMALoadMode::IM2COL : NVVM::TMALoadMode::TILE;
}

NVVM::TMAStoreMode storeMode(kernel::TensorMapType map) {
  return map.isIm2col() ? NVVM::TMAStoreMode::IM2COL : NVVM::TMAStoreMode::TILE;
}

struct LowerTmaLoad : ConvertOpToLLVMPattern<kernel::TmaLoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::TmaLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value destination = getStridedElementPtr(
        rewriter, loc, cast<MemRefType>(op.getDestination().getType()),
        adaptor.getDestination(), adaptor.getIndices());
    Value barrier = getStridedElementPtr(
        rewriter, loc, cast<MemRefType>(op.getBarriers().getType()),
        adaptor.getBarriers(), adaptor.getBarrierIndices());
    // An address in the block's own shared memory is also one of the cluster's;
    // an address space cast would go through a generic address.
    Value address = LLVM::PtrToIntOp::create(
        rewriter, loc, rewriter.getI64Type(), destination);
    auto space = static_cast<unsigned>(NVVM::NVVMMemorySpace::SharedCluster);
    destination = LLVM::IntToPtrOp::create(
        rewriter, loc, LLVM::LLVMPointerType::get(getContext(), space),
        address);
    NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp::create(
        rewriter, loc, destination, adaptor.getMap(),
        reversed(rewriter, loc, adaptor.getCoordinates(), 32), barrier,
        reversed(rewriter, loc, adaptor.getOffsets(), 16),
        adaptor.getMulticast(), /*l2CacheHint=*/Value(),
        loadMode(op.getMap().getType()), /*isCTAOnly=*/false,
        /*group=*/NVVM::CTAGroupKindAttr(), /*predicate=*/Value());
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerTmaStore : ConvertOpToLLVMPattern<kernel::TmaStoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::TmaStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value source = getStridedElementPtr(
        rewriter, loc, cast<MemRefType>(op.getSource().getType()),
        adaptor.getSource(), adaptor.getIndices());
    NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp::create(
        rewriter, loc, adaptor.getMap(), source,
        reversed(rewriter, loc, adaptor.getCoordinates(), 32),
        /*l2CacheHint=*/Value(), storeMode(op.getMap().getType()),
        /*predicate=*/Value());
    rewriter.eraseOp(op);
    return success();
  }
};

NVVM::TMAReduxKind toReduxKind(kernel::TmaReduction kind) {
  switch (kind) {
  case kernel::TmaReduction::add:
    return NVVM::TMAReduxKind::ADD;
  case kernel::TmaReduction::min:
    return NVVM::TMAReduxKind::MIN;
  case kernel::TmaReduction::max:
    return NVVM::TMAReduxKind::MAX;
  case kernel::TmaReduction::inc:
    return NVVM::TMAReduxKind::INC;
  case kernel::TmaReduction::dec:
    return NVVM::TMAReduxKind::DEC;
  case kernel::TmaReduction::bit_and:
    return NVVM::TMAReduxKind::AND;
  case kernel::TmaReduction::bit_or:
    return NVVM::TMAReduxKind::OR;
  case kernel::TmaReduction::bit_xor:
    return NVVM::TMAReduxKind::XOR;
  }
  llvm_unreachable("all reductions are handled");
}

struct LowerTmaReduce : ConvertOpToLLVMPattern<kernel::TmaReduceOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::TmaReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value source = getStridedElementPtr(
        rewriter, loc, cast<MemRefType>(op.getSource().getType()),
        adaptor.getSource(), adaptor.getIndices());
    NVVM::CpAsyncBulkTensorReduceOp::create(
        rewriter, loc, adaptor.getMap(), source, toReduxKind(op.getKind()),
        storeMode(op.getMap().getType()),
        reversed(rewriter, loc, adaptor.getCoordinates(), 32),
        /*l2CacheHint=*/Value());
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerTmaPrefetch : ConvertOpToLLVMPattern<kernel::TmaPrefetchOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::TmaPrefetchOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    NVVM::CpAsyncBulkTensorPrefetchOp::create(
        rewriter, loc, adaptor.getMap(),
        reversed(rewriter, loc, adaptor.getCoordinates(), 32),
        reversed(rewriter, loc, adaptor.getOffsets(), 16),
        loadMode(op.getMap().getType()), /*l2CacheHint=*/Value());
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerTmaPrefetchMap : ConvertOpToLLVMPattern<kernel::TmaPrefetchMapOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::TmaPrefetchMapOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    NVVM::PrefetchOp::create(
        rewriter, op.getLoc(), NVVM::PrefetchCacheLevelAttr(),
        NVVM::CacheEvictionPriorityAttr(), adaptor.getMap(),
        /*predicate=*/Value(), /*tensormap=*/rewriter.getUnitAttr(),
        /*uniform=*/UnitAttr(), /*in_param_space=*/UnitAttr());
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerTmaCommit : ConvertOpToLLVMPattern<kernel::TmaCommitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::TmaCommitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkCommitGroupOp>(op);
    return success();
  }
};

struct LowerTmaWait : ConvertOpToLLVMPattern<kernel::TmaWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::TmaWaitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkWaitGroupOp>(
        op, op.getGroupsAttr(), op.getReadAttr());
    return success();
  }
};

} // namespace

void mlir::zyn::populateTmaPatterns(LLVMTypeConverter &converter,
                                    RewritePatternSet &patterns) {
  // In a kernel, a tensor map is the address of the argument.
  converter.addConversion([](kernel::TensorMapType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext());
  });
  patterns.add<LowerTmaLoad, LowerTmaStore, LowerTmaReduce, LowerTmaPrefetch,
               LowerTmaPrefetchMap, LowerTmaCommit, LowerTmaWait>(converter);
}

mlir::zyn::TensorMapArguments::TensorMapArguments(
    gpu::GPUModuleOp module, const LLVMTypeConverter &converter) {
  for (auto function : module.getOps<gpu::GPUFuncOp>()) {
    if (!function.isKernel())
      continue;
    FunctionType type = function.getFunctionType();
    LLVMTypeConverter::SignatureConversion conversion(type.getNumInputs());
    if (!llvm::is_contained(llvm::map_range(type.getInputs(),
                                            [](Type input) {
                                              return isa<kernel::TensorMapType>(
                                                  input);
                                            }),
                            true) ||
        !converter.convertFunctionSignature(type, /*isVariadic=*/false,
                                            /*useBarePtrCallConv=*/false,
                                            conversion))
      continue;
    for (auto [i, input] : llvm::enumerate(type.getInputs()))
      if (isa<kernel::TensorMapType>(input))
        arguments[function.getName()].push_back(
            conversion.getInputMapping(i)->inputNo);
  }
}

void mlir::zyn::TensorMapArguments::passByValue(gpu::GPUModuleOp module) const {
  Builder builder(module.getContext());
  auto bytes =
      LLVM::LLVMArrayType::get(builder.getI8Type(), limits::tensorMapBytes);
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    auto found = arguments.find(function.getName());
    if (found == arguments.end())
      continue;
    for (unsigned argument : found->second) {
      function.setArgAttr(argument, LLVM::LLVMDialect::getByValAttrName(),
                          TypeAttr::get(bytes));
      function.setArgAttr(
          argument, LLVM::LLVMDialect::getAlignAttrName(),
          builder.getI64IntegerAttr(limits::tensorMapAlignment));
      function.setArgAttr(argument,
                          NVVM::NVVMDialect::getGridConstantAttrName(),
                          builder.getUnitAttr());
    }
  }
}
