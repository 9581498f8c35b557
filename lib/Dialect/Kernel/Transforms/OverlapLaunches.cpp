//===- OverlapLaunches.cpp - Kernels that start early ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/Transforms/Passes.h"

#include "Zyn/Dialect/Kernel/Transforms/Architecture.h"

namespace mlir::kernel {
#define GEN_PASS_DEF_KERNELOVERLAPLAUNCHES
#include "Zyn/Dialect/Kernel/Transforms/Passes.h.inc"
} // namespace mlir::kernel

using namespace mlir;
using namespace mlir::kernel;

namespace {
struct KernelOverlapLaunches
    : kernel::impl::KernelOverlapLaunchesBase<KernelOverlapLaunches> {
  using KernelOverlapLaunchesBase::KernelOverlapLaunchesBase;

  void runOnOperation() override {
    constexpr int lowestCapability = 90;
    std::optional<Architecture> target = Architecture::parse(chip);
    if (!target || target->sm < lowestCapability)
      return;
    for (auto function : getOperation().getOps<gpu::GPUFuncOp>()) {
      if (!function.isKernel() || function.isExternal())
        continue;
      auto builder = OpBuilder::atBlockBegin(&function.getBody().front());
      NVVM::GriddepcontrolOp::create(builder, function.getLoc(),
                                     NVVM::GridDepActionKind::wait);
    }
  }
};
} // namespace
