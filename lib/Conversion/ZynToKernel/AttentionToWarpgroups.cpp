//===- AttentionToWarpgroups.cpp - Attention by Hopper's warpgroups -------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attention without scores in memory (Shah et al., "FlashAttention-3", 2024).
// One thread of the first warpgroup, the producer, starts TMA copies of a tile
// of queries, and of blocks of keys and values into rings of stages. Each
// of the other warpgroups, the consumers, computes 64 queries. It multiplies
// them by a block of keys while the weights of the block before, which stay in
// registers, are multiplied by the values; and while these products run, it
// computes the softmax of the new scores. Consumers take turns in starting
// products, so that one computes a softmax while the others multiply.
//
// Blocks are visited from the last to the first: only the first ones may
// have keys that some queries do not see.
//
//===----------------------------------------------------------------------===//

#include "AttentionLowerings.h"
#include "WarpgroupAttention.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;
using ::zyn::schedule::AttentionTile;

static_assert(AttentionTile::consumerQueries == limits::wgmmaRows);

/// Returns the size of a head in shared memory, of whole panels of a swizzle.
static int64_t getPaddedSize(AttentionOp op) {
  constexpr int64_t panelBytes = 128;
  Type element = op.getElementType();
  return llvm::alignTo(
      cast<MemRefType>(op.getQueries().getType()).getDimSize(3),
      panelBytes / kernel::getElementBytes(element));
}

static kernel::FragmentType getAccumulator(AttentionOp op, int64_t columns) {
  return kernel::FragmentType::get(op.getContext(), limits::wgmmaRows, columns,
                                   Float32Type::get(op.getContext()),
                                   kernel::FragmentRole::accumulator,
                                   kernel::FragmentHolder::warpgroup);
}

WarpgroupAttention::WarpgroupAttention(KernelModules &kernels, AttentionOp op,
                                       const ReducedRows &rows,
                                       const AttentionTile &tile)
    : kernels(kernels), op(op), reducedRows(rows), tile(tile),
      element(op.getElementType()), hasLengths(op.getLengths() != nullptr),
      headSize(cast<MemRefType>(op.getQueries().getType()).getDimSize(3)),
      queries({op.getQueries(), /*isKInnermost=*/true}, tile.getQueries(),
              getPaddedSize(op) * kernel::getElementBytes(op.getElementType())),
      keys({op.getKeys(), /*isKInnermost=*/true}, tile.keys,
           getPaddedSize(op) * kernel::getElementBytes(op.getElementType())),
      values({op.getValues(), /*isKInnermost=*/false}, getPaddedSize(op),
             tile.keys * kernel::getElementBytes(op.getElementType())),
      scoreType(getAccumulator(op, tile.keys)),
      sumType(getAccumulator(op, headSize)),
      softmax(AttentionMask::getFactorAfter(op)) {}

/// Builds the loop over the tiles of a block. `body` advances the positions in
/// the rings.
void WarpgroupAttention::forEachWork(
    IndexBuilder &b,
    function_ref<void(const AttentionWork &, RingPosition &, RingPosition &)>
        body) const {
  // Each round has a tile for each block. Under a causal mask, a tile has about
  // as many keys as the next one; every other round is in reverse order, so
  // that no block always gets those with more.
  auto getNumber = [&](Value round) {
    Value inRound = b.blockId();
    if (grid->isCausal)
      inRound = arith::SelectOp::create(
          b, b.equal(b.rem(round, 2), b.constant(0)), inRound,
          b.sub(b.sub(numBlocks, b.constant(1)), inRound));
    return b.add(b.mul(round, numBlocks), inRound);
  };
  Value numWhole = b.divideNarrow(numWork, numBlocks).quotient;
  Value isInLast = b.less(getNumber(numWhole), numWork);
  Value numRounds =
      b.add(numWhole,
            arith::SelectOp::create(b, isInLast, b.constant(1), b.constant(0)));
  RingPosition start = RingPosition::start(b);
  auto loop = scf::ForOp::create(
      b, b.constant(0), numRounds, b.constant(1),
      ValueRange{start.stage, start.parity, start.stage, start.parity});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(loop.getBody());
  auto arguments = loop.getRegionIterArgs();
  RingPosition queryPosition = {arguments[0], arguments[1]},
               keyPosition = {arguments[2], arguments[3]};
  body(grid->getWork(b, getNumber(loop.getInductionVar())), queryPosition,
       keyPosition);
  scf::YieldOp::create(b, ValueRange{queryPosition.stage, queryPosition.parity,
                                     keyPosition.stage, keyPosition.parity});
}

