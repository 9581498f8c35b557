//===- FreeLocalBuffers.cpp - Frees buffers after their last use ----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNFREELOCALBUFFERS
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

/// Whether the user of `operand`, a buffer, only accesses it and does not
/// retain a reference to it.
static bool isOnlyAccess(OpOperand &operand) {
  Operation *user = operand.getOwner();
  if (isa<memref::LoadOp, memref::CopyOp, memref::DimOp>(user))
    return true;
  if (auto store = dyn_cast<memref::StoreOp>(user))
    return store.getValueToStore() != operand.get();
  // A function returns its own buffers or clones of its arguments.
  if (isa<CallOpInterface>(user))
    return true;
  auto destinationStyle = dyn_cast<DestinationStyleOpInterface>(user);
  return destinationStyle && destinationStyle.hasPureBufferSemantics();
}

/// Returns the last op in the buffer's block that uses it or a view of it, or
/// null if the buffer may escape the block.
static Operation *findLastUser(Value buffer) {
  Block *block = buffer.getParentBlock();
  Operation *last = buffer.getDefiningOp();
  SmallVector<Value> views = {buffer};
  while (!views.empty())
    for (OpOperand &use : views.pop_back_val().getUses()) {
      auto view = dyn_cast<ViewLikeOpInterface>(use.getOwner());
      if (view && view.getViewSource() == use.get())
        views.push_back(view.getViewDest());
      else if (!isOnlyAccess(use))
        return nullptr;
      Operation *user = block->findAncestorOpInBlock(*use.getOwner());
      if (!user)
        return nullptr;
      if (last->isBeforeInBlock(user))
        last = user;
    }
  return last;
}

namespace {
struct ZynFreeLocalBuffers
    : zyn::impl::ZynFreeLocalBuffersBase<ZynFreeLocalBuffers> {
  void runOnOperation() override {
    // All searches are done before ops are inserted: each insertion would
    // renumber the block's ops for the next search.
    SmallVector<std::pair<memref::AllocOp, Operation *>> local;
    getOperation()->walk([&](memref::AllocOp alloc) {
      if (Operation *last = findLastUser(alloc))
        local.push_back({alloc, last});
    });
    StringRef name = bufferization::BufferizationDialect::kManualDeallocation;
    UnitAttr unit = UnitAttr::get(&getContext());
    OpBuilder builder(&getContext());
    for (auto [alloc, last] : local) {
      builder.setInsertionPointAfter(last);
      auto dealloc = memref::DeallocOp::create(builder, alloc.getLoc(), alloc);
      alloc->setAttr(name, unit);
      dealloc->setAttr(name, unit);
    }
  }
};
} // namespace
