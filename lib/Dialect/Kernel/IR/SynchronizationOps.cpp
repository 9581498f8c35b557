//===- SynchronizationOps.cpp - Barriers and fences -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Support/GPULimits.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::kernel;
namespace limits = ::zyn::limits;

static LogicalResult verifyBarrier(Operation *op, std::optional<int32_t> id,
                                   std::optional<int32_t> count) {
  if (id && (*id < 0 || *id >= limits::numBarriers))
    return op->emitOpError("expected a barrier id from 0 to ")
           << limits::numBarriers - 1 << ", found " << *id;
  if (count &&
      (*count < limits::warpSize || *count > limits::maxThreadsPerBlock ||
       *count % limits::warpSize))
    return op->emitOpError(
               "expected a number of threads that is a multiple of ")
           << limits::warpSize << ", at most " << limits::maxThreadsPerBlock
           << ", found " << *count
           << "; only whole warps participate in a barrier";
  return success();
}

LogicalResult BarrierOp::verify() {
  return verifyBarrier(*this, getId(), getCount());
}

LogicalResult BarrierArriveOp::verify() {
  return verifyBarrier(*this, getId(), getCount());
}

LogicalResult WarpBarrierOp::verify() {
  if (getMask() && matchPattern(getMask(), m_Zero()))
    return emitOpError("expected a mask with the thread's own bit, found 0");
  return success();
}

LogicalResult SleepOp::verify() {
  if (getNanoseconds() > static_cast<uint32_t>(limits::maxSleepNanoseconds))
    return emitOpError("expected 0 to ")
           << limits::maxSleepNanoseconds << " nanoseconds, found "
           << static_cast<int32_t>(getNanoseconds());
  return success();
}

LogicalResult FenceOp::verify() {
  if (getScope() == Scope::warp)
    return emitOpError("expected the scope thread, block, cluster, device or "
                       "system, found warp; kernel.warp_barrier orders the "
                       "accesses of a warp");
  if (getScope() == Scope::thread && getSeqCst())
    return emitOpError("expected a wider scope than thread with seq_cst");
  return success();
}

TargetRequirement FenceOp::getTargetRequirement() {
  return getScope() == Scope::cluster ? TargetRequirement{90, 78}
                                      : TargetRequirement{70, 70};
}
