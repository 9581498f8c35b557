//===- SplitEmptyTensors.cpp - Limits the uses of tensor.empty ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNSPLITEMPTYTENSORS
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {

/// The copy of a `tensor.empty` that is assigned to the next uses.
struct Current {
  tensor::EmptyOp op;
  unsigned numUses = 0;
};

struct ZynSplitEmptyTensors
    : zyn::impl::ZynSplitEmptyTensorsBase<ZynSplitEmptyTensors> {
  using ZynSplitEmptyTensorsBase::ZynSplitEmptyTensorsBase;

  void runOnOperation() override {
    if (maxUses == 0) {
      emitError(getOperation()->getLoc())
          << "expected max-uses of 1 or more, found 0";
      return signalPassFailure();
    }
    // Collects uses in program order; use lists have an arbitrary order.
    SmallVector<OpOperand *> uses;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (OpOperand &operand : op->getOpOperands())
        if (operand.get().getDefiningOp<tensor::EmptyOp>())
          uses.push_back(&operand);
    });

    llvm::DenseMap<Operation *, Current> copies;
    for (OpOperand *use : uses) {
      auto empty = use->get().getDefiningOp<tensor::EmptyOp>();
      Current &current =
          copies.try_emplace(empty, Current{empty}).first->second;
      // The copy is created in the block of the original, so that a buffer that
      // is reused in a loop is not allocated in each iteration.
      Operation *user =
          empty->getBlock()->findAncestorOpInBlock(*use->getOwner());
      if (user && current.numUses >= maxUses)
        current = {OpBuilder(user).cloneWithoutRegions(empty)};
      use->set(current.op);
      ++current.numUses;
    }
  }
};

} // namespace
