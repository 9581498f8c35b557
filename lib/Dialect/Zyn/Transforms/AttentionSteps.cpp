//===- AttentionSteps.cpp - Attention as several ops ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The queries of the heads of a group, which share a head of the keys, are rows
// of one matrix, so that both products are batched matmuls. In between, rows of
// weights are computed: the exponentials of the differences to the greatest
// score of a row, so that they do not overflow. The results of the second
// matmul are divided by the sums of the weights.
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Transforms/AttentionSteps.h"

#include "Zyn/Transforms/Buffers.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::zyn;

Value mlir::zyn::getAttentionScale(OpBuilder &builder, AttentionOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), builder);
  auto type = cast<FloatType>(op.getAccumulatorType());
  auto constant = [&](double value) -> Value {
    return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
  };
  if (std::optional<APFloat> scale = op.getScale())
    return constant(scale->convertToDouble());
  constexpr int64_t depthDim = 3;
  auto queries = cast<MemRefType>(op.getQueries().getType());
  if (!queries.isDynamicDim(depthDim))
    return constant(
        1 / std::sqrt(std::max<double>(queries.getDimSize(depthDim), 1)));
  Value depth = memref::DimOp::create(b, op.getQueries(), depthDim);
  depth = arith::IndexCastOp::create(b, b.getI64Type(), depth);
  depth = arith::SIToFPOp::create(b, type, depth);
  depth = arith::MaximumFOp::create(b, depth, constant(1));
  return arith::DivFOp::create(b, constant(1), math::SqrtOp::create(b, depth));
}

namespace {

constexpr double lowest = -std::numeric_limits<double>::infinity();

class AttentionSteps {
public:
  AttentionSteps(OpBuilder &builder, AttentionOp op);

  void create();

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value number(double value) {
    return arith::ConstantOp::create(b, b.getFloatAttr(accumulator, value));
  }
  Value getSize(Value buffer, int64_t dim) {
    return b.createOrFold<memref::DimOp>(buffer, dim);
  }
  Value compare(arith::CmpIPredicate predicate, Value x, Value y) {
    return arith::CmpIOp::create(b, predicate, x, y);
  }
  AffineMap getMap(unsigned numLoops, ArrayRef<unsigned> dims) {
    return AffineMap::getMultiDimMapWithTargets(numLoops, dims, b.getContext());
  }

  Value allocate(Type element, ValueRange sizes);
  Value viewAs(Value buffer, ValueRange sizes);
  /// Returns a view or a copy of a buffer of queries or results whose rows are
  /// those of all heads of a group.
  Value groupRows(Value buffer, bool isWritten);
  /// Combines the values of a row in the body of the op that computes rows.
  Value reduceRow(Value element, double initial,
                  function_ref<Value(Value, Value)> combine);
  /// Returns the number of keys of a batch, given its element of the lengths.
  Value getLength(Value element);
  Value maskScore(ValueRange elements, Value scale);
  Value getValues();
  void createWeights();
  /// Returns what is stored for a result, given its elements of the epilogue's
  /// inputs.
  Value finishResult(Value result, ValueRange elements);
  void createResults();

  ImplicitLocOpBuilder b;
  AttentionOp op;
  FloatType accumulator;
  bool isGrouped;
  Value batches, heads, keyHeads, groupRowCount, numQueries, numKeys;
  Value scores, weights; ///< [batch][head][query][key]
  Value totals;          ///< [batch][head][query]
  ContiguousBuffers contiguous;
  SmallVector<Value> temporaries;
};

} // namespace

AttentionSteps::AttentionSteps(OpBuilder &builder, AttentionOp op)
    : b(op.getLoc(), builder), op(op),
      accumulator(cast<FloatType>(op.getAccumulatorType())),
      isGrouped(op.getGroupSize() != 1), contiguous(b, op.getLoc()) {
  batches = getSize(op.getQueries(), 0);
  heads = getSize(op.getQueries(), 1);
  numQueries = getSize(op.getQueries(), 2);
  keyHeads = getSize(op.getKeys(), 1);
  numKeys = getSize(op.getKeys(), 2);
  groupRowCount =
      b.createOrFold<arith::MulIOp>(numQueries, constant(op.getGroupSize()));
}

