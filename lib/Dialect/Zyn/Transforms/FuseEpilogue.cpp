//===- FuseEpilogue.cpp - Fusion of maps into epilogues -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusePoints.h"

#include "FusedPoints.h"
#include "FusionCosts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::zyn;

/// Whether `operand` is a result of `producer`.
static bool isResultOf(Value operand, Operation *producer) {
  return operand.getDefiningOp() == producer;
}

/// Returns why the epilogue of `op` cannot have the ops of `block` as
/// well, or "".
static std::string getObstacle(EpilogueOpInterface op, Block &block) {
  size_t ops = block.getOperations().size();
  if (!op.getEpilogue().empty())
    ops += op.getEpilogue().front().getOperations().size();
  if (ops <= size_t(FusionCosts::maxEpilogueOps))
    return "";
  return ("the epilogue would have " + Twine(ops) + " ops, more than " +
          Twine(FusionCosts::maxEpilogueOps))
      .str();
}

/// Returns why the epilogue of `producer` cannot compute `consumer`, or "".
static std::string getObstacle(MapOp consumer, EpilogueOpInterface producer) {
  if (consumer.getInits().size() != 1 || producer->getNumResults() != 1)
    return "an epilogue has a single result";
  unsigned numInputs = producer.getEpilogueInputs().size();
  for (auto [i, input] : llvm::enumerate(consumer.getInputs())) {
    if (!isResultOf(input, producer))
      ++numInputs;
    else if (!consumer.getInputMap(i).isIdentity())
      return "it does not read its operand at its own indices";
  }
  if (numInputs > FusionCosts::maxEpilogueInputs)
    return ("the epilogue would read " + Twine(numInputs) +
            " operands, more than " + Twine(FusionCosts::maxEpilogueInputs))
        .str();
  if (!consumer.getBlock()->getOps<IndexOp>().empty())
    return "an epilogue has no indices";
  Type type = consumer.getInits()[0].getType();
  if (producer.getAccumulate() && type != producer.getInit().getType())
    return "what is accumulated into has another type";
  return getObstacle(producer, *consumer.getBlock());
}

/// Returns the element that `producer` stores, at the end of its epilogue,
/// which is created if there is none.
static Value getStoredElement(OpBuilder &builder,
                              EpilogueOpInterface producer) {
  Region &epilogue = producer.getEpilogue();
  if (!epilogue.empty()) {
    Operation *yield = epilogue.front().getTerminator();
    Value stored = yield->getOperand(0);
    yield->erase();
    builder.setInsertionPointToEnd(&epilogue.front());
    return stored;
  }
  Location loc = producer->getLoc();
  Type type = producer.getAccumulatorType(),
       element =
           cast<ShapedType>(producer.getInit().getType()).getElementType();
  Block *block = builder.createBlock(&epilogue, {}, {type}, {loc});
  Value sum = block->getArgument(0);
  if (type == element)
    return sum;
  return arith::TruncFOp::create(builder, loc, element, sum);
}

FailureOr<Operation *> mlir::zyn::fuseEpilogue(RewriterBase &rewriter,
                                               MapOp consumer,
                                               EpilogueOpInterface producer) {
  if (std::string obstacle = getObstacle(consumer, producer); !obstacle.empty())
    return rewriter.notifyMatchFailure(consumer, obstacle);
  // The sizes of the epilogue's operands are compared with the destination.
  auto computeOp = cast<ComputeOpInterface>(producer.getOperation());
  if (!isUnchecked(consumer))
    for (auto [dim, dimension] :
         llvm::enumerate(cast<ComputeOpInterface>(consumer.getOperation())
                             .getLoopDimensions()))
      if (!haveSameSize(dimension,
                        {computeOp.getDpsInitOperand(0), int64_t(dim)}))
        return rewriter.notifyMatchFailure(
            consumer, "sizes are only compared when the program runs");

  Operation *clone = rewriter.clone(*producer);
  clone->setLoc(consumer.getLoc());
  auto fused = cast<EpilogueOpInterface>(clone);
  OpBuilder builder(rewriter.getContext());
  Value stored = getStoredElement(builder, fused);
  Block &epilogue = fused.getEpilogue().front();
  SmallVector<AffineMap> maps;
  for (unsigned i = 0, e = fused.getEpilogueInputs().size(); i < e; ++i)
    maps.push_back(fused.getEpilogueMap(i));
  IRMapping mapping;
  for (auto [i, input] : llvm::enumerate(consumer.getInputs())) {
    BlockArgument argument = consumer.getBlock()->getArgument(i);
    if (isResultOf(input, producer)) {
      mapping.map(argument, stored);
      continue;
    }
    fused.getEpilogueInputsMutable().append(input);
    maps.push_back(consumer.getInputMap(i));
    mapping.map(argument,
                epilogue.addArgument(argument.getType(), consumer.getLoc()));
  }
  fused.setEpilogueMapsAttr(maps.empty() ? ArrayAttr()
                                         : builder.getAffineMapArrayAttr(maps));
  for (Operation &op : *consumer.getBlock())
    builder.clone(op, mapping);
  if (!fused.getAccumulate()) {
    Value init = consumer.getInits()[0];
    if (isResultOf(init, producer))
      init = producer.getInit();
    cast<DestinationStyleOpInterface>(clone).setDpsInitOperand(0, init);
  }
  clone->getResult(0).setType(consumer.getResultTypes()[0]);
  return clone;
}

/// Whether `map`, which may be null, only converts the elements of its input.
static bool onlyConverts(MapOp map) {
  return map && map->getNumResults() == 1 && map.getInputs().size() == 1 &&
         map.getInputMap(0).isIdentity() &&
         llvm::all_of(map.getBlock()->without_terminator(),
                      [](Operation &op) { return isa<CastOpInterface>(op); });
}

FailureOr<Operation *> mlir::zyn::fuseConversion(RewriterBase &rewriter,
                                                 EpilogueOpInterface consumer,
                                                 Operation *producer) {
  auto map = dyn_cast<MapOp>(producer);
  auto isConverted = [&](Value operand) {
    return isResultOf(operand, producer);
  };
  if (!onlyConverts(map) ||
      llvm::count_if(consumer->getOperands(), isConverted) !=
          llvm::count_if(consumer.getEpilogueInputs(), isConverted))
    return rewriter.notifyMatchFailure(
        consumer,
        "elements are read several times, and would be computed each time");
  if (std::string obstacle = getObstacle(consumer, *map.getBlock());
      !obstacle.empty())
    return rewriter.notifyMatchFailure(consumer, obstacle);
  Operation *clone = rewriter.clone(*consumer);
  auto fused = cast<EpilogueOpInterface>(clone);
  Block &epilogue = fused.getEpilogue().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&epilogue);
  Value input = map.getInputs()[0];
  for (auto [i, operand] : llvm::enumerate(fused.getEpilogueInputsMutable())) {
    if (!isConverted(operand.get()))
      continue;
    operand.set(input);
    // The sum is the first argument.
    unsigned number = i + 1;
    IRMapping mapping;
    mapping.map(map.getBlock()->getArgument(0),
                epilogue.insertArgument(number, getElementTypeOrSelf(input),
                                        map.getLoc()));
    for (Operation &op : map.getBlock()->without_terminator())
      builder.clone(op, mapping);
    epilogue.getArgument(number + 1)
        .replaceAllUsesWith(mapping.lookupOrDefault(
            map.getBlock()->getTerminator()->getOperand(0)));
    epilogue.eraseArgument(number + 1);
  }
  return clone;
}
