//===- IndexReductionToZyn.cpp - Raises argmax and the like ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The greatest or smallest element and its index, as exporters compute both in
// one loop. The combiner of zyn.reduce is given elements in any order, and
// compares the indices of equal elements.
//
//===----------------------------------------------------------------------===//

#include "BodyValues.h"
#include "Patterns.h"
#include "Reductions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// A comparison of an element with the extremum of the ones before.
struct Comparison {
  bool isGreater, isStrict, isSigned;
  /// Whether a NaN replaces any number, and nothing replaces a NaN.
  bool takesNaNs = false;

  /// Whether an element replaces another one that is not equal, for integers.
  arith::CmpIPredicate getStrictPredicate() const {
    if (isSigned)
      return isGreater ? arith::CmpIPredicate::sgt : arith::CmpIPredicate::slt;
    return isGreater ? arith::CmpIPredicate::ugt : arith::CmpIPredicate::ult;
  }
};

/// A reduction to an extremum and its index.
struct IndexReduction {
  /// The element and the index of a point.
  Value value, index;
  /// The op that computes the extremum of two elements.
  Operation *combiner;
  /// Whether an element replaces the extremum of the ones before. If it also
  /// replaces an equal one, the last one is taken, or else the first one.
  Comparison comparison;
  /// The number of the destination of the extremum: 0 or 1.
  unsigned valueResult;

  bool isFloat() const { return isa<FloatType>(value.getType()); }
  /// Whether a NaN replaces any number, and otherwise the other way around.
  bool propagatesNaNs() const {
    return comparison.takesNaNs ||
           isa<arith::MaximumFOp, arith::MinimumFOp>(combiner);
  }
};

} // namespace

/// Returns what `value predicate extremum` compares, or nullopt.
static std::optional<Comparison> getComparison(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::sgt:
    return Comparison{true, true, true};
  case arith::CmpIPredicate::sge:
    return Comparison{true, false, true};
  case arith::CmpIPredicate::slt:
    return Comparison{false, true, true};
  case arith::CmpIPredicate::sle:
    return Comparison{false, false, true};
  case arith::CmpIPredicate::ugt:
    return Comparison{true, true, false};
  case arith::CmpIPredicate::uge:
    return Comparison{true, false, false};
  case arith::CmpIPredicate::ult:
    return Comparison{false, true, false};
  case arith::CmpIPredicate::ule:
    return Comparison{false, false, false};
  default:
    return std::nullopt;
  }
}

/// The same for floats. Those that hold for NaNs are not ordered.
static std::optional<Comparison> getComparison(arith::CmpFPredicate predicate) {
  switch (predicate) {
  case arith::CmpFPredicate::OGT:
  case arith::CmpFPredicate::UGT:
    return Comparison{true, true, true};
  case arith::CmpFPredicate::OGE:
  case arith::CmpFPredicate::UGE:
    return Comparison{true, false, true};
  case arith::CmpFPredicate::OLT:
  case arith::CmpFPredicate::ULT:
    return Comparison{false, true, true};
  case arith::CmpFPredicate::OLE:
  case arith::CmpFPredicate::ULE:
    return Comparison{false, false, true};
  default:
    return std::nullopt;
  }
}

static bool holdsForNaNs(arith::CmpFOp compare) {
  switch (compare.getPredicate()) {
  case arith::CmpFPredicate::UGT:
  case arith::CmpFPredicate::UGE:
  case arith::CmpFPredicate::ULT:
  case arith::CmpFPredicate::ULE:
    return true;
  default:
    return false;
  }
}

/// Whether `condition` is whether `extremum` is a number.
static bool isNumberTest(Value condition, Value extremum) {
  auto compare = condition.getDefiningOp<arith::CmpFOp>();
  return compare && compare.getPredicate() == arith::CmpFPredicate::ORD &&
         compare.getLhs() == extremum && compare.getRhs() == extremum;
}

/// Returns the comparison of `value` with `extremum` that `condition` is.
static std::optional<Comparison> matchComparison(Value condition, Value &value,
                                                 Value extremum) {
  auto match = [&](auto compare) -> std::optional<Comparison> {
    if (!compare)
      return std::nullopt;
    std::optional<Comparison> comparison =
        getComparison(compare.getPredicate());
    if (compare.getRhs() == extremum) {
      value = compare.getLhs();
    } else if (compare.getLhs() == extremum && comparison) {
      value = compare.getRhs();
      comparison->isGreater = !comparison->isGreater;
    } else {
      return std::nullopt;
    }
    return comparison;
  };
  bool isNumber = false;
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    bool isFirst = isNumberTest(both.getLhs(), extremum);
    isNumber = isFirst || isNumberTest(both.getRhs(), extremum);
    // Any other condition must hold, too.
    if (isNumber)
      condition = isFirst ? both.getRhs() : both.getLhs();
  }
  auto compare = condition.getDefiningOp<arith::CmpFOp>();
  if (!compare)
    return isNumber ? std::nullopt
                    : match(condition.getDefiningOp<arith::CmpIOp>());
  // Otherwise, each element after a NaN would be taken.
  if (holdsForNaNs(compare) && !isNumber)
    return std::nullopt;
  std::optional<Comparison> comparison = match(compare);
  if (comparison)
    comparison->takesNaNs = holdsForNaNs(compare);
  return comparison;
}

