//===- RowsOp.cpp - The op zyn.rows ---------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::zyn;

//===----------------------------------------------------------------------===//
// zyn.rows
//===----------------------------------------------------------------------===//

AffineMap RowsOp::getInputMap(unsigned i) {
  return getMapOrIdentity(getIndexingMaps(), i, getNumLoops(), getContext());
}

unsigned RowsOp::getNumLoops() {
  if (std::optional<ArrayAttr> maps = getIndexingMaps(); maps && !maps->empty())
    return cast<AffineMapAttr>((*maps)[0]).getValue().getNumDims();
  int64_t rank = 0;
  for (Value operand : getOperands())
    rank = std::max(rank, getShapedType(operand).getRank());
  return rank;
}

SmallVector<int64_t> RowsOp::getKeptDimensions() {
  SmallVector<int64_t> kept;
  for (int64_t dim = 0, e = getNumLoops(); dim < e; ++dim)
    if (!llvm::is_contained(getDimensions(), dim))
      kept.push_back(dim);
  return kept;
}

bool RowsOp::isPerRow(unsigned i) {
  return getShapedType(getInits()[i]).getRank() != getNumLoops();
}

DenseSet<Value> RowsOp::getVaryingValues() {
  DenseSet<Value> varying;
  auto isInRow = [&](unsigned dim) {
    return llvm::is_contained(getDimensions(), int64_t(dim));
  };
  for (BlockArgument argument : getBlock()->getArguments())
    if (llvm::any_of(getInputMap(argument.getArgNumber()).getResults(),
                     [&](AffineExpr expr) {
                       return isInRow(cast<AffineDimExpr>(expr).getPosition());
                     }))
      varying.insert(argument);
  for (Operation &op : *getBlock()) {
    if (isa<ReduceRowOp>(op))
      continue;
    bool isVarying = false;
    op.walk([&](Operation *inner) {
      auto index = dyn_cast<IndexOp>(inner);
      isVarying |= index && isInRow(index.getDimension());
      isVarying |= llvm::any_of(inner->getOperands(), [&](Value operand) {
        return varying.contains(operand);
      });
    });
    if (isVarying)
      varying.insert_range(op.getResults());
  }
  return varying;
}

LogicalResult RowsOp::verify() {
  if (getInits().empty())
    return emitOpError("expected at least one destination in 'outs'");
  if (getDimensions().empty())
    return emitOpError("expected at least one dimension of a row; zyn.map "
                       "computes elements without one");
  int64_t rank = getNumLoops();
  if (failed(verifyReducedDimensions(*this, getDimensions(), rank)))
    return failure();
  int64_t keptRank = rank - getDimensions().size();
  for (auto [i, init] : llvm::enumerate(getInits())) {
    int64_t found = getShapedType(init).getRank();
    if (found != rank && found != keptRank)
      return emitOpError("expected destination #")
             << i << " to have rank " << rank << ", or " << keptRank
             << " for one element of each row, found " << init.getType();
  }
  return verifyMaps(*this, "input", getInputs(), getIndexingMaps(), rank);
}

LogicalResult RowsOp::verifyRegions() {
  if (failed(verifyBody(*this, *getBlock(), getElementTypes(getInputs()),
                        getElementTypes(getInits()))))
    return failure();
  DenseSet<Value> varying = getVaryingValues();
  for (auto reduction : getBlock()->getOps<ReduceRowOp>())
    for (Value init : reduction.getInits())
      if (varying.contains(init))
        return reduction.emitOpError(
            "expected initial values that are the same for all points of a "
            "row");
  Operation *yield = getBlock()->getTerminator();
  for (auto [i, value] : llvm::enumerate(yield->getOperands()))
    if (isPerRow(i) && varying.contains(value))
      return yield->emitOpError("expected value #")
             << i << " to be the same for all points of a row, since "
             << getInits()[i].getType() << " has one element of each row";
  return success();
}

//===----------------------------------------------------------------------===//
// ComputeOpInterface
//===----------------------------------------------------------------------===//

SmallVector<utils::IteratorType> RowsOp::getLoopIteratorTypes() {
  SmallVector<utils::IteratorType> iterators(getNumLoops(),
                                             utils::IteratorType::parallel);
  for (int64_t dim : getDimensions())
    iterators[dim] = utils::IteratorType::reduction;
  return iterators;
}

OperandAccess RowsOp::getOperandAccess(OpOperand &operand) {
  if (!isDpsInit(&operand))
    return OperandAccess(getInputMap(operand.getOperandNumber()));
  auto map = AffineMap::getMultiDimIdentityMap(getNumLoops(), getContext());
  if (!isPerRow(operand.getOperandNumber() - getInputs().size()))
    return OperandAccess(map);
  return OperandAccess(
      map.getSubMap(llvm::to_vector_of<unsigned>(getKeptDimensions())));
}

unsigned RowsOp::getNumBodyIndices() { return getNumLoops(); }

//===----------------------------------------------------------------------===//
// zyn.reduce_row
//===----------------------------------------------------------------------===//

ParseResult ReduceRowOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> elements, inits;
  SmallVector<Type> types;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(elements) || parser.parseKeyword("init") ||
      parser.parseOperandList(inits) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonTypeList(types) ||
      parser.resolveOperands(elements, types, loc, result.operands) ||
      parser.resolveOperands(inits, types, loc, result.operands))
    return failure();
  result.addTypes(types);
  return parser.parseRegion(*result.addRegion());
}

void ReduceRowOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getElements() << " init " << getInits();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getElements().getTypes() << ' ';
  printer.printRegion(getCombiner());
}

LogicalResult ReduceRowOp::verify() {
  if (getElements().empty())
    return emitOpError("expected at least one value to combine");
  if (getElements().getTypes() != getInits().getTypes() ||
      getElements().getTypes() != getResultTypes())
    return emitOpError("expected initial values and results of the types of "
                       "the values to combine");
  return success();
}

LogicalResult ReduceRowOp::verifyRegions() {
  SmallVector<Type> types(getElements().getTypes()), arguments(types);
  arguments.append(types);
  return verifyBody(*this, *getBlock(), arguments, types);
}
