//===- AttentionSoftmax.cpp - Softmax of scores in registers --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionSoftmax.h"
#include "WarpExchange.h"

#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::zyn;

/// Lanes that hold the elements of a row.
static constexpr int64_t kRowLanes = 4;
/// Partial results of a row, which do not wait for each other.
static constexpr unsigned kPartials = 4;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

Value mlir::zyn::getFloat(IndexBuilder &b, double value) {
  return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
}

SmallVector<Value> mlir::zyn::unpackFragments(IndexBuilder &b,
                                              ValueRange fragments) {
  SmallVector<Value> elements;
  for (Value fragment : fragments) {
    auto type = cast<kernel::FragmentType>(fragment.getType());
    Value vector =
        kernel::MmaUnpackOp::create(b, type.getThreadVectorType(), fragment);
    llvm::append_range(elements,
                       vector::ToElementsOp::create(b, vector).getResults());
  }
  return elements;
}

SmallVector<Value> mlir::zyn::packFragments(IndexBuilder &b,
                                            kernel::FragmentType type,
                                            ArrayRef<Value> elements) {
  SmallVector<Value> fragments;
  int64_t count = type.getElementsPerThread();
  for (size_t first = 0; first < elements.size(); first += count) {
    Value vector = vector::FromElementsOp::create(b, type.getThreadVectorType(),
                                                  elements.slice(first, count));
    fragments.push_back(kernel::MmaPackOp::create(b, type, vector));
  }
  return fragments;
}

void mlir::zyn::scaleRows(IndexBuilder &b, MutableArrayRef<Value> elements,
                          ArrayRef<Value> factors) {
  for (auto [i, element] : llvm::enumerate(elements))
    element = arith::MulFOp::create(b, element, factors[getRowOfElement(i)]);
}

SoftmaxRows SoftmaxRows::start(IndexBuilder &b) {
  SoftmaxRows rows;
  rows.greatest.assign(count, getFloat(b, -kInfinity));
  rows.totals.assign(count, getFloat(b, 0));
  return rows;
}

/// Combines the elements of each row. The order does not depend on the number
/// of blocks.
static SmallVector<Value>
combineRows(ArrayRef<Value> elements,
            function_ref<Value(Value, Value)> combine) {
  SmallVector<Value> results;
  for (unsigned row = 0; row < SoftmaxRows::count; ++row) {
    SmallVector<Value> ofRow;
    for (auto [i, element] : llvm::enumerate(elements))
      if (getRowOfElement(i) == row)
        ofRow.push_back(element);
    for (size_t i = kPartials; i < ofRow.size(); ++i)
      ofRow[i % kPartials] = combine(ofRow[i % kPartials], ofRow[i]);
    Value result = ofRow[0];
    for (size_t i = 1; i < std::min<size_t>(kPartials, ofRow.size()); ++i)
      result = combine(result, ofRow[i]);
    results.push_back(result);
  }
  return results;
}

/// Weights that are subnormal become 0.
static Value exp2(IndexBuilder &b, Value x) {
  return math::Exp2Op::create(b, x, arith::FastMathFlags::afn);
}

/// Combines the values of the lanes that share a row.
static Value combineLanes(IndexBuilder &b, Value value,
                          function_ref<Value(Value, Value)> combine) {
  for (int64_t offset = 1; offset < kRowLanes; offset *= 2)
    value =
        combine(value, exchange(b, kernel::ShuffleKind::Xor, value,
                                b.constant(offset), ::zyn::limits::warpSize));
  return value;
}

SmallVector<Value> AttentionSoftmax::update(IndexBuilder &b,
                                            MutableArrayRef<Value> elements,
                                            SoftmaxRows &rows,
                                            ArrayRef<Value> limits) const {
  Value lowest = getFloat(b, -kInfinity), scale = getFloat(b, factor);
  if (!limits.empty())
    for (auto [i, element] : llvm::enumerate(elements)) {
      int64_t column = getColumnOfElement(i);
      Value isSeen = arith::CmpIOp::create(
          b, arith::CmpIPredicate::slt,
          arith::ConstantOp::create(b, b.getI32IntegerAttr(column)),
          limits[getRowOfElement(i)]);
      element = arith::SelectOp::create(b, isSeen, element, lowest);
    }

  // A NaN, which is not a maximum, becomes a weight that is a NaN.
  auto max = [&](Value x, Value y) -> Value {
    return arith::MaxNumFOp::create(b, x, y);
  };
  SmallVector<Value> greatest = combineRows(elements, max), factors, references;
  for (auto [i, value] : llvm::enumerate(greatest)) {
    value = combineLanes(b, value, max);
    value = max(arith::MulFOp::create(b, value, scale), rows.greatest[i]);
    // Without a score that is finite, all weights are 0.
    Value isLowest =
        arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, value, lowest);
    Value reference =
        arith::SelectOp::create(b, isLowest, getFloat(b, 0), value);
    Value difference = arith::SubFOp::create(b, rows.greatest[i], reference);
    factors.push_back(exp2(b, difference));
    references.push_back(arith::NegFOp::create(b, reference));
    rows.greatest[i] = value;
  }
  for (auto [i, element] : llvm::enumerate(elements))
    element = exp2(b, math::FmaOp::create(b, element, scale,
                                          references[getRowOfElement(i)]));
  SmallVector<Value> sums =
      combineRows(elements, [&](Value x, Value y) -> Value {
        return arith::AddFOp::create(b, x, y);
      });
  for (auto [i, sum] : llvm::enumerate(sums))
    rows.totals[i] = math::FmaOp::create(b, rows.totals[i], factors[i], sum);
  return factors;
}

SmallVector<Value> mlir::zyn::toOperands(IndexBuilder &b,
                                         ArrayRef<Value> weights,
                                         kernel::FragmentType operand) {
  // The elements of 16 columns of an accumulator are in the order of those of
  // an operand.
  int64_t count = operand.getElementsPerThread();
  VectorType wide = VectorType::get(count, b.getF32Type());
  SmallVector<Value> operands;
  for (size_t first = 0; first < weights.size(); first += count) {
    Value vector =
        vector::FromElementsOp::create(b, wide, weights.slice(first, count));
    vector = arith::TruncFOp::create(b, operand.getThreadVectorType(), vector);
    operands.push_back(kernel::MmaPackOp::create(b, operand, vector));
  }
  return operands;
}

void mlir::zyn::divideByTotals(IndexBuilder &b, MutableArrayRef<Value> sums,
                               const SoftmaxRows &rows) {
  SmallVector<Value> factors;
  Value zero = getFloat(b, 0);
  for (Value total : rows.totals) {
    Value isEmpty =
        arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, total, zero);
    Value inverse = arith::DivFOp::create(b, getFloat(b, 1), total);
    factors.push_back(arith::SelectOp::create(b, isEmpty, zero, inverse));
  }
  scaleRows(b, sums, factors);
}

void AttentionSoftmax::finish(IndexBuilder &b, SoftmaxRows &rows) const {
  for (Value &total : rows.totals)
    total = combineLanes(b, total, [&](Value x, Value y) -> Value {
      return arith::AddFOp::create(b, x, y);
    });
}

Value AttentionSoftmax::getLogSumExp(IndexBuilder &b, const SoftmaxRows &rows,
                                     unsigned i) const {
  Value scaled = arith::MulFOp::create(b, rows.greatest[i],
                                       getFloat(b, llvm::numbers::ln2));
  return arith::AddFOp::create(b, scaled,
                               math::LogOp::create(b, rows.totals[i]));
}
