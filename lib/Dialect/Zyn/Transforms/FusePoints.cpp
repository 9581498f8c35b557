//===- FusePoints.cpp - Fusion of maps, reductions and rows ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of the producer become those of the consumer that access its
// results. If only results with one element for each row are read, the
// remaining loops, of a row, are found by an operand that both ops read; if
// there is none, the consumer is computed once for each row.
//
// An op that reads the same rows as another one is fused like a producer of
// which it reads no result.
//
//===----------------------------------------------------------------------===//

#include "FusePoints.h"

#include "FusedPoints.h"
#include "FusionCosts.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::zyn;

/// Returns the loops of a row, in increasing order.
static SmallVector<int64_t> getRowLoops(ComputeOpInterface op) {
  SmallVector<int64_t> loops;
  for (auto [loop, type] : llvm::enumerate(op.getLoopIteratorTypes()))
    if (type == utils::IteratorType::reduction)
      loops.push_back(loop);
  return loops;
}

/// Returns the loops that `operand` is accessed by.
static SmallVector<unsigned> getLoops(ComputeOpInterface op,
                                      OpOperand &operand) {
  return llvm::map_to_vector(
      op.getOperandAccess(operand).getMap().getResults(),
      [](AffineExpr expr) { return cast<AffineDimExpr>(expr).getPosition(); });
}

namespace {

/// How the loops of two ops become those of one.
class PointFusion {
public:
  PointFusion(RewriterBase &rewriter, ComputeOpInterface consumer,
              ComputeOpInterface producer, bool areSiblings = false)
      : rewriter(rewriter), consumer(consumer), producer(producer),
        areSiblings(areSiblings) {}

  FailureOr<Operation *> run(const FusionOptions &options);

private:
  /// Loops of the producer, some of which may not be known yet.
  using PartialLoops = SmallVector<std::optional<unsigned>>;

  LogicalResult refuse(const Twine &reason) {
    return rewriter.notifyMatchFailure(consumer, reason);
  }
  /// Returns whether `operand` reads a result of the producer.
  bool isFused(OpOperand &operand) {
    return operand.get().getDefiningOp() == producer.getOperation();
  }
  LogicalResult checkUses();
  LogicalResult checkBodies();
  /// Sets the loops of the producer that the index of `operand` determines.
  bool unify(PartialLoops &loops, OpOperand &operand);
  /// Sets the loops of a row, by an operand that both ops read.
  bool unifyRows(PartialLoops &loops);
  /// Determines the loops if the producer reduces rows.
  LogicalResult findRowLoops();
  /// The same if the consumer reads no result of the producer.
  LogicalResult findSiblingLoops();
  /// The same if both are maps.
  LogicalResult findSiblingMapLoops();
  LogicalResult findLoops();
  LogicalResult checkRows();
  /// Whether a size that is compared with others when the program runs would
  /// not be any more.
  bool losesCheck(ComputeOpInterface fused, ComputeOpInterface op,
                  const FusedLoops &loops);

  RewriterBase &rewriter;
  ComputeOpInterface consumer, producer;
  const bool areSiblings;
  unsigned numLoops = 0;
  SmallVector<int64_t> rowLoops;
  FusedLoops consumerLoops;
  /// The loops of the producer for each operand that reads its results: a map
  /// may be computed at several points. The operand of siblings is null.
  SmallVector<std::pair<OpOperand *, FusedLoops>> producerLoops;
};

} // namespace

static bool hasCombiner(ComputeOpInterface op) {
  return cast<PointOpInterface>(op.getOperation()).hasCombiner();
}

/// Returns why rows cannot express the combiner of `op`, or "".
static StringRef getCombinerObstacle(ComputeOpInterface op) {
  if (!hasCombiner(op))
    return "";
  if (getRowLoops(op).empty())
    return "a reduction over no dimensions has no rows";
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(op->getRegions(), used);
  if (!llvm::all_of(
          used, [](Value value) { return matchPattern(value, m_Constant()); }))
    return "a combiner uses values from outside";
  return "";
}

