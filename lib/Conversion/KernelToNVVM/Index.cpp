//===- Index.cpp - Index of a block in its cluster ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace {

struct LowerBlockRank : ConvertOpToLLVMPattern<kernel::BlockRankInClusterOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::BlockRankInClusterOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value rank =
        NVVM::ClusterId::create(rewriter, op.getLoc(), rewriter.getI32Type());
    rewriter.replaceOpWithNewOp<LLVM::ZExtOp>(
        op, getTypeConverter()->getIndexType(), rank);
    return success();
  }
};

} // namespace

void mlir::zyn::populateIndexPatterns(const LLVMTypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<LowerBlockRank>(converter);
}
