//===- AttentionOp.cpp - The op zyn.attention -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

using namespace mlir;
using namespace mlir::zyn;

/// The rank of queries, keys, values, and of a mask without a map.
static constexpr int64_t kRank = 4;

Type AttentionOp::getAccumulatorType() {
  return getElementType().isF64() ? Type(Float64Type::get(getContext()))
                                  : Type(Float32Type::get(getContext()));
}

AffineMap AttentionOp::getMaskMapOrIdentity() {
  if (std::optional<AffineMap> map = getMaskMap())
    return *map;
  return AffineMap::getMultiDimIdentityMap(kRank, getContext());
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

static LogicalResult verifyElements(AttentionOp op) {
  Type element = op.getElementType(), accumulator = op.getAccumulatorType();
  if (!element.isF16() && !element.isBF16() && !element.isF32() &&
      !element.isF64())
    return op.emitOpError("expected elements of f16, bf16, f32 or f64, found ")
           << element;
  for (auto [what, value] : {std::pair<StringRef, Value>{"keys", op.getKeys()},
                             {"values", op.getValues()}})
    if (Type found = getShapedType(value).getElementType(); found != element)
      return op.emitOpError("expected ")
             << what << " of " << element << " like the queries, found "
             << found;
  Type destination = getShapedType(op.getInit()).getElementType();
  if (op.getEpilogue().empty() && destination != element &&
      destination != accumulator) {
    InFlightDiagnostic error = op.emitOpError("expected a destination of ");
    if (element != accumulator)
      error << element << " or ";
    return error << accumulator << ", found " << destination
                 << "; an epilogue can convert to other types";
  }
  if (Value logSumExp = op.getLogSumExp())
    if (Type found = getShapedType(logSumExp).getElementType();
        found != accumulator)
      return op.emitOpError("expected log-sum-exps of ")
             << accumulator << ", found " << found;
  return success();
}

static LogicalResult verifyMask(AttentionOp op) {
  Value mask = op.getMask();
  if (!mask)
    return op.getMaskMap() ? op.emitOpError("has a mask_map but no mask")
                           : LogicalResult(success());
  Type element = getShapedType(mask).getElementType();
  Type accumulator = op.getAccumulatorType();
  if (!element.isInteger(1) && !element.isF16() && !element.isBF16() &&
      !element.isF32() && element != accumulator)
    return op.emitOpError("expected a mask of i1, f16, bf16")
           << (accumulator.isF64() ? ", f32 or f64" : " or f32") << ", found "
           << element;
  std::optional<ArrayAttr> maps;
  if (AffineMapAttr map = op.getMaskMapAttr())
    maps = ArrayAttr::get(op.getContext(), map);
  return verifyMaps(op, "mask", mask, maps, kRank);
}

LogicalResult AttentionOp::verify() {
  if (getInits().empty() || getInits().size() > 2)
    return emitOpError("expected one destination in 'outs', or two with that "
                       "of the log-sum-exps, found ")
           << getInits().size();
  for (Value operand : {getQueries(), getKeys(), getValues(), getInit()})
    if (getShapedType(operand).getRank() != kRank)
      return emitOpError("expected queries, keys, values and a destination of "
                         "rank 4, found ")
             << operand.getType();
  constexpr int64_t maxGroupSize = 1 << 30;
  if (getGroupSize() < 1 || getGroupSize() > maxGroupSize)
    return emitOpError("expected a group_size from 1 to 2^30, found ")
           << getGroupSize();
  if (std::optional<APFloat> scale = getScale(); scale && !scale->isFinite())
    return emitOpError("expected a finite scale");
  if (Value lengths = getLengths())
    if (Type found = getShapedType(lengths).getElementType();
        !found.isSignlessInteger(32) && !found.isSignlessInteger(64))
      return emitOpError("expected lengths of i32 or i64, found ") << found;
  if (failed(verifyElements(*this)) || failed(verifyMask(*this)))
    return failure();
  return verifyEpilogueInputs(*this);
}

LogicalResult AttentionOp::verifyRegions() { return verifyEpilogue(*this); }

//===----------------------------------------------------------------------===//
// ComputeOpInterface
//===----------------------------------------------------------------------===//

/// The loops: batches, heads, queries, elements of a value; keys, elements of a
/// key.
enum Loop : unsigned {
  kBatch,
  kHead,
  kQuery,
  kElement,
  kKey,
  kDepth,
  kNumLoops
};

/// Returns which of the epilogue's inputs `operand` is, if it is one.
static std::optional<unsigned> getEpilogueInput(AttentionOp op,
                                                OpOperand &operand) {
  OperandRange inputs = op.getEpilogueInputs();
  unsigned number = operand.getOperandNumber(),
           first = inputs.getBeginOperandIndex();
  if (number < first || number >= first + inputs.size())
    return std::nullopt;
  return number - first;
}

SmallVector<utils::IteratorType> AttentionOp::getLoopIteratorTypes() {
  SmallVector<utils::IteratorType> iterators(kKey,
                                             utils::IteratorType::parallel);
  iterators.resize(kNumLoops, utils::IteratorType::reduction);
  return iterators;
}

OperandAccess AttentionOp::getOperandAccess(OpOperand &operand) {
  auto loop = [&](unsigned i) { return getAffineDimExpr(i, getContext()); };
  auto access = [&](ArrayRef<AffineExpr> indices) {
    return OperandAccess(AffineMap::get(kNumLoops, 0, indices, getContext()));
  };
  AffineExpr sharedHead = loop(kHead).floorDiv(getGroupSize());
  AffineMap results = AffineMap::get(
      kNumLoops, 0, {loop(kBatch), loop(kHead), loop(kQuery), loop(kElement)},
      getContext());
  if (&operand == getDpsInitOperand(0))
    return OperandAccess(results);
  if (std::optional<unsigned> i = getEpilogueInput(*this, operand))
    return OperandAccess(getEpilogueMap(*i).compose(results));
  if (&operand == &getQueriesMutable())
    return access({loop(kBatch), loop(kHead), loop(kQuery), loop(kDepth)});
  if (&operand == &getKeysMutable())
    return access({loop(kBatch), sharedHead, loop(kKey), loop(kDepth)});
  if (&operand == &getValuesMutable())
    return access({loop(kBatch), sharedHead, loop(kKey), loop(kElement)});
  if (operand.get() == getMask() && !isDpsInit(&operand)) {
    AffineMap scores = AffineMap::get(
        kNumLoops, 0, {loop(kBatch), loop(kHead), loop(kQuery), loop(kKey)},
        getContext());
    return OperandAccess(getMaskMapOrIdentity().compose(scores));
  }
  if (!isDpsInit(&operand))
    return access({loop(kBatch)});
  return access({loop(kBatch), loop(kHead), loop(kQuery)});
}

StringRef AttentionOp::getTilingObstacle(unsigned loop) {
  if (loop == kHead && getGroupSize() != 1)
    return "since the heads of a group share those of the keys";
  if (loop == kQuery && getCausal())
    return "since which keys a query sees depends on its number";
  if (loop == kElement && getLogSumExp())
    return "since all of its tiles have the same log-sum-exps";
  return detail::getTilingObstacle(*this, loop);
}

SmallVector<SizeConstraint> AttentionOp::getSizeConstraints() {
  SmallVector<SizeConstraint> constraints =
      detail::getLoopSizeConstraints(*this);
  int64_t groupSize = getGroupSize();
  OperandDimension heads = {&getQueriesMutable(), 1},
                   keyHeads = {&getKeysMutable(), 1},
                   valueHeads = {&getValuesMutable(), 1};
  // Otherwise, all heads are indexed by the same loop.
  if (groupSize != 1) {
    constraints.emplace_back(
        heads, ArrayRef<OperandDimension>{keyHeads},
        AffineMap::get(1, 0, getAffineDimExpr(0, getContext()) * groupSize,
                       getContext()),
        ("the heads of the keys times the group_size of " + Twine(groupSize))
            .str());
    constraints.emplace_back(valueHeads, keyHeads);
  }
  return constraints;
}

bool AttentionOp::acceptsPermutedDimensions(OpOperand &operand) {
  return operand.getOperandNumber() < 3 || &operand == getDpsInitOperand(0);
}

// Those of the two products, as is usual; a causal mask leaves half of them.
std::optional<SmallVector<FlopTerm>> AttentionOp::getFlopTerms() {
  std::optional<FlopTerm> epilogue = detail::getEpilogueFlopTerm(*this);
  if (!epilogue)
    return std::nullopt;
  SmallVector<OperandDimension> loops = detail::getLoopDimensions(*this);
  SmallVector<FlopTerm> terms = {std::move(*epilogue)};
  for (Loop inner : {kDepth, kElement})
    terms.push_back({getCausal() ? 1 : 2,
                     {loops[kBatch], loops[kHead], loops[kQuery], loops[kKey],
                      loops[inner]}});
  return terms;
}

std::string AttentionOp::getOperandName(OpOperand &operand) {
  if (isDpsInit(&operand))
    return &operand == getDpsInitOperand(0) ? "'outs'" : "the log-sum-exps";
  if (std::optional<unsigned> i = getEpilogueInput(*this, operand))
    return ("epilogue input #" + Twine(*i)).str();
  switch (operand.getOperandNumber()) {
  case 0:
    return "the queries";
  case 1:
    return "the keys";
  case 2:
    return "the values";
  default:
    return operand.get() == getMask() ? "the mask" : "the lengths";
  }
}