/// Starts all copies, as one thread.
void WarpgroupAttention::produce(IndexBuilder &b) const {
  Value zero = b.constant(0);
  int64_t bytes = kernel::getElementBytes(element);
  auto copy = [&](const StagedOperand &operand, const StageRing &ring,
                  const RingPosition &position, ArrayRef<Value> matrix,
                  Value outer, Value k) {
    ring.acquire(b, position, operand.extent * operand.depth * bytes);
    operand.copy(b, position.stage, operand.getStart(b, matrix, outer), k,
                 ring.full);
  };
  forEachWork(b, [&](const AttentionWork &work, RingPosition &queryPosition,
                     RingPosition &keyPosition) {
    copy(queries, *queryRing, queryPosition, {work.batch, work.head},
         work.firstQuery, zero);
    queryPosition = queryPosition.next(b, queryRing->numStages);
    auto loop =
        scf::ForOp::create(b, zero, work.numBlocks, b.constant(1),
                           ValueRange{keyPosition.stage, keyPosition.parity});
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(loop.getBody());
    RingPosition position = {loop.getRegionIterArg(0),
                             loop.getRegionIterArg(1)};
    Value block =
        b.sub(b.sub(work.numBlocks, b.constant(1)), loop.getInductionVar());
    Value firstKey = b.mul(block, tile.keys);
    SmallVector<Value> matrix = {work.batch, work.keyHead};
    copy(keys, *keyRing, position, matrix, firstKey, zero);
    copy(values, *valueRing, position, matrix, zero, firstKey);
    position = position.next(b, tile.stages);
    scf::YieldOp::create(b, ValueRange{position.stage, position.parity});
    keyPosition = {loop.getResult(0), loop.getResult(1)};
  });
}

