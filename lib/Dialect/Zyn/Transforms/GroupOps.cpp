//===- GroupOps.cpp - Moves similar ops together --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "Zyn/Dialect/Zyn/Analysis/SimilarOps.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNGROUPOPS
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

/// The groups, the last ones, that an op may join, the ops that are moved along
/// with it, and the bytes of the results of a map that is moved.
static constexpr size_t kMostGroups = 8, kMostMoved = 32, kMostBytes = 1 << 20;

namespace {

/// The numbers of the ops of a block; those that were moved keep theirs.
using Positions = DenseMap<Operation *, unsigned>;

/// Similar ops that follow each other.
struct Group {
  Operation *first, *last;
  unsigned size = 1;
};

struct ZynGroupOps : zyn::impl::ZynGroupOpsBase<ZynGroupOps> {
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

/// Returns the value that only ops of the same group have as an operand: A of a
/// product, or null for a map of arguments. Returns nothing for other ops.
static std::optional<Value> getKey(Operation *op) {
  auto computeOp = dyn_cast<ComputeOpInterface>(op);
  if (!computeOp || !computeOp.hasPureTensorSemantics())
    return std::nullopt;
  if (auto product = dyn_cast<ProductOpInterface>(op))
    return product.getLhs();
  auto map = dyn_cast<MapOp>(op);
  if (!map || map.getInputs().empty())
    return std::nullopt;
  uint64_t bytes = 0;
  for (Value init : map.getInits()) {
    auto type = cast<ShapedType>(init.getType());
    if (!type.hasStaticShape() || !type.getElementType().isIntOrFloat())
      return std::nullopt;
    bytes = llvm::SaturatingAdd(
        bytes, llvm::SaturatingMultiply<uint64_t>(
                   llvm::divideCeil(type.getElementTypeBitWidth(), 8),
                   type.getNumElements()));
  }
  auto isArgument = [](Value input) {
    auto argument = dyn_cast<BlockArgument>(input);
    return argument &&
           isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  };
  if (bytes > kMostBytes || !llvm::all_of(map.getInputs(), isArgument))
    return std::nullopt;
  return Value();
}

/// Returns the ops after the first one of `group` in its block that `op` needs,
/// or nothing if it depends on the group, or if they are too many or have
/// effects.
static std::optional<llvm::SetVector<Operation *>>
findNeeded(Operation *op, const Group &group, const Positions &positions) {
  llvm::SetVector<Operation *> needed;
  unsigned first = positions.at(group.first);
  SmallVector<Operation *> remaining = {op};
  while (!remaining.empty()) {
    Operation *user = remaining.pop_back_val();
    llvm::SetVector<Value> used(user->operand_begin(), user->operand_end());
    getUsedValuesDefinedAbove(user->getRegions(), used);
    for (Value value : used) {
      Operation *definition = value.getDefiningOp();
      if (!definition || definition->getBlock() != op->getBlock() ||
          needed.contains(definition))
        continue;
      // Those of the group, and what was moved with them, have the position of
      // the first one.
      unsigned position = positions.at(definition);
      bool isInGroup = position == first && getKey(definition);
      if (position <= first && !isInGroup)
        continue;
      if (isInGroup || needed.size() == kMostMoved ||
          definition->getNumRegions() != 0 || !isPure(definition))
        return std::nullopt;
      needed.insert(definition);
      remaining.push_back(definition);
    }
  }
  return needed;
}

void ZynGroupOps::run(Block &block) {
  Positions positions;
  SmallVector<std::pair<Operation *, Value>> candidates;
  for (auto [position, op] : llvm::enumerate(block)) {
    positions[&op] = position;
    if (std::optional<Value> key = getKey(&op))
      candidates.push_back({&op, *key});
  }
  DenseMap<Value, SmallVector<Group, 1>> groupsOf;
  for (auto [op, key] : candidates) {
    SmallVector<Group, 1> &groups = groupsOf[key];
    Group *joined = nullptr;
    std::optional<llvm::SetVector<Operation *>> needed;
    for (Group &group : MutableArrayRef(groups).take_back(kMostGroups))
      if (areSimilar(op, group.first) &&
          (needed = findNeeded(op, group, positions))) {
        joined = &group;
        break;
      }
    if (!joined) {
      groups.push_back({op, op});
      continue;
    }
    unsigned position = positions.at(joined->first);
    for (Operation *moved : topologicalSort(*needed)) {
      moved->moveBefore(joined->first);
      positions[moved] = position;
    }
    bool isMoved = joined->last->getNextNode() != op;
    op->moveAfter(joined->last);
    positions[op] = position;
    joined->last = op;
    ++joined->size;
    if (isMoved)
      remark::passed(
          op->getLoc(),
          remark::RemarkOpts::name("GroupOps").category("zyn-group-ops"))
          << remark::reason("moved behind {0} {1}",
                            joined->size == 2 ? "a similar op" : "similar ops",
                            key ? "on the same array"
                                : "on arguments of the function");
  }
}
