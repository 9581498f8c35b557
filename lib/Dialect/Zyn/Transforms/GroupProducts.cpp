//===- GroupProducts.cpp - Moves products of an array together ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "Zyn/Dialect/Zyn/Analysis/SimilarProducts.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNGROUPPRODUCTS
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

/// The groups of products of the same A, the last ones, that another one may
/// join, and the ops that are moved along with it.
static constexpr size_t kMostGroups = 8, kMostMoved = 32;

namespace {

/// The numbers of the ops of a block; those that were moved keep theirs.
using Positions = DenseMap<Operation *, unsigned>;

/// Similar products that follow each other.
struct Group {
  ProductOpInterface first, last;
  unsigned size = 1;
};

struct ZynGroupProducts : zyn::impl::ZynGroupProductsBase<ZynGroupProducts> {
  void runOnOperation() override {
    SmallVector<Block *> blocks;
    getOperation()->walk([&](Block *block) { blocks.push_back(block); });
    for (Block *block : blocks)
      run(*block);
  }

private:
  void run(Block &block);
};

} // namespace

/// Returns the ops after `group` in its block that `product` needs, or nothing
/// if it depends on the group, or if they are too many or have effects.
static std::optional<llvm::SetVector<Operation *>>
findNeeded(ProductOpInterface product, const Group &group,
           const Positions &positions) {
  llvm::SetVector<Operation *> needed;
  unsigned first = positions.at(group.first);
  SmallVector<Operation *> remaining = {product};
  while (!remaining.empty()) {
    for (Value operand : remaining.pop_back_val()->getOperands()) {
      Operation *definition = operand.getDefiningOp();
      if (!definition || definition->getBlock() != product->getBlock() ||
          positions.at(definition) < first || needed.contains(definition))
        continue;
      // Those of the group have the position of the first one.
      bool isInGroup = isa<ProductOpInterface>(definition) &&
                       positions.at(definition) == first;
      if (isInGroup || needed.size() == kMostMoved ||
          definition->getNumRegions() != 0 || !isMemoryEffectFree(definition))
        return std::nullopt;
      needed.insert(definition);
      remaining.push_back(definition);
    }
  }
  return needed;
}

void ZynGroupProducts::run(Block &block) {
  Positions positions;
  SmallVector<ProductOpInterface> products;
  for (auto [position, op] : llvm::enumerate(block)) {
    positions[&op] = position;
    if (auto product = dyn_cast<ProductOpInterface>(op))
      products.push_back(product);
  }
  DenseMap<Value, SmallVector<Group, 1>> groupsOf;
  for (ProductOpInterface product : products) {
    SmallVector<Group, 1> &groups = groupsOf[product.getLhs()];
    Group *joined = nullptr;
    std::optional<llvm::SetVector<Operation *>> needed;
    for (Group &group : MutableArrayRef(groups).take_back(kMostGroups))
      if (areSimilar(product, group.first) &&
          (needed = findNeeded(product, group, positions))) {
        joined = &group;
        break;
      }
    if (!joined) {
      groups.push_back({product, product});
      continue;
    }
    for (Operation *op : topologicalSort(*needed)) {
      op->moveBefore(joined->first);
      positions[op] = positions.at(joined->first);
    }
    bool isMoved = joined->last->getNextNode() != product;
    product->moveAfter(joined->last);
    joined->last = product;
    positions[product] = positions.at(joined->first);
    ++joined->size;
    if (isMoved)
      remark::passed(product.getLoc(), remark::RemarkOpts::name("GroupProducts")
                                           .category("zyn-group-products"))
          << remark::reason("moved behind {0} the same array",
                            joined->size == 2
                                ? "another product that multiplies"
                                : "other products that multiply");
  }
}
