//===- SerializeLoops.cpp - Loops of constrained functions ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "mlir/Dialect/SCF/Transforms/Transforms.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNSERIALIZELOOPS
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {
struct SerializeLoops : mlir::zyn::impl::ZynSerializeLoopsBase<SerializeLoops> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    mlir::zyn::ConstraintsAttr constraints =
        mlir::zyn::getConstraints(function);
    if (!mlir::zyn::isCriticalPath(function) &&
        !(constraints &&
          (constraints.getNoSyscalls() || constraints.getNoAlloc())))
      return;
    IRRewriter rewriter(&getContext());
    // Inner loops first: the conversion moves their op.
    function.walk([&](Operation *op) {
      rewriter.setInsertionPoint(op);
      if (auto forall = dyn_cast<scf::ForallOp>(op);
          forall && forall.getNumResults() == 0)
        (void)scf::forallToForLoop(rewriter, forall);
      else if (auto parallel = dyn_cast<scf::ParallelOp>(op);
               parallel && parallel.getNumResults() == 0)
        (void)scf::parallelForToNestedFors(rewriter, parallel);
    });
  }
};
} // namespace