void WarpgroupAttention::lower(IndexBuilder &h, int64_t multiprocessors) {
  SmallVector<Value> arguments;
  for (const StagedOperand *operand : {&queries, &keys, &values})
    arguments.push_back(kernel::TensorMapEncodeOp::create(h, operand->mapType,
                                                          operand->source));
  bool storesByTma =
      reducedRows.isStored() && getElementTypeOrSelf(op.getInit()) == element;
  if (storesByTma) {
    auto type = kernel::TensorMapType::get(
        h.getContext(), {1, 1, limits::wgmmaRows, queries.panelWidth}, element,
        queries.getSwizzle(), /*l2=*/0, /*fillNaN=*/false, {}, {}, {});
    arguments.push_back(
        kernel::TensorMapEncodeOp::create(h, type, op.getInit()));
  }
  grid.emplace(h, op, tile);
  Value hostWork = h.mul(grid->numRowTiles, grid->allHeads);
  Value hostBlocks = h.min(hostWork, h.constant(multiprocessors));
  // The loop over the keys has one iteration for two blocks.
  std::optional<int64_t> knownKeys = getConstantIntValue(grid->numKeys);
  if (knownKeys && *knownKeys <= 2 * tile.keys)
    grid->numKeys = makeArgument(h, grid->numKeys);
  SmallVector<Value> sizes = grid->getSizes();
  sizes.append({hostWork, hostBlocks});
  unsigned firstSize = arguments.size();
  llvm::append_range(arguments, withoutConstants(sizes));
  unsigned firstResult = arguments.size();
  llvm::append_range(arguments, AttentionResult::getArguments(op, reducedRows));
  unsigned next = arguments.size();
  for (Value buffer : {Value(op.getLengths()), Value(op.getMask())})
    if (buffer)
      arguments.push_back(buffer);

  int64_t threads = (tile.consumers + 1) * limits::warpgroupSize;
  KernelHints &hints = kernels.getHints();
  hints.state(KernelHint::Workgroup, threads,
              "a warpgroup copies, and others compute 64 queries each");
  hints.ignore(KernelHint::UnrollFactor,
               "the tile determines the elements of a thread");
  hints.ignore(KernelHint::VectorWidth, "TMA copies whole tiles");
  hints.state(KernelHint::AsyncCopy, true, "");
  hints.state(KernelHint::Coalesced, true, "");
  KernelBuilder kernel(kernels, h, op, {threads, 1, 1}, arguments);
  IndexBuilder &b = kernel.device();
  sizes = kernel.importSizes(firstSize, sizes);
  grid->setSizes(sizes);
  numWork = sizes[sizes.size() - 2];
  numBlocks = sizes.back();
  result.emplace(kernel, op, reducedRows, *grid, softmax, firstResult);
  constexpr unsigned firstResultMap = 3;
  if (storesByTma)
    resultMap = kernel.argument(firstResultMap);
  if (op.getLengths())
    grid->lengths = kernel.argument(next++);
  if (op.getMask())
    mask.emplace(op, kernel.argument(next++));

  int64_t offset = 0;
  for (auto [i, operand, numStages] :
       {std::tuple(0, &queries, tile.queryStages),
        std::tuple(1, &keys, tile.stages),
        std::tuple(2, &values, tile.stages)}) {
    operand->map = kernel.argument(i);
    operand->stages =
        kernel.dynamicShared(offset, operand->getShape(numStages),
                             op.getElementType(), limits::swizzlePeriod);
    offset += numStages * operand->extent * operand->depth *
              kernel::getElementBytes(op.getElementType());
  }
  queryRing.emplace(kernel, tile.queryStages);
  keyRing.emplace(kernel, tile.stages);
  valueRing.emplace(kernel, tile.stages);

  thread = b.threadId(kernel::Dimension::x);
  Value isFirst = b.equal(thread, b.constant(0));
  b.buildIf(isFirst, [&] {
    for (const StagedOperand *operand : {&queries, &keys, &values})
      kernel::TmaPrefetchMapOp::create(b, operand->map);
    if (resultMap)
      kernel::TmaPrefetchMapOp::create(b, resultMap);
    for (const StageRing *ring : {&*queryRing, &*keyRing, &*valueRing})
      ring->initialize(b, tile.consumers);
    kernel::FenceMBarrierInitOp::create(b);
  });
  kernel::BarrierOp::create(b);
  Value group = b.div(thread, limits::warpgroupSize);
  auto setRegisters = [&](kernel::RegisterAction action, int64_t count) {
    if (count != 0)
      kernel::SetMaxRegistersOp::create(b, action, count);
  };
  b.buildIf(
      b.equal(group, b.constant(0)),
      [&] {
        setRegisters(kernel::RegisterAction::decrease, tile.producerRegisters);
        b.buildIf(isFirst, [&] { produce(b); });
      },
      [&] {
        setRegisters(kernel::RegisterAction::increase, tile.consumerRegisters);
        consumer = b.sub(group, b.constant(1));
        consumerThread = b.sub(thread, b.constant(limits::warpgroupSize));
        thread = b.rem(thread, limits::warpgroupSize);
        consume(b);
      });
  kernel.launch(hostBlocks, offset);
}

void mlir::zyn::emitAttentionByWarpgroups(KernelModules &kernels,
                                          IndexBuilder &h, AttentionOp op,
                                          const ReducedRows &rows,
                                          const AttentionTile &tile,
                                          int64_t multiprocessors) {
  WarpgroupAttention(kernels, op, rows, tile).lower(h, multiprocessors);
}
