//===- CheckTarget.cpp - Checks requirements of ops -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/Transforms/Passes.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Support/GPULimits.h"

namespace mlir::kernel {
#define GEN_PASS_DEF_KERNELCHECKTARGET
#include "Zyn/Dialect/Kernel/Transforms/Passes.h.inc"
} // namespace mlir::kernel

using namespace mlir;
using namespace mlir::kernel;
namespace limits = ::zyn::limits;

namespace {

/// An architecture: its compute capability times ten, and whether features that
/// only this architecture supports may be used.
struct Architecture {
  int sm = 0;
  bool isSpecific = false;
};

std::optional<Architecture> parseChip(StringRef chip) {
  Architecture architecture;
  if (!chip.consume_front("sm_") || chip.consumeInteger(10, architecture.sm))
    return std::nullopt;
  architecture.isSpecific = chip == "a" || chip == "f";
  return architecture;
}

/// Returns the PTX version in `features` times ten, or 0 if there is none.
int parsePTX(StringRef features) {
  size_t start = features.find("+ptx");
  int version = 0;
  if (start == StringRef::npos ||
      features.substr(start + 4).consumeInteger(10, version))
    return 0;
  return version;
}

/// Returns the default PTX version of LLVM for an architecture, times ten.
int getMinPTX(Architecture architecture) {
  switch (architecture.sm) {
  case 80:
    return 70;
  case 86:
    return 71;
  case 87:
    return 74;
  case 89:
    return 78;
  case 90:
    return architecture.isSpecific ? 80 : 78;
  default:
    return architecture.sm < 80 ? 60 : 86;
  }
}

struct KernelCheckTarget
    : kernel::impl::KernelCheckTargetBase<KernelCheckTarget> {
  using KernelCheckTargetBase::KernelCheckTargetBase;

  void runOnOperation() override {
    std::optional<Architecture> target = parseChip(chip);
    if (!target) {
      getOperation().emitError("unknown chip '")
          << chip << "': expected an architecture such as sm_80 or sm_90a";
      return signalPassFailure();
    }
    int given = parsePTX(features), needed = getMinPTX(*target);
    WalkResult walk = getOperation().walk([&](Operation *op) {
      if (auto function = dyn_cast<gpu::GPUFuncOp>(op))
        if (failed(checkCluster(function, *target)))
          return WalkResult::interrupt();
      auto user = dyn_cast<TargetRequirementOpInterface>(op);
      if (!user)
        return WalkResult::advance();
      TargetRequirement requirement = user.getTargetRequirement();
      if (failed(check(op, requirement, *target, given)))
        return WalkResult::interrupt();
      needed = std::max(needed, requirement.ptx);
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return signalPassFailure();
    std::string version = given ? features : "+ptx" + std::to_string(needed);
    MLIRContext *context = &getContext();
    getOperation().setTargetsAttr(ArrayAttr::get(
        context,
        NVVM::NVVMTargetAttr::get(context, /*optLevel=*/3,
                                  "nvptx64-nvidia-cuda", chip, version)));
  }

private:
  /// Does not use emitOpError, since the message starts with the op's name
  /// itself.
  LogicalResult check(Operation *op, TargetRequirement requirement,
                      Architecture target, int ptx) {
    bool isSupported = requirement.isArchSpecific
                           ? target.sm == requirement.sm && target.isSpecific
                           : target.sm >= requirement.sm;
    if (!isSupported)
      return emitError(op->getLoc())
             << "'" << op->getName() << "' needs sm_" << requirement.sm
             << (requirement.isArchSpecific ? "a" : "") << ", target is "
             << chip;
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