/// Whether `op` computes the extremum that `comparison` selects.
static bool isExtremum(Operation *op, Comparison comparison) {
  if (comparison.isGreater)
    return comparison.isSigned
               ? isa<arith::MaximumFOp, arith::MaxNumFOp, arith::MaxSIOp>(op)
               : isa<arith::MaxUIOp>(op);
  return comparison.isSigned
             ? isa<arith::MinimumFOp, arith::MinNumFOp, arith::MinSIOp>(op)
             : isa<arith::MinUIOp>(op);
}

/// Returns the reduction whose extremum is destination `valueResult` of `op`.
static FailureOr<IndexReduction> matchIndexReduction(linalg::LinalgOp op,
                                                     unsigned valueResult) {
  Operation *yield = op.getBlock()->getTerminator();
  Value extremum = op.getRegionOutputArgs()[valueResult];
  Value position = op.getRegionOutputArgs()[1 - valueResult];
  auto select =
      yield->getOperand(1 - valueResult).getDefiningOp<arith::SelectOp>();
  if (!select || select.getFalseValue() != position)
    return failure();
  IndexReduction reduction;
  reduction.index = select.getTrueValue();
  reduction.valueResult = valueResult;
  std::optional<Comparison> comparison =
      matchComparison(select.getCondition(), reduction.value, extremum);
  Operation *combiner = yield->getOperand(valueResult).getDefiningOp();
  if (!comparison || !combiner)
    return failure();
  if (auto choice = dyn_cast<arith::SelectOp>(combiner)) {
    if (choice.getCondition() != select.getCondition() ||
        choice.getTrueValue() != reduction.value ||
        choice.getFalseValue() != extremum)
      return failure();
  } else if (comparison->takesNaNs || !isExtremum(combiner, *comparison) ||
             !llvm::is_contained(combiner->getOperands(), reduction.value) ||
             !llvm::is_contained(combiner->getOperands(), extremum)) {
    return failure();
  }
  reduction.combiner = combiner;
  reduction.comparison = *comparison;
  return reduction;
}

/// Returns the element of a tensor that is filled with a constant, or null.
static TypedAttr getFilledConstant(Value tensor) {
  TypedAttr constant;
  DenseElementsAttr elements;
  if (Value element = getFilledElement(tensor))
    matchPattern(element, m_Constant(&constant));
  else if (matchPattern(tensor, m_Constant(&elements)) && elements.isSplat())
    constant = elements.getSplatValue<TypedAttr>();
  return constant;
}

/// Returns why the reduction cannot start with the destinations of `op`, or "".
static StringRef getInitObstacle(linalg::LinalgOp op,
                                 const IndexReduction &reduction) {
  TypedAttr value = getFilledConstant(op.getDpsInits()[reduction.valueResult]);
  TypedAttr index =
      getFilledConstant(op.getDpsInits()[1 - reduction.valueResult]);
  auto number = dyn_cast_or_null<FloatAttr>(value);
  if (!value || (number && number.getValue().isNaN()))
    return "it does not start with a constant number";
  auto first = dyn_cast_or_null<IntegerAttr>(index);
  // Among elements that are equal to the first number, the first index wins.
  if (!first || first.getValue().isStrictlyPositive())
    return "its index does not start with a constant that is at most 0";
  return "";
}

