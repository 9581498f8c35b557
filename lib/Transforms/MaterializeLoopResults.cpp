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
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNMATERIALIZELOOPRESULTS
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

/// Returns the initial value of result `number` of a loop with a condition, if
/// the condition forwards the argument in the same place; otherwise null.
static OpOperand *findTiedInit(scf::WhileOp loop, unsigned number) {
  auto argument =
      dyn_cast<BlockArgument>(loop.getConditionOp().getArgs()[number]);
  if (!argument || argument.getOwner() != loop.getBeforeBody() ||
      argument.getArgNumber() != number)
    return nullptr;
  return &loop.getInitsMutable()[number];
}

/// Returns the value in whose buffer `value` is computed: the end of the chain
/// of destinations and initial values of loops.
static Value findDestination(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    OpOperand *tied = nullptr;
    if (auto destinationStyle = dyn_cast<DestinationStyleOpInterface>(op))
      tied = destinationStyle.getTiedOpOperand(result);
    else if (auto whileOp = dyn_cast<scf::WhileOp>(op))
      tied = findTiedInit(whileOp, result.getResultNumber());
    else if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
      tied = loop.getTiedLoopInit(result);
    if (!tied)
      break;
    value = tied->get();
  }
  return value;
}

/// Returns the same for a value that may be a cast.
static Value findSource(Value value) {
  while (auto cast = value.getDefiningOp<tensor::CastOp>())
    value = cast.getSource();
  return findDestination(value);
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
    // A loop with a condition yields values where its arguments are not known.
    if (!yielded || yielded->empty() || isa<scf::WhileOp>(*loop))
      return;
    SmallVector<std::pair<OpOperand *, Value>> stored;
    SmallPtrSet<Value, 4> destinations;
    for (auto [argument, operand] :
         llvm::zip(loop.getRegionIterArgs(), *yielded)) {
      // An iteration may change the sizes of a tensor with dynamic sizes.
      auto type = dyn_cast<RankedTensorType>(argument.getType());
      if (!type || !type.hasStaticShape() ||
          findDestination(operand.get()) == argument)
        continue;
      stored.emplace_back(&operand, argument);
      destinations.insert(argument);
    }
    OpBuilder builder(yielded->front().getOwner());
    Location loc = yielded->front().getOwner()->getLoc();
    // What is in the buffer of another result must not be overwritten before.
    for (OpOperand &operand : *yielded)
      if (auto type = dyn_cast<RankedTensorType>(operand.get().getType());
          type && destinations.contains(findSource(operand.get())))
        operand.set(bufferization::AllocTensorOp::create(
            builder, loc, type, /*dynamicSizes=*/ValueRange(),
            /*copy=*/operand.get()));
    for (auto [operand, destination] : stored)
      operand->set(
          bufferization::MaterializeInDestinationOp::create(
              builder, loc, destination.getType(), operand->get(), destination)
              .getResult());
  }
};
} // namespace
