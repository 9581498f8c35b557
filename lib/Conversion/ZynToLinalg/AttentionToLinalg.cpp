//===- AttentionToLinalg.cpp - Lowers attention to matmuls and maps -------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task computes the attention of some of the queries of a head, so that their
// scores stay in the cache. Keys that none of these queries sees are left out.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Tasks.h"

#include "Zyn/Dialect/Zyn/Transforms/AttentionSteps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

class AttentionTasks {
public:
  AttentionTasks(RewriterBase &rewriter, AttentionOp op)
      : rewriter(rewriter), b(op.getLoc(), rewriter), op(op) {}

  void create();

private:
  enum : unsigned { batch, head, query, key, rank };

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value min(Value x, Value y) { return b.createOrFold<arith::MinSIOp>(x, y); }
  Value max(Value x, Value y) { return b.createOrFold<arith::MaxSIOp>(x, y); }

  OpFoldResult getSize(Value buffer, int64_t dim) {
    return memref::getMixedSize(b, op.getLoc(), buffer, dim);
  }
  /// Returns the number of queries of a task.
  int64_t getTaskQueries();
  /// Returns the number of keys that the queries before `lastQuery` see.
  OpFoldResult getSeenKeys(Value batchIndex, Value lastQuery);
  void createTask(ValueRange start, int64_t numQueries);

  RewriterBase &rewriter;
  ImplicitLocOpBuilder b;
  AttentionOp op;
};

} // namespace

int64_t AttentionTasks::getTaskQueries() {
  // Products of few queries spend their time on packing the keys, and the
  // scores of many are not in the second-level cache.
  constexpr int64_t minQueries = 32, maxQueries = 128, maxScores = 1 << 18;
  std::optional<int64_t> keys = getConstantIntValue(getSize(op.getKeys(), 2));
  std::optional<int64_t> queries =
      getConstantIntValue(getSize(op.getQueries(), 2));
  int64_t count = maxQueries;
  if (keys)
    count = std::clamp(maxScores / std::max<int64_t>(*keys, 1), minQueries,
                       maxQueries);
  return queries ? std::clamp<int64_t>(*queries, 1, count) : count;
}

OpFoldResult AttentionTasks::getSeenKeys(Value batchIndex, Value lastQuery) {
  OpFoldResult all = getSize(op.getKeys(), 2);
  if (!op.getLengths() && !op.getCausal())
    return all;
  Value zero = constant(0);
  Value count = getValueOrCreateConstantIndexOp(b, op.getLoc(), all);
  if (Value lengths = op.getLengths()) {
    Value length = memref::LoadOp::create(b, lengths, batchIndex);
    length = arith::IndexCastOp::create(b, b.getIndexType(), length);
    count = min(max(length, zero), count);
  }
  if (op.getCausal()) {
    Value queries = getValueOrCreateConstantIndexOp(
        b, op.getLoc(), getSize(op.getQueries(), 2));
    Value behind = b.createOrFold<arith::SubIOp>(queries, lastQuery);
    count = max(b.createOrFold<arith::SubIOp>(count, behind), zero);
  }
  return count;
}

