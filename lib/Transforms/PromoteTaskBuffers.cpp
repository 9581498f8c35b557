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
    // Other parallel loops become sequential ones, which would not free what is
    // on the stack.
    getOperation()->walk([&](scf::ParallelOp parallel) {
      if (!parallel->getParentOfType<scf::ParallelOp>() &&
          parallel.getInitVals().empty())
        promote(parallel);
    });
  }

private:
  void promote(scf::ParallelOp parallel) const {
    DataLayout layout = DataLayout::closest(parallel);
    int64_t available = maxBytes;
    SmallVector<memref::AllocOp> allocs;
    parallel.getBody()->walk([&](memref::AllocOp alloc) {
      if (alloc->getParentOfType<scf::ParallelOp>() == parallel &&
          alloc.getType().hasStaticShape() &&
          alloc.getType().getElementType().isIntOrIndexOrFloat() &&
          zyn::findDeallocation(alloc))
        allocs.push_back(alloc);
    });
    // A buffer of an inner loop is freed before the next iteration allocates
    // it again.
    OpBuilder builder(parallel);
    for (memref::AllocOp alloc : allocs) {
      std::optional<int64_t> bytes =
          zyn::getStaticBytes(alloc.getType(), layout);
      if (!bytes || *bytes > available)
        continue;
      available -= *bytes;
      // That of vectors of AVX-512, which are whole lines of a cache.
      constexpr uint64_t leastAlignment = 64;
      builder.setInsertionPointToStart(parallel.getBody());
      Value promoted = memref::AllocaOp::create(
          builder, alloc.getLoc(), alloc.getType(),
          builder.getI64IntegerAttr(
              std::max(alloc.getAlignment().value_or(1), leastAlignment)));
      zyn::findDeallocation(alloc).erase();
      alloc.replaceAllUsesWith(promoted);
      alloc.erase();
    }
  }
};
} // namespace
