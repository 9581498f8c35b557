//===- CheckBufferizable.cpp - Rejects ops that have no buffers -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNCHECKBUFFERIZABLE
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

/// Returns whether One-Shot Bufferize would fail at `op`.
static bool remainsOnTensors(Operation *op) {
  auto isTensor = llvm::IsaPred<TensorType>;
  if (llvm::none_of(op->getOperandTypes(), isTensor) &&
      llvm::none_of(op->getResultTypes(), isTensor))
    return false;
  // Those that are not used are removed.
  return !isa<bufferization::BufferizableOpInterface>(op) &&
         !(op->use_empty() && isMemoryEffectFree(op));
}

namespace {
struct CheckBufferizable
    : mlir::zyn::impl::ZynCheckBufferizableBase<CheckBufferizable> {
  void runOnOperation() override {
    WalkResult walk = getOperation()->walk([](Operation *op) {
      if (!remainsOnTensors(op))
        return WalkResult::advance();
      op->emitOpError("works on tensors, but has no equivalent on buffers; "
                      "write it with ops that have one");
      return WalkResult::interrupt();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
    else
      markAllAnalysesPreserved();
  }
};
} // namespace
