//===- FusedPoints.cpp - Builds maps and rows from several ops ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusedPoints.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/RegionUtils.h"

#include <variant>

using namespace mlir;
using namespace mlir::zyn;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

namespace {
/// A dimension of a tensor.
struct TensorDimension {
  Value tensor;
  int64_t dim;
};
} // namespace

/// Returns the dimension of what `op` reshapes that has the size of dimension
/// `dim` of the result, if it is the only one of its group whose size is not 1.
template <typename Reshape>
static std::optional<TensorDimension> getReshaped(Reshape op, int64_t dim) {
  constexpr bool isCollapse = std::is_same_v<Reshape, tensor::CollapseShapeOp>;
  // The tensor with more dimensions.
  RankedTensorType expanded = isCollapse ? op.getSrcType() : op.getResultType();
  for (auto [number, group] : llvm::enumerate(op.getReassociationIndices())) {
    if (isCollapse ? int64_t(number) != dim : !llvm::is_contained(group, dim))
      continue;
    int64_t only = -1;
    for (int64_t member : group) {
      if (expanded.getDimSize(member) == 1)
        continue;
      if (only >= 0)
        return std::nullopt;
      only = member;
    }
    if (only < 0 || (!isCollapse && only != dim))
      return std::nullopt;
    return TensorDimension{op.getSrc(), isCollapse ? only : int64_t(number)};
  }
  return std::nullopt;
}

/// Returns the dynamic size of dimension `dim` of `value`, as the dimension of
/// another tensor or as a value, as far as the op that computes it tells.
static std::variant<std::monostate, TensorDimension, Value>
getOrigin(Value value, int64_t dim) {
  if (auto cast = value.getDefiningOp<tensor::CastOp>();
      cast && isa<RankedTensorType>(cast.getSource().getType()))
    return TensorDimension{cast.getSource(), dim};
  if (auto collapse = value.getDefiningOp<tensor::CollapseShapeOp>())
    if (std::optional<TensorDimension> source = getReshaped(collapse, dim))
      return *source;
  if (auto expand = value.getDefiningOp<tensor::ExpandShapeOp>()) {
    if (std::optional<TensorDimension> source = getReshaped(expand, dim))
      return *source;
    if (auto size = dyn_cast<Value>(expand.getMixedOutputShape()[dim]))
      return size;
  }
  if (auto slice = value.getDefiningOp<tensor::ExtractSliceOp>();
      slice && slice.getType().getRank() == slice.getSourceType().getRank())
    if (auto size = dyn_cast<Value>(slice.getMixedSizes()[dim]))
      return size;
  if (auto concat = value.getDefiningOp<tensor::ConcatOp>();
      concat && int64_t(concat.getDim()) != dim)
    return TensorDimension{concat.getInputs()[0], dim};
  if (auto empty = value.getDefiningOp<tensor::EmptyOp>())
    return empty.getDynamicSize(dim);
  return std::monostate();
}

/// Returns the size of dimension `dim` of `value` as a number, as a value, or
/// as a tensor and one of its dimensions.
static std::pair<OpFoldResult, int64_t> getSizeSource(Value value,
                                                      int64_t dim) {
  while (true) {
    value = getDestinationRoot(value);
    auto type = cast<ShapedType>(value.getType());
    if (!type.isDynamicDim(dim))
      return {IntegerAttr::get(IndexType::get(value.getContext()),
                               type.getDimSize(dim)),
              -1};
    auto origin = getOrigin(value, dim);
    if (auto *other = std::get_if<TensorDimension>(&origin)) {
      std::tie(value, dim) = std::tie(other->tensor, other->dim);
      continue;
    }
    auto *size = std::get_if<Value>(&origin);
    if (!size)
      return {value, dim};
    auto dimOp = size->getDefiningOp<tensor::DimOp>();
    std::optional<int64_t> index =
        dimOp ? dimOp.getConstantIndex() : std::nullopt;
    if (!index || *index < 0 ||
        !isa<RankedTensorType>(dimOp.getSource().getType()) ||
        *index >= cast<RankedTensorType>(dimOp.getSource().getType()).getRank())
      return {*size, -1};
    value = dimOp.getSource();
    dim = *index;
  }
}

