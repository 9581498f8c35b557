//===- PropagateLayouts.cpp - One layout for neighboring ops --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convolutions get the layout of their kernels, between maps that transpose
// their operands and results. A transposed result moves through the ops that
// read it, until it meets one that is transposed back.
//
//===----------------------------------------------------------------------===//

#include "TransposingMaps.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNPROPAGATELAYOUTS
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

/// On the transposing maps that the pass creates, while it runs.
static constexpr llvm::StringLiteral kCreatedAttrName = "created_for_layout";

/// Dimension i of images, filters and results in layout nhwc is this one in
/// layout nchw.
static constexpr int64_t kToNHWC[] = {0, 2, 3, 1};

//===----------------------------------------------------------------------===//
// Transposing maps
//===----------------------------------------------------------------------===//

/// Returns the map of the pass that transposes what `value` is, or null.
static MapOp getTransposition(Value value) {
  auto map = value.getDefiningOp<MapOp>();
  return map && map->hasAttr(kCreatedAttrName) ? map : MapOp();
}

/// Returns the permutation of which the result of a transposing map is the
/// transpose.
static SmallVector<int64_t> getPermutation(MapOp transposition) {
  AffineMap access = inversePermutation(transposition.getInputMap(0));
  return llvm::map_to_vector(access.getResults(), [](AffineExpr expr) {
    return static_cast<int64_t>(cast<AffineDimExpr>(expr).getPosition());
  });
}

/// Returns the map of the pass that transposes what `value` is to layout nchw,
/// or null. Only these move through other ops.
static MapOp getTransposedResult(Value value) {
  MapOp map = getTransposition(value);
  return map && getPermutation(map) == invertPermutationVector(kToNHWC)
             ? map
             : MapOp();
}

/// Returns the same for input `i` of `op`, if that is read as it is.
static MapOp getTransposedResult(MapOp op, unsigned i) {
  return op.getInputMap(i).isIdentity() ? getTransposedResult(op.getInputs()[i])
                                        : MapOp();
}

/// Returns a tensor with the sizes of `like`, dimension i of which is dimension
/// `permutation[i]` of `like`.
static Value createEmpty(OpBuilder &builder, Location loc, Value like,
                         ArrayRef<int64_t> permutation) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, like);
  applyPermutationToVector(sizes, permutation);
  return tensor::EmptyOp::create(builder, loc, sizes,
                                 getElementTypeOrSelf(like));
}

/// Whether `map` sets all elements to the same value.
static bool isFill(MapOp map) {
  return map && map.getInputs().empty() && map.getInits().size() == 1 &&
         map.getBlock()->getOps<IndexOp>().empty();
}

/// Returns the transpose of `source`, whose dimension i is dimension
/// `permutation[i]` of `source`.
static Value createTransposed(OpBuilder &builder, Location loc, Value source,
                              ArrayRef<int64_t> permutation) {
  auto fill = source.getDefiningOp<MapOp>();
  Value empty = createEmpty(
      builder, loc, isFill(fill) ? fill.getInits()[0] : source, permutation);
  if (isFill(fill)) {
    Operation *copy = builder.clone(*fill);
    copy->setOperands(empty);
    copy->getResult(0).setType(empty.getType());
    return copy->getResult(0);
  }
  // Loop i is dimension permutation[i] of the source.
  AffineMap access = inversePermutation(
      AffineMap::getPermutationMap(permutation, builder.getContext()));
  Value transposed = createTransposingMap(builder, loc, source, access, empty);
  transposed.getDefiningOp()->setAttr(kCreatedAttrName, builder.getUnitAttr());
  return transposed;
}

/// Returns the transpose of filters. Those of one element for each channel only
/// get another shape.
static Value transposeFilters(OpBuilder &builder, Location loc, Value filters) {
  auto type = cast<RankedTensorType>(filters.getType());
  if (!type.hasStaticShape() || type.getDimSize(2) != 1 ||
      type.getDimSize(3) != 1)
    return createTransposed(builder, loc, filters, kToNHWC);
  SmallVector<ReassociationIndices> spatial = {{0}, {1, 2, 3}};
  auto shape = applyPermutation(type.getShape(), kToNHWC);
  Value matrix =
      tensor::CollapseShapeOp::create(builder, loc, filters, spatial);
  return tensor::ExpandShapeOp::create(builder, loc, type.clone(shape), matrix,
                                       spatial);
}

