//===- SinkConcats.cpp - Moves concatenations behind maps -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rotary embeddings swap the halves of each row, and compute a map of the
// result. A map of each half needs no copies: the maps write to the parts of
// the result, and are fused with what computes the halves.
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNSINKCONCATS
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

/// The parts of a concatenation, each of which gets a map, and the slices of a
/// map, at most.
static constexpr size_t kMostParts = 4;
static constexpr unsigned kMostSlices = 16;

namespace {

/// A part of the iteration space of a map.
struct Box {
  SmallVector<OpFoldResult> offsets, sizes;
  /// The loops of which it is not known that all of them are in the part.
  llvm::SmallBitVector isDivided;
};

class ConcatSinker {
public:
  ConcatSinker(Operation *root, MLIRContext *context)
      : root(root), rewriter(context) {}

  void run();

private:
  void sink(MapOp map);
  std::optional<unsigned> findLoop(MapOp map, tensor::ConcatOp concat) const;
  /// Whether a reduction may be fused with what `map` computes, if it stays one
  /// map.
  bool isReduced(Operation *map);
  /// Computes the part `box` of `map`, which reads `part` instead of a slice of
  /// `whole`.
  MapOp createPart(MapOp map, const Box &box, Value whole = {},
                   Value part = {});
  Value createSlice(Location loc, Value tensor, AffineMap access,
                    const Box &box);
  bool push(tensor::ExtractSliceOp slice);
  void addSlice(Value tensor);
  bool areParts(MapOp map) const;

  Operation *root;
  IRRewriter rewriter;
  SmallVector<MapOp> maps;
  SmallVector<tensor::ExtractSliceOp> slices;
  /// Those that maps of parts read.
  DenseSet<Operation *> slicesOfParts;
  DenseMap<Operation *, bool> reduced;
};

} // namespace

static bool isStart(OpFoldResult offset) { return isZeroInteger(offset); }

/// Whether `size` is that of a dimension of `tensor`.
static bool isSizeOf(OpFoldResult size, Value tensor, int64_t dim) {
  auto value = dyn_cast<Value>(size);
  auto op = value ? value.getDefiningOp<tensor::DimOp>() : tensor::DimOp();
  return op && op.getSource() == tensor && op.getConstantIndex() == dim;
}

/// Whether a map can be divided along a loop: it reads its inputs at indices or
/// constants, and does not compare sizes along the loop when the program runs.
static bool isDivisible(MapOp map, unsigned loop) {
  auto isDynamic = [](Value tensor, unsigned dim) {
    return cast<RankedTensorType>(tensor.getType()).isDynamicDim(dim);
  };
  for (Value init : map.getInits())
    if (isDynamic(init, loop))
      return false;
  for (auto [i, input] : llvm::enumerate(map.getInputs()))
    for (auto [dim, expression] :
         llvm::enumerate(map.getInputMap(i).getResults())) {
      auto index = dyn_cast<AffineDimExpr>(expression);
      if (!index && !isa<AffineConstantExpr>(expression))
        return false;
      if (index && index.getPosition() == loop && isDynamic(input, dim))
        return false;
    }
  return map->getNumResults() != 0;
}

/// Whether a map only moves elements.
static bool isMove(MapOp map) {
  if (map.getInputs().size() != 1 || map->getNumResults() != 1)
    return false;
  Operation *yield = map.getBlock()->getTerminator();
  return &map.getBlock()->front() == yield &&
         yield->getOperand(0) == map.getBlock()->getArgument(0);
}

bool ConcatSinker::isReduced(Operation *map) {
  auto [known, isNew] = reduced.try_emplace(map, false);
  if (!isNew)
    return known->second;
  bool result = llvm::any_of(map->getUsers(), [&](Operation *user) {
    return isa<MapOp>(user) ? isReduced(user) : isa<PointOpInterface>(user);
  });
  return reduced[map] = result;
}

/// Returns the loop along which `map` reads the concatenated dimension, if the
/// map can be divided there.
std::optional<unsigned> ConcatSinker::findLoop(MapOp map,
                                               tensor::ConcatOp concat) const {
  size_t numParts = concat.getInputs().size();
  auto isKnown = [&](Value part) {
    return !cast<RankedTensorType>(part.getType())
                .isDynamicDim(concat.getDim());
  };
  if (numParts < 2 || numParts > kMostParts ||
      !llvm::all_of(concat.getInputs(), isKnown) ||
      !llvm::all_of(concat->getUsers(),
                    [&](Operation *user) { return user == map; }))
    return std::nullopt;
  std::optional<unsigned> loop;
  for (auto [i, input] : llvm::enumerate(map.getInputs())) {
    if (input != concat.getResult())
      continue;
    auto index =
        dyn_cast<AffineDimExpr>(map.getInputMap(i).getResult(concat.getDim()));
    if (!index || (loop && *loop != index.getPosition()))
      return std::nullopt;
    loop = index.getPosition();
  }
  return loop;
}

