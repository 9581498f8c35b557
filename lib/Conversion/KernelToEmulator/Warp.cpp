//===- Warp.cpp - Collectives of a warp -----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorLowering.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::zyn::emulator;

static Value constant(OpBuilder &builder, Location loc, int32_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), value);
}

/// Returns the given mask, or that of a whole warp.
static Value getMask(OpBuilder &builder, Location loc, Value mask) {
  return mask ? mask : constant(builder, loc, -1);
}

template <typename Kind>
static Value createKind(OpBuilder &builder, Location loc, Kind kind) {
  return constant(builder, loc, static_cast<int32_t>(kind));
}

static Value isNotZero(OpBuilder &builder, Location loc, Value value) {
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, value,
                              constant(builder, loc, 0));
}

namespace {

struct LowerShuffle : EmulatorPattern<kernel::ShuffleOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::ShuffleOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = adaptor.getValue().getType();
    Type element = getElementTypeOrSelf(op.getValue().getType());
    int64_t bytes = element.getIntOrFloatBitWidth() / 8;
    if (auto vector = dyn_cast<VectorType>(op.getValue().getType()))
      bytes *= vector.getNumElements();
    Value value = spillToStack(rewriter, op, adaptor.getValue());
    Value valid =
        callRuntime(rewriter, op, "zynemuShuffle", rewriter.getI32Type(),
                    {value,
                     LLVM::ConstantOp::create(rewriter, loc,
                                              rewriter.getI64Type(), bytes),
                     createKind(rewriter, loc, op.getKind()),
                     adaptor.getOffset(),
                     constant(rewriter, loc, op.getWidth()),
                     getMask(rewriter, loc, adaptor.getMask())})
            .getResult();
    Value result = LLVM::LoadOp::create(rewriter, loc, type, value);
    rewriter.replaceOp(op, {result, isNotZero(rewriter, loc, valid)});
    return success();
  }
};

struct LowerVote : EmulatorPattern<kernel::VoteOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::VoteOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value predicate = LLVM::ZExtOp::create(rewriter, loc, rewriter.getI32Type(),
                                           adaptor.getPredicate());
    Value result =
        callRuntime(rewriter, op, "zynemuVote", rewriter.getI32Type(),
                    {predicate, createKind(rewriter, loc, op.getKind()),
                     getMask(rewriter, loc, adaptor.getMask())})
            .getResult();
    if (op.getKind() != kernel::VoteKind::ballot)
      result = isNotZero(rewriter, loc, result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct LowerMatch : EmulatorPattern<kernel::MatchOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::MatchOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value value = adaptor.getValue();
    unsigned bits = value.getType().getIntOrFloatBitWidth();
    if (isa<FloatType>(value.getType()))
      value = LLVM::BitcastOp::create(rewriter, loc,
                                      rewriter.getIntegerType(bits), value);
    if (bits < 64)
      value = LLVM::ZExtOp::create(rewriter, loc, rewriter.getI64Type(), value);
    Value lanes =
        callRuntime(rewriter, op, "zynemuMatch", rewriter.getI32Type(),
                    {value, createKind(rewriter, loc, op.getKind()),
                     getMask(rewriter, loc, adaptor.getMask())})
            .getResult();
    SmallVector<Value> results = {lanes};
    // The result contains the thread's own lane unless the values differ.
    if (op.getKind() == kernel::MatchKind::all)
      results.push_back(isNotZero(rewriter, loc, lanes));
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// Lowers reductions of i32, for which GPUs have an instruction. Others are
/// expanded before.
struct LowerWarpReduce : EmulatorPattern<kernel::WarpReduceOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::WarpReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    rewriter.replaceOp(
        op, callRuntime(rewriter, op, "zynemuWarpReduce", rewriter.getI32Type(),
                        {adaptor.getValue(),
                         createKind(rewriter, loc, op.getKind()),
                         getMask(rewriter, loc, adaptor.getMask())})
                .getResult());
    return success();
  }
};

struct LowerActiveMask : EmulatorPattern<kernel::ActiveMaskOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::ActiveMaskOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, callRuntime(rewriter, op, "zynemuActiveMask",
                                       rewriter.getI32Type(), {})
                               .getResult());
    return success();
  }
};

struct LowerElect : EmulatorPattern<kernel::ElectOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::ElectOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value elected =
        callRuntime(rewriter, op, "zynemuElect", rewriter.getI32Type(),
                    getMask(rewriter, loc, adaptor.getMask()))
            .getResult();
    rewriter.replaceOp(op, isNotZero(rewriter, loc, elected));
    return success();
  }
};

/// Expands reductions to the same rounds of shuffles as in PTX, in the same
/// order.
struct ExpandWarpReduce : OpRewritePattern<kernel::WarpReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(kernel::WarpReduceOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getValue().getType().isInteger(32))
      return rewriter.notifyMatchFailure(op, "is a single instruction");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value value = op.getValue();
    for (int32_t distance : {16, 8, 4, 2, 1}) {
      Value offset = arith::ConstantIntOp::create(b, distance, 32);
      auto other = kernel::ShuffleOp::create(b, value.getType(), b.getI1Type(),
                                             kernel::ShuffleKind::Xor, value,
                                             offset, /*width=*/32, Value());
      value = combine(b, op.getKind(), value, other.getResult());
    }
    rewriter.replaceOp(op, value);
    return success();
  }

private:
  static Value combine(ImplicitLocOpBuilder &b, kernel::ReduceKind kind,
                       Value lhs, Value rhs) {
    bool isFloat = isa<FloatType>(lhs.getType());
    switch (kind) {
    case kernel::ReduceKind::add:
      if (isFloat)
        return arith::AddFOp::create(b, lhs, rhs);
      return arith::AddIOp::create(b, lhs, rhs);
    case kernel::ReduceKind::min:
      if (isFloat)
        return arith::MinNumFOp::create(b, lhs, rhs);
      return arith::MinSIOp::create(b, lhs, rhs);
    case kernel::ReduceKind::max:
      if (isFloat)
        return arith::MaxNumFOp::create(b, lhs, rhs);
      return arith::MaxSIOp::create(b, lhs, rhs);
    case kernel::ReduceKind::umin:
      return arith::MinUIOp::create(b, lhs, rhs);
    case kernel::ReduceKind::umax:
      return arith::MaxUIOp::create(b, lhs, rhs);
    case kernel::ReduceKind::And:
      return arith::AndIOp::create(b, lhs, rhs);
    case kernel::ReduceKind::Or:
      return arith::OrIOp::create(b, lhs, rhs);
    case kernel::ReduceKind::Xor:
      return arith::XOrIOp::create(b, lhs, rhs);
    }
    llvm_unreachable("unknown kind of reduction");
  }
};

} // namespace

void mlir::zyn::emulator::populateWarpPatterns(const Lowering &lowering,
                                               RewritePatternSet &patterns) {
  patterns.add<LowerShuffle, LowerVote, LowerMatch, LowerWarpReduce,
               LowerActiveMask, LowerElect>(lowering);
}

void mlir::zyn::emulator::populateWarpExpansions(RewritePatternSet &patterns) {
  patterns.add<ExpandWarpReduce>(patterns.getContext());
}
