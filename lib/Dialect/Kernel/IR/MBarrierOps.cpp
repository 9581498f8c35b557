//===- MBarrierOps.cpp - Ops on mbarriers ---------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncVerifiers.h"

using namespace mlir;
using namespace mlir::kernel;

template <typename OpTy>
static LogicalResult verifyOwn(OpTy op) {
  return verifyMBarrier(op, cast<MemRefType>(op.getBarriers().getType()),
                        op.getIndices().size());
}

template <typename OpTy>
static LogicalResult verifyOwnOrRemote(OpTy op) {
  return verifyMBarrier(op, cast<MemRefType>(op.getBarriers().getType()),
                        op.getIndices().size(), /*mayBeRemote=*/true);
}

LogicalResult MBarrierInitOp::verify() { return verifyOwn(*this); }
LogicalResult MBarrierInvalidateOp::verify() { return verifyOwn(*this); }
LogicalResult MBarrierArriveOp::verify() { return verifyOwnOrRemote(*this); }
LogicalResult MBarrierExpectTxOp::verify() { return verifyOwnOrRemote(*this); }
LogicalResult MBarrierArriveExpectTxOp::verify() {
  return verifyOwnOrRemote(*this);
}
LogicalResult MBarrierArriveRemoteOp::verify() { return verifyOwn(*this); }

template <typename OpTy>
static LogicalResult verifyWait(OpTy op) {
  if (op.getScope() != Scope::block && op.getScope() != Scope::cluster)
    return op.emitOpError("expected the scope block or cluster, found ")
           << stringifyScope(op.getScope());
  return verifyOwn(op);
}

LogicalResult MBarrierWaitOp::verify() { return verifyWait(*this); }
LogicalResult MBarrierTestOp::verify() { return verifyWait(*this); }

TargetRequirement MBarrierArriveOp::getTargetRequirement() {
  auto type = cast<MemRefType>(getBarriers().getType());
  if (!isInShared(type))
    return {90, 80};
  // mbarrier.arrive with a count requires sm_90.
  return getCount() ? TargetRequirement{90, 78} : TargetRequirement{80, 70};
}

TargetRequirement MBarrierWaitOp::getTargetRequirement() {
  return {90, getScope() == Scope::cluster ? 80 : 78};
}

TargetRequirement MBarrierTestOp::getTargetRequirement() {
  if (getScope() == Scope::cluster)
    return {90, 80};
  return {80, 71};
}
