//===- FindDependences.cpp - Which launches depend on each other ----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/Transforms/Passes.h"

#include "MemoryAccesses.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::kernel {
#define GEN_PASS_DEF_KERNELFINDDEPENDENCES
#include "Zyn/Dialect/Kernel/Transforms/Passes.h.inc"
} // namespace mlir::kernel

using namespace mlir;
using namespace mlir::kernel;

/// One in as many launches depends on all those before it, so that the pass
/// takes linear time.
static constexpr size_t kMostLaunches = 16;

namespace {

/// Sets of launches before another one: bit i is the one i + 1 launches before.
using Launches = uint64_t;

/// A launch that a later one may be independent of.
struct EarlierLaunch {
  /// Nothing if all launches after it depend on it.
  std::optional<BufferAccesses> accesses;
  /// All launches, since the oldest one that is known, that it depends on, if
  /// only through others.
  Launches ancestors;
};

class DependenceFinder {
public:
  DependenceFinder(LaunchAccesses &launches, AliasAnalysis &aliases)
      : launches(launches), aliases(aliases) {}

  /// If `isStart`, a call of a function that nothing else of the module calls
  /// starts with `block`, and the runtime orders calls.
  void run(Block &block, bool isStart);

  unsigned numLaunches = 0, numIndependent = 0;

private:
  void add(gpu::LaunchFuncOp launch);
  /// Whether `op` may do anything that the order of launches matters for.
  bool separates(Operation *op);

  LaunchAccesses &launches;
  AliasAnalysis &aliases;
  /// Those since all launches depend on the same one.
  SmallVector<EarlierLaunch, kMostLaunches> earlier;
  /// Whether the next launch has to depend on all of those before it.
  bool isSeparate = true;
  /// Whether memory was freed since then, which allocations may use again.
  bool isFreed = false;
};

} // namespace

bool DependenceFinder::separates(Operation *op) {
  if (isMemoryEffectFree(op))
    return false;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface || op->getNumRegions() != 0)
    return true;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  bool onlyFrees = true, onlyAllocates = true;
  for (const MemoryEffects::EffectInstance &effect : effects) {
    onlyFrees &= isa<MemoryEffects::Free>(effect.getEffect());
    onlyAllocates &= isa<MemoryEffects::Allocate>(effect.getEffect());
  }
  if (onlyAllocates)
    return isFreed;
  isFreed |= onlyFrees;
  return !onlyFrees;
}

void DependenceFinder::add(gpu::LaunchFuncOp launch) {
  ++numLaunches;
  // It may be from before launches were merged.
  launch->removeAttr(KernelDialect::getAfterAttrName());
  std::optional<BufferAccesses> accesses = launches.find(launch);
  if (!accesses || isSeparate || earlier.size() == kMostLaunches) {
    // It depends on all others, and those that follow depend on it.
    earlier.assign({{std::nullopt, 0}});
    isSeparate = isFreed = false;
    return;
  }
  Launches all = (Launches(1) << earlier.size()) - 1, direct = 0, ancestors = 0;
  for (auto [distance, other] : llvm::enumerate(llvm::reverse(earlier))) {
    Launches bit = Launches(1) << distance;
    if ((ancestors & bit) ||
        (other.accesses && areIndependent(*accesses, *other.accesses, aliases)))
      continue;
    direct |= bit;
    ancestors |= bit | other.ancestors << (distance + 1);
  }
  if (ancestors != all) {
    launch->setAttr(KernelDialect::getAfterAttrName(),
                    Builder(launch.getContext()).getI64IntegerAttr(direct));
    ++numIndependent;
  }
  earlier.push_back({std::move(accesses), ancestors});
}

void DependenceFinder::run(Block &block, bool isStart) {
  earlier.clear();
  isSeparate = !isStart;
  isFreed = false;
  for (Operation &op : block)
    if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
      add(launch);
    else if (separates(&op))
      isSeparate = true;
}

namespace {
struct KernelFindDependences
    : kernel::impl::KernelFindDependencesBase<KernelFindDependences> {
  void runOnOperation() override {
    LaunchAccesses launches;
    auto &aliases = getAnalysis<AliasAnalysis>();
    llvm::StringSet<> called;
    getOperation().walk(
        [&](func::CallOp call) { called.insert(call.getCallee()); });
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      DependenceFinder finder(launches, aliases);
      function.walk([&](Block *block) {
        finder.run(*block, block->isEntryBlock() &&
                               block->getParentOp() == function &&
                               !called.contains(function.getName()));
      });
      if (finder.numIndependent)
        remark::passed(function.getLoc(),
                       remark::RemarkOpts::name("FindDependences")
                           .category("kernel-find-dependences"))
            << remark::reason("{0} of {1} launches do not depend on all of "
                              "those before them",
                              finder.numIndependent, finder.numLaunches);
    }
  }
};
} // namespace
