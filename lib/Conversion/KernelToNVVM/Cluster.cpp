//===- Cluster.cpp - Barriers and shared memory of clusters ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

Value mlir::zyn::mapShared(OpBuilder &builder, Location loc, Value pointer,
                           Value block) {
  Type i32 = builder.getI32Type();
  if (block.getType() != i32)
    block = LLVM::TruncOp::create(builder, loc, i32, block);
  auto space = static_cast<unsigned>(NVVM::NVVMMemorySpace::SharedCluster);
  return NVVM::MapaOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext(), space),
      pointer, block);
}

namespace {

struct LowerClusterBarrier : ConvertOpToLLVMPattern<kernel::ClusterBarrierOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::ClusterBarrierOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    NVVM::ClusterArriveOp::create(rewriter, op.getLoc(),
                                  /*aligned=*/UnitAttr());
    rewriter.replaceOpWithNewOp<NVVM::ClusterWaitOp>(op,
                                                     /*aligned=*/UnitAttr());
    return success();
  }
};

struct LowerClusterArrive : ConvertOpToLLVMPattern<kernel::ClusterArriveOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::ClusterArriveOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op.getRelaxed())
      rewriter.replaceOpWithNewOp<NVVM::ClusterArriveRelaxedOp>(
          op, /*aligned=*/UnitAttr());
    else
      rewriter.replaceOpWithNewOp<NVVM::ClusterArriveOp>(
          op, /*aligned=*/UnitAttr());
    return success();
  }
};

struct LowerClusterWait : ConvertOpToLLVMPattern<kernel::ClusterWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::ClusterWaitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::ClusterWaitOp>(op,
                                                     /*aligned=*/UnitAttr());
    return success();
  }
};

/// Maps the pointer of the descriptor. The aligned pointer is used for both,
/// since shared memory is never freed.
struct LowerMapShared : ConvertOpToLLVMPattern<kernel::MapSharedOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::MapSharedOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<MemRefType>(op.getSource().getType());
    MemRefDescriptor source(adaptor.getSource());
    Value mapped = zyn::mapShared(
        rewriter, loc, source.alignedPtr(rewriter, loc), adaptor.getBlock());
    auto result = MemRefDescriptor::poison(
        rewriter, loc,
        getTypeConverter()->convertType(op.getResult().getType()));
    result.setAllocatedPtr(rewriter, loc, mapped);
    result.setAlignedPtr(rewriter, loc, mapped);
    result.setOffset(rewriter, loc, source.offset(rewriter, loc));
    for (int64_t i = 0; i < type.getRank(); ++i) {
      result.setSize(rewriter, loc, i, source.size(rewriter, loc, i));
      result.setStride(rewriter, loc, i, source.stride(rewriter, loc, i));
    }
    rewriter.replaceOp(op, Value(result));
    return success();
  }
};

} // namespace

void mlir::zyn::populateClusterPatterns(const LLVMTypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<LowerClusterBarrier, LowerClusterArrive, LowerClusterWait,
               LowerMapShared>(converter);
}
