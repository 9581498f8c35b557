//===- DropDeallocations.cpp - Leaves deallocation to the pipeline --------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNDROPDEALLOCATIONS
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

/// Whether `op` only frees buffers.
static bool onlyFrees(Operation *op) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects || op->getNumOperands() == 0)
    return false;
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  return !instances.empty() &&
         llvm::all_of(instances,
                      [](const MemoryEffects::EffectInstance &effect) {
                        return isa<MemoryEffects::Free>(effect.getEffect()) &&
                               effect.getValue() &&
                               isa<BaseMemRefType>(effect.getValue().getType());
                      });
}

namespace {
struct ZynDropDeallocations
    : zyn::impl::ZynDropDeallocationsBase<ZynDropDeallocations> {
  void runOnOperation() override {
    SmallVector<Operation *> deallocations;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<gpu::GPUModuleOp>(op))
        return WalkResult::skip();
      if (onlyFrees(op))
        deallocations.push_back(op);
      return WalkResult::advance();
    });
    for (Operation *op : deallocations) {
      // Ops that wait for an asynchronous one wait for its dependencies
      // instead.
      if (auto async = dyn_cast<gpu::AsyncOpInterface>(op);
          async && async.getAsyncToken()) {
        OpBuilder builder(op);
        async.getAsyncToken().replaceAllUsesWith(
            gpu::WaitOp::create(builder, op->getLoc(),
                                async.getAsyncToken().getType(),
                                async.getAsyncDependencies())
                .getAsyncToken());
      }
      op->erase();
    }
  }
};
} // namespace
