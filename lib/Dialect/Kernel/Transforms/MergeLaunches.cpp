//===- MergeLaunches.cpp - Merges independent launches of a kernel --------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/Transforms/Passes.h"

#include "MemoryAccesses.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Dialect/Kernel/IR/LaunchWork.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <map>

namespace mlir::kernel {
#define GEN_PASS_DEF_KERNELMERGELAUNCHES
#include "Zyn/Dialect/Kernel/Transforms/Passes.h.inc"
} // namespace mlir::kernel

using namespace mlir;
using namespace mlir::kernel;
namespace limits = ::zyn::limits;

/// The launches and ops that a launch is moved before, at most. Products of the
/// same array are this close to each other, whereas buffers of what is moved
/// further are needed for much longer.
static constexpr unsigned kMostLaunches = 6, kMostOps = 256;

/// Whether the kernel refers to the grid other than by its dimensions x and y.
static bool usesGridZ(gpu::GPUFuncOp kernel) {
  auto isOnZ = [](Operation *op) {
    if (isa<GlobalIdOp, gpu::GlobalIdOp>(op))
      return true;
    // Kernels of upstream's dialects are not generated.
    if (isa_and_nonnull<NVVM::NVVMDialect, LLVM::LLVMDialect>(op->getDialect()))
      return true;
    return llvm::TypeSwitch<Operation *, bool>(op)
        .Case<BlockIdOp, GridSizeOp, ClusterIdOp, ClusterGridSizeOp>(
            [](auto number) { return number.getDimension() == Dimension::z; })
        .Case<gpu::BlockIdOp, gpu::GridDimOp, gpu::ClusterIdOp,
              gpu::ClusterDimOp>([](Operation *) { return true; })
        .Default(false);
  };
  return kernel.getBody()
      .walk([&](Operation *op) {
        return isOnZ(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Returns the bytes of kernel arguments of these types, or more.
static int64_t getArgumentBytes(TypeRange types) {
  int64_t bytes = 0;
  for (Type type : types) {
    if (auto buffer = dyn_cast<MemRefType>(type))
      bytes += 8 * (3 + 2 * buffer.getRank());
    else if (isa<TensorMapType>(type))
      bytes = llvm::alignTo(bytes, limits::tensorMapAlignment) +
              limits::tensorMapBytes;
    else if (auto vector = dyn_cast<VectorType>(type))
      bytes += 16 * vector.getNumElements();
    else
      bytes += 16;
  }
  return bytes;
}

static bool isSameSize(Value a, Value b) {
  APInt x, y;
  return a == b || (a && b && matchPattern(a, m_ConstantInt(&x)) &&
                    matchPattern(b, m_ConstantInt(&y)) && x == y);
}

static bool haveSameSizes(gpu::LaunchFuncOp a, gpu::LaunchFuncOp b) {
  return isSameSize(a.getGridSizeX(), b.getGridSizeX()) &&
         isSameSize(a.getGridSizeY(), b.getGridSizeY()) &&
         isSameSize(a.getBlockSizeX(), b.getBlockSizeX()) &&
         isSameSize(a.getBlockSizeY(), b.getBlockSizeY()) &&
         isSameSize(a.getBlockSizeZ(), b.getBlockSizeZ()) &&
         isSameSize(a.getDynamicSharedMemorySize(),
                    b.getDynamicSharedMemorySize());
}

static bool onlyAllocates(Operation *op) {
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return false;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return llvm::all_of(effects, [](const MemoryEffects::EffectInstance &effect) {
    return isa<MemoryEffects::Allocate>(effect.getEffect());
  });
}

namespace {

/// Adjacent launches of a kernel that do not depend on each other.
using Launches = SmallVector<gpu::LaunchFuncOp>;

class LaunchMerger {
public:
  LaunchMerger(AliasAnalysis &aliases, unsigned maxLaunches)
      : aliases(aliases), maxLaunches(maxLaunches) {}

  void run(ModuleOp module);

private:
  bool isMergeable(gpu::LaunchFuncOp launch);
  std::optional<BufferAccesses> getAccesses(Operation *op);
  /// Moves `launch` behind the last launch of the nearest group before it that
  /// it can be merged with.
  void join(gpu::LaunchFuncOp launch);
  /// Returns whether `launch` depends on none of the launches of a group, and
  /// has the same sizes.
  bool isIndependent(gpu::LaunchFuncOp launch, const BufferAccesses &accesses,
                     const Launches &group);
  /// Replaces the launches of a group with one.
  void merge(const Launches &launches);
  gpu::GPUFuncOp getMergedKernel(gpu::GPUFuncOp kernel, unsigned count,
                                 ArrayRef<unsigned> distinct);

  AliasAnalysis &aliases;
  unsigned maxLaunches;
  SymbolTableCollection symbols;
  LaunchAccesses accessesOf;
  /// Whether a kernel refers to z.
  DenseMap<Operation *, bool> usesZ;
  std::vector<Launches> groups;
  DenseMap<Operation *, size_t> groupOf;
  std::map<std::tuple<Operation *, unsigned, std::vector<unsigned>>,
           gpu::GPUFuncOp>
      mergedKernels;
};

} // namespace

bool LaunchMerger::isMergeable(gpu::LaunchFuncOp launch) {
  if (!accessesOf.find(launch) || launch.hasClusterSize() ||
      !matchPattern(launch.getGridSizeZ(), m_One()))
    return false;
  gpu::GPUFuncOp kernel = accessesOf.getKernel(launch);
  auto [entry, isNew] = usesZ.try_emplace(kernel);
  if (isNew)
    entry->second = usesGridZ(kernel);
  return !entry->second;
}

std::optional<BufferAccesses> LaunchMerger::getAccesses(Operation *op) {
  if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
    return accessesOf.find(launch);
  return findBufferAccesses(op);
}

bool LaunchMerger::isIndependent(gpu::LaunchFuncOp launch,
                                 const BufferAccesses &accesses,
                                 const Launches &group) {
  gpu::LaunchFuncOp first = group.front();
  if (group.size() >= maxLaunches || !haveSameSizes(launch, first))
    return false;
  int64_t bytes = getArgumentBytes(launch.getKernelOperands().getTypes());
  if (bytes * int64_t(group.size() + 1) > limits::maxKernelArgumentBytes)
    return false;
  return llvm::all_of(group, [&](gpu::LaunchFuncOp other) {
    return areIndependent(accesses, *getAccesses(other), aliases);
  });
}

void LaunchMerger::join(gpu::LaunchFuncOp launch) {
  std::optional<BufferAccesses> accesses = getAccesses(launch);
  if (!accesses)
    return;
  // The ops before the launch that it needs, last one first.
  llvm::SmallSetVector<Operation *, 8> needed;
  auto isNeeded = [&](Operation *op) {
    auto isInBlock = [&](Operation *user) {
      return user == launch || needed.contains(user);
    };
    return llvm::any_of(op->getUsers(), isInBlock);
  };
  unsigned launchCount = 0, opCount = 0;
  for (Operation *op = launch->getPrevNode(); op; op = op->getPrevNode()) {
    if (++opCount > kMostOps)
      return;
    std::optional<BufferAccesses> others = getAccesses(op);
    if (!others)
      return;
    if (auto group = groupOf.find(op); group != groupOf.end()) {
      Launches &launches = groups[group->second];
      if (launches.front().getKernelAttr() == launch.getKernelAttr() &&
          isIndependent(launch, *accesses, launches)) {
        for (Operation *definition : llvm::reverse(needed))
          definition->moveBefore(launches.front());
        launch->moveAfter(launches.back());
        launches.push_back(launch);
        groupOf[launch] = group->second;
        return;
      }
    }
    if (!areIndependent(*accesses, *others, aliases))
      return;
    if (isa<gpu::LaunchFuncOp>(op) && ++launchCount > kMostLaunches)
      return;
    if (isNeeded(op)) {
      if (op->getNumRegions() != 0 || (!isPure(op) && !onlyAllocates(op)))
        return;
      needed.insert(op);
    }
  }
}

gpu::GPUFuncOp LaunchMerger::getMergedKernel(gpu::GPUFuncOp kernel,
                                             unsigned count,
                                             ArrayRef<unsigned> distinct) {
  gpu::GPUFuncOp &merged = mergedKernels[{kernel, count, distinct.vec()}];
  if (merged)
    return merged;
  merged = kernel.clone();
  // There are more blocks along z.
  merged.removeKnownGridSizeAttr();
  merged.setName((kernel.getName() + "_x" + Twine(count)).str());
  symbols.getSymbolTable(kernel->getParentOp())
      .insert(merged, std::next(kernel->getIterator()));

  Location loc = kernel.getLoc();
  auto builder = OpBuilder::atBlockBegin(&merged.getBody().front());
  Value group =
      BlockIdOp::create(builder, loc, builder.getIndexType(), Dimension::z);
  SmallVector<Value> isMember;
  for (unsigned member = 1; member < count; ++member)
    isMember.push_back(arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, group,
        arith::ConstantIndexOp::create(builder, loc, member)));
  // The last ones first, so that the others keep their numbers.
  for (unsigned number : llvm::reverse(distinct)) {
    BlockArgument first = merged.getArgument(number);
    SmallVector<unsigned> positions(count - 1, number + 1);
    SmallVector<Type> types(count - 1, first.getType());
    SmallVector<DictionaryAttr> attributes(count - 1,
                                           merged.getArgAttrDict(number));
    SmallVector<Location> locations(count - 1, first.getLoc());
    (void)merged.insertArguments(positions, types, attributes, locations);
    Value selected = first;
    llvm::SmallPtrSet<Operation *, 8> selections;
    for (unsigned member = 1; member < count; ++member) {
      selected = arith::SelectOp::create(builder, loc, isMember[member - 1],
                                         merged.getArgument(number + member),
                                         selected);
      selections.insert(selected.getDefiningOp());
    }
    first.replaceAllUsesExcept(selected, selections);
  }
  return merged;
}

void LaunchMerger::merge(const Launches &launches) {
  gpu::LaunchFuncOp first = launches.front();
  gpu::GPUFuncOp kernel = accessesOf.getKernel(first);
  SmallVector<unsigned> distinct;
  SmallVector<Value> operands;
  SmallVector<Location> locations;
  // The numbers of each launch's arguments among those of the merged one.
  SmallVector<SmallVector<unsigned>> numbers(launches.size());
  for (unsigned i = 0, e = first.getNumKernelOperands(); i < e; ++i) {
    SmallVector<Value> ofLaunches;
    for (gpu::LaunchFuncOp launch : launches)
      ofLaunches.push_back(launch.getKernelOperand(i));
    bool isCommon = llvm::all_equal(ofLaunches);
    if (!isCommon)
      distinct.push_back(i);
    for (size_t member = 0; member < launches.size(); ++member) {
      if (!isCommon || member == 0)
        operands.push_back(ofLaunches[member]);
      numbers[member].push_back(operands.size() - 1);
    }
  }
  SmallVector<WorkAttr> works;
  for (gpu::LaunchFuncOp launch : launches) {
    works.push_back(getWork(launch));
    locations.push_back(launch.getLoc());
  }
  gpu::GPUFuncOp merged = getMergedKernel(kernel, launches.size(), distinct);
  OpBuilder builder(first);
  Location loc = FusedLoc::get(first.getContext(), locations);
  Value count = arith::ConstantIndexOp::create(builder, loc, launches.size());
  auto launch = gpu::LaunchFuncOp::create(
      builder, loc, merged,
      gpu::KernelDim3{first.getGridSizeX(), first.getGridSizeY(), count},
      first.getBlockSizeOperandValues(), first.getDynamicSharedMemorySize(),
      operands);
  launch->setAttr(KernelDialect::getWorkAttrName(), addWorks(works, numbers));
  remark::passed(loc, remark::RemarkOpts::name("MergeLaunches")
                          .category("kernel-merge-launches"))
      << remark::reason("{0} independent launches of '{1}' are one",
                        launches.size(), kernel.getName());
  for (gpu::LaunchFuncOp replaced : launches)
    replaced.erase();
}

void LaunchMerger::run(ModuleOp module) {
  SmallVector<gpu::LaunchFuncOp> launches;
  module.walk([&](gpu::LaunchFuncOp launch) {
    if (isMergeable(launch))
      launches.push_back(launch);
  });
  for (gpu::LaunchFuncOp launch : launches) {
    join(launch);
    if (groupOf.contains(launch))
      continue;
    groupOf[launch] = groups.size();
    groups.push_back({launch});
  }
  llvm::SmallSetVector<gpu::GPUFuncOp, 8> replaced;
  for (const Launches &group : groups)
    if (group.size() > 1) {
      replaced.insert(accessesOf.getKernel(group.front()));
      merge(group);
    }
  // A kernel that only merged launches used is gone.
  for (gpu::GPUFuncOp kernel : replaced)
    if (SymbolTable::symbolKnownUseEmpty(kernel, module))
      kernel.erase();
}

namespace {
struct KernelMergeLaunches
    : kernel::impl::KernelMergeLaunchesBase<KernelMergeLaunches> {
  using KernelMergeLaunchesBase::KernelMergeLaunchesBase;

  void runOnOperation() override {
    LaunchMerger(getAnalysis<AliasAnalysis>(), maxLaunches).run(getOperation());
  }
};
} // namespace
