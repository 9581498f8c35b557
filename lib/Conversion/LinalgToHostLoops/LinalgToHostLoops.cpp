//===- LinalgToHostLoops.cpp - Lowers linalg on buffers to host loops -----===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"

#include "LoopNest.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTLINALGTOHOSTLOOPS
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// Loops that already run on threads are not divided into tasks again.
bool mayUseThreads(Operation *op) {
  return !op->getParentWithTrait<OpTrait::HasParallelRegion>();
}

/// Converts copies of buffers to linalg, so that they become loops as well.
void generalizeCopies(Operation *root) {
  root->walk([](memref::CopyOp copy) {
    if (!isa<MemRefType>(copy.getSource().getType()) ||
        !isa<MemRefType>(copy.getTarget().getType()))
      return;
    OpBuilder builder(copy);
    linalg::CopyOp::create(builder, copy.getLoc(), copy.getSource(),
                           copy.getTarget());
    copy.erase();
  });
}

/// Returns the op after `op` if that is a reduction which keeps its results in
/// registers and `op` only fills their buffer.
linalg::LinalgOp getFilledReduction(linalg::LinalgOp op,
                                    AliasAnalysis &aliases) {
  auto fill = dyn_cast<linalg::FillOp>(*op);
  auto next = dyn_cast_or_null<linalg::GenericOp>(op->getNextNode());
  if (!fill || !next || !next.hasPureBufferSemantics() ||
      next.getNumDpsInits() != 1 ||
      next.getOutputs()[0] != fill.getOutputs()[0])
    return {};
  auto mayBeFilled = [&](Value input) {
    return isa<BaseMemRefType>(input.getType()) &&
           !aliases.alias(input, fill.getOutputs()[0]).isNo();
  };
  if (llvm::any_of(next.getInputs(), mayBeFilled))
    return {};
  OpBuilder builder(next);
  return LoopNest::get(builder, next).isAccumulatedInRegisters()
             ? cast<linalg::LinalgOp>(*next)
             : linalg::LinalgOp();
}

struct ConvertLinalgToHostLoops
    : mlir::zyn::impl::ConvertLinalgToHostLoopsBase<ConvertLinalgToHostLoops> {
  using ConvertLinalgToHostLoopsBase::ConvertLinalgToHostLoopsBase;

  void runOnOperation() override {
    if (vectorBytes != 0 && vectorBytes != 16 && vectorBytes != 32 &&
        vectorBytes != 64) {
      emitError(getOperation()->getLoc())
          << "expected vector-bytes of 0, 16, 32 or 64, found " << vectorBytes;
      return signalPassFailure();
    }
    HostSchedule schedule{vectorBytes != 0 ? int64_t(vectorBytes)
                                           : HostSchedule::nativeVectorBytes()};
    generalizeCopies(getOperation());
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureBufferSemantics())
        ops.push_back(op);
    });

    // Matmuls first, since they are fused with their neighbors.
    auto &aliases = getAnalysis<AliasAnalysis>();
    llvm::SmallPtrSet<Operation *, 8> erasedOps;
    for (linalg::LinalgOp op : ops) {
      if (erasedOps.contains(op))
        continue;
      OpBuilder builder(op);
      SmallVector<Operation *> erased;
      if (failed(emitMatmul(builder, op, schedule, mayUseThreads(op), aliases,
                            erased)))
        continue;
      for (Operation *old : erased) {
        erasedOps.insert(old);
        old->erase();
      }
    }
    llvm::SmallDenseMap<Operation *, Value> starts;
    for (linalg::LinalgOp op : ops) {
      if (erasedOps.contains(op))
        continue;
      if (linalg::LinalgOp reduction = getFilledReduction(op, aliases)) {
        starts[reduction] = op->getOperand(0);
        op->erase();
        continue;
      }
      OpBuilder builder(op);
      bool threaded = mayUseThreads(op);
      auto reduce = dyn_cast<linalg::ReduceOp>(*op);
      if (!reduce ||
          failed(emitReduction(builder, reduce, schedule, threaded))) {
        LoopNest nest = LoopNest::get(builder, op);
        nest.start = starts.lookup(op);
        emitLoopNest(builder, op.getLoc(), nest, schedule, threaded);
      }
      op->erase();
    }
  }
};

} // namespace