Value AttentionSteps::allocate(Type element, ValueRange sizes) {
  SmallVector<OpFoldResult> mixed = getAsOpFoldResult(sizes);
  auto [shape, dynamicSizes] = decomposeMixedValues(mixed);
  temporaries.push_back(memref::AllocOp::create(
      b, MemRefType::get(shape, element), dynamicSizes));
  return temporaries.back();
}

// --expand-strided-metadata of LLVM 22 crashes on dimensions that are divided
// into several dynamic ones.
Value AttentionSteps::viewAs(Value buffer, ValueRange sizes) {
  SmallVector<OpFoldResult> mixed = getAsOpFoldResult(sizes);
  SmallVector<OpFoldResult> strides(sizes.size());
  Value stride = constant(1);
  for (int64_t dim = sizes.size() - 1; dim >= 0; --dim) {
    strides[dim] = getAsOpFoldResult(stride);
    stride = b.createOrFold<arith::MulIOp>(stride, sizes[dim]);
  }
  auto type = MemRefType::get(decomposeMixedValues(mixed).first,
                              getElementTypeOrSelf(buffer));
  return memref::ReinterpretCastOp::create(b, type, buffer, b.getIndexAttr(0),
                                           mixed, strides);
}

Value AttentionSteps::groupRows(Value buffer, bool isWritten) {
  if (!isGrouped)
    return buffer;
  Value flat = isWritten ? contiguous.getWritable(buffer, /*isRead=*/false)
                         : contiguous.get(buffer);
  return viewAs(flat, {batches, keyHeads, groupRowCount, getSize(buffer, 3)});
}

Value AttentionSteps::reduceRow(Value element, double initial,
                                function_ref<Value(Value, Value)> combine) {
  auto reduction =
      ReduceRowOp::create(b, accumulator, element, number(initial));
  OpBuilder::InsertionGuard guard(b);
  Block *block =
      b.createBlock(&reduction.getCombiner(), {}, {accumulator, accumulator},
                    {b.getLoc(), b.getLoc()});
  YieldOp::create(b, combine(block->getArgument(0), block->getArgument(1)));
  return reduction.getResult(0);
}

Value AttentionSteps::getLength(Value element) {
  Value length = arith::IndexCastOp::create(b, b.getIndexType(), element);
  length = arith::MaxSIOp::create(b, length, constant(0));
  return arith::MinSIOp::create(b, length, numKeys);
}

/// Scales a score and adds the mask. That of a key that is not seen becomes
/// -infinity. `elements` are those of the score, the mask and the lengths.
Value AttentionSteps::maskScore(ValueRange elements, Value scale) {
  Value score = arith::MulFOp::create(b, elements[0], scale), isSeen;
  auto require = [&](Value condition) {
    isSeen = isSeen ? arith::AndIOp::create(b, isSeen, condition).getResult()
                    : condition;
  };
  if (op.getMask()) {
    Value mask = elements[1];
    if (mask.getType().isInteger(1))
      require(mask);
    else
      score = arith::AddFOp::create(
          b, score,
          convertScalarToDtype(b, b.getLoc(), mask, accumulator,
                               /*isUnsignedCast=*/false));
  }
  Value length = numKeys, key;
  if (op.getLengths() || op.getCausal())
    key = IndexOp::create(b, 3);
  if (op.getLengths()) {
    length = getLength(elements.back());
    require(compare(arith::CmpIPredicate::ult, key, length));
  }
  if (op.getCausal()) {
    Value query = IndexOp::create(b, 2);
    require(compare(arith::CmpIPredicate::ule,
                    arith::AddIOp::create(b, key, numQueries),
                    arith::AddIOp::create(b, query, length)));
  }
  if (!isSeen)
    return score;
  return arith::SelectOp::create(b, isSeen, score, number(lowest));
}

