//===- SinkReshapes.cpp - Moves reshapes behind maps ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exporters multiply matrices, and compute activations of tensors with more
// dimensions. The reshape in between is free, but keeps the activation out of
// the epilogue of the product.
//
//===----------------------------------------------------------------------===//

#include "FusedPoints.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNSINKRESHAPES
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

namespace {

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
  tensor::ExpandShapeOp getReshape(Value tensor) const;
  void add(MapOp map);
  /// Whether another op than these maps uses what `op`, a map or a reshape,
  /// computes, and would be fused with it or with its other users.
  bool hasOtherUsers(Operation *op) const;
  void removeSeparating();

  /// The results of products, and of maps of these.
  DenseSet<Value> sums;
  /// The maps with their reshapes, and all that were added in their order.
  DenseMap<Operation *, tensor::ExpandShapeOp> maps;
  SmallVector<MapOp> added;
};

} // namespace

SinkableMaps::SinkableMaps(Operation *root) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto map = dyn_cast<MapOp>(op);
    if (map)
      add(map);
    if (isa<ProductOpInterface>(op) ||
        (map && llvm::any_of(map.getInputs(), [&](Value input) {
           return sums.contains(input);
         })))
      sums.insert(op->result_begin(), op->result_end());
  });
  removeSeparating();
}

tensor::ExpandShapeOp SinkableMaps::getReshape(Value tensor) const {
  auto reshape = tensor.getDefiningOp<tensor::ExpandShapeOp>();
  if (reshape && sums.contains(reshape.getSrc()))
    return reshape;
  return maps.lookup(tensor.getDefiningOp());
}

void SinkableMaps::add(MapOp map) {
  if (map->getNumResults() != 1 || map.getInputs().empty() ||
      !map.getBlock()->getOps<IndexOp>().empty())
    return;
  tensor::ExpandShapeOp first = getReshape(map.getInputs()[0]);
  for (auto [i, input] : llvm::enumerate(map.getInputs())) {
    tensor::ExpandShapeOp reshape = getReshape(input);
    if (!reshape || !map.getInputMap(i).isIdentity() ||
        reshape.getReassociation() != first.getReassociation() ||
        reshape.getMixedOutputShape() != first.getMixedOutputShape())
      return;
  }
  // Otherwise, the sizes are compared when the program runs.
  int64_t rank = cast<RankedTensorType>(map->getResult(0).getType()).getRank();
  auto op = cast<ComputeOpInterface>(map.getOperation());
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!haveSameSize({op.getDpsInitOperand(0), dim},
                      {op.getDpsInputOperand(0), dim}))
      return;
  maps[map] = first;
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
  auto getProducers = [](Operation *map) {
    return llvm::make_filter_range(
        llvm::map_range(cast<MapOp>(map).getInputs(),
                        [](Value input) { return input.getDefiningOp(); }),
        [](Operation *op) {
          return isa_and_nonnull<MapOp, tensor::ExpandShapeOp>(op);
        });
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
    if (maps.erase(op))
      for (Operation *producer : getProducers(op))
        separating.insert(producer);
    for (Operation *user : op->getUsers())
      if (maps.contains(user))
        separating.insert(user);
  }
}

void SinkableMaps::sink(RewriterBase &rewriter) {
  for (MapOp map : added) {
    tensor::ExpandShapeOp reshape = maps.lookup(map);
    if (!reshape)
      continue;
    rewriter.setInsertionPoint(map);
    Location loc = map.getLoc();
    SmallVector<Value> inputs;
    for (Value input : map.getInputs())
      inputs.push_back(input.getDefiningOp<tensor::ExpandShapeOp>().getSrc());
    auto type = cast<RankedTensorType>(map->getResult(0).getType());
    Value init = tensor::EmptyOp::create(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, inputs[0]),
        type.getElementType());
    auto sunk =
        MapOp::create(rewriter, loc, init.getType(), inputs, init, ArrayAttr());
    sunk.getBody().takeBody(map.getBody());
    rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(
        map, type, sunk->getResult(0), reshape.getReassociationIndices(),
        reshape.getMixedOutputShape());
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
