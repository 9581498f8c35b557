//===- AttentionConsumers.cpp - What the consumers of attention do --------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpgroupAttention.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

/// Keys of one instruction that multiplies weights by values, and elements of
/// one that multiplies queries by keys.
static constexpr int64_t kDepth = 16;

SmallVector<Value> ConsumerState::toValues() const {
  SmallVector<Value> result = {weights, sums, keys.stage, keys.parity};
  llvm::append_range(result, rows.greatest);
  llvm::append_range(result, rows.totals);
  llvm::append_range(result, operands);
  return result;
}

ConsumerState ConsumerState::fromValues(ValueRange values) {
  constexpr unsigned firstRow = 4, count = SoftmaxRows::count;
  ConsumerState state;
  state.weights = values[0];
  state.sums = values[1];
  state.keys = {values[2], values[3]};
  llvm::append_range(state.rows.greatest, values.slice(firstRow, count));
  llvm::append_range(state.rows.totals, values.slice(firstRow + count, count));
  llvm::append_range(state.operands, values.drop_front(firstRow + 2 * count));
  return state;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Starts a matmul of 64 rows. `a` are the indices of A in shared memory.
static Value compute(IndexBuilder &b, Value sums, Value a, ValueRange aIndices,
                     int64_t swizzleA, const StagedOperand &operand,
                     ArrayRef<Value> indices, Value accumulate) {
  return kernel::WgmmaComputeOp::create(
      b, sums, a, aIndices, operand.stages, indices, accumulate, swizzleA,
      operand.getSwizzle(), /*columnMajorA=*/false,
      /*columnMajorB=*/operand.isKInnermost, /*negateA=*/false,
      /*negateB=*/false, /*unsignedA=*/false, /*unsignedB=*/false,
      /*saturate=*/false);
}

/// Replaces `scores` with the products of the queries and a block of keys.
Value WarpgroupAttention::multiplyQueries(IndexBuilder &b, Value scores,
                                          Value queryStage,
                                          Value keyStage) const {
  Value row = b.mul(consumer, limits::wgmmaRows), zero = b.constant(0);
  for (int64_t depth = 0; depth < headSize; depth += kDepth) {
    Value accumulate = arith::ConstantOp::create(b, b.getBoolAttr(depth != 0));
    scores = compute(b, scores, queries.stages,
                     queries.getIndices(b, queryStage, row, depth),
                     queries.getSwizzle(), keys,
                     keys.getIndices(b, keyStage, zero, depth), accumulate);
  }
  kernel::WgmmaCommitOp::create(b);
  return scores;
}

/// Adds the products of the weights and a block of values to `sums`.
Value WarpgroupAttention::multiplyValues(IndexBuilder &b, Value sums,
                                         ArrayRef<Value> operands,
                                         Value stage) const {
  for (auto [i, operand] : llvm::enumerate(operands))
    sums = compute(b, sums, operand, {}, /*swizzleA=*/0, values,
                   values.getIndices(b, stage, b.constant(0), i * kDepth),
                   /*accumulate=*/Value());
  kernel::WgmmaCommitOp::create(b);
  return sums;
}

/// Waits for all matmuls but the last `pending` groups, which `fragments` do
/// not depend on.
static SmallVector<Value> waitForMatmuls(IndexBuilder &b, int64_t pending,
                                         ValueRange fragments) {
  auto wait = kernel::WgmmaWaitOp::create(b, pending, fragments);
  return SmallVector<Value>(wait.getResults());
}

//===----------------------------------------------------------------------===//
// Synchronization
//===----------------------------------------------------------------------===//

/// Waits until the turn is given to a consumer, as this one. Each consumer has
/// a barrier; barrier 0 is that of the block.
static void waitForTurn(IndexBuilder &b, int64_t consumer) {
  kernel::BarrierOp::create(b, b.getI32IntegerAttr(1 + consumer),
                            b.getI32IntegerAttr(2 * limits::warpgroupSize));
}

/// Gives the turn to a consumer, as another one.
static void giveTurn(IndexBuilder &b, int64_t consumer) {
  kernel::BarrierArriveOp::create(
      b, b.getI32IntegerAttr(1 + consumer),
      b.getI32IntegerAttr(2 * limits::warpgroupSize));
}

/// Builds `body` for each consumer with its number.
static void switchConsumers(IndexBuilder &b, Value consumer, int64_t count,
                            function_ref<void(int64_t)> body) {
  SmallVector<int64_t> cases = llvm::to_vector(llvm::seq<int64_t>(1, count));
  auto choice =
      scf::IndexSwitchOp::create(b, TypeRange(), consumer, cases, cases.size());
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&choice.getDefaultRegion());
  body(0);
  scf::YieldOp::create(b);
  for (int64_t number : cases) {
    b.createBlock(&choice.getCaseRegions()[number - 1]);
    body(number);
    scf::YieldOp::create(b);
  }
}

