//===- SortToZyn.cpp - Converts tm_tensor.sort and topk -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Zyn/Dialect/TMTensor/IR/TMTensor.h"
#include "Zyn/Dialect/Zyn/IR/Zyn.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {
enum class Order { Ascending, Descending };
} // namespace

template <typename Predicate>
static std::optional<Order> getOrder(Predicate predicate, Predicate less,
                                     Predicate lessOrEqual, Predicate greater,
                                     Predicate greaterOrEqual) {
  if (predicate == less || predicate == lessOrEqual)
    return Order::Ascending;
  if (predicate == greater || predicate == greaterOrEqual)
    return Order::Descending;
  return std::nullopt;
}

/// Returns the order of keys that `block` compares by its first two arguments,
/// or nullopt if it is not one of zyn.sort.
static std::optional<Order> getKeyOrder(Block *block) {
  using arith::CmpFPredicate;
  using arith::CmpIPredicate;
  Operation *compare = block->getTerminator()->getOperand(0).getDefiningOp();
  if (!compare || compare->getBlock() != block ||
      compare->getNumOperands() != 2 ||
      compare->getOperand(0) != block->getArgument(0) ||
      compare->getOperand(1) != block->getArgument(1))
    return std::nullopt;
  if (auto cmp = dyn_cast<arith::CmpFOp>(compare))
    return getOrder(cmp.getPredicate(), CmpFPredicate::OLT, CmpFPredicate::OLE,
                    CmpFPredicate::OGT, CmpFPredicate::OGE);
  auto cmp = dyn_cast<arith::CmpIOp>(compare);
  // Not index, which has no width.
  auto type = cmp ? dyn_cast<IntegerType>(cmp.getLhs().getType()) : nullptr;
  if (!type || !llvm::is_contained({8u, 16u, 32u, 64u}, type.getWidth()))
    return std::nullopt;
  return getOrder(cmp.getPredicate(), CmpIPredicate::slt, CmpIPredicate::sle,
                  CmpIPredicate::sgt, CmpIPredicate::sge);
}

/// Returns an empty tensor with the type of `tensor`, whose sizes are `sizes`.
static Value createEmpty(OpBuilder &builder, Location loc, Value tensor,
                         ArrayRef<OpFoldResult> sizes) {
  return tensor::EmptyOp::create(builder, loc, sizes,
                                 getElementTypeOrSelf(tensor));
}

//===----------------------------------------------------------------------===//
// Sorts
//===----------------------------------------------------------------------===//

/// Emits the comparator of `sort`: those that come first must stay before the
/// others, which must not stay before them. It is therefore a strict order,
/// whether that of `op` is or not.
static void emitComparator(PatternRewriter &rewriter, tm_tensor::SortOp op,
                           SortOp sort) {
  OpBuilder::InsertionGuard guard(rewriter);
  Location loc = op.getLoc();
  SmallVector<Type> types =
      llvm::map_to_vector(op.getOutputs(), [](Value tensor) {
        return getElementTypeOrSelf(tensor);
      });
  size_t count = types.size();
  types.append(types.begin(), types.begin() + count);
  Block *block = rewriter.createBlock(&sort.getComparator(), {}, types,
                                      SmallVector<Location>(2 * count, loc));
  auto emit = [&](size_t first, size_t second) -> Value {
    IRMapping mapping;
    for (size_t i = 0; i < count; ++i) {
      mapping.map(op.getBlock()->getArgument(2 * i),
                  block->getArgument(first + i));
      mapping.map(op.getBlock()->getArgument(2 * i + 1),
                  block->getArgument(second + i));
    }
    for (Operation &inner : op.getBlock()->without_terminator())
      rewriter.clone(inner, mapping);
    return mapping.lookupOrDefault(
        op.getBlock()->getTerminator()->getOperand(0));
  };
  Value isOrdered = emit(0, count), isReversed = emit(count, 0);
  Value yes = arith::ConstantIntOp::create(rewriter, loc, 1, 1);
  Value isStrict = arith::XOrIOp::create(rewriter, loc, isReversed, yes);
  Value isBefore = arith::AndIOp::create(rewriter, loc, isOrdered, isStrict);
  YieldOp::create(rewriter, loc, isBefore);
}

/// Whether the elements of `tensor` are their indices along `dimension`, as
/// integers of 32 or 64 bits.
static bool isIndices(Value tensor, int64_t dimension) {
  auto generic = tensor.getDefiningOp<linalg::GenericOp>();
  if (!generic || generic.getNumDpsInputs() != 0 ||
      generic.getNumDpsInits() != 1 || generic.getNumReductionLoops() != 0 ||
      !generic.getIndexingMapsArray().front().isIdentity())
    return false;
  auto cast = generic.getBlock()
                  ->getTerminator()
                  ->getOperand(0)
                  .getDefiningOp<arith::IndexCastOp>();
  auto index =
      cast ? cast.getIn().getDefiningOp<linalg::IndexOp>() : linalg::IndexOp();
  return index && static_cast<int64_t>(index.getDim()) == dimension &&
         (cast.getType().isInteger(32) || cast.getType().isInteger(64));
}

