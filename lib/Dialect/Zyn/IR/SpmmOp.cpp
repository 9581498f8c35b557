//===- SpmmOp.cpp - The op zyn.spmm ---------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::zyn;

LogicalResult SpmmOp::verify() {
  if (getInits().size() != 1)
    return emitOpError("expected one destination in 'outs', found ")
           << getInits().size();
  for (Value operand : {getOffsets(), getColumns(), getValues()})
    if (getShapedType(operand).getRank() != 1)
      return emitOpError("expected row offsets, columns and values of rank 1, "
                         "found ")
             << operand.getType();
  for (Value operand : {getDense(), getInit()})
    if (getShapedType(operand).getRank() != 2)
      return emitOpError("expected a dense matrix and a destination of rank 2, "
                         "found ")
             << operand.getType();
  for (auto [what, operand] :
       {std::pair<StringRef, Value>{"row offsets", getOffsets()},
        {"columns", getColumns()}})
    if (failed(verifyIndexType(*this, what, getShapedType(operand))))
      return failure();
  return verifyProduct(*this, "the values and the dense matrix");
}

LogicalResult SpmmOp::verifyRegions() { return verifyEpilogue(*this); }

bool SpmmOp::isChecked() { return !getUnchecked() && !isUnchecked(*this); }

/// Columns, and offsets of rows.
unsigned SpmmOp::getNumIndexChecks() { return getUnchecked() ? 0 : 2; }

std::string SpmmOp::getBadOffsetMessage() {
  return "the row offsets decrease, or exceed the number of values";
}

std::string SpmmOp::getBadIndexMessage() {
  return describeBadIndex(*this, getColumnsMutable(), {&getDenseMutable(), 0});
}

/// Leaves out the comparisons of offsets and columns with sizes where they have
/// been verified.
LogicalResult SpmmOp::canonicalize(SpmmOp op, PatternRewriter &rewriter) {
  auto matrix = op.getOffsets().getDefiningOp<ConstantMatrixOp>();
  if (op.getUnchecked() || !matrix || matrix.getFormat() != MatrixFormat::CSR ||
      op.getOffsets() != matrix.getResult(0) ||
      op.getColumns() != matrix.getResult(1))
    return rewriter.notifyMatchFailure(
        op, "checks something else than a constant matrix");
  int64_t numInner = getShapedType(op.getDense()).getDimSize(0);
  if (ShapedType::isDynamic(numInner) ||
      static_cast<int64_t>(*matrix.getNumColumns()) > numInner)
    return rewriter.notifyMatchFailure(
        op, "the dense matrix may have fewer rows than the constant columns");
  rewriter.modifyOpInPlace(op, [&] { op.setUnchecked(true); });
  return success();
}

//===----------------------------------------------------------------------===//
// ComputeOpInterface
//===----------------------------------------------------------------------===//

/// The loops: rows and columns of the result, and rows of the dense matrix.
enum Loop : unsigned { kRow, kColumn, kInner, kNumLoops };

SmallVector<utils::IteratorType> SpmmOp::getLoopIteratorTypes() {
  return {utils::IteratorType::parallel, utils::IteratorType::parallel,
          utils::IteratorType::reduction};
}

OperandAccess SpmmOp::getOperandAccess(OpOperand &operand) {
  auto loop = [&](unsigned i) { return getAffineDimExpr(i, getContext()); };
  auto getAccess = [&](ArrayRef<AffineExpr> indices) {
    return AffineMap::get(kNumLoops, 0, indices, getContext());
  };
  AffineMap destination = getAccess({loop(kRow), loop(kColumn)});
  if (isDpsInit(&operand))
    return OperandAccess(destination);
  if (operand == getDenseMutable())
    return OperandAccess(getAccess({loop(kInner), loop(kColumn)}));
  unsigned number = operand.getOperandNumber();
  unsigned first = getDenseMutable().getOperandNumber() + 1;
  if (number < first)
    return OperandAccess::indirect();
  return OperandAccess(getEpilogueMap(number - first).compose(destination));
}

bool SpmmOp::readsDestination(OpOperand &) { return getAccumulate(); }

SmallVector<SizeConstraint> SpmmOp::getSizeConstraints() {
  SmallVector<SizeConstraint> constraints =
      detail::getLoopSizeConstraints(*this);
  constraints.emplace_back(OperandDimension{&getValuesMutable(), 0},
                           OperandDimension{&getColumnsMutable(), 0});
  constraints.emplace_back(
      OperandDimension{&getOffsetsMutable(), 0},
      ArrayRef<OperandDimension>{{getDpsInitOperand(0), 0}},
      AffineMap::get(1, 0, getAffineDimExpr(0, getContext()) + 1),
      "one more than the number of rows of 'outs'");
  return constraints;
}

StringRef SpmmOp::getTilingObstacle(unsigned loop) {
  if (loop == kRow)
    return "a loop over rows, since the row offsets are not sliced";
  return detail::getTilingObstacle(*this, loop);
}

std::optional<SmallVector<FlopTerm>> SpmmOp::getFlopTerms() {
  return detail::getProductFlopTerms(
      *this, {{&getValuesMutable(), 0}, {&getDenseMutable(), 1}});
}

std::string SpmmOp::getOperandName(OpOperand &operand) {
  if (isDpsInit(&operand))
    return "'outs'";
  StringRef names[] = {"the row offsets", "the columns", "the values",
                       "the dense matrix"};
  unsigned number = operand.getOperandNumber();
  if (number < std::size(names))
    return names[number].str();
  return ("epilogue input #" + Twine(number - std::size(names))).str();
}
