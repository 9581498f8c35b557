//===- CausalMask.cpp - Masks of later keys -------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exporters write causal masks as maps that compare indices, whose differences
// they may have computed before.
//
//===----------------------------------------------------------------------===//

#include "CausalMask.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::zyn;

/// The dimensions of the scores.
enum : int64_t { batches, heads, queries, keys };

namespace {
/// A sum of multiples of the indices of the query and the key, and a constant.
struct IndexSum {
  int64_t query = 0, key = 0, constant = 0;

  IndexSum operator-(const IndexSum &other) const {
    return {query - other.query, key - other.key, constant - other.constant};
  }
  IndexSum operator+(const IndexSum &other) const {
    return *this - (IndexSum() - other);
  }
};

/// A body, with the dimensions of the scores for its loops.
class Scope {
public:
  Scope(const MaskBody &body, ArrayRef<int64_t> dimensions)
      : body(body), dimensions(dimensions) {}

  /// Returns the constant of `matchCausal` for a value of the body, which has
  /// to be false if `isInverted`.
  std::optional<int64_t> matchCondition(Value value, bool isInverted,
                                        unsigned depth = maxDepth) const;

private:
  /// How many ops are followed to the indices; each has up to two operands.
  static constexpr unsigned maxDepth = 8;

  std::optional<IndexSum> matchSum(Value value, unsigned depth) const;
  /// If `value` is an element of the result of a map, calls `visit` with the
  /// map's scope and the value that it yields.
  template <typename Result>
  std::optional<Result> visitMap(
      Value value,
      function_ref<std::optional<Result>(const Scope &, Value)> visit) const;

  MaskBody body;
  SmallVector<int64_t> dimensions;
};
} // namespace

template <typename Result>
std::optional<Result> Scope::visitMap(
    Value value,
    function_ref<std::optional<Result>(const Scope &, Value)> visit) const {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != body.block)
    return std::nullopt;
  Value input = body.inputs[argument.getArgNumber()];
  auto map = input ? input.getDefiningOp<MapOp>() : MapOp();
  AffineMap access = body.maps[argument.getArgNumber()];
  if (!map || !access.isProjectedPermutation())
    return std::nullopt;
  MaskBody inner{map.getBlock(), map.getInputs(), {}, access.getNumResults()};
  for (unsigned i = 0, e = map.getInputs().size(); i < e; ++i)
    inner.maps.push_back(map.getInputMap(i));
  SmallVector<int64_t> loops;
  for (AffineExpr expr : access.getResults())
    loops.push_back(dimensions[cast<AffineDimExpr>(expr).getPosition()]);
  unsigned result = cast<OpResult>(input).getResultNumber();
  return visit(Scope(inner, loops),
               map.getBlock()->getTerminator()->getOperand(result));
}

std::optional<IndexSum> Scope::matchSum(Value value, unsigned depth) const {
  if (depth-- == 0)
    return std::nullopt;
  if (auto cast = value.getDefiningOp<arith::IndexCastOp>())
    value = cast.getIn();
  // Others may wrap.
  if (!value.getType().isIndex() && !value.getType().isInteger(64))
    return std::nullopt;
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant))) {
    // Sums of such constants do not overflow.
    constexpr unsigned bits = 48;
    if (!constant.isSignedIntN(bits))
      return std::nullopt;
    return IndexSum{0, 0, constant.getSExtValue()};
  }
  if (auto index = value.getDefiningOp<IndexOp>()) {
    int64_t dimension = dimensions[index.getDimension()];
    if (dimension != queries && dimension != keys)
      return std::nullopt;
    return IndexSum{dimension == queries, dimension == keys, 0};
  }
  if (auto inner =
          visitMap<IndexSum>(value, [&](const Scope &scope, Value yielded) {
            return scope.matchSum(yielded, depth);
          }))
    return inner;
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, arith::SubIOp>(op))
    return std::nullopt;
  std::optional<IndexSum> lhs = matchSum(op->getOperand(0), depth),
                          rhs = matchSum(op->getOperand(1), depth);
  if (!lhs || !rhs)
    return std::nullopt;
  return isa<arith::AddIOp>(op) ? *lhs + *rhs : *lhs - *rhs;
}