/// Waits until it is this consumer's turn to start matmuls.
void WarpgroupAttention::takeTurn(IndexBuilder &b) const {
  switchConsumers(b, consumer, tile.consumers,
                  [&](int64_t number) { waitForTurn(b, number); });
}

/// Lets the next consumer start matmuls.
void WarpgroupAttention::passTurn(IndexBuilder &b) const {
  switchConsumers(b, consumer, tile.consumers, [&](int64_t number) {
    giveTurn(b, (number + 1) % tile.consumers);
  });
}

void WarpgroupAttention::release(IndexBuilder &b, const StageRing &ring,
                                 Value stage) const {
  b.buildIf(b.equal(thread, b.constant(0)), [&] { ring.release(b, stage); });
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// Applies the mask to the scores of a block, and replaces them by their
/// weights. Returns the factors of earlier sums.
SmallVector<Value>
WarpgroupAttention::computeWeights(IndexBuilder &b, Value &scores,
                                   SoftmaxRows &rows, const AttentionWork &work,
                                   Value block, bool isMasked) const {
  SmallVector<Value> elements = unpackFragments(b, scores), visible;
  if (mask)
    mask->apply(b, elements, *grid, work, block, consumerThread);
  if (isMasked)
    visible = grid->getLimits(b, work, block, consumerThread);
  SmallVector<Value> factors = softmax.update(b, elements, rows, visible);
  scores = packFragments(b, scoreType, elements)[0];
  return factors;
}

/// Returns the weights as operands of matmuls.
SmallVector<Value> WarpgroupAttention::getOperands(IndexBuilder &b,
                                                   Value weights) const {
  auto type = kernel::FragmentType::get(
      b.getContext(), limits::wgmmaRows, kDepth, element,
      kernel::FragmentRole::a, kernel::FragmentHolder::warpgroup);
  return toOperands(b, unpackFragments(b, weights), type);
}

//===----------------------------------------------------------------------===//
// Blocks and tiles
//===----------------------------------------------------------------------===//

/// Overwrites values past the length, which may not even be finite, with zeros.
/// Only the last block has any.
void WarpgroupAttention::clearValues(IndexBuilder &b, const AttentionWork &work,
                                     Value block,
                                     const RingPosition &position) const {
  Value numRows =
      b.sub(work.length, b.min(work.length, b.mul(block, tile.keys)));
  b.buildIf(b.less(numRows, b.constant(tile.keys)), [&] {
    valueRing->wait(b, position);
    int64_t chunk = limits::tensorGranule / kernel::getElementBytes(element);
    int64_t rowChunks = values.panelWidth / chunk;
    int64_t panelChunks = values.panelRows * rowChunks;
    auto type = VectorType::get(chunk, element);
    Value nothing = arith::ConstantOp::create(b, b.getZeroAttr(type));
    auto loop = scf::ForOp::create(
        b, consumerThread, b.constant(values.numPanels * panelChunks),
        b.constant(tile.consumers * limits::warpgroupSize));
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      Division inPanel =
          b.divideNarrow(loop.getInductionVar(), b.constant(panelChunks));
      Division inRow = b.divideNarrow(inPanel.remainder, b.constant(rowChunks));
      b.buildIf(b.lessEqual(numRows, inRow.quotient), [&] {
        b.store(nothing, values.stages,
                {position.stage, inPanel.quotient, inRow.quotient,
                 b.mul(inRow.remainder, chunk)});
      });
    }
    kernel::FenceProxyAsyncOp::create(b, kernel::ProxySpace::shared);
    kernel::BarrierOp::create(
        b, b.getI32IntegerAttr(1 + tile.consumers),
        b.getI32IntegerAttr(tile.consumers * limits::warpgroupSize));
  });
}