void AttentionTasks::createTask(ValueRange start, int64_t numQueries) {
  Value all = getValueOrCreateConstantIndexOp(b, op.getLoc(),
                                              getSize(op.getQueries(), 2));
  Value first = start[query],
        last = min(b.createOrFold<arith::AddIOp>(first, constant(numQueries)),
                   all);
  // All tasks but the last one of a head are equal.
  std::optional<int64_t> known = getConstantIntValue(all);
  OpFoldResult count =
      known && *known % numQueries == 0
          ? b.getIndexAttr(numQueries)
          : getAsOpFoldResult(b.createOrFold<arith::SubIOp>(last, first));
  OpFoldResult one = b.getIndexAttr(1), zero = b.getIndexAttr(0);
  Value keyHead =
      b.createOrFold<arith::DivUIOp>(start[head], constant(op.getGroupSize()));
  SmallVector<OpFoldResult> offsets = {start[batch], start[head], first, zero},
                            sizes = {one, one, count,
                                     getSeenKeys(start[batch], last)},
                            keyOffsets = offsets;
  keyOffsets[head] = keyHead;

  // The last dimension, of the size of a head, is whole.
  auto getMap = [&](ArrayRef<unsigned> loops) {
    return AffineMap::getMultiDimMapWithTargets(rank + 1, loops,
                                                b.getContext());
  };
  AffineMap ofQueries = getMap({batch, head, query, rank}),
            ofKeys = getMap({batch, head, key, rank});
  auto getPart = [&](Value buffer, AffineMap map,
                     ArrayRef<OpFoldResult> partOffsets) {
    return getBufferPart(b, op.getLoc(), buffer, map, partOffsets, sizes);
  };
  auto getOptional = [&](Value buffer, AffineMap map) {
    return buffer ? getPart(buffer, map, offsets) : Value();
  };
  SmallVector<Value> inits = {getPart(op.getInit(), ofQueries, offsets)};
  if (Value logSumExp =
          getOptional(op.getLogSumExp(), getMap({batch, head, query})))
    inits.push_back(logSumExp);
  SmallVector<Value> inputs;
  for (auto [i, input] : llvm::enumerate(op.getEpilogueInputs()))
    inputs.push_back(
        getPart(input, op.getEpilogueMap(i).compose(ofQueries), offsets));
  auto part = AttentionOp::create(
      b, TypeRange(), getPart(op.getQueries(), ofQueries, offsets),
      getPart(op.getKeys(), ofKeys, keyOffsets),
      getPart(op.getValues(), ofKeys, keyOffsets),
      getOptional(op.getMask(), op.getMaskMapOrIdentity()),
      /*lengths=*/Value(), inputs, inits, op.getMaskMapAttr(),
      op.getEpilogueMapsAttr(), op.getScaleAttr(), /*group_size=*/1,
      op.getCausal());
  if (!op.getEpilogue().empty())
    b.cloneRegionBefore(op.getEpilogue(), part.getEpilogue(),
                        part.getEpilogue().begin());
  createAttentionSteps(b, part);
  rewriter.eraseOp(part);
}

void AttentionTasks::create() {
  int64_t numQueries = getTaskQueries();
  SmallVector<Value> upper;
  for (unsigned dim : {batch, head, query})
    upper.push_back(getValueOrCreateConstantIndexOp(
        b, op.getLoc(), getSize(op.getQueries(), dim)));
  SmallVector<Value> steps = {constant(1), constant(1), constant(numQueries)};
  Value work = constant(1);
  for (int64_t dim = 0; dim < rank; ++dim)
    work = b.createOrFold<arith::MulIOp>(
        work, getValueOrCreateConstantIndexOp(b, op.getLoc(),
                                              getSize(op.getQueries(), dim)));
  work = b.createOrFold<arith::MulIOp>(
      work, getValueOrCreateConstantIndexOp(b, op.getLoc(),
                                            getSize(op.getKeys(), 2)));
  createTasks(b, op, upper, steps, work,
              [&](OpBuilder &inner, ValueRange starts) {
                OpBuilder::InsertionGuard guard(b);
                b.restoreInsertionPoint(inner.saveInsertionPoint());
                createTask(starts, numQueries);
              });
}

/// Whether the queries of all heads that share keys are so few that one matmul
/// multiplies them.
static bool hasFewQueries(AttentionOp op) {
  constexpr int64_t few = 16;
  int64_t queries = getBufferType(op.getQueries()).getDimSize(2);
  return op.getGroupSize() != 1 && !ShapedType::isDynamic(queries) &&
         queries <= few;
}

/// Whether an operand is known to have no elements: a view of nothing would be
/// invalid.
static bool isEmpty(AttentionOp op) {
  return llvm::any_of(op->getOperands(), [](Value operand) {
    return llvm::is_contained(getBufferType(operand).getShape(), 0);
  });
}

namespace {
/// Replaces the op with other ops, which are converted next.
struct ConvertAttention : OpConversionPattern<AttentionOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(AttentionOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (isEmpty(op) || hasFewQueries(op))
      createAttentionSteps(rewriter, op);
    else
      AttentionTasks(rewriter, op).create();
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void zyn::populateAttentionToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertAttention>(patterns.getContext());
}