bool mlir::zyn::haveSameSize(OperandDimension a, OperandDimension b) {
  // The verifier compares those that are in the types.
  int64_t known = a.getStaticSize();
  if (!ShapedType::isDynamic(known) && known == b.getStaticSize())
    return true;
  return getSizeSource(a.getValue(), a.dim) ==
         getSizeSource(b.getValue(), b.dim);
}

//===----------------------------------------------------------------------===//
// FusedPoints
//===----------------------------------------------------------------------===//

FusedPoints::FusedPoints(RewriterBase &rewriter, Location loc,
                         unsigned numLoops, ArrayRef<int64_t> rowDimensions)
    : rewriter(rewriter), loc(loc), numLoops(numLoops),
      rowDimensions(rowDimensions), body(rewriter.getContext()) {
  region.push_back(new Block);
  body.setInsertionPointToStart(&region.front());
}

SmallVector<unsigned> FusedPoints::getKeptLoops() const {
  SmallVector<unsigned> kept;
  for (unsigned loop = 0; loop < numLoops; ++loop)
    if (!llvm::is_contained(rowDimensions, int64_t(loop)))
      kept.push_back(loop);
  return kept;
}

Value FusedPoints::getElement(Value input, AffineMap map) {
  Value &element = elements[{input, map}];
  if (!element) {
    inputs.push_back(input);
    maps.push_back(map);
    element = region.front().addArgument(
        cast<ShapedType>(input.getType()).getElementType(), loc);
  }
  return element;
}

Value FusedPoints::getElement(ComputeOpInterface op, const FusedLoops &loops,
                              OpOperand &operand, const KnownElements &known) {
  if (Value value = known.lookup(&operand))
    return value;
  SmallVector<unsigned> targets = llvm::map_to_vector(
      op.getOperandAccess(operand).getMap().getResults(), [&](AffineExpr expr) {
        return loops[cast<AffineDimExpr>(expr).getPosition()];
      });
  return getElement(operand.get(),
                    AffineMap::getMultiDimMapWithTargets(
                        numLoops, targets, rewriter.getContext()));
}