/// Computes the weights of the last block.
ConsumerState WarpgroupAttention::start(IndexBuilder &b,
                                        const ConsumerWork &work,
                                        const RingPosition &keyPosition) const {
  Value zero = getFloat(b, 0);
  ConsumerState state;
  Value scores = kernel::MmaFillOp::create(b, scoreType, zero);
  keyRing->wait(b, keyPosition);
  scores = kernel::WgmmaFenceOp::create(b, scores).getResults()[0];
  scores = multiplyQueries(b, scores, work.queryStage, keyPosition.stage);
  state.weights = waitForMatmuls(b, /*pending=*/0, scores)[0];
  release(b, *keyRing, keyPosition.stage);
  Value block = b.sub(work.numBlocks, b.constant(1));
  state.rows = SoftmaxRows::start(b);
  computeWeights(b, state.weights, state.rows, work, block, /*isMasked=*/true);
  state.operands = getOperands(b, state.weights);
  state.sums = kernel::MmaFillOp::create(b, sumType, zero);
  state.keys = keyPosition.next(b, tile.stages);
  if (hasLengths)
    clearValues(b, work, block, keyPosition);
  return state;
}

/// Adds the values of the preceding block, and computes the weights of `block`.
ConsumerState WarpgroupAttention::step(IndexBuilder &b,
                                       const ConsumerWork &work, Value block,
                                       bool isMasked,
                                       ConsumerState state) const {
  // The values arrive before the keys. After a branch, ptxas would have to
  // fence registers again.
  RingPosition last = state.keys.previous(b, tile.stages);
  keyRing->wait(b, state.keys);
  valueRing->wait(b, last);
  takeTurn(b);
  SmallVector<Value> fragments = {state.weights, state.sums};
  llvm::append_range(fragments, state.operands);
  auto fence = kernel::WgmmaFenceOp::create(b, fragments);
  Value scores = multiplyQueries(b, fence.getResults()[0], work.queryStage,
                                 state.keys.stage);
  Value sums = multiplyValues(
      b, fence.getResults()[1],
      SmallVector<Value>(fence.getResults().drop_front(2)), last.stage);
  passTurn(b);
  scores = waitForMatmuls(b, /*pending=*/1, scores)[0];
  release(b, *keyRing, state.keys.stage);
  SmallVector<Value> factors =
      computeWeights(b, scores, state.rows, work, block, isMasked);
  // The softmax, of which all goes into the totals, runs during the products.
  kernel::AnchorOp::create(
      b, arith::AddFOp::create(b, state.rows.totals[0], state.rows.totals[1]));
  // The weights are not converted before the operands are not read any more.
  SmallVector<Value> done = waitForMatmuls(b, /*pending=*/0, {sums, scores});
  release(b, *valueRing, last.stage);
  SmallVector<Value> elements = unpackFragments(b, done[0]);
  scaleRows(b, elements, factors);
  state.sums = packFragments(b, sumType, elements)[0];
  state.weights = done[1];
  state.operands = getOperands(b, state.weights);
  state.keys = state.keys.next(b, tile.stages);
  return state;
}

/// Visits `count` blocks, from `last` down.
ConsumerState WarpgroupAttention::forEachBlock(IndexBuilder &b,
                                               const ConsumerWork &work,
                                               Value last, Value count,
                                               bool isMasked,
                                               ConsumerState state) const {
  auto loop = scf::ForOp::create(b, b.constant(0), count, b.constant(1),
                                 state.toValues());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(loop.getBody());
  ConsumerState next =
      step(b, work, b.sub(last, loop.getInductionVar()), isMasked,
           ConsumerState::fromValues(loop.getRegionIterArgs()));
  scf::YieldOp::create(b, next.toValues());
  return ConsumerState::fromValues(loop.getResults());
}

