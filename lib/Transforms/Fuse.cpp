//===- Fuse.cpp - Fuses ops with their producers --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "RefusalRemarks.h"
#include "Zyn/Interfaces/FusableOpInterface.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNFUSE
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

static constexpr char category[] = "zyn-fuse";

/// Replaces `producer` and `consumer` with a fused op and returns it.
static FailureOr<FusableOpInterface> fuse(RewriterBase &rewriter,
                                          FusableOpInterface producer,
                                          FusableOpInterface consumer,
                                          const FusionOptions &options) {
  if (producer->getBlock() != consumer->getBlock())
    return rewriter.notifyMatchFailure(
        consumer, "its operand is produced in another block");
  if (!llvm::all_of(producer->getUsers(),
                    [&](Operation *user) { return user == consumer; }))
    return rewriter.notifyMatchFailure(consumer, "its operand has other uses");
  rewriter.setInsertionPoint(consumer);
  FailureOr<Operation *> made = consumer.makeFused(rewriter, producer, options);
  if (failed(made))
    return failure();
  auto fused = cast<FusableOpInterface>(*made);
  int64_t before = producer.getFusionCost() + consumer.getFusionCost();
  int64_t after = fused.getFusionCost();
  if (after >= before) {
    rewriter.eraseOp(fused);
    return rewriter.notifyMatchFailure(consumer, [&](Diagnostic &reason) {
      reason << "the fused op would take " << after
             << " units of time, both ops take " << before;
    });
  }
  remark::passed(consumer.getLoc(),
                 remark::RemarkOpts::name("Fuse").category(category))
      << remark::reason("fused with the producer of its operand, which takes "
                        "{0} units of time instead of {1}",
                        after, before);
  rewriter.replaceOp(consumer, fused);
  rewriter.eraseOp(producer);
  return fused;
}

/// Fuses an op with the producers of its operands as long as possible.
static void fuseProducers(RewriterBase &rewriter, FusableOpInterface op,
                          const FusionOptions &options) {
  if (llvm::none_of(op->getOperands(), [](Value operand) {
        return operand.getDefiningOp<FusableOpInterface>();
      })) {
    (void)rewriter.notifyMatchFailure(
        op, "no operand is produced by an op that can be fused");
    return;
  }
  bool changed = true;
  while (changed) {
    changed = false;
    for (Value operand : op->getOperands()) {
      auto producer = operand.getDefiningOp<FusableOpInterface>();
      if (!producer)
        continue;
      FailureOr<FusableOpInterface> fused =
          fuse(rewriter, producer, op, options);
      if (failed(fused))
        continue;
      op = *fused;
      changed = true;
      break;
    }
  }
}

namespace {

struct ZynFuse : zyn::impl::ZynFuseBase<ZynFuse> {
  using ZynFuseBase::ZynFuseBase;

  void runOnOperation() override {
    RefusalRemarks refusals("Fuse", category);
    IRRewriter rewriter(&getContext(), &refusals);
    FusionOptions options;
    options.allowReassociation = allowReassociation;
    SmallVector<Block *> blocks;
    getOperation()->walk([&](Block *block) { blocks.push_back(block); });
    for (Block *block : blocks)
      for (Operation &op : llvm::make_early_inc_range(*block))
        if (auto fusable = dyn_cast<FusableOpInterface>(op))
          fuseProducers(rewriter, fusable, options);
  }
};

} // namespace