/// Converts a float, unless it has the type already.
static Value convertFloat(OpBuilder &builder, Location loc, Value value,
                          Type type) {
  if (value.getType() == type)
    return value;
  if (value.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(builder, loc, type, value);
  return arith::TruncFOp::create(builder, loc, type, value);
}

SmallVector<Value> FusedPoints::addReduction(ComputeOpInterface op,
                                             const FusedLoops &loops,
                                             const KnownElements &known) {
  Region &combiner = op->getRegion(0);
  SmallVector<Type> types;
  SmallVector<Value> values, initial;
  for (auto [argument, input, init] :
       llvm::zip(combiner.getArguments(), op.getDpsInputOperands(),
                 op.getDpsInitsMutable())) {
    Type type = types.emplace_back(argument.getType());
    values.push_back(convertFloat(body, op.getLoc(),
                                  getElement(op, loops, *input, known), type));
    initial.push_back(convertFloat(body, op.getLoc(),
                                   getElement(op, loops, init, known), type));
  }
  auto reduction =
      ReduceRowOp::create(body, op.getLoc(), types, values, initial);
  IRMapping mapping;
  combiner.cloneInto(&reduction.getCombiner(), mapping);
  // It is isolated from above, and uses no other values from outside.
  llvm::SetVector<Value> constants;
  getUsedValuesDefinedAbove(combiner, constants);
  auto builder = OpBuilder::atBlockBegin(reduction.getBlock());
  for (Value constant : constants)
    replaceAllUsesInRegionWith(
        constant, builder.clone(*constant.getDefiningOp())->getResult(0),
        reduction.getCombiner());
  return llvm::map_to_vector(
      llvm::zip(reduction.getResults(), op.getDpsInits()), [&](auto pair) {
        auto type = cast<ShapedType>(std::get<1>(pair).getType());
        return convertFloat(body, op.getLoc(), std::get<0>(pair),
                            type.getElementType());
      });
}

SmallVector<Value> FusedPoints::add(ComputeOpInterface op,
                                    const FusedLoops &loops,
                                    const KnownElements &known) {
  if (cast<PointOpInterface>(op.getOperation()).hasCombiner())
    return addReduction(op, loops, known);
  Block &block = op->getRegion(0).front();
  IRMapping mapping;
  for (auto [argument, operand] :
       llvm::zip(block.getArguments(), op.getDpsInputOperands()))
    mapping.map(argument, getElement(op, loops, *operand, known));
  for (Operation &inner : block.without_terminator()) {
    Operation *clone = body.clone(inner, mapping);
    clone->walk([&](IndexOp index) {
      index.setDimension(loops[index.getDimension()]);
    });
  }
  return llvm::map_to_vector(
      block.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

Value FusedPoints::getDestination(Value init, bool isRead) {
  Value root = getDestinationRoot(init);
  // The old elements of a destination that is read have to be kept.
  bool isFree =
      isRead ? root.getDefiningOp<tensor::EmptyOp>() != nullptr : true;
  if (isFree && root.getType() == init.getType() &&
      !llvm::is_contained(inits, root))
    return root;
  return tensor::EmptyOp::create(
      rewriter, loc, tensor::getMixedSizes(rewriter, loc, root),
      cast<RankedTensorType>(init.getType()).getElementType(),
      cast<RankedTensorType>(init.getType()).getEncoding());
}

LogicalResult FusedPoints::addResult(ComputeOpInterface op,
                                     const FusedLoops &loops, unsigned result,
                                     Value value) {
  OpOperand &init = *op.getDpsInitOperand(result);
  SmallVector<unsigned> order = llvm::map_to_vector(
      op.getOperandAccess(init).getMap().getResults(), [&](AffineExpr expr) {
        return loops[cast<AffineDimExpr>(expr).getPosition()];
      });
  if (order != llvm::to_vector(llvm::seq<unsigned>(0, numLoops)) &&
      (!isRows() || order != getKeptLoops()))
    return failure();
  inits.push_back(getDestination(init.get(), op.readsDestination(init)));
  yielded.push_back(value);
  return success();
}

/// Whether the dimensions that `map` selects are in increasing order.
static bool isOrdered(AffineMap map) {
  return llvm::is_sorted(llvm::map_range(map.getResults(), [](AffineExpr expr) {
    return cast<AffineDimExpr>(expr).getPosition();
  }));
}

std::string FusedPoints::getObstacle() const {
  if (!isRows())
    return "";
  if (rowDimensions.front() + rowDimensions.size() != numLoops)
    return "the dimensions of a row are not the innermost ones";
  if (!llvm::all_of(maps, isOrdered))
    return "an operand would be read across its rows";
  llvm::SmallBitVector known(numLoops);
  for (AffineMap map : maps)
    for (AffineExpr expr : map.getResults())
      known.set(cast<AffineDimExpr>(expr).getPosition());
  bool hasElements = llvm::any_of(inits, [&](Value init) {
    return cast<ShapedType>(init.getType()).getRank() == int64_t(numLoops);
  });
  if (!hasElements && !known.all())
    return "no remaining operand has the size of a dimension";
  return "";
}

ComputeOpInterface FusedPoints::create() {
  YieldOp::create(body, loc, yielded);
  ArrayAttr indexingMaps;
  if (!llvm::all_of(maps, [](AffineMap map) { return map.isIdentity(); }))
    indexingMaps = rewriter.getAffineMapArrayAttr(maps);
  TypeRange types = ValueRange(inits).getTypes();
  Operation *op;
  if (isRows())
    op = RowsOp::create(rewriter, loc, types, inputs, inits,
                        rewriter.getDenseI64ArrayAttr(rowDimensions),
                        indexingMaps);
  else
    op = MapOp::create(rewriter, loc, types, inputs, inits, indexingMaps);
  op->getRegion(0).takeBody(region);
  return cast<ComputeOpInterface>(op);
}
