//===- MaterializeLoopResults.cpp - Loop results in one buffer ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
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

/// Returns what has the buffer of `argument`, that of an iteration of `loop`,
/// where values are yielded; or null if nothing is known to have it.
static Value findKept(LoopLikeOpInterface loop, BlockArgument argument) {
  auto whileOp = dyn_cast<scf::WhileOp>(*loop);
  if (!whileOp)
    return argument;
  // Values are yielded in the second region, to which the first one forwards
  // its arguments.
  unsigned number = argument.getArgNumber();
  OperandRange forwarded = whileOp.getConditionOp().getArgs();
  if (number >= forwarded.size() || forwarded[number] != argument)
    return Value();
  return whileOp.getAfterArguments()[number];
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
    // The values that are stored, and where. Each is stored after all of them
    // have been computed.
    SmallVector<std::pair<OpOperand *, Value>> stored;
    SmallPtrSet<Value, 4> destinations;
    for (auto [argument, operand] :
         llvm::zip(loop.getRegionIterArgs(), *yielded)) {
      // An iteration may change the sizes of a tensor with dynamic sizes.
      auto type = dyn_cast<RankedTensorType>(argument.getType());
      if (!type || !type.hasStaticShape())
        continue;
      Value destination = findKept(loop, argument);
      if (!destination || findDestination(operand.get()) == destination)
        continue;
      stored.emplace_back(&operand, destination);
      destinations.insert(destination);
    }
    if (stored.empty())
      return;
    OpBuilder builder(stored.front().first->getOwner());
    Location loc = stored.front().first->getOwner()->getLoc();
    // One that is in the buffer of another must not be overwritten before.
    for (auto [operand, destination] : stored)
      if (destinations.contains(findDestination(operand->get())))
        operand->set(bufferization::AllocTensorOp::create(
            builder, loc, cast<RankedTensorType>(destination.getType()),
            /*dynamicSizes=*/ValueRange(), /*copy=*/operand->get()));
    for (auto [operand, destination] : stored)
      operand->set(
          bufferization::MaterializeInDestinationOp::create(
              builder, loc, destination.getType(), operand->get(), destination)
              .getResult());
  }
};
} // namespace