/// Computes the weights, their sums, and the log-sum-exps, a row at a time.
void AttentionSteps::createWeights() {
  SmallVector<Value> inputs = {scores};
  SmallVector<AffineMap> maps = {b.getMultiDimIdentityMap(4)};
  if (Value mask = op.getMask()) {
    inputs.push_back(mask);
    maps.push_back(op.getMaskMapOrIdentity());
  }
  if (Value lengths = op.getLengths()) {
    inputs.push_back(lengths);
    maps.push_back(getMap(4, {0}));
  }
  Type element = op.getElementType();
  weights = allocate(element, {batches, heads, numQueries, numKeys});
  totals = allocate(accumulator, {batches, heads, numQueries});
  SmallVector<Value> outputs = {weights, totals};
  if (Value logSumExp = op.getLogSumExp())
    outputs.push_back(logSumExp);

  Value scale = getAttentionScale(b, op);
  auto rows = RowsOp::create(b, TypeRange(), inputs, outputs,
                             b.getDenseI64ArrayAttr({3}),
                             b.getAffineMapArrayAttr(maps));
  SmallVector<Type> types = llvm::map_to_vector(
      inputs, [](Value input) { return getElementTypeOrSelf(input); });
  OpBuilder::InsertionGuard guard(b);
  Block *block = b.createBlock(&rows.getBody(), {}, types,
                               SmallVector<Location>(types.size(), b.getLoc()));
  Value score = maskScore(block->getArguments(), scale);
  Value greatest = reduceRow(score, lowest, [&](Value x, Value y) -> Value {
    return arith::MaximumFOp::create(b, x, y);
  });
  // Without a score that is finite, all weights are 0.
  Value isLowest = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, greatest,
                                         number(lowest));
  Value reference = arith::SelectOp::create(b, isLowest, number(0), greatest);
  Value weight =
      math::ExpOp::create(b, arith::SubFOp::create(b, score, reference));
  Value total = reduceRow(weight, 0, [&](Value x, Value y) -> Value {
    return arith::AddFOp::create(b, x, y);
  });
  SmallVector<Value> results = {weight, total};
  if (element != accumulator)
    results[0] = arith::TruncFOp::create(b, element, weight);
  if (op.getLogSumExp())
    results.push_back(
        arith::AddFOp::create(b, greatest, math::LogOp::create(b, total)));
  YieldOp::create(b, results);
}

/// Returns the values, without those past the lengths.
Value AttentionSteps::getValues() {
  Value values = op.getValues();
  if (!op.getLengths())
    return values;
  Type element = op.getElementType();
  Value known =
      allocate(element, {batches, keyHeads, numKeys, getSize(values, 3)});
  createMap(
      b, {values, op.getLengths()},
      b.getAffineMapArrayAttr({b.getMultiDimIdentityMap(4), getMap(4, {0})}),
      known, [&](ValueRange elements) -> Value {
        Value exists = compare(arith::CmpIPredicate::ult, IndexOp::create(b, 2),
                               getLength(elements[1]));
        Value zero = arith::ConstantOp::create(b, b.getZeroAttr(element));
        return arith::SelectOp::create(b, exists, elements[0], zero);
      });
  return known;
}

Value AttentionSteps::finishResult(Value result, ValueRange elements) {
  if (op.getEpilogue().empty())
    return convertScalarToDtype(b, b.getLoc(), result,
                                getElementTypeOrSelf(op.getInit()),
                                /*isUnsignedCast=*/false);
  SmallVector<Value> arguments = {result};
  llvm::append_range(arguments, elements);
  return cloneEpilogue(b, op, arguments);
}

