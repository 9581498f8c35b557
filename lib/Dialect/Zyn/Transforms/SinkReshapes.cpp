//===- SinkReshapes.cpp - Moves reshapes behind maps ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exporters multiply matrices, and compute activations of tensors with more
// dimensions, or with fewer where one has the size 1. The reshape in between is
// free, but keeps the activation out of the epilogue of the product.
//
//===----------------------------------------------------------------------===//

#include "FusedPoints.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNSINKRESHAPES
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// A tensor.expand_shape, or a tensor.collapse_shape that only drops dimensions
/// of size 1.
class Reshape {
public:
  Reshape() = default;
  /// Null if `op` is none of these.
  explicit Reshape(Operation *op);

  explicit operator bool() const { return op; }
  Value getSource() const { return op->getOperand(0); }
  /// Whether both change shapes in the same way.
  bool isLike(const Reshape &other) const;
  /// Returns a map of the loops over the result as one of the loops over the
  /// source, or null if it depends on more than these.
  AffineMap getMapOfSource(AffineMap map) const;
  /// Replaces `map` by a tensor that is reshaped in this way.
  void replace(RewriterBase &rewriter, MapOp map, Value tensor) const;

private:
  Operation *op = nullptr;
  /// For each dimension of the result, that of the source with the same index,
  /// or nullopt.
  SmallVector<std::optional<unsigned>> dimensions;
};

/// How a map is moved.
struct SinkableMap {
  Reshape reshape;
  /// The inputs that have this reshape.
  llvm::SmallBitVector isReshaped;
};

/// The maps of a function that compute reshaped sums, or what other such maps
/// compute of these, and that the reshapes are moved behind.
class SinkableMaps {
public:
  explicit SinkableMaps(Operation *root);

  /// Replaces each one by the reshape of a map of what its inputs are reshapes
  /// of.
  void sink(RewriterBase &rewriter);

private:
  /// Returns the reshape that `tensor`, or what it is computed from, has, or
  /// null.
  Reshape getReshape(Value tensor) const;
  void add(MapOp map);
  /// Whether another op than these maps uses what `op`, a map or a reshape,
  /// computes, and would be fused with it or with its other users.
  bool hasOtherUsers(Operation *op) const;
  void removeSeparating();

  /// The results of products, and of maps of these.
  DenseSet<Value> sums;
  /// The maps with their reshapes, and all that were added in their order.
  DenseMap<Operation *, SinkableMap> maps;
  SmallVector<MapOp> added;
};

} // namespace

/// Returns the only dimension of `group` whose size is not known to be 1, or
/// the last one if there is none, or nullopt if there are several.
static std::optional<unsigned> getOnlyDimension(ArrayRef<int64_t> group,
                                                ShapedType type) {
  auto others = llvm::make_filter_range(
      group, [&](int64_t dim) { return type.getDimSize(dim) != 1; });
  if (others.empty())
    return group.back();
  if (std::next(others.begin()) != others.end())
    return std::nullopt;
  return *others.begin();
}

Reshape::Reshape(Operation *op) {
  if (auto expand = dyn_cast_if_present<tensor::ExpandShapeOp>(op)) {
    dimensions.resize(expand.getResultType().getRank());
    for (auto [number, group] :
         llvm::enumerate(expand.getReassociationIndices()))
      if (std::optional<unsigned> dim =
              getOnlyDimension(group, expand.getResultType()))
        dimensions[*dim] = number;
    this->op = op;
  }
  if (auto collapse = dyn_cast_if_present<tensor::CollapseShapeOp>(op)) {
    for (ArrayRef<int64_t> group : collapse.getReassociationIndices())
      dimensions.push_back(getOnlyDimension(group, collapse.getSrcType()));
    if (!llvm::is_contained(dimensions, std::nullopt))
      this->op = op;
  }
}

bool Reshape::isLike(const Reshape &other) const {
  if (op->getName() != other.op->getName() ||
      op->getAttr("reassociation") != other.op->getAttr("reassociation") ||
      dimensions != other.dimensions)
    return false;
  auto expand = dyn_cast<tensor::ExpandShapeOp>(op);
  return !expand ||
         expand.getMixedOutputShape() ==
             cast<tensor::ExpandShapeOp>(other.op).getMixedOutputShape();
}

AffineMap Reshape::getMapOfSource(AffineMap map) const {
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> loops;
  for (auto [dim, inSource] : llvm::enumerate(dimensions)) {
    if (!inSource && map.isFunctionOfDim(dim))
      return AffineMap();
    loops.push_back(getAffineDimExpr(inSource.value_or(0), context));
  }
  unsigned rank = cast<ShapedType>(getSource().getType()).getRank();
  return map.replaceDimsAndSymbols(loops, {}, rank, 0);
}

void Reshape::replace(RewriterBase &rewriter, MapOp map, Value tensor) const {
  Type type = map->getResult(0).getType();
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(
        map, type, tensor, expand.getReassociationIndices(),
        expand.getMixedOutputShape());
  else
    rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(
        map, type, tensor,
        cast<tensor::CollapseShapeOp>(op).getReassociationIndices());
}

