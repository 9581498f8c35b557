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
  /// Whether a reshape in front of `map` or behind it would keep it, or what
  /// reads the same sum, from being fused with another op.
  bool separates(Operation *map) const;
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
  maps[map] = first;
  added.push_back(map);
}

bool SinkableMaps::separates(Operation *map) const {
  for (Value input : map->getOperands())
    if (auto reshape = input.getDefiningOp<tensor::ExpandShapeOp>())
      for (Operation *user : reshape->getUsers())
        if (!maps.contains(user))
          return true;
  return llvm::any_of(map->getUsers(), [&](Operation *user) {
    return isa<PointOpInterface>(user) && !maps.contains(user);
  });
}

/// Removes the maps that are better fused with other ops of their shape, such
/// as those of a softmax, and the maps that depend on them.
void SinkableMaps::removeSeparating() {
  SmallVector<Operation *> removed;
  for (MapOp map : added)
    if (separates(map))
      removed.push_back(map);
  while (!removed.empty()) {
    Operation *map = removed.pop_back_val();
    if (!maps.erase(map))
      continue;
    // The other maps of its inputs, and those of its result.
    for (Value input : map->getOperands()) {
      if (Operation *producer = input.getDefiningOp())
        removed.push_back(producer);
      if (auto reshape = input.getDefiningOp<tensor::ExpandShapeOp>())
        llvm::append_range(removed, reshape->getUsers());
    }
    llvm::append_range(removed, map->getUsers());
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