LogicalResult PointFusion::checkUses() {
  for (ComputeOpInterface op : {producer, consumer})
    if (StringRef obstacle = getCombinerObstacle(op); !obstacle.empty())
      return refuse(obstacle);
  if (!hasCombiner(consumer))
    return success();
  if (llvm::any_of(consumer.getDpsInitsMutable(),
                   [&](OpOperand &init) { return isFused(init); }))
    return refuse("a reduction combines its initial values in itself");
  if (getRowLoops(producer).empty() && producer.getNumDpsInputs() == 0)
    return refuse("a reduction computes inputs that only depend on indices "
                  "itself");
  return success();
}

LogicalResult PointFusion::checkBodies() {
  auto countOps = [](Operation *op) {
    int64_t count = 0;
    op->getRegion(0).walk([&](Operation *) { ++count; });
    return count;
  };
  // The producer is computed once for each order of its loops.
  SmallVector<ArrayRef<unsigned>> orders;
  for (const auto &[operand, loops] : producerLoops)
    if (!llvm::is_contained(orders, ArrayRef(loops)))
      orders.push_back(loops);
  int64_t ops =
      countOps(producer) * int64_t(orders.size()) + countOps(consumer);
  if (ops > FusionCosts::maxBodyOps)
    return refuse("the body of the fused op would have " + Twine(ops) +
                  " ops, more than " + Twine(FusionCosts::maxBodyOps));
  return success();
}

bool PointFusion::unify(PartialLoops &loops, OpOperand &operand) {
  OpOperand &init = *producer.getDpsInitOperand(
      cast<OpResult>(operand.get()).getResultNumber());
  for (auto [from, to] :
       llvm::zip(getLoops(producer, init), getLoops(consumer, operand))) {
    if (loops[from] && *loops[from] != to)
      return false;
    loops[from] = to;
  }
  return true;
}

bool PointFusion::unifyRows(PartialLoops &loops) {
  for (OpOperand *mine : consumer.getDpsInputOperands())
    for (OpOperand *other : producer.getDpsInputOperands()) {
      if (mine->get() != other->get())
        continue;
      PartialLoops found = loops;
      bool isSame = true;
      for (auto [from, to] :
           llvm::zip(getLoops(producer, *other), getLoops(consumer, *mine))) {
        bool isTaken = !found[from] && llvm::is_contained(found, to);
        isSame &= !isTaken && (!found[from] || *found[from] == to);
        found[from] = to;
      }
      if (!isSame || llvm::is_contained(found, std::nullopt))
        continue;
      loops = found;
      return true;
    }
  return false;
}

LogicalResult PointFusion::findRowLoops() {
  unsigned numProducer = producer.getLoopIteratorTypes().size();
  PartialLoops loops(numProducer);
  for (OpOperand *operand : consumer.getDpsInputOperands())
    if (isFused(*operand) && !unify(loops, *operand))
      return refuse("it reads a reduction at several indices");
  bool isKnown = !llvm::is_contained(loops, std::nullopt);
  if (!isKnown && !unifyRows(loops)) {
    // The consumer is computed once for each row.
    if (!getRowLoops(consumer).empty())
      return refuse("it reduces results of another reduction");
    numLoops = numProducer;
    unsigned numFound = 0;
    for (auto [loop, target] : llvm::enumerate(loops))
      if (target) {
        consumerLoops[*target] = loop;
        ++numFound;
      }
    if (numFound != consumerLoops.size())
      return refuse("it shares no operand with the reduction whose results it "
                    "reads");
    for (unsigned loop = 0; loop < numLoops; ++loop)
      loops[loop] = loop;
  } else if (numProducer != numLoops) {
    return refuse("a reduction would be repeated for each index of another "
                  "dimension");
  }
  FusedLoops known =
      llvm::map_to_vector(loops, [](auto loop) { return *loop; });
  for (OpOperand *operand : consumer.getDpsInputOperands())
    if (isFused(*operand))
      producerLoops.emplace_back(operand, known);
  for (int64_t loop : getRowLoops(producer))
    rowLoops.push_back(known[loop]);
  llvm::sort(rowLoops);
  SmallVector<int64_t> mine = getRowLoops(consumer);
  if (!mine.empty() && mine != rowLoops)
    return refuse("it reduces other dimensions than its operand does");
  return success();
}