/// Whether `op` computes tensors without encodings, which dimensions of others
/// would need as well.
static bool isPlain(ComputeOpInterface op) {
  auto hasEncoding = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getEncoding();
  };
  return op.hasPureTensorSemantics() &&
         llvm::none_of(op->getOperandTypes(), hasEncoding) &&
         llvm::none_of(op->getResultTypes(), hasEncoding);
}

/// Brings the greatest sizes of the loops of an op, which are the dimensions of
/// its inputs, into their new order: loop `permutation[i]` was loop i.
static void permuteMaxSizes(Operation *op, ArrayRef<int64_t> permutation) {
  auto sizes = op->getAttrOfType<DenseI64ArrayAttr>(kMaxSizesAttrName);
  if (!sizes)
    return;
  SmallVector<int64_t> permuted(permutation.size());
  for (auto [size, loop] : llvm::zip_equal(sizes.asArrayRef(), permutation))
    permuted[loop] = size;
  op->setAttr(kMaxSizesAttrName,
              DenseI64ArrayAttr::get(op->getContext(), permuted));
}

/// Replaces the results of an op by those of one that computes them with their
/// dimensions permuted.
static void replaceTransposed(PatternRewriter &rewriter, Operation *op,
                              Operation *transposed,
                              ArrayRef<int64_t> permutation) {
  SmallVector<Value> results;
  for (Value result : transposed->getResults())
    results.push_back(
        createTransposed(rewriter, op->getLoc(), result, permutation));
  rewriter.replaceOp(op, results);
}

/// Returns what has the elements of `input` that `access` reads in the order of
/// the loops of `op`: the source of a transposing map, or the result of one
/// that is needed in any case. Returns null if there is none.
static Value findInOrder(MapOp op, Value input, AffineMap access) {
  if (!access.isPermutation() || access.isIdentity())
    return {};
  MapOp transposition = getTransposition(input);
  if (transposition &&
      transposition.getInputMap(0).compose(access).isIdentity())
    return transposition.getInputs()[0];
  for (Operation *user : input.getUsers()) {
    auto other = dyn_cast<MapOp>(user);
    if (other && other->hasAttr(kCreatedAttrName) &&
        other.getInputMap(0) == access && other->getBlock() == op->getBlock() &&
        other->isBeforeInBlock(op))
      return other->getResult(0);
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {

/// Gives a convolution the layout of its kernels.
struct TransposeConvolution : OpRewritePattern<Conv2dOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(Conv2dOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getLayout() == Conv2dLayout::NHWC || !isPlain(op))
      return failure();
    Location loc = op.getLoc();
    auto transpose = [&](Value operand) {
      return createTransposed(rewriter, loc, operand, kToNHWC);
    };
    AffineMap access = AffineMap::getPermutationMap(
        invertPermutationVector(kToNHWC), rewriter.getContext());
    SmallVector<AffineMap> epilogueMaps;
    for (unsigned i = 0; i < op.getEpilogueInputs().size(); ++i)
      epilogueMaps.push_back(op.getEpilogueMap(i).compose(access));
    Value init = op.getAccumulate()
                     ? transpose(op.getInit())
                     : createEmpty(rewriter, loc, op.getInit(), kToNHWC);
    auto convolution = Conv2dOp::create(
        rewriter, loc, TypeRange(init.getType()), transpose(op.getImage()),
        transposeFilters(rewriter, loc, op.getFilters()),
        op.getEpilogueInputs(), init,
        epilogueMaps.empty() ? ArrayAttr()
                             : rewriter.getAffineMapArrayAttr(epilogueMaps),
        Conv2dLayout::NHWC, op.getStrides(), op.getPadding(), op.getDilations(),
        op.getGroups(), op.getAccumulate(), op.getPrecision());
    // The loops are those of the windows, in any layout.
    convolution->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.inlineRegionBefore(op.getEpilogue(), convolution.getEpilogue(),
                                convolution.getEpilogue().end());
    replaceTransposed(rewriter, op, convolution,
                      invertPermutationVector(kToNHWC));
    return success();
  }
};

/// Reads what was transposed before it is transposed back.
struct RemoveInverse : OpRewritePattern<MapOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MapOp op,
                                PatternRewriter &rewriter) const override {
    if (!op->hasAttr(kCreatedAttrName))
      return failure();
    MapOp first = getTransposition(op.getInputs()[0]);
    if (!first || !first.getInputMap(0).compose(op.getInputMap(0)).isIdentity())
      return failure();
    rewriter.replaceOp(op, first.getInputs()[0]);
    return success();
  }
};

