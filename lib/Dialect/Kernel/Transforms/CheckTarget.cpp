//===- CheckTarget.cpp - Checks requirements of ops -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/Transforms/Passes.h"

#include "UpstreamRequirements.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Dialect/Kernel/Transforms/Architecture.h"
#include "Zyn/Support/GPULimits.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::kernel {
#define GEN_PASS_DEF_KERNELCHECKTARGET
#include "Zyn/Dialect/Kernel/Transforms/Passes.h.inc"
} // namespace mlir::kernel

using namespace mlir;
using namespace mlir::kernel;
namespace limits = ::zyn::limits;

/// Returns what an op requires, if it states that or is one of upstream's.
static std::optional<TargetRequirement> getRequirement(Operation *op) {
  if (auto user = dyn_cast<TargetRequirementOpInterface>(op))
    return user.getTargetRequirement();
  return getUpstreamRequirement(op);
}

static bool isSupported(TargetRequirement requirement, Architecture target) {
  if (!requirement.isArchSpecific)
    return target.sm >= requirement.sm;
  int last = std::max(requirement.sm, requirement.lastSM);
  return target.isSpecific && target.sm >= requirement.sm && target.sm <= last;
}

/// Returns the architectures that meet a requirement, such as "sm_90a".
static std::string formatArchitectures(TargetRequirement requirement) {
  std::string first = "sm_" + std::to_string(requirement.sm);
  if (!requirement.isArchSpecific)
    return first;
  if (requirement.lastSM == 0)
    return first + "a";
  if (requirement.lastSM == anyLaterSM)
    return first + "a or a later architecture with the suffix";
  return first + "a to sm_" + std::to_string(requirement.lastSM) + "a";
}

namespace {

struct KernelCheckTarget
    : kernel::impl::KernelCheckTargetBase<KernelCheckTarget> {
  using KernelCheckTargetBase::KernelCheckTargetBase;

  void runOnOperation() override {
    if (std::string problem = getTargetProblem(chip, features);
        !problem.empty()) {
      getOperation().emitError(problem);
      return signalPassFailure();
    }
    Architecture target = *Architecture::parse(chip);
    int given = getPTXVersion(features), needed = getLowestPTXVersion(chip);
    WalkResult walk = getOperation().walk([&](Operation *op) {
      if (auto function = dyn_cast<gpu::GPUFuncOp>(op))
        if (failed(checkCluster(function, target)))
          return WalkResult::interrupt();
      std::optional<TargetRequirement> requirement = getRequirement(op);
      if (!requirement)
        return WalkResult::advance();
      if (failed(check(op, *requirement, target, given)))
        return WalkResult::interrupt();
      needed = std::max(needed, requirement->ptx);
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return signalPassFailure();
    std::string version = given ? features : "+ptx" + std::to_string(needed);
    MLIRContext *context = &getContext();
    getOperation().setTargetsAttr(ArrayAttr::get(
        context,
        NVVM::NVVMTargetAttr::get(context, getOptimizationLevel(),
                                  "nvptx64-nvidia-cuda", chip, version)));
  }

private:
  /// Returns that of the target that the module has, or else the highest one.
  int getOptimizationLevel() {
    if (ArrayAttr targets = getOperation().getTargetsAttr())
      for (Attribute target : targets)
        if (auto nvvm = dyn_cast<NVVM::NVVMTargetAttr>(target))
          return nvvm.getO();
    return 3;
  }

  /// Does not use emitOpError, since the message starts with the op's name
  /// itself.
  LogicalResult check(Operation *op, TargetRequirement requirement,
                      Architecture target, int ptx) {
    if (!isSupported(requirement, target))
      return emitError(op->getLoc())
             << "'" << op->getName() << "' needs "
             << formatArchitectures(requirement) << ", target is " << chip;
    if (ptx && ptx < requirement.ptx)
      return emitError(op->getLoc())
             << "'" << op->getName() << "' needs PTX " << requirement.ptx / 10
             << "." << requirement.ptx % 10 << ", target has PTX " << ptx / 10
             << "." << ptx % 10 << "; omit the feature or increase its version";
    return success();
  }

  LogicalResult checkCluster(gpu::GPUFuncOp function, Architecture target) {
    std::optional<ArrayRef<int32_t>> size = function.getKnownClusterSize();
    if (!size)
      return success();
    if (target.sm < 90)
      return emitError(function.getLoc())
             << "a kernel with known_cluster_size needs sm_90, target is "
             << chip;
    int64_t blocks = 1;
    for (int32_t dimension : *size)
      blocks *= dimension;
    if (blocks < 1 || blocks > limits::maxClusterBlocks)
      return emitError(function.getLoc())
             << "expected a known_cluster_size of 1 to "
             << limits::maxClusterBlocks << " blocks, found " << blocks;
    return success();
  }
};

} // namespace
