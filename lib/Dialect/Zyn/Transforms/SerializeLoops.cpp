//===- SerializeLoops.cpp - Loops of constrained functions ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstrainedFunctions.h"
#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "mlir/Dialect/SCF/Transforms/Transforms.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNSERIALIZELOOPS
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

static bool isSerial(FunctionOpInterface function) {
  mlir::zyn::ConstraintsAttr constraints = mlir::zyn::getConstraints(function);
  return mlir::zyn::isCriticalPath(function) ||
         (constraints &&
          (constraints.getNoSyscalls() || constraints.getNoAlloc()));
}

static void serializeLoops(func::FuncOp function) {
  IRRewriter rewriter(function.getContext());
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

namespace {
struct SerializeLoops : mlir::zyn::impl::ZynSerializeLoopsBase<SerializeLoops> {
  void runOnOperation() override {
    const mlir::zyn::ConstrainedFunctions functions(getOperation(), isSerial);
    for (func::FuncOp function : functions.getCalleesFirst())
      serializeLoops(function);
  }
};
} // namespace