std::optional<int64_t> Scope::matchCondition(Value value, bool isInverted,
                                             unsigned depth) const {
  if (depth-- == 0)
    return std::nullopt;
  if (auto both = value.getDefiningOp<arith::AndIOp>(); both && !isInverted)
    for (unsigned i = 0; i < 2; ++i)
      if (getConstantNumber(both->getOperand(i)) == 1)
        return matchCondition(both->getOperand(1 - i), isInverted, depth);
  auto compare = value.getDefiningOp<arith::CmpIOp>();
  if (!compare)
    return visitMap<int64_t>(value, [&](const Scope &scope, Value yielded) {
      return scope.matchCondition(yielded, isInverted, depth);
    });
  std::optional<IndexSum> lhs = matchSum(compare.getLhs(), depth),
                          rhs = matchSum(compare.getRhs(), depth);
  if (!lhs || !rhs)
    return std::nullopt;
  arith::CmpIPredicate predicate = compare.getPredicate();
  if (isInverted)
    predicate = arith::invertPredicate(predicate);
  using Predicate = arith::CmpIPredicate;
  auto isOneOf = [&](ArrayRef<Predicate> predicates) {
    return llvm::is_contained(predicates, predicate);
  };
  if (isOneOf({Predicate::eq, Predicate::ne}))
    return std::nullopt;
  // A difference of indices may be negative, which only signed comparisons
  // take for less.
  auto isIndex = [](Value operand) {
    return operand.getDefiningOp<IndexOp>() != nullptr;
  };
  if (!isOneOf(
          {Predicate::slt, Predicate::sle, Predicate::sgt, Predicate::sge}) &&
      !(isIndex(compare.getLhs()) && isIndex(compare.getRhs())))
    return std::nullopt;
  bool isGreater =
      isOneOf({Predicate::sgt, Predicate::sge, Predicate::ugt, Predicate::uge});
  bool isStrict =
      isOneOf({Predicate::slt, Predicate::sgt, Predicate::ult, Predicate::ugt});
  IndexSum difference = isGreater ? *rhs - *lhs : *lhs - *rhs;
  if (difference.key != 1 || difference.query != -1)
    return std::nullopt;
  return -difference.constant - (isStrict ? 1 : 0);
}

LogicalResult zyn::replaceCausalMask(AttentionOp op) {
  Value mask = op.getMask();
  auto type =
      mask ? dyn_cast<RankedTensorType>(mask.getType()) : RankedTensorType();
  // Lengths replace the number of keys.
  if (!type || op.getLengths() || type.getRank() < 2)
    return failure();
  ArrayRef<int64_t> sizes = type.getShape().take_back(2);
  ArrayRef<AffineExpr> indices = op.getMaskMapOrIdentity().getResults();
  MLIRContext *context = op.getContext();
  if (ShapedType::isDynamicShape(sizes) ||
      indices.take_back(2) !=
          ArrayRef<AffineExpr>{getAffineDimExpr(queries, context),
                               getAffineDimExpr(keys, context)})
    return failure();
  Value source = lookThroughReshapes(mask);
  auto map = source.getDefiningOp<MapOp>();
  if (!map || map->getNumResults() != 1 ||
      getNumKeptDimensions(mask, source) != 2)
    return failure();

  Value element = map.getBlock()->getTerminator()->getOperand(0);
  std::optional<ScoreExpression::Condition> condition = getCondition(element);
  if (!condition)
    return failure();
  unsigned rank = cast<RankedTensorType>(source.getType()).getRank();
  MaskBody body{map.getBlock(), map.getInputs(), {}, rank};
  for (unsigned i = 0, e = map.getInputs().size(); i < e; ++i)
    body.maps.push_back(map.getInputMap(i));
  SmallVector<int64_t> dimensions(rank, batches);
  dimensions[rank - 2] = queries;
  dimensions[rank - 1] = keys;
  if (matchCausal(*condition, body, dimensions) != sizes[1] - sizes[0])
    return failure();
  op.getMaskMutable().clear();
  op.removeMaskMapAttr();
  op.setCausal(true);
  return success();
}

std::optional<int64_t>
zyn::matchCausal(const ScoreExpression::Condition &condition,
                 const MaskBody &body, ArrayRef<int64_t> dimensions) {
  return Scope(body, dimensions)
      .matchCondition(condition.value, condition.isInverted);
}