/// Returns what a map that is restricted to `box` reads of `tensor`.
Value ConcatSinker::createSlice(Location loc, Value tensor, AffineMap access,
                                const Box &box) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, tensor);
  SmallVector<OpFoldResult> offsets(sizes.size(), rewriter.getIndexAttr(0)),
      strides(sizes.size(), rewriter.getIndexAttr(1));
  bool isWhole = true;
  for (auto [dim, expression] : llvm::enumerate(access.getResults())) {
    auto index = dyn_cast<AffineDimExpr>(expression);
    if (!index)
      continue;
    unsigned loop = index.getPosition();
    if (!box.isDivided.test(loop))
      continue;
    offsets[dim] = box.offsets[loop];
    sizes[dim] = box.sizes[loop];
    isWhole = false;
  }
  if (isWhole)
    return tensor;
  auto slice = tensor::ExtractSliceOp::create(rewriter, loc, tensor, offsets,
                                              sizes, strides);
  addSlice(slice);
  return slice;
}

void ConcatSinker::addSlice(Value tensor) {
  auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>();
  if (slice && slicesOfParts.insert(slice).second)
    slices.push_back(slice);
}

MapOp ConcatSinker::createPart(MapOp map, const Box &box, Value whole,
                               Value part) {
  Location loc = map.getLoc();
  SmallVector<Value> inputs, inits;
  SmallVector<AffineMap> accesses;
  for (auto [i, input] : llvm::enumerate(map.getInputs())) {
    accesses.push_back(map.getInputMap(i));
    inputs.push_back(
        input == whole ? part : createSlice(loc, input, accesses.back(), box));
  }
  for (Value init : map.getInits())
    inits.push_back(tensor::EmptyOp::create(
        rewriter, loc, box.sizes,
        cast<RankedTensorType>(init.getType()).getElementType()));
  auto created =
      MapOp::create(rewriter, loc, TypeRange(ValueRange(inits)), inputs, inits,
                    rewriter.getAffineMapArrayAttr(accesses));
  rewriter.cloneRegionBefore(map.getBody(), created.getBody(),
                             created.getBody().begin());
  OpBuilder::InsertionGuard guard(rewriter);
  for (auto index :
       llvm::make_early_inc_range(created.getBlock()->getOps<IndexOp>())) {
    OpFoldResult offset = box.offsets[index.getDimension()];
    if (isStart(offset))
      continue;
    rewriter.setInsertionPointAfter(index);
    auto shifted = arith::AddIOp::create(
        rewriter, loc, index,
        getValueOrCreateConstantIndexOp(rewriter, loc, offset));
    rewriter.replaceAllUsesExcept(index, shifted, shifted);
  }
  return created;
}

/// Whether maps of the parts save more than they may cost: a factor of keys
/// that are appended to those of a cache can be a part of the attention
/// instead.
static bool isWorthwhile(MapOp map, tensor::ConcatOp concat) {
  return map.getInputs().size() > 1 ||
         llvm::all_of(concat.getInputs(), [](Value part) {
           return isa_and_nonnull<PointOpInterface, EpilogueOpInterface>(
               part.getDefiningOp());
         });
}

/// Replaces a map of a concatenation by the concatenation of maps.
void ConcatSinker::sink(MapOp map) {
  if (isReduced(map))
    return;
  std::optional<unsigned> loop;
  tensor::ConcatOp concat;
  for (Value input : map.getInputs()) {
    concat = input.getDefiningOp<tensor::ConcatOp>();
    if (concat && (loop = findLoop(map, concat)))
      break;
  }
  if (!loop || !isDivisible(map, *loop) || !isWorthwhile(map, concat))
    return;
  rewriter.setInsertionPoint(map);
  Location loc = map.getLoc();
  // The concatenation itself may be the destination, which is not read.
  Value shape = map.getInits()[0];
  Box box;
  if (shape == concat.getResult())
    shape = concat.getInputs()[0];
  box.sizes = tensor::getMixedSizes(rewriter, loc, shape);
  box.offsets.assign(box.sizes.size(), rewriter.getIndexAttr(0));
  box.isDivided.resize(box.sizes.size());
  box.isDivided.set(*loop);
  SmallVector<SmallVector<Value>> results(map->getNumResults());
  int64_t offset = 0;
  for (Value input : concat.getInputs()) {
    int64_t size =
        cast<RankedTensorType>(input.getType()).getDimSize(concat.getDim());
    box.offsets[*loop] = rewriter.getIndexAttr(offset);
    box.sizes[*loop] = rewriter.getIndexAttr(size);
    offset += size;
    addSlice(input);
    if (auto producer = input.getDefiningOp<MapOp>())
      for (Value read : producer.getInputs())
        addSlice(read);
    MapOp part = createPart(map, box, concat.getResult(), input);
    for (auto [result, value] : llvm::zip(results, part->getResults()))
      result.push_back(value);
    maps.push_back(part);
  }
  SmallVector<Value> replacements;
  for (auto [result, parts] : llvm::zip(map->getResults(), results)) {
    Value whole = tensor::ConcatOp::create(rewriter, loc, *loop, parts);
    if (whole.getType() != result.getType())
      whole = tensor::CastOp::create(rewriter, loc, result.getType(), whole);
    replacements.push_back(whole);
  }
  reduced.erase(map);
  rewriter.replaceOp(map, replacements);
  rewriter.eraseOp(concat);
}