/// Computes the tiles, as one of the consumers.
void WarpgroupAttention::consume(IndexBuilder &b) const {
  // The first turn is that of consumer 0, which also waits for the turn after
  // the last one, so that no barrier is left incomplete.
  b.buildIf(b.equal(consumer, b.constant(tile.consumers - 1)),
            [&] { giveTurn(b, 0); });
  forEachWork(b, [&](const AttentionWork &tileWork, RingPosition &queryPosition,
                     RingPosition &keyPosition) {
    ConsumerWork work = {tileWork, queryPosition.stage};
    queryRing->wait(b, queryPosition);
    ConsumerState state = start(b, work, keyPosition);
    Value rest = b.sub(work.numBlocks, b.constant(1));
    Value numWhole = b.min(work.numWhole, rest);
    if (grid->isCausal)
      state = forEachBlock(b, work, b.sub(rest, b.constant(1)),
                           b.sub(rest, numWhole), /*isMasked=*/true, state);
    state = forEachBlock(b, work, b.sub(numWhole, b.constant(1)), numWhole,
                         /*isMasked=*/false, state);
    keyPosition = state.keys;

    RingPosition last = state.keys.previous(b, tile.stages);
    valueRing->wait(b, last);
    SmallVector<Value> fragments = {state.sums};
    llvm::append_range(fragments, state.operands);
    auto fence = kernel::WgmmaFenceOp::create(b, fragments);
    Value sums = multiplyValues(
        b, fence.getResults()[0],
        SmallVector<Value>(fence.getResults().drop_front()), last.stage);
    sums = waitForMatmuls(b, /*pending=*/0, sums)[0];
    release(b, *valueRing, last.stage);
    softmax.finish(b, state.rows);
    // Otherwise, what only the result needs would have registers during the
    // tile.
    ConsumerWork done = {
        grid->getWork(b, kernel::OpaqueOp::create(b, work.number)),
        work.queryStage};
    result->storeLogSumExps(b, done, consumerThread, state.rows);
    if (resultMap)
      storeByTma(b, done, sums, state.rows);
    else
      result->store(b, done, consumerThread, state.rows,
                    unpackFragments(b, sums));
    release(b, *queryRing, queryPosition.stage);
    queryPosition = queryPosition.next(b, queryRing->numStages);
  });
  b.buildIf(b.equal(consumer, b.constant(0)), [&] { waitForTurn(b, 0); });
}

/// Stores the results through the shared memory of the queries, which are not
/// needed any more, by TMA.
void WarpgroupAttention::storeByTma(IndexBuilder &b, const ConsumerWork &work,
                                    Value sums, const SoftmaxRows &rows) const {
  Value zero = b.constant(0);
  // As above, and so would the address of each pair.
  Value number = kernel::OpaqueOp::create(b, thread);
  Value firstRow =
      b.mul(kernel::OpaqueOp::create(b, consumer), limits::wgmmaRows);
  Value lane = b.rem(number, limits::warpSize);
  Value inWarp = b.div(lane, 4);
  Value threadRow = b.add(
      b.mul(b.div(number, limits::warpSize), limits::wgmmaRowsPerWarp), inWarp);
  int64_t chunk = limits::tensorGranule / kernel::getElementBytes(element);
  int64_t width = queries.panelWidth;
  auto write = [&](Value pair, unsigned row, int64_t column) {
    // Rows that are eight apart have the same swizzle.
    Value swizzled = b.bitXor(b.constant(column % width / chunk), inWarp);
    Value inPanel = b.add(b.mul(swizzled, chunk), b.mul(b.rem(lane, 4), 2));
    b.store(pair, queries.stages,
            {work.queryStage, b.constant(column / width),
             b.add(firstRow, b.add(threadRow, SoftmaxRows::distance * row)),
             inPanel});
  };
  result->finish(b, work, kernel::OpaqueOp::create(b, consumerThread), rows,
                 unpackFragments(b, sums), write);
  kernel::FenceProxyAsyncOp::create(b, kernel::ProxySpace::shared);
  switchConsumers(b, consumer, tile.consumers, [&](int64_t number) {
    kernel::BarrierOp::create(b,
                              b.getI32IntegerAttr(2 + tile.consumers + number),
                              b.getI32IntegerAttr(limits::warpgroupSize));
  });
  b.buildIf(b.equal(thread, zero), [&] {
    for (int64_t panel = 0; panel < queries.numPanels; ++panel)
      kernel::TmaStoreOp::create(
          b, queries.stages,
          ValueRange{work.queryStage, b.constant(panel), firstRow, zero},
          resultMap,
          ValueRange{work.batch, work.head, b.add(work.firstQuery, firstRow),
                     b.constant(panel * width)});
    kernel::TmaCommitOp::create(b);
    kernel::TmaWaitOp::create(b, /*groups=*/0, /*read=*/true);
  });
}
