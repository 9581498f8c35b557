//===- Index.cpp - Index of a block in its cluster, opaque indices --------===//
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

struct LowerOpaque : ConvertOpToLLVMPattern<kernel::OpaqueOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::OpaqueOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool isWide = getTypeConverter()->getIndexTypeBitwidth() == 64;
    rewriter.replaceOpWithNewOp<LLVM::InlineAsmOp>(
        op, getTypeConverter()->getIndexType(), adaptor.getValue(),
        isWide ? "mov.b64 $0, $1;" : "mov.b32 $0, $1;",
        isWide ? "=l,l" : "=r,r",
        /*has_side_effects=*/true, /*is_align_stack=*/false,
        LLVM::tailcallkind::TailCallKind::None, /*asm_dialect=*/nullptr,
        /*operand_attrs=*/nullptr);
    return success();
  }
};

} // namespace

void mlir::zyn::populateIndexPatterns(const LLVMTypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<LowerBlockRank, LowerOpaque>(converter);
}