/// Whether only maps of parts use what `map` computes, and a map of each slice
/// computes no element twice, or only moves elements.
bool ConcatSinker::areParts(MapOp map) const {
  int64_t remaining = 0;
  for (Value result : map->getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    if (!type.hasStaticShape() && !isMove(map))
      return false;
    remaining += type.hasStaticShape() ? type.getNumElements() : 0;
  }
  if (llvm::hasNItemsOrMore(map->getUsers(), kMostSlices + 1))
    return false;
  for (Operation *user : map->getUsers()) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
    if (!slice || !slicesOfParts.contains(slice) ||
        slice->getBlock() != map->getBlock())
      return false;
    if (slice.getType().hasStaticShape())
      remaining -= slice.getType().getNumElements();
    else if (!isMove(map))
      return false;
  }
  return remaining >= 0 || isMove(map);
}

/// Replaces a slice of a map by a map of slices, which can be fused with what
/// uses it, unless that would compute elements twice. Returns whether it did.
bool ConcatSinker::push(tensor::ExtractSliceOp slice) {
  auto map = slice.getSource().getDefiningOp<MapOp>();
  RankedTensorType type = slice.getSourceType();
  if (!map || !slice.hasUnitStride() ||
      slice.getType().getRank() != type.getRank() || !areParts(map))
    return false;
  Box box{slice.getMixedOffsets(), slice.getMixedSizes(),
          llvm::SmallBitVector(type.getRank())};
  for (int64_t loop = 0; loop < type.getRank(); ++loop) {
    std::optional<int64_t> offset = getConstantIntValue(box.offsets[loop]),
                           size = getConstantIntValue(box.sizes[loop]);
    bool isWhole =
        offset == 0 && (type.isDynamicDim(loop)
                            ? isSizeOf(box.sizes[loop], slice.getSource(), loop)
                            : size == type.getDimSize(loop));
    // The slice may have to be checked when the program runs.
    bool isInBounds = offset && size && !type.isDynamicDim(loop) &&
                      *offset + *size <= type.getDimSize(loop);
    if (!isWhole && !(isInBounds && isDivisible(map, loop)))
      return false;
    box.isDivided[loop] = !isWhole;
  }
  rewriter.setInsertionPoint(slice);
  MapOp part = createPart(map, box);
  unsigned number = cast<OpResult>(slice.getSource()).getResultNumber();
  Value result = part->getResult(number);
  if (result.getType() != slice.getType())
    result = tensor::CastOp::create(rewriter, slice.getLoc(), slice.getType(),
                                    result);
  slicesOfParts.erase(slice);
  rewriter.replaceOp(slice, result);
  if (map->use_empty())
    rewriter.eraseOp(map);
  return true;
}

void ConcatSinker::run() {
  root->walk([&](MapOp map) { maps.push_back(map); });
  std::reverse(maps.begin(), maps.end());
  // Users before what they use, so that the depth of recursion is small.
  for (MapOp map : maps)
    (void)isReduced(map);
  while (!maps.empty())
    sink(maps.pop_back_val());
  // A slice may be in the way of others of the same map.
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    SmallVector<tensor::ExtractSliceOp> kept;
    while (!slices.empty()) {
      tensor::ExtractSliceOp slice = slices.pop_back_val();
      if (push(slice))
        hasChanged = true;
      else
        kept.push_back(slice);
    }
    std::reverse(kept.begin(), kept.end());
    slices = std::move(kept);
  }
}

namespace {
struct SinkConcats : zyn::impl::ZynSinkConcatsBase<SinkConcats> {
  void runOnOperation() override {
    ConcatSinker(getOperation(), &getContext()).run();
  }
};
} // namespace