/// Computes a map in the layout of its inputs before they were transposed.
struct SinkBelowMap : OpRewritePattern<MapOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MapOp op,
                                PatternRewriter &rewriter) const override {
    if (op->hasAttr(kCreatedAttrName) || !isPlain(op) ||
        !op.getBlock()->getOps<IndexOp>().empty())
      return failure();
    MapOp transposition;
    // Other inputs of that size are then read in another order.
    int64_t numTransposed = 0, numOthers = 0;
    for (unsigned i = 0, e = op.getInputs().size(); i < e; ++i) {
      if (MapOp ofInput = getTransposedResult(op, i)) {
        transposition = ofInput;
        ++numTransposed;
      } else if (op.getInputMap(i).isPermutation()) {
        ++numOthers;
      }
    }
    if (!transposition || numOthers > numTransposed)
      return failure();

    // From the loops of the new map to those of the old one.
    AffineMap toSource = transposition.getInputMap(0),
              toOld = inversePermutation(toSource);
    SmallVector<int64_t> permutation = getPermutation(transposition);
    SmallVector<Value> inputs, inits;
    SmallVector<AffineMap> maps;
    for (auto [i, input] : llvm::enumerate(op.getInputs())) {
      MapOp ofInput = getTransposedResult(op, i);
      inputs.push_back(ofInput ? ofInput.getInputs()[0] : input);
      AffineMap access = ofInput ? ofInput.getInputMap(0) : op.getInputMap(i);
      maps.push_back(access.compose(toOld));
    }
    Location loc = op.getLoc();
    SmallVector<Type> types;
    for (Value init : op.getInits()) {
      inits.push_back(createEmpty(rewriter, loc, init,
                                  invertPermutationVector(permutation)));
      types.push_back(inits.back().getType());
    }
    auto map = MapOp::create(rewriter, loc, types, inputs, inits,
                             rewriter.getAffineMapArrayAttr(maps));
    rewriter.inlineRegionBefore(op.getBody(), map.getBody(),
                                map.getBody().end());
    map->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    permuteMaxSizes(map, permutation);
    replaceTransposed(rewriter, op, map, permutation);
    return success();
  }
};

/// Reads inputs in the order of the loops, if they exist in that order.
struct ReadInOrder : OpRewritePattern<MapOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MapOp op,
                                PatternRewriter &rewriter) const override {
    if (op->hasAttr(kCreatedAttrName) || !isPlain(op))
      return failure();
    SmallVector<AffineMap> maps;
    SmallVector<Value> inputs(op.getInputs());
    for (auto [i, input] : llvm::enumerate(inputs)) {
      maps.push_back(op.getInputMap(i));
      if (Value inOrder = findInOrder(op, input, maps.back())) {
        input = inOrder;
        maps.back() = rewriter.getMultiDimIdentityMap(maps.back().getNumDims());
      }
    }
    if (llvm::equal(inputs, op.getInputs()))
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      op.getInputsMutable().assign(inputs);
      op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    });
    return success();
  }
};

/// Returns the transposing map of all inputs, or null if they have others.
template <typename OpTy>
MapOp getCommonTransposition(OpTy op) {
  MapOp common;
  if (!isPlain(op))
    return common;
  for (Value input : op.getInputs()) {
    common = getTransposedResult(input);
    if (!common)
      return {};
  }
  return common;
}