/// Returns the slices of the first elements of the results of `op` along its
/// dimension if nothing else uses them, and they have the same sizes, or
/// nothing.
static SmallVector<tensor::ExtractSliceOp>
getFirstSlices(tm_tensor::SortOp op) {
  SmallVector<tensor::ExtractSliceOp> slices;
  int64_t dimension = op.getDimension();
  for (OpResult result : op->getResults())
    for (Operation *user : result.getUsers()) {
      auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
      auto isOne = [](OpFoldResult value) {
        return isConstantIntValue(value, 1);
      };
      auto isZero = [](OpFoldResult value) {
        return isConstantIntValue(value, 0);
      };
      if (!slice ||
          slice.getType().getRank() != slice.getSourceType().getRank() ||
          !llvm::all_of(slice.getMixedStrides(), isOne) ||
          !llvm::all_of(slice.getMixedOffsets(), isZero))
        return {};
      for (auto [dim, size] : llvm::enumerate(slice.getType().getShape()))
        if (ShapedType::isDynamic(size) ||
            (static_cast<int64_t>(dim) != dimension &&
             size != slice.getSourceType().getDimSize(dim)))
          return {};
      if (!slices.empty() &&
          slices.front().getType().getShape() != slice.getType().getShape())
        return {};
      slices.push_back(slice);
    }
  return slices;
}

namespace {

/// Exporters select the greatest elements by sorting all of them.
struct ConvertSortedSlices : OpRewritePattern<tm_tensor::SortOp> {
  ConvertSortedSlices(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(tm_tensor::SortOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Order> order = getKeyOrder(op.getBlock());
    int64_t dimension = op.getDimension();
    SmallVector<tensor::ExtractSliceOp> slices = getFirstSlices(op);
    if (!order || op.getOutputs().size() != 2 || slices.empty() ||
        !isIndices(op.getOutputs()[1], dimension))
      return rewriter.notifyMatchFailure(
          op, "not only the first elements and their indices are used");
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes = slices.front().getMixedSizes();
    SmallVector<Value> inits = {
        createEmpty(rewriter, loc, op.getOutputs()[0], sizes),
        createEmpty(rewriter, loc, op.getOutputs()[1], sizes)};
    auto topk = TopKOp::create(rewriter, loc, ValueRange(inits).getTypes(),
                               op.getOutputs()[0], inits, dimension,
                               /*smallest=*/order == Order::Ascending);
    for (tensor::ExtractSliceOp slice : slices)
      rewriter.replaceAllUsesWith(
          slice.getResult(),
          topk->getResult(cast<OpResult>(slice.getSource()).getResultNumber()));
    // The driver must not erase other ops than this one; nothing uses the
    // slices.
    rewriter.replaceOp(op, op.getOutputs());
    return success();
  }
};

struct ConvertSort : OpRewritePattern<tm_tensor::SortOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tm_tensor::SortOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<Value> inits;
    for (Value tensor : op.getOutputs())
      inits.push_back(createEmpty(
          rewriter, loc, tensor, tensor::getMixedSizes(rewriter, loc, tensor)));
    std::optional<Order> order = getKeyOrder(op.getBlock());
    auto sort = SortOp::create(rewriter, loc, op->getResultTypes(),
                               op.getOutputs(), inits, op.getDimension(),
                               /*descending=*/order == Order::Descending);
    if (!order)
      emitComparator(rewriter, op, sort);
    rewriter.replaceOp(op, sort);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Selections
//===----------------------------------------------------------------------===//

struct ConvertTopK : OpRewritePattern<tm_tensor::TopKOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tm_tensor::TopKOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Order> order = getKeyOrder(op.getBlock());
    if (!order)
      return rewriter.notifyMatchFailure(
          op, "expected a region that compares signed integers of 8, 16, 32 or "
              "64 bits or floats, such as by 'arith.cmpf ogt'");
    if (op.getInputs().size() != 1)
      return rewriter.notifyMatchFailure(
          op, "expected no indices in 'ins', only the elements");
    Type index = getElementTypeOrSelf(op.getOutputs()[1]);
    if (!index.isInteger(32) && !index.isInteger(64))
      return rewriter.notifyMatchFailure(
          op, "expected indices of i32 or i64 in 'outs'");
    rewriter.replaceOpWithNewOp<TopKOp>(
        op, op->getResultTypes(), op.getInputs()[0], op.getOutputs(),
        op.getDimension(), /*smallest=*/order == Order::Ascending);
    return success();
  }
};

} // namespace

void zyn::populateSortToZynPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertSort, ConvertSortedSlices, ConvertTopK>(
      patterns.getContext());
}
