//===- ZynOps.cpp - Verifiers and interfaces of the zyn ops ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::zyn;

static ShapedType shapedType(Value value) {
  return cast<ShapedType>(value.getType());
}

//===----------------------------------------------------------------------===//
// What the computing ops share
//===----------------------------------------------------------------------===//

/// Operands are all tensors, with one result for each destination, or all
/// buffers, without results.
static LogicalResult verifyDestinationStyle(DestinationStyleOpInterface op) {
  bool isTensor = isa<TensorType>(op.getDpsInitOperand(0)->get().getType());
  for (OpOperand &operand : op->getOpOperands())
    if (isa<TensorType>(operand.get().getType()) != isTensor)
      return op.emitOpError("mixes tensors and buffers: operand #")
             << operand.getOperandNumber() << " is " << operand.get().getType();
  for (Value operand : op->getOperands())
    if (auto buffer = dyn_cast<MemRefType>(operand.getType()))
      if (buffer.getMemorySpace())
        return op.emitOpError("expected buffers in the default memory space, "
                              "found ")
               << buffer;
  unsigned expected = isTensor ? op.getNumDpsInits() : 0;
  if (op->getNumResults() != expected)
    return op.emitOpError("expected ")
           << expected << " results, one for each tensor in 'outs', found "
           << op->getNumResults();
  for (auto [result, init] : llvm::zip(op->getResults(), op.getDpsInits()))
    if (result.getType() != init.getType())
      return op.emitOpError("expected result #")
             << result.getResultNumber() << " to have its destination's type "
             << init.getType() << ", found " << result.getType();
  return success();
}

/// The body takes `arguments`, yields `results`, and only computes.
static LogicalResult verifyBody(Operation *op, Block &body,
                                ArrayRef<Type> arguments,
                                ArrayRef<Type> results) {
  if (body.getNumArguments() != arguments.size())
    return op->emitOpError("expected a body with ")
           << arguments.size() << " arguments, found "
           << body.getNumArguments();
  for (auto [index, expected] : llvm::enumerate(arguments))
    if (body.getArgument(index).getType() != expected)
      return op->emitOpError("expected body argument #")
             << index << " to be " << expected << ", found "
             << body.getArgument(index).getType();
  auto yield = dyn_cast_or_null<YieldOp>(
      body.mightHaveTerminator() ? body.getTerminator() : nullptr);
  if (!yield)
    return op->emitOpError("expected the body to end with 'zyn.yield'");
  if (yield.getNumOperands() != results.size())
    return yield.emitOpError("expected ")
           << results.size() << " values, one for each destination, found "
           << yield.getNumOperands();
  for (auto [index, expected] : llvm::enumerate(results))
    if (yield.getOperand(index).getType() != expected)
      return yield.emitOpError("expected value #")
             << index << " to be " << expected << ", found "
             << yield.getOperand(index).getType();
  for (Operation &inner : body.without_terminator())
    if (!isMemoryEffectFree(&inner))
      return inner.emitOpError(
          "has side effects, and a zyn body only computes on scalars");
  return success();
}

/// Checks `map` against an operand: one result a dimension, each a plain
/// dimension of the iteration space, no more than once.
static LogicalResult verifyProjection(Operation *op, StringRef what,
                                      Value operand, unsigned index,
                                      AffineMap map, unsigned numLoops) {
  ShapedType type = shapedType(operand);
  if (map.getNumDims() != numLoops || map.getNumSymbols() != 0)
    return op->emitOpError("expected ")
           << what << " map #" << index << " to have " << numLoops
           << " dimensions, those of 'outs', and no symbols, found "
           << AffineMapAttr::get(map);
  if (static_cast<int64_t>(map.getNumResults()) != type.getRank())
    return op->emitOpError("expected ")
           << what << " map #" << index << " to have " << type.getRank()
           << " results, the rank of " << type << ", found "
           << map.getNumResults();
  if (!map.isProjectedPermutation())
    return op->emitOpError("expected ")
           << what << " map #" << index
           << " to pick dimensions, each at most once, found "
           << AffineMapAttr::get(map);
  return success();
}

