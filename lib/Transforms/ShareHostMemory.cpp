//===- ShareHostMemory.cpp - Memory for host code and kernels -------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNSHAREHOSTMEMORY
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

/// Whether `op` reads or writes elements of a buffer. Copies do not count,
/// since the device can do them.
static bool accessesElements(Operation *op) {
  if (isa<memref::CopyOp>(op))
    return false;
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return false;
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  return llvm::any_of(instances,
                      [](const MemoryEffects::EffectInstance &effect) {
                        return isa<MemoryEffects::Read, MemoryEffects::Write>(
                                   effect.getEffect()) &&
                               effect.getValue() &&
                               isa<BaseMemRefType>(effect.getValue().getType());
                      });
}

/// Whether `op` passes a buffer to an external or unknown function.
static bool passesBufferOutside(Operation *op) {
  auto call = dyn_cast<CallOpInterface>(op);
  if (!call ||
      llvm::none_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>))
    return false;
  auto callee = dyn_cast_or_null<FunctionOpInterface>(call.resolveCallable());
  return !callee || callee.isExternal();
}

namespace {
struct ZynShareHostMemory
    : zyn::impl::ZynShareHostMemoryBase<ZynShareHostMemory> {
  void runOnOperation() override {
    SmallVector<Operation *> loops;
    SmallVector<memref::AllocOp> allocations;
    bool launchesKernels = false, accessesBuffers = false;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<gpu::GPUModuleOp>(op))
        return WalkResult::skip();
      if (isa<gpu::AsyncOpInterface>(op)) {
        launchesKernels = true;
        return WalkResult::advance();
      }
      accessesBuffers |= isa<gpu::HostRegisterOp>(op) || accessesElements(op) ||
                         passesBufferOutside(op);
      if (auto allocation = dyn_cast<memref::AllocOp>(op))
        allocations.push_back(allocation);
      if (isa<linalg::LinalgOp, memref::CopyOp>(op))
        loops.push_back(op);
      return WalkResult::advance();
    });
    if (!launchesKernels || !accessesBuffers)
      return;
    for (Operation *op : loops)
      if (failed(lowerToLoops(op)))
        return signalPassFailure();
    // Host code waits for kernels before it accesses what they write.
    OpPassManager waits(func::FuncOp::getOperationName());
    waits.addPass(createGpuAsyncRegionPass());
    for (auto function :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (!function.isExternal() && failed(runPipeline(waits, function)))
        return signalPassFailure();
    // Done last, since shared memory is not allocated asynchronously.
    for (memref::AllocOp allocation : allocations)
      share(allocation);
  }

private:
  LogicalResult lowerToLoops(Operation *op) {
    IRRewriter rewriter(op);
    if (auto copy = dyn_cast<memref::CopyOp>(op)) {
      if (!isa<MemRefType>(copy.getSource().getType()) ||
          !isa<MemRefType>(copy.getTarget().getType()))
        return success();
      auto asLinalg = linalg::CopyOp::create(
          rewriter, op->getLoc(), copy.getSource(), copy.getTarget());
      rewriter.eraseOp(op);
      op = asLinalg;
    }
    auto linalgOp = cast<linalg::LinalgOp>(op);
    if (!linalgOp.hasPureBufferSemantics())
      return success();
    rewriter.setInsertionPoint(op);
    if (failed(linalg::linalgOpToLoops(rewriter, linalgOp)))
      return op->emitOpError("has no lowering to loops in host code");
    rewriter.eraseOp(op);
    return success();
  }

  static void share(memref::AllocOp allocation) {
    OpBuilder builder(allocation);
    auto shared = gpu::AllocOp::create(
        builder, allocation.getLoc(), allocation.getType(),
        /*asyncToken=*/Type(), /*asyncDependencies=*/ValueRange(),
        allocation.getDynamicSizes(), allocation.getSymbolOperands(),
        /*hostShared=*/true);
    allocation.getResult().replaceAllUsesWith(shared.getMemref());
    allocation.erase();
  }
};
} // namespace
