//===- Assertions.cpp - Assertions in kernels -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorLowering.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;
using namespace mlir::zyn::emulator;

namespace {
/// A failing assertion ends the launch with its message.
struct LowerAssert : EmulatorPattern<cf::AssertOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(cf::AssertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Block *before = rewriter.getInsertionBlock();
    Block *after = rewriter.splitBlock(before, rewriter.getInsertionPoint());
    Block *failed = rewriter.createBlock(after);
    Value message = LLVM::AddressOfOp::create(
        rewriter, loc,
        getString(rewriter, SymbolTable::getNearestSymbolTable(op),
                  op.getMsg()));
    callRuntime(rewriter, op, "zynemuFail", {}, message);
    LLVM::UnreachableOp::create(rewriter, loc);
    rewriter.setInsertionPointToEnd(before);
    LLVM::CondBrOp::create(rewriter, loc, adaptor.getArg(), after, failed);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void mlir::zyn::emulator::populateAssertionPatterns(
    const Lowering &lowering, RewritePatternSet &patterns) {
  patterns.add<LowerAssert>(lowering);
}