/// Checks that the sizes which `map` ties to `iterationShape` can agree.
static LogicalResult verifyTiedSizes(Operation *op, StringRef what,
                                     Value operand, unsigned index,
                                     AffineMap map,
                                     ArrayRef<int64_t> iterationShape) {
  ShapedType type = shapedType(operand);
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    int64_t expected = iterationShape[cast<AffineDimExpr>(expr).getPosition()];
    int64_t found = type.getDimSize(dim);
    if (!ShapedType::isDynamic(expected) && !ShapedType::isDynamic(found) &&
        expected != found)
      return op->emitOpError("expected dimension ")
             << dim << " of " << what << " #" << index << " to be " << expected
             << ", as in 'outs', found " << found << " in " << type;
  }
  return success();
}

static LogicalResult verifyMaps(Operation *op, StringRef what,
                                ValueRange operands,
                                std::optional<ArrayAttr> maps,
                                ShapedType iterationSpace) {
  unsigned numLoops = iterationSpace.getRank();
  if (maps && maps->size() != operands.size())
    return op->emitOpError("expected ")
           << operands.size() << " maps, one for each " << what << ", found "
           << maps->size();
  for (auto [index, operand] : llvm::enumerate(operands)) {
    AffineMap map =
        maps ? cast<AffineMapAttr>((*maps)[index]).getValue()
             : AffineMap::getMultiDimIdentityMap(numLoops, op->getContext());
    if (!maps && shapedType(operand).getRank() != numLoops)
      return op->emitOpError("expected ")
             << what << " #" << index << " to have rank " << numLoops
             << ", as in 'outs', found " << operand.getType()
             << "; to broadcast it, say how with indexing maps";
    if (failed(verifyProjection(op, what, operand, index, map, numLoops)) ||
        failed(verifyTiedSizes(op, what, operand, index, map,
                               iterationSpace.getShape())))
      return failure();
  }
  return success();
}

static AffineMap mapOrIdentity(std::optional<ArrayAttr> maps, unsigned i,
                               unsigned numLoops, MLIRContext *context) {
  return maps ? cast<AffineMapAttr>((*maps)[i]).getValue()
              : AffineMap::getMultiDimIdentityMap(numLoops, context);
}

static SmallVector<Type> elementTypes(ValueRange values) {
  return llvm::map_to_vector(
      values, [](Value value) { return shapedType(value).getElementType(); });
}

/// On buffers: inputs are read, destinations written, and read where the op
/// combines into them. On tensors there are no effects.
static void
collectEffects(DestinationStyleOpInterface op, bool readsInits,
               SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    bool isInit = op.isDpsInit(&operand);
    if (!isInit || readsInits)
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
    if (isInit)
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
}

static LogicalResult
reifyFromInits(OpBuilder &builder, DestinationStyleOpInterface op,
               ReifiedRankedShapedTypeDims &reifiedReturnShapes) {
  for (Value init : op.getDpsInits()) {
    SmallVector<OpFoldResult> sizes;
    for (int64_t dim = 0; dim < shapedType(init).getRank(); ++dim)
      sizes.push_back(
          builder.createOrFold<tensor::DimOp>(op.getLoc(), init, dim));
    for (auto [dim, size] : llvm::enumerate(sizes))
      if (!shapedType(init).isDynamicDim(dim))
        size = builder.getIndexAttr(shapedType(init).getDimSize(dim));
    reifiedReturnShapes.push_back(std::move(sizes));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// MapOp
//===----------------------------------------------------------------------===//

AffineMap MapOp::getInputMap(unsigned i) {
  return mapOrIdentity(getIndexingMaps(), i, getNumLoops(), getContext());
}

LogicalResult MapOp::verify() {
  if (getInits().empty())
    return emitOpError("expected at least one destination in 'outs'");
  if (failed(verifyDestinationStyle(*this)))
    return failure();
  ShapedType space = shapedType(getInits()[0]);
  for (Value init : getInits().drop_front())
    if (failed(verifyCompatibleShape(space, shapedType(init))))
      return emitOpError("expected destinations of one shape, found ")
             << space << " and " << init.getType();
  return verifyMaps(*this, "input", getInputs(), getIndexingMaps(), space);
}

LogicalResult MapOp::verifyRegions() {
  return verifyBody(*this, *getBlock(), elementTypes(getInputs()),
                    elementTypes(getInits()));
}

void MapOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  collectEffects(*this, /*readsInits=*/false, effects);
}

LogicalResult
MapOp::reifyResultShapes(OpBuilder &builder,
                         ReifiedRankedShapedTypeDims &reifiedReturnShapes) {
  return reifyFromInits(builder, *this, reifiedReturnShapes);
}

namespace {
/// Drops an input that the body does not use, and reads an input that occurs
/// twice, through the same map, once.
struct SimplifyMapInputs : OpRewritePattern<MapOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MapOp op,
                                PatternRewriter &rewriter) const override {
    Block *body = op.getBlock();
    llvm::SmallBitVector dropped(body->getNumArguments());
    DenseMap<std::pair<Value, AffineMap>, unsigned> seen;
    for (unsigned i = 0, e = op.getInputs().size(); i < e; ++i) {
      BlockArgument argument = body->getArgument(i);
      auto [first, isNew] =
          seen.try_emplace({op.getInputs()[i], op.getInputMap(i)}, i);
      if (!isNew)
        rewriter.replaceAllUsesWith(argument, body->getArgument(first->second));
    }
    // Only now: a later input may have given its uses to an earlier one.
    for (unsigned i = 0, e = op.getInputs().size(); i < e; ++i)
      if (body->getArgument(i).use_empty())
        dropped.set(i);
    if (dropped.none())
      return rewriter.notifyMatchFailure(op, "all inputs are used, once each");

    SmallVector<Value> inputs;
    SmallVector<AffineMap> maps;
    for (unsigned i = 0, e = op.getInputs().size(); i < e; ++i)
      if (!dropped.test(i)) {
        inputs.push_back(op.getInputs()[i]);
        maps.push_back(op.getInputMap(i));
      }
    bool isIdentity =
        llvm::all_of(maps, [](AffineMap map) { return map.isIdentity(); });
    rewriter.modifyOpInPlace(op, [&] {
      body->eraseArguments(
          [&](BlockArgument arg) { return dropped.test(arg.getArgNumber()); });
      op.getInputsMutable().assign(inputs);
      op.setIndexingMapsAttr(isIdentity ? ArrayAttr()
                                        : rewriter.getAffineMapArrayAttr(maps));
    });
    return success();
  }
};
} // namespace

void MapOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<SimplifyMapInputs>(context);
}

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

SmallVector<int64_t> ReduceOp::getKeptDimensions() {
  SmallVector<int64_t> kept;
  for (int64_t dim = 0, e = shapedType(getInputs()[0]).getRank(); dim < e;
       ++dim)
    if (!llvm::is_contained(getDimensions(), dim))
      kept.push_back(dim);
  return kept;
}

LogicalResult ReduceOp::verify() {
  if (getInputs().empty())
    return emitOpError("expected at least one input");
  if (getInputs().size() != getInits().size())
    return emitOpError("expected as many destinations as inputs, found ")
           << getInits().size() << " and " << getInputs().size();
  if (failed(verifyDestinationStyle(*this)))
    return failure();
  ShapedType space = shapedType(getInputs()[0]);
  for (Value input : getInputs().drop_front())
    if (failed(verifyCompatibleShape(space, shapedType(input))))
      return emitOpError("expected inputs of one shape, found ")
             << space << " and " << input.getType();

  int64_t previous = -1;
  for (int64_t dim : getDimensions()) {
    if (dim < 0 || dim >= space.getRank())
      return emitOpError("has no dimension ")
             << dim << ": the inputs' rank is " << space.getRank();
    if (dim <= previous)
      return emitOpError("expected dimensions in increasing order, found ")
             << previous << " before " << dim;
    previous = dim;
  }
  SmallVector<int64_t> expected = llvm::map_to_vector(
      getKeptDimensions(), [&](int64_t dim) { return space.getDimSize(dim); });
  for (Value init : getInits())
    if (failed(verifyCompatibleShape(expected, shapedType(init).getShape())))
      return emitOpError("expected destinations of shape [")
             << expected << "], what is left of the inputs, found "
             << init.getType();
  if (elementTypes(getInputs()) != elementTypes(getInits()))
    return emitOpError("expected each destination to have the element type of "
                       "its input");
  return success();
}

LogicalResult ReduceOp::verifyRegions() {
  SmallVector<Type> elements = elementTypes(getInputs());
  SmallVector<Type> arguments(elements);
  arguments.append(elements);
  return verifyBody(*this, *getBlock(), arguments, elements);
}

void ReduceOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  collectEffects(*this, /*readsInits=*/true, effects);
}

LogicalResult
ReduceOp::reifyResultShapes(OpBuilder &builder,
                            ReifiedRankedShapedTypeDims &reifiedReturnShapes) {
  return reifyFromInits(builder, *this, reifiedReturnShapes);
}

//===----------------------------------------------------------------------===//
// MatmulOp
//===----------------------------------------------------------------------===//

