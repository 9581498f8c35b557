//===- Warp.cpp - Collectives of a warp -----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

static Value makeI32(OpBuilder &builder, Location loc, int32_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), value);
}

/// Returns the given mask, or that of a whole warp.
static Value getMask(OpBuilder &builder, Location loc, Value mask) {
  return mask ? mask : makeI32(builder, loc, -1);
}

static int64_t getBits(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getNumElements() * vector.getElementTypeBitWidth();
  return type.getIntOrFloatBitWidth();
}

/// Returns the value's bits in 32-bit words, the last one padded with zeros.
static SmallVector<Value> toWords(OpBuilder &builder, Location loc,
                                  Value value) {
  Type i32 = builder.getI32Type();
  int64_t bits = getBits(value.getType());
  if (bits < 32) {
    Value narrow = LLVM::BitcastOp::create(builder, loc,
                                           builder.getIntegerType(bits), value);
    return {LLVM::ZExtOp::create(builder, loc, i32, narrow)};
  }
  if (bits == 32)
    return {LLVM::BitcastOp::create(builder, loc, i32, value)};
  Value vector = LLVM::BitcastOp::create(
      builder, loc, VectorType::get(bits / 32, i32), value);
  SmallVector<Value> words;
  for (int64_t i = 0; i < bits / 32; ++i)
    words.push_back(LLVM::ExtractElementOp::create(builder, loc, vector,
                                                   makeI32(builder, loc, i)));
  return words;
}

static Value fromWords(OpBuilder &builder, Location loc, Type type,
                       ArrayRef<Value> words) {
  int64_t bits = getBits(type);
  if (bits < 32) {
    Value narrow = LLVM::TruncOp::create(
        builder, loc, builder.getIntegerType(bits), words[0]);
    return LLVM::BitcastOp::create(builder, loc, type, narrow);
  }
  if (bits == 32)
    return LLVM::BitcastOp::create(builder, loc, type, words[0]);
  Value vector =
      LLVM::PoisonOp::create(builder, loc,
                             VectorType::get(static_cast<int64_t>(words.size()),
                                             builder.getI32Type()));
  for (auto [i, word] : llvm::enumerate(words))
    vector = LLVM::InsertElementOp::create(builder, loc, vector, word,
                                           makeI32(builder, loc, i));
  return LLVM::BitcastOp::create(builder, loc, type, vector);
}

namespace {

struct LowerShuffle : ConvertOpToLLVMPattern<kernel::ShuffleOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::ShuffleOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type();
    // Bits 8 to 12 select the bits of the lane number that identify its group;
    // the lowest bits are the last lane of a group, or the first one for `up`.
    bool isUp = op.getKind() == kernel::ShuffleKind::up;
    Value clamp =
        makeI32(rewriter, loc, (32 - op.getWidth()) << 8 | (isUp ? 0 : 31));
    Value mask = getMask(rewriter, loc, adaptor.getMask());
    Value valid;
    SmallVector<Value> results;
    for (Value word : toWords(rewriter, loc, adaptor.getValue())) {
      bool needsValid = !valid && !op.getValid().use_empty();
      Type type = i32;
      if (needsValid)
        type = LLVM::LLVMStructType::getLiteral(op.getContext(),
                                                {i32, rewriter.getI1Type()});
      Value result = NVVM::ShflOp::create(
          rewriter, loc, type, mask, word, adaptor.getOffset(), clamp,
          getKind(op.getKind()),
          needsValid ? rewriter.getUnitAttr() : UnitAttr());
      if (needsValid) {
        valid = LLVM::ExtractValueOp::create(rewriter, loc, result, 1);
        result = LLVM::ExtractValueOp::create(rewriter, loc, result, 0);
      }
      results.push_back(result);
    }
    if (!valid)
      valid = LLVM::PoisonOp::create(rewriter, loc, rewriter.getI1Type());
    rewriter.replaceOp(
        op, {fromWords(rewriter, loc, adaptor.getValue().getType(), results),
             valid});
    return success();
  }

private:
  static NVVM::ShflKind getKind(kernel::ShuffleKind kind) {
    switch (kind) {
    case kernel::ShuffleKind::idx:
      return NVVM::ShflKind::idx;
    case kernel::ShuffleKind::up:
      return NVVM::ShflKind::up;
    case kernel::ShuffleKind::down:
      return NVVM::ShflKind::down;
    case kernel::ShuffleKind::Xor:
      return NVVM::ShflKind::bfly;
    }
    llvm_unreachable("unknown kind of shuffle");
  }
};

struct LowerVote : ConvertOpToLLVMPattern<kernel::VoteOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::VoteOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto kind =
        op.getKind() == kernel::VoteKind::ballot ? NVVM::VoteSyncKind::ballot
        : op.getKind() == kernel::VoteKind::any  ? NVVM::VoteSyncKind::any
                                                 : NVVM::VoteSyncKind::all;
    rewriter.replaceOpWithNewOp<NVVM::VoteSyncOp>(
        op, op.getResult().getType(),
        getMask(rewriter, op.getLoc(), adaptor.getMask()),
        adaptor.getPredicate(), kind);
    return success();
  }
};

