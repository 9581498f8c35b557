//===- MaterializeLoopResults.cpp - Loop results in one buffer ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNMATERIALIZELOOPRESULTS
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

/// Returns the value in whose buffer `value` is computed: the end of the chain
/// of destinations and initial values of loops.
static Value findDestination(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    OpOperand *tied = nullptr;
    if (auto destinationStyle = dyn_cast<DestinationStyleOpInterface>(op))
      tied = destinationStyle.getTiedOpOperand(result);
    else if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
      tied = loop.getTiedLoopInit(result);
    if (!tied)
      break;
    value = tied->get();
  }
  return value;
}

namespace {
struct ZynMaterializeLoopResults
    : mlir::zyn::impl::ZynMaterializeLoopResultsBase<
          ZynMaterializeLoopResults> {
  void runOnOperation() override { getOperation()->walk(materializeResults); }

private:
  static void materializeResults(LoopLikeOpInterface loop) {
    std::optional<MutableArrayRef<OpOperand>> yielded =
        loop.getYieldedValuesMutable();
    if (!yielded)
      return;
    for (auto [argument, operand] :
         llvm::zip(loop.getRegionIterArgs(), *yielded)) {
      // An iteration may change the sizes of a tensor with dynamic sizes.
      auto type = dyn_cast<RankedTensorType>(argument.getType());
      if (!type || !type.hasStaticShape() ||
          findDestination(operand.get()) == argument)
        continue;
      OpBuilder builder(operand.getOwner());
      Value kept = bufferization::MaterializeInDestinationOp::create(
                       builder, operand.getOwner()->getLoc(), type,
                       operand.get(), argument)
                       .getResult();
      operand.set(kept);
    }
  }
};
} // namespace