AffineMap MatmulOp::getEpilogueMap(unsigned i) {
  return mapOrIdentity(getEpilogueMaps(), i, getRank(), getContext());
}

Type MatmulOp::getAccumulatorType() {
  Type element = shapedType(getLhs()).getElementType();
  if (element.isF16() || element.isBF16())
    return Float32Type::get(getContext());
  return element;
}

LogicalResult MatmulOp::verify() {
  if (getInits().size() != 1)
    return emitOpError("expected one destination in 'outs', found ")
           << getInits().size();
  if (failed(verifyDestinationStyle(*this)))
    return failure();
  ShapedType a = shapedType(getLhs()), b = shapedType(getRhs()),
             c = shapedType(getInit());
  if (c.getRank() < 2 || a.getRank() != c.getRank() ||
      b.getRank() != c.getRank())
    return emitOpError("expected matrices of one rank, 2 or more, found ")
           << a << ", " << b << " and " << c;

  Type element = a.getElementType();
  if (!element.isF16() && !element.isBF16() && !element.isF32() &&
      !element.isF64() && !element.isInteger(32))
    return emitOpError(
               "expected elements of f16, bf16, f32, f64 or i32, found ")
           << element;
  if (b.getElementType() != element)
    return emitOpError("expected both factors to have one element type, found ")
           << element << " and " << b.getElementType();
  if (getEpilogue().empty() && c.getElementType() != element &&
      c.getElementType() != getAccumulatorType())
    return emitOpError("expected a destination of ")
           << element << " or " << getAccumulatorType() << ", found "
           << c.getElementType() << "; an epilogue can convert to other types";
  if (getAccumulate() && c.getElementType() != element &&
      c.getElementType() != getAccumulatorType())
    return emitOpError("can accumulate into ")
           << element << " or " << getAccumulatorType() << ", found "
           << c.getElementType();

  struct Tie {
    StringRef name;
    ShapedType first, second;
    int64_t firstDim, secondDim;
  };
  int64_t rank = getRank();
  SmallVector<Tie> ties = {{"M", a, c, getLhsM(), rank - 2},
                           {"N", b, c, getRhsN(), rank - 1},
                           {"K", a, b, getLhsK(), getRhsK()}};
  for (int64_t dim = 0; dim < rank - 2; ++dim) {
    ties.push_back({"batch", a, c, dim, dim});
    ties.push_back({"batch", b, c, dim, dim});
  }
  for (Tie &tie : ties) {
    int64_t first = tie.first.getDimSize(tie.firstDim);
    int64_t second = tie.second.getDimSize(tie.secondDim);
    if (!ShapedType::isDynamic(first) && !ShapedType::isDynamic(second) &&
        first != second)
      return emitOpError("sizes of ")
             << tie.name << " differ: " << first << " in " << tie.first << ", "
             << second << " in " << tie.second;
  }
  if (getEpilogue().empty() && !getEpilogueInputs().empty())
    return emitOpError("has epilogue_ins and no epilogue that uses them");
  return verifyMaps(*this, "epilogue input", getEpilogueInputs(),
                    getEpilogueMaps(), c);
}

LogicalResult MatmulOp::verifyRegions() {
  if (getEpilogue().empty())
    return success();
  if (!getEpilogue().hasOneBlock())
    return emitOpError("expected an epilogue of one block");
  SmallVector<Type> arguments = {getAccumulatorType()};
  llvm::append_range(arguments, elementTypes(getEpilogueInputs()));
  return verifyBody(*this, getEpilogue().front(), arguments,
                    elementTypes(getInits()));
}

void MatmulOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  collectEffects(*this, getAccumulate(), effects);
}

LogicalResult
MatmulOp::reifyResultShapes(OpBuilder &builder,
                            ReifiedRankedShapedTypeDims &reifiedReturnShapes) {
  return reifyFromInits(builder, *this, reifiedReturnShapes);
}

//===----------------------------------------------------------------------===//
// IndexOp
//===----------------------------------------------------------------------===//

LogicalResult IndexOp::verify() {
  auto map = cast<MapOp>((*this)->getParentOp());
  if (map.getInits().empty() || getDimension() < map.getNumLoops())
    return success();
  return emitOpError("has no dimension ")
         << getDimension() << ": the map has " << map.getNumLoops();
}

#define GET_OP_CLASSES
#include "Zyn/Dialect/Zyn/IR/ZynOps.cpp.inc"