/// Clones `op`, which reads transposed inputs, with what they are transposed
/// from.
template <typename OpTy>
OpTy cloneWithSources(PatternRewriter &rewriter, OpTy op) {
  auto clone = cast<OpTy>(rewriter.clone(*op));
  for (OpOperand &input : clone.getInputsMutable())
    input.set(getTransposition(input.get()).getInputs()[0]);
  return clone;
}

/// Reduces windows in the layout of the inputs before they were transposed.
struct SinkBelowWindow : OpRewritePattern<ReduceWindowOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceWindowOp op,
                                PatternRewriter &rewriter) const override {
    MapOp transposition = getCommonTransposition(op);
    if (!transposition)
      return failure();
    SmallVector<int64_t> permutation = getPermutation(transposition),
                         inverse = invertPermutationVector(permutation);
    SmallVector<Value> inits;
    for (Value init : op.getInits())
      inits.push_back(createTransposed(rewriter, op.getLoc(), init, inverse));
    auto clone = cloneWithSources(rewriter, op);
    // `perDimension` numbers belong to each dimension; there may be none.
    auto permute = [&](ArrayRef<int64_t> numbers, size_t perDimension) {
      SmallVector<int64_t> result;
      for (size_t i = 0; i < numbers.size() / perDimension; ++i)
        llvm::append_range(
            result, numbers.slice(inverse[i] * perDimension, perDimension));
      return result;
    };
    // Those of its loops, some of which are within a window, are not known.
    clone->removeDiscardableAttr(kMaxSizesAttrName);
    clone.setWindow(permute(op.getWindow(), 1));
    clone.setStrides(permute(op.getStrides(), 1));
    clone.setPadding(permute(op.getPadding(), 2));
    clone.setDilations(permute(op.getDilations(), 1));
    clone.getInitsMutable().assign(inits);
    for (auto [result, init] : llvm::zip(clone->getResults(), inits))
      result.setType(init.getType());
    replaceTransposed(rewriter, op, clone, permutation);
    return success();
  }
};

/// Reduces the same dimensions of the inputs before they were transposed, if
/// the others have the same order.
struct ReadBelowReduce : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    MapOp transposition = getCommonTransposition(op);
    if (!transposition)
      return failure();
    SmallVector<int64_t> permutation = getPermutation(transposition),
                         dimensions, others;
    for (auto [dim, source] : llvm::enumerate(permutation))
      (llvm::is_contained(op.getDimensions(), static_cast<int64_t>(dim))
           ? dimensions
           : others)
          .push_back(source);
    if (!llvm::is_sorted(others))
      return failure();
    llvm::sort(dimensions);
    auto clone = cloneWithSources(rewriter, op);
    clone.setDimensions(dimensions);
    permuteMaxSizes(clone, permutation);
    rewriter.replaceOp(op, clone);
    return success();
  }
};

struct ZynPropagateLayouts
    : zyn::impl::ZynPropagateLayoutsBase<ZynPropagateLayouts> {
  void runOnOperation() override {
    unsigned numConvolutions = 0, numTranspositions = 0;
    getOperation()->walk([&](Conv2dOp op) {
      numConvolutions += op.getLayout() != Conv2dLayout::NHWC;
    });
    if (numConvolutions == 0)
      return;
    RewritePatternSet patterns(&getContext());
    patterns.add<TransposeConvolution, RemoveInverse, SinkBelowMap, ReadInOrder,
                 SinkBelowWindow, ReadBelowReduce>(&getContext());
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    (void)applyPatternsGreedily(getOperation(), std::move(patterns), config);
    getOperation()->walk([&](MapOp map) {
      numTranspositions += map->removeAttr(kCreatedAttrName) != nullptr;
    });
    remark::passed(getOperation()->getLoc(),
                   remark::RemarkOpts::name("PropagateLayouts")
                       .category("zyn-propagate-layouts"))
        << remark::reason("{0} convolutions of layout nchw are ones of layout "
                          "nhwc, with {1} transposing maps",
                          numConvolutions, numTranspositions);
  }
};

} // namespace
