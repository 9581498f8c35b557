//===- ComputeBody.cpp - Clones bodies of loop nests ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Transforms/ComputeBody.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::zyn;

bool zyn::hasSequentialLoops(ComputeOp op) {
  return op.getBody()
      .walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

namespace {

/// Clones ops at any depth, except those that read indices and elements.
class BodyCloner {
public:
  BodyCloner(OpBuilder &builder, ValueRange indices, IRMapping &mapping,
             ElementReader readElement)
      : builder(builder), indices(indices), mapping(mapping),
        readElement(readElement) {}

  void clone(Operation &op);

private:
  void cloneRegion(Region &from, Region &to);

  OpBuilder &builder;
  ValueRange indices;
  IRMapping &mapping;
  ElementReader readElement;
};

} // namespace

void BodyCloner::cloneRegion(Region &from, Region &to) {
  OpBuilder::InsertionGuard guard(builder);
  for (Block &block : from) {
    SmallVector<Location> locations = llvm::map_to_vector(
        block.getArguments(), [](BlockArgument arg) { return arg.getLoc(); });
    Block *copy =
        builder.createBlock(&to, to.end(), block.getArgumentTypes(), locations);
    mapping.map(&block, copy);
    mapping.map(block.getArguments(), copy->getArguments());
  }
  for (Block &block : from) {
    builder.setInsertionPointToEnd(mapping.lookup(&block));
    for (Operation &op : block)
      clone(op);
  }
}

void BodyCloner::clone(Operation &op) {
  if (auto index = dyn_cast<IndexOp>(op)) {
    mapping.map(index.getResult(), indices[index.getDimension()]);
    return;
  }
  if (auto element = dyn_cast<ElementOp>(op)) {
    SmallVector<Value> at =
        llvm::map_to_vector(element.getIndices(), [&](Value index) {
          return mapping.lookupOrDefault(index);
        });
    mapping.map(element.getResult(), readElement(builder, element, at));
    return;
  }
  Operation *copy = builder.insert(op.cloneWithoutRegions(mapping));
  for (auto [from, to] : llvm::zip_equal(op.getRegions(), copy->getRegions()))
    cloneRegion(from, to);
}

SmallVector<Value> zyn::cloneComputeBody(OpBuilder &builder, ComputeOp op,
                                         ValueRange indices, IRMapping mapping,
                                         ElementReader readElement) {
  BodyCloner cloner(builder, indices, mapping, readElement);
  Block *body = op.getBlock();
  for (Operation &inner : body->without_terminator())
    cloner.clone(inner);
  return llvm::map_to_vector(
      body->getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}