LogicalResult PointFusion::findSiblingMapLoops() {
  auto isFusable = [](Operation *user) { return isa<PointOpInterface>(user); };
  if (llvm::any_of(consumer->getUsers(), isFusable) ||
      llvm::any_of(producer->getUsers(), isFusable))
    return refuse("one of two maps that read the same operand may be fused "
                  "with what uses it");
  auto isShared = [&](OpOperand *mine) {
    return llvm::any_of(producer.getDpsInputOperands(), [&](OpOperand *other) {
      return mine->get() == other->get() &&
             consumer.getOperandAccess(*mine).getMap() ==
                 producer.getOperandAccess(*other).getMap();
    });
  };
  if (producer.getLoopIteratorTypes().size() != numLoops ||
      !llvm::any_of(consumer.getDpsInputOperands(), isShared))
    return refuse("the other op that reads its operand has other loops");
  producerLoops.emplace_back(nullptr, consumerLoops);
  return success();
}

LogicalResult PointFusion::findSiblingLoops() {
  rowLoops = getRowLoops(consumer);
  if (rowLoops.empty() && getRowLoops(producer).empty())
    return findSiblingMapLoops();
  PartialLoops loops(producer.getLoopIteratorTypes().size());
  // A single row is reduced faster by reductions.
  if (rowLoops.empty() || rowLoops.size() == numLoops ||
      loops.size() != numLoops || !unifyRows(loops))
    return refuse("the other op that reads its operand has other rows");
  FusedLoops known =
      llvm::map_to_vector(loops, [](auto loop) { return *loop; });
  SmallVector<int64_t> others =
      llvm::map_to_vector(getRowLoops(producer),
                          [&](int64_t loop) { return int64_t(known[loop]); });
  llvm::sort(others);
  if (others != rowLoops)
    return refuse("the other op that reads its operand reduces other "
                  "dimensions");
  producerLoops.emplace_back(nullptr, known);
  return success();
}

LogicalResult PointFusion::findLoops() {
  numLoops = consumer.getLoopIteratorTypes().size();
  consumerLoops = llvm::to_vector(llvm::seq<unsigned>(0, numLoops));
  if (areSiblings)
    return findSiblingLoops();
  if (!getRowLoops(producer).empty())
    return findRowLoops();
  rowLoops = getRowLoops(consumer);
  for (OpOperand *operand : consumer.getDpsInputOperands())
    if (isFused(*operand))
      producerLoops.emplace_back(operand, getLoops(consumer, *operand));
  // What is broadcast would be computed several times.
  auto result =
      cast<OpResult>(producerLoops.empty() ? producer->getResult(0)
                                           : producerLoops[0].first->get());
  Type element = cast<ShapedType>(result.getType()).getElementType();
  int64_t bytes = element.isIntOrFloat()
                      ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)
                      : 8;
  int64_t body = FusionCosts::getBody(producer->getRegion(0).front());
  for (auto &[operand, loops] : producerLoops)
    if (loops.size() != numLoops && body >= bytes * FusionCosts::byte)
      return refuse("its operand, which is broadcast, takes " + Twine(body) +
                    " units of time to compute, and " +
                    Twine(bytes * FusionCosts::byte) + " to read");
  return success();
}

LogicalResult PointFusion::checkRows() {
  if (rowLoops.empty())
    return success();
  if (rowLoops.front() + rowLoops.size() != numLoops)
    return refuse("the dimensions of a row are not the innermost ones");
  return success();
}

bool PointFusion::losesCheck(ComputeOpInterface fused, ComputeOpInterface op,
                             const FusedLoops &loops) {
  SmallVector<OperandDimension> dimensions = fused.getLoopDimensions();
  auto isLost = [&](OperandDimension dimension, unsigned loop) {
    return !haveSameSize(dimension, dimensions[loops[loop]]);
  };
  for (auto [loop, dimension] : llvm::enumerate(op.getLoopDimensions()))
    if (isLost(dimension, loop))
      return true;
  for (OpOperand &init : op.getDpsInitsMutable())
    for (auto [dim, loop] : llvm::enumerate(getLoops(op, init)))
      if (isLost({&init, int64_t(dim)}, loop))
        return true;
  return false;
}

/// Stores the upper bounds of the sizes of the loops that are those of `op`.
static void addMaxSizes(ComputeOpInterface op, const FusedLoops &loops,
                        SmallVectorImpl<int64_t> &sizes) {
  for (auto [loop, target] : llvm::enumerate(loops))
    if (std::optional<int64_t> size = getMaxSize(op, loop))
      sizes[target] = *size;
}

