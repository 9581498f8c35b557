//===- Debug.cpp - Clocks and traps ---------------------------------------===//
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

template <typename SourceOp, typename RegisterOp>
struct LowerClock : ConvertOpToLLVMPattern<SourceOp> {
  using ConvertOpToLLVMPattern<SourceOp>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(SourceOp op, typename SourceOp::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<RegisterOp>(op, rewriter.getI64Type());
    return success();
  }
};

struct LowerNanosleep : ConvertOpToLLVMPattern<kernel::NanosleepOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  /// `nvvm.nanosleep` only takes a constant.
  LogicalResult
  matchAndRewrite(kernel::NanosleepOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(
        op, rewriter.getStringAttr("llvm.nvvm.nanosleep"),
        adaptor.getNanoseconds());
    return success();
  }
};

struct LowerTrap : ConvertOpToLLVMPattern<kernel::TrapOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::TrapOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::Trap>(op);
    return success();
  }
};

} // namespace

void mlir::zyn::populateDebugPatterns(const LLVMTypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<LowerClock<kernel::ClockOp, NVVM::Clock64Op>,
               LowerClock<kernel::NanotimeOp, NVVM::GlobalTimerOp>,
               LowerNanosleep, LowerTrap>(converter);
}
