//===- PromoteTaskBuffers.cpp - Buffers of tasks on the stack -------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "Zyn/Transforms/Buffers.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNPROMOTETASKBUFFERS
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {
struct ZynPromoteTaskBuffers
    : zyn::impl::ZynPromoteTaskBuffersBase<ZynPromoteTaskBuffers> {
  using ZynPromoteTaskBuffersBase::ZynPromoteTaskBuffersBase;

  void runOnOperation() override {
    getOperation()->walk([&](scf::ParallelOp parallel) { promote(parallel); });
  }

private:
  void promote(scf::ParallelOp parallel) const {
    DataLayout layout = DataLayout::closest(parallel);
    int64_t available = maxBytes;
    SmallVector<memref::AllocOp> allocs;
    parallel.getBody()->walk([&](memref::AllocOp alloc) {
      if (alloc->getParentOfType<scf::ParallelOp>() == parallel &&
          alloc.getType().hasStaticShape())
        allocs.push_back(alloc);
    });
    // A buffer of an inner loop is freed before the next iteration allocates
    // it again.
    OpBuilder builder(parallel);
    for (memref::AllocOp alloc : allocs) {
      memref::DeallocOp dealloc = zyn::findDeallocation(alloc);
      std::optional<int64_t> bytes =
          zyn::getStaticBytes(alloc.getType(), layout);
      if (!dealloc || !bytes || *bytes > available)
        continue;
      available -= *bytes;
      builder.setInsertionPointToStart(parallel.getBody());
      Value promoted = memref::AllocaOp::create(
          builder, alloc.getLoc(), alloc.getType(), alloc.getAlignmentAttr());
      alloc.replaceAllUsesWith(promoted);
      dealloc.erase();
      alloc.erase();
    }
  }
};
} // namespace