FailureOr<Operation *> PointFusion::run(const FusionOptions &options) {
  if (failed(checkUses()) || failed(findLoops()) || failed(checkBodies()) ||
      failed(checkRows()))
    return failure();
  if (producerLoops.empty())
    return refuse("its operand is only a destination");
  // A fill costs nothing to repeat. As a result of a row, it would be an
  // initial value that the next reduction of that row depends on.
  if (options.keepsProducer && producer.getNumDpsInputs() == 0)
    return refuse("its operand is a fill, which other ops use, too");

  FusedPoints fused(rewriter, consumer.getLoc(), numLoops, rowLoops);
  FusedPoints::KnownElements known;
  // The values of the producer at each point where it is computed.
  SmallVector<std::pair<FusedLoops, SmallVector<Value>>> computed;
  auto compute = [&](const FusedLoops &loops) -> ArrayRef<Value> {
    for (auto &[at, values] : computed)
      if (at == loops)
        return values;
    computed.emplace_back(
        loops, fused.add(producer, loops, FusedPoints::KnownElements()));
    return computed.back().second;
  };
  for (auto &[operand, loops] : producerLoops) {
    ArrayRef<Value> values = compute(loops);
    if (operand)
      known[operand] = values[cast<OpResult>(operand->get()).getResultNumber()];
  }
  SmallVector<Value> values = fused.add(consumer, consumerLoops, known);
  for (auto [i, value] : llvm::enumerate(values))
    if (failed(fused.addResult(consumer, consumerLoops, i, value)))
      return refuse("its results would be transposed");
  if (options.keepsProducer) {
    const FusedLoops &loops = producerLoops[0].second;
    if (computed.size() != 1)
      return refuse("it reads its operand at several indices");
    for (OpResult result : producer->getResults()) {
      unsigned number = result.getResultNumber();
      bool isKept = llvm::any_of(result.getUsers(), [&](Operation *user) {
        return user != consumer.getOperation();
      });
      if (isKept && failed(fused.addResult(producer, loops, number,
                                           computed[0].second[number])))
        return refuse("its operand, which other ops use, too, has another "
                      "shape");
    }
  }
  if (fused.getNumOperands() > size_t(FusionCosts::maxOperands))
    return refuse("the fused op would have " + Twine(fused.getNumOperands()) +
                  " operands, more than " + Twine(FusionCosts::maxOperands));
  if (std::string obstacle = fused.getObstacle(); !obstacle.empty())
    return refuse(obstacle);
  ComputeOpInterface op = fused.create();

  auto discard = [&](StringRef reason) {
    rewriter.eraseOp(op);
    return refuse(reason);
  };
  // Loops of siblings that no operand ties would not even be the same.
  if ((areSiblings || !isUnchecked(op)) &&
      (losesCheck(op, consumer, consumerLoops) ||
       llvm::any_of(producerLoops, [&](auto &use) {
         return losesCheck(op, producer, use.second);
       })))
    return discard("sizes are only compared when the program runs");
  SmallVector<int64_t> maxSizes(numLoops, -1);
  for (auto &[operand, loops] : producerLoops)
    addMaxSizes(producer, loops, maxSizes);
  addMaxSizes(consumer, consumerLoops, maxSizes);
  if (llvm::any_of(maxSizes, [](int64_t size) { return size >= 0; }))
    op->setAttr(kMaxSizesAttrName,
                DenseI64ArrayAttr::get(op->getContext(), maxSizes));
  return op.getOperation();
}

FailureOr<Operation *> mlir::zyn::fusePoints(RewriterBase &rewriter,
                                             ComputeOpInterface consumer,
                                             ComputeOpInterface producer,
                                             const FusionOptions &options) {
  return PointFusion(rewriter, consumer, producer).run(options);
}

FailureOr<Operation *> mlir::zyn::fuseSiblings(RewriterBase &rewriter,
                                               ComputeOpInterface op,
                                               ComputeOpInterface sibling) {
  FusionOptions options;
  options.keepsProducer = true;
  return PointFusion(rewriter, op, sibling, /*areSiblings=*/true).run(options);
}