/// Emits the combiner of `reduce`.
static void emitCombiner(OpBuilder &builder, ReduceOp reduce,
                         const IndexReduction &reduction) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = reduce.getLoc();
  SmallVector<Type> types = {reduction.value.getType(),
                             reduction.index.getType()};
  if (reduction.valueResult == 1)
    std::swap(types[0], types[1]);
  types.append(types.begin(), types.end());
  Block *block = builder.createBlock(&reduce.getCombiner(), {}, types,
                                     SmallVector<Location>(4, loc));
  Value a = block->getArgument(reduction.valueResult),
        b = block->getArgument(2 + reduction.valueResult),
        i = block->getArgument(1 - reduction.valueResult),
        j = block->getArgument(3 - reduction.valueResult);
  Value better, equal;
  if (reduction.isFloat()) {
    auto compare = [&](arith::CmpFPredicate predicate, Value x, Value y) {
      return arith::CmpFOp::create(builder, loc, predicate, x, y).getResult();
    };
    better = compare(reduction.comparison.isGreater ? arith::CmpFPredicate::OGT
                                                    : arith::CmpFPredicate::OLT,
                     b, a);
    equal = compare(arith::CmpFPredicate::OEQ, b, a);
    // NaNs are equal, and come before all numbers or after them.
    Value first = reduction.propagatesNaNs() ? b : a;
    Value second = reduction.propagatesNaNs() ? a : b;
    Value isNaN = compare(arith::CmpFPredicate::UNO, first, first);
    Value isNumber = compare(arith::CmpFPredicate::ORD, second, second);
    Value isOther = compare(arith::CmpFPredicate::UNO, second, second);
    better = arith::OrIOp::create(
        builder, loc, better,
        arith::AndIOp::create(builder, loc, isNaN, isNumber));
    equal = arith::OrIOp::create(
        builder, loc, equal,
        arith::AndIOp::create(builder, loc, isNaN, isOther));
  } else {
    better = arith::CmpIOp::create(
        builder, loc, reduction.comparison.getStrictPredicate(), b, a);
    equal = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, b, a);
  }
  Value comesFirst = arith::CmpIOp::create(builder, loc,
                                           reduction.comparison.isStrict
                                               ? arith::CmpIPredicate::slt
                                               : arith::CmpIPredicate::sgt,
                                           j, i);
  Value tie = arith::AndIOp::create(builder, loc, equal, comesFirst);
  Value isTaken = arith::OrIOp::create(builder, loc, better, tie);
  Value value;
  if (isa<arith::SelectOp>(reduction.combiner)) {
    value = arith::SelectOp::create(builder, loc, isTaken, b, a);
  } else {
    Operation *combiner = builder.clone(*reduction.combiner);
    combiner->setOperands({a, b});
    value = combiner->getResult(0);
  }
  Value index = arith::SelectOp::create(builder, loc, isTaken, j, i);
  SmallVector<Value> results = {value, index};
  if (reduction.valueResult == 1)
    std::swap(results[0], results[1]);
  YieldOp::create(builder, loc, results);
}

namespace {
struct RaiseIndexReduction : RaisingReductionPattern {
  using RaisingReductionPattern::RaisingReductionPattern;

  LogicalResult raise(linalg::LinalgOp op,
                      PatternRewriter &rewriter) const override {
    if (op.getNumDpsInits() != 2 || op.getNumReductionLoops() != 1)
      return failure();
    FailureOr<IndexReduction> reduction = matchIndexReduction(op, 0);
    if (failed(reduction))
      reduction = matchIndexReduction(op, 1);
    if (failed(reduction))
      return rewriter.notifyMatchFailure(
          op, "no reduction with an index: its body does not select an element "
              "and its index by an ordered comparison with those before");
    SmallVector<unsigned> reduced;
    op.getReductionDims(reduced);
    if (getLoopOfIndex(op, reduction->index) != reduced.front())
      return rewriter.notifyMatchFailure(
          op, "no reduction with an index: what it selects with an element is "
              "not the index of the reduction loop");
    BodySlice slice = getBodySlice(op, reduction->value);
    if (slice.usesDestinations(op) ||
        !llvm::all_of(
            op.getBlock()->without_terminator(),
            [](Operation &inner) { return isMemoryEffectFree(&inner); }))
      return rewriter.notifyMatchFailure(
          op,
          "no reduction with an index: its elements depend on those before, "
          "or its body has side effects");
    if (StringRef obstacle = getInitObstacle(op, *reduction); !obstacle.empty())
      return rewriter.notifyMatchFailure(op, "no reduction with an index: " +
                                                 obstacle);
    FailureOr<LoopNumbers> kept = getKeptLoops(op);
    if (failed(kept))
      return rewriter.notifyMatchFailure(
          op, "no reduction with an index: its destinations are not accessed "
              "by the same permutation of the parallel loops");
    SmallVector<Value> values = {reduction->value, reduction->index};
    if (reduction->valueResult == 1)
      std::swap(values[0], values[1]);
    ReduceOp reduce = createReduce(rewriter, op, values, *kept);
    emitCombiner(rewriter, reduce, *reduction);
    rewriter.replaceOp(op, reduce);
    return success();
  }
};
} // namespace

void zyn::populateIndexReductionToZynPatterns(RewritePatternSet &patterns) {
  patterns.add<RaiseIndexReduction>(patterns.getContext());
}