struct LowerMatch : ConvertOpToLLVMPattern<kernel::MatchOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::MatchOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type();
    Value value = LLVM::BitcastOp::create(
        rewriter, loc,
        rewriter.getIntegerType(getBits(adaptor.getValue().getType())),
        adaptor.getValue());
    Value mask = getMask(rewriter, loc, adaptor.getMask());
    if (op.getKind() == kernel::MatchKind::any) {
      rewriter.replaceOpWithNewOp<NVVM::MatchSyncOp>(op, i32, mask, value,
                                                     NVVM::MatchSyncKind::any);
      return success();
    }
    auto type = LLVM::LLVMStructType::getLiteral(op.getContext(),
                                                 {i32, rewriter.getI1Type()});
    Value both = NVVM::MatchSyncOp::create(rewriter, loc, type, mask, value,
                                           NVVM::MatchSyncKind::all);
    rewriter.replaceOp(
        op, ValueRange{LLVM::ExtractValueOp::create(rewriter, loc, both, 0),
                       LLVM::ExtractValueOp::create(rewriter, loc, both, 1)});
    return success();
  }
};

struct LowerWarpReduce : ConvertOpToLLVMPattern<kernel::WarpReduceOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::WarpReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value value = adaptor.getValue();
    Value mask = getMask(rewriter, loc, adaptor.getMask());
    if (value.getType().isInteger(32)) {
      rewriter.replaceOpWithNewOp<NVVM::ReduxOp>(op, value.getType(), value,
                                                 getRedux(op.getKind()), mask);
      return success();
    }
    Value clamp = makeI32(rewriter, loc, 31);
    for (int32_t distance : {16, 8, 4, 2, 1}) {
      SmallVector<Value> words;
      for (Value word : toWords(rewriter, loc, value))
        words.push_back(
            NVVM::ShflOp::create(rewriter, loc, rewriter.getI32Type(), mask,
                                 word, makeI32(rewriter, loc, distance), clamp,
                                 NVVM::ShflKind::bfly, UnitAttr()));
      Value other = fromWords(rewriter, loc, value.getType(), words);
      value = combine(rewriter, loc, op.getKind(), value, other);
    }
    rewriter.replaceOp(op, value);
    return success();
  }

private:
  static NVVM::ReduxKind getRedux(kernel::ReduceKind kind) {
    switch (kind) {
    case kernel::ReduceKind::add:
      return NVVM::ReduxKind::ADD;
    case kernel::ReduceKind::min:
      return NVVM::ReduxKind::MIN;
    case kernel::ReduceKind::max:
      return NVVM::ReduxKind::MAX;
    case kernel::ReduceKind::umin:
      return NVVM::ReduxKind::UMIN;
    case kernel::ReduceKind::umax:
      return NVVM::ReduxKind::UMAX;
    case kernel::ReduceKind::And:
      return NVVM::ReduxKind::AND;
    case kernel::ReduceKind::Or:
      return NVVM::ReduxKind::OR;
    case kernel::ReduceKind::Xor:
      return NVVM::ReduxKind::XOR;
    }
    llvm_unreachable("unknown kind of reduction");
  }

  static Value combine(OpBuilder &b, Location loc, kernel::ReduceKind kind,
                       Value lhs, Value rhs) {
    bool isFloat = isa<FloatType>(lhs.getType());
    switch (kind) {
    case kernel::ReduceKind::add:
      if (isFloat)
        return LLVM::FAddOp::create(b, loc, lhs, rhs);
      return LLVM::AddOp::create(b, loc, lhs, rhs);
    case kernel::ReduceKind::min:
      if (isFloat)
        return LLVM::MinNumOp::create(b, loc, lhs, rhs);
      return LLVM::SMinOp::create(b, loc, lhs, rhs);
    case kernel::ReduceKind::max:
      if (isFloat)
        return LLVM::MaxNumOp::create(b, loc, lhs, rhs);
      return LLVM::SMaxOp::create(b, loc, lhs, rhs);
    case kernel::ReduceKind::umin:
      return LLVM::UMinOp::create(b, loc, lhs, rhs);
    case kernel::ReduceKind::umax:
      return LLVM::UMaxOp::create(b, loc, lhs, rhs);
    case kernel::ReduceKind::And:
      return LLVM::AndOp::create(b, loc, lhs, rhs);
    case kernel::ReduceKind::Or:
      return LLVM::OrOp::create(b, loc, lhs, rhs);
    case kernel::ReduceKind::Xor:
      return LLVM::XOrOp::create(b, loc, lhs, rhs);
    }
    llvm_unreachable("unknown kind of reduction");
  }
};

struct LowerActiveMask : ConvertOpToLLVMPattern<kernel::ActiveMaskOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::ActiveMaskOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(
        op, rewriter.getI32Type(),
        rewriter.getStringAttr("llvm.nvvm.activemask"), ValueRange());
    return success();
  }
};

struct LowerElect : ConvertOpToLLVMPattern<kernel::ElectOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::ElectOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::ElectSyncOp>(op, rewriter.getI1Type(),
                                                   adaptor.getMask());
    return success();
  }
};

} // namespace

void mlir::zyn::populateWarpPatterns(const LLVMTypeConverter &converter,
                                     RewritePatternSet &patterns) {
  patterns.add<LowerShuffle, LowerVote, LowerMatch, LowerWarpReduce,
               LowerActiveMask, LowerElect>(converter);
}