/// Multiplies the weights by the values and divides by the sums.
void AttentionSteps::createResults() {
  // The rows of an epilogue's inputs are not those of groups.
  bool isSeparate = isGrouped && !op.getEpilogue().empty();
  SmallVector<Value> inputs(op.getEpilogueInputs());
  SmallVector<AffineMap> maps;
  for (unsigned i = 0, e = inputs.size(); i < e; ++i)
    maps.push_back(op.getEpilogueMap(i));
  Value destination = op.getInit();
  if (isSeparate)
    destination = allocate(
        accumulator, {batches, heads, numQueries, getSize(op.getInit(), 3)});
  Value rows = weights, rowTotals = totals;
  if (isGrouped) {
    rows = viewAs(weights, {batches, keyHeads, groupRowCount, numKeys});
    rowTotals = viewAs(totals, {batches, keyHeads, groupRowCount});
  }
  Value results = groupRows(destination, /*isWritten=*/true);
  SmallVector<Value> matmulInputs = {rowTotals};
  SmallVector<AffineMap> matmulMaps = {getMap(4, {0, 1, 2})};
  if (!isSeparate) {
    llvm::append_range(matmulInputs, inputs);
    llvm::append_range(matmulMaps, maps);
  }
  auto matmul = MatmulOp::create(
      b, TypeRange(), rows, getValues(), matmulInputs, results,
      b.getAffineMapArrayAttr(matmulMaps), /*transpose_a=*/false,
      /*transpose_b=*/false, /*accumulate=*/false, MatmulPrecision::IEEE);
  {
    OpBuilder::InsertionGuard guard(b);
    SmallVector<Type> types = {accumulator};
    for (Value input : matmulInputs)
      types.push_back(getElementTypeOrSelf(input));
    Block *block =
        b.createBlock(&matmul.getEpilogue(), {}, types,
                      SmallVector<Location>(types.size(), b.getLoc()));
    Value sum = block->getArgument(0), total = block->getArgument(1);
    Value isEmpty =
        arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, total, number(0));
    Value result = arith::SelectOp::create(
        b, isEmpty, number(0), arith::DivFOp::create(b, sum, total));
    if (!isSeparate)
      result = finishResult(result, block->getArguments().drop_front(2));
    YieldOp::create(b, result);
  }
  if (!isSeparate)
    return;
  inputs.insert(inputs.begin(), destination);
  maps.insert(maps.begin(), b.getMultiDimIdentityMap(4));
  createMap(b, inputs, b.getAffineMapArrayAttr(maps), op.getInit(),
            [&](ValueRange elements) {
              return finishResult(elements[0], elements.drop_front());
            });
}

void AttentionSteps::create() {
  scores = allocate(accumulator, {batches, heads, numQueries, numKeys});
  Value rows = isGrouped
                   ? viewAs(scores, {batches, keyHeads, groupRowCount, numKeys})
                   : scores;
  MatmulOp::create(b, TypeRange(),
                   groupRows(op.getQueries(), /*isWritten=*/false),
                   op.getKeys(), ValueRange(), rows, ArrayAttr(),
                   /*transpose_a=*/false, /*transpose_b=*/true,
                   /*accumulate=*/false, MatmulPrecision::IEEE);
  createWeights();
  createResults();
  contiguous.finish();
  for (Value temporary : temporaries)
    memref::DeallocOp::create(b, temporary);
}

void mlir::zyn::createMap(ImplicitLocOpBuilder &b, ValueRange inputs,
                          ArrayAttr maps, Value destination,
                          function_ref<Value(ValueRange)> compute) {
  auto map = MapOp::create(b, TypeRange(), inputs, destination, maps);
  SmallVector<Type> types = llvm::map_to_vector(
      inputs, [](Value input) { return getElementTypeOrSelf(input); });
  OpBuilder::InsertionGuard guard(b);
  Block *block = b.createBlock(&map.getBody(), {}, types,
                               SmallVector<Location>(types.size(), b.getLoc()));
  YieldOp::create(b, compute(block->getArguments()));
}

Value mlir::zyn::cloneEpilogue(OpBuilder &builder, AttentionOp op,
                               ValueRange arguments) {
  Block &block = op.getEpilogue().front();
  IRMapping mapping;
  mapping.map(block.getArguments(), arguments);
  for (Operation &inner : block.without_terminator())
    builder.clone(inner, mapping);
  return mapping.lookupOrDefault(block.getTerminator()->getOperand(0));
}

void mlir::zyn::createAttentionSteps(OpBuilder &builder, AttentionOp op) {
  AttentionSteps(builder, op).create();
}