SinkableMaps::SinkableMaps(Operation *root) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto map = dyn_cast<MapOp>(op);
    if (map)
      add(map);
    if (isa<EpilogueOpInterface>(op) ||
        (map && llvm::any_of(map.getInputs(), [&](Value input) {
           return sums.contains(input);
         })))
      sums.insert(op->result_begin(), op->result_end());
  });
  removeSeparating();
}

Reshape SinkableMaps::getReshape(Value tensor) const {
  Operation *op = tensor.getDefiningOp();
  Reshape reshape(op);
  if (reshape && sums.contains(reshape.getSource()))
    return reshape;
  return maps.lookup(op).reshape;
}

void SinkableMaps::add(MapOp map) {
  if (map->getNumResults() != 1 || !map.getBlock()->getOps<IndexOp>().empty())
    return;
  SmallVector<Reshape> reshapes = llvm::map_to_vector(
      map.getInputs(), [&](Value input) { return getReshape(input); });
  auto *first = llvm::find_if(
      reshapes, [](const Reshape &reshape) { return bool(reshape); });
  if (first == reshapes.end())
    return;
  for (auto [i, reshape] : llvm::enumerate(reshapes)) {
    AffineMap access = map.getInputMap(i);
    if (reshape ? !access.isIdentity() || !reshape.isLike(*first)
                : !first->getMapOfSource(access))
      return;
  }
  // Otherwise, the sizes are compared when the program runs.
  int64_t rank = cast<RankedTensorType>(map->getResult(0).getType()).getRank();
  auto op = cast<ComputeOpInterface>(map.getOperation());
  OpOperand *sum = op.getDpsInputOperand(first - reshapes.begin());
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!haveSameSize({op.getDpsInitOperand(0), dim}, {sum, dim}))
      return;
  SinkableMap &sinkable = maps[map];
  sinkable.reshape = *first;
  for (const Reshape &reshape : reshapes)
    sinkable.isReshaped.push_back(bool(reshape));
  added.push_back(map);
}

bool SinkableMaps::hasOtherUsers(Operation *op) const {
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    return isa<PointOpInterface>(user) && !maps.contains(user);
  });
}

/// Removes the maps that are better fused with other ops of their shape, such
/// as those of a softmax, and the maps that depend on them.
void SinkableMaps::removeSeparating() {
  // Maps and reshapes, each of which is visited once.
  llvm::SetVector<Operation *> separating;
  auto getProducers = [&](Operation *map) {
    SmallVector<Operation *> producers;
    const llvm::SmallBitVector &isReshaped = maps.find(map)->second.isReshaped;
    for (unsigned i : isReshaped.set_bits())
      producers.push_back(cast<MapOp>(map).getInputs()[i].getDefiningOp());
    return producers;
  };
  DenseSet<Operation *> visited;
  for (MapOp map : added) {
    if (hasOtherUsers(map))
      separating.insert(map);
    for (Operation *op : getProducers(map))
      if (visited.insert(op).second && hasOtherUsers(op))
        separating.insert(op);
  }
  for (size_t i = 0; i < separating.size(); ++i) {
    Operation *op = separating[i];
    // A reshape keeps all of its maps, and a map all that it reads or is read
    // by.
    if (maps.contains(op)) {
      for (Operation *producer : getProducers(op))
        separating.insert(producer);
      maps.erase(op);
    }
    for (Operation *user : op->getUsers())
      if (maps.contains(user))
        separating.insert(user);
  }
}

void SinkableMaps::sink(RewriterBase &rewriter) {
  for (MapOp map : added) {
    auto found = maps.find(map);
    if (found == maps.end())
      continue;
    auto &[reshape, isReshaped] = found->second;
    rewriter.setInsertionPoint(map);
    Location loc = map.getLoc();
    SmallVector<Value> inputs(map.getInputs());
    SmallVector<AffineMap> accesses;
    for (auto [i, input] : llvm::enumerate(inputs)) {
      if (isReshaped.test(i))
        input = Reshape(input.getDefiningOp()).getSource();
      accesses.push_back(isReshaped.test(i)
                             ? rewriter.getMultiDimIdentityMap(
                                   cast<ShapedType>(input.getType()).getRank())
                             : reshape.getMapOfSource(map.getInputMap(i)));
    }
    Value sum = inputs[isReshaped.find_first()];
    auto type = cast<RankedTensorType>(map->getResult(0).getType());
    Value init = tensor::EmptyOp::create(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, sum),
        type.getElementType());
    auto sunk = MapOp::create(rewriter, loc, init.getType(), inputs, init,
                              rewriter.getAffineMapArrayAttr(accesses));
    sunk.getBody().takeBody(map.getBody());
    reshape.replace(rewriter, map, sunk->getResult(0));
  }
}

namespace {
struct SinkReshapes : zyn::impl::ZynSinkReshapesBase<SinkReshapes> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SinkableMaps(getOperation()).sink(rewriter);
  }
};
} // namespace
