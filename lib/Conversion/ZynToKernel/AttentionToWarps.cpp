//===- AttentionToWarps.cpp - Attention by warps --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attention without scores in memory on every GPU with asynchronous copies
// (Dao, "FlashAttention-2", 2023). Each of four warps computes 16 queries. All
// threads copy a block of keys and values to shared memory while they multiply
// the one before. Weights stay in registers.
//
//===----------------------------------------------------------------------===//

#include "AttentionLowerings.h"
#include "AttentionMask.h"
#include "AttentionResult.h"
#include "StagedMatmul.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;
using ::zyn::schedule::AttentionTile;

/// The sizes of an instruction: rows and K of A, and columns of B.
static constexpr int64_t kRows = 16, kDepth = 16, kColumns = 8;
static constexpr int64_t kThreads = 4 * limits::warpSize;

/// Returns the size of a head in shared memory, in which chunks of rows are
/// permuted.
static int64_t getPaddedSize(AttentionOp op) {
  constexpr int64_t least = 16, swizzled = 64;
  int64_t size = cast<MemRefType>(op.getKeys().getType()).getDimSize(3);
  return size > swizzled ? llvm::alignTo(size, swizzled)
                         : std::max<int64_t>(llvm::PowerOf2Ceil(size), least);
}

static CopiedOperand getOperand(Value buffer, bool isKInnermost, int64_t extent,
                                int64_t depth) {
  int64_t bytes = kernel::getElementBytes(getElementTypeOrSelf(buffer));
  return {{buffer, isKInnermost},
          extent,
          depth * bytes,
          {/*isSwizzled=*/true, /*paddingBytes=*/0}};
}

namespace {

class WarpAttention {
public:
  WarpAttention(KernelModules &kernels, AttentionOp op, const ReducedRows &rows,
                const AttentionTile &tile);
  void lower(IndexBuilder &h);

private:
  /// What a warp carries from block to block: sums of weighted values, and the
  /// stage of the next block.
  struct State {
    SmallVector<Value> sums;
    SoftmaxRows rows;
    Value stage;

    SmallVector<Value> toValues() const;
    static State fromValues(ValueRange values);
  };

  kernel::FragmentType getFragment(kernel::FragmentRole role) const;
  void copyBlock(IndexBuilder &b, const AttentionWork &work, Value stage,
                 Value block) const;
  SmallVector<Value> multiplyQueries(IndexBuilder &b, Value stage) const;
  void addValues(IndexBuilder &b, ArrayRef<Value> weights, Value stage,
                 SmallVector<Value> &sums) const;
  State forEachBlock(IndexBuilder &b, const AttentionWork &work, Value last,
                     Value count, bool isMasked, State state) const;
  void compute(IndexBuilder &b, const AttentionWork &work,
               const AttentionResult &result);

  KernelModules &kernels;
  AttentionOp op;
  const ReducedRows &reducedRows;
  const AttentionTile &tile;
  Type element;
  int64_t headSize;
  CopiedOperand queries, keys, values;
  kernel::FragmentType sumType;
  AttentionSoftmax softmax;

  // Values of the kernel.
  std::optional<AttentionGrid> grid;
  std::optional<AttentionMask> mask;
  Value thread, lane;
};

} // namespace

WarpAttention::WarpAttention(KernelModules &kernels, AttentionOp op,
                             const ReducedRows &rows, const AttentionTile &tile)
    : kernels(kernels), op(op), reducedRows(rows), tile(tile),
      element(op.getElementType()),
      headSize(cast<MemRefType>(op.getKeys().getType()).getDimSize(3)),
      queries(getOperand(op.getQueries(), /*isKInnermost=*/true,
                         kThreads / limits::warpSize * kRows,
                         getPaddedSize(op))),
      keys(getOperand(op.getKeys(), /*isKInnermost=*/true, tile.keys,
                      getPaddedSize(op))),
      values(getOperand(op.getValues(), /*isKInnermost=*/false,
                        getPaddedSize(op), tile.keys)),
      sumType(kernel::FragmentType::get(
          op.getContext(), kRows, kColumns, Float32Type::get(op.getContext()),
          kernel::FragmentRole::accumulator, kernel::FragmentHolder::warp)),
      softmax(AttentionMask::getFactorAfter(op)) {}

SmallVector<Value> WarpAttention::State::toValues() const {
  SmallVector<Value> result = {stage};
  llvm::append_range(result, rows.greatest);
  llvm::append_range(result, rows.totals);
  llvm::append_range(result, sums);
  return result;
}

WarpAttention::State WarpAttention::State::fromValues(ValueRange values) {
  constexpr unsigned count = SoftmaxRows::count;
  State state;
  state.stage = values[0];
  llvm::append_range(state.rows.greatest, values.slice(1, count));
  llvm::append_range(state.rows.totals, values.slice(1 + count, count));
  llvm::append_range(state.sums, values.drop_front(1 + 2 * count));
  return state;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

kernel::FragmentType
WarpAttention::getFragment(kernel::FragmentRole role) const {
  bool isA = role == kernel::FragmentRole::a;
  return kernel::FragmentType::get(element.getContext(), isA ? kRows : kDepth,
                                   isA ? kDepth : kColumns, element, role,
                                   kernel::FragmentHolder::warp);
}

/// Starts the copies of the keys and values of a block.
void WarpAttention::copyBlock(IndexBuilder &b, const AttentionWork &work,
                              Value stage, Value block) const {
  Value firstKey = b.mul(block, tile.keys);
  CopiedOperand ofBlock = keys;
  ofBlock.batch = {work.batch, work.keyHead};
  ofBlock.outer = firstKey;
  ofBlock.outerSize = work.length;
  ofBlock.copy(b, stage, b.constant(0));
  ofBlock = values;
  ofBlock.batch = {work.batch, work.keyHead};
  ofBlock.innerSize = work.length;
  ofBlock.copy(b, stage, firstKey);
  kernel::AsyncCommitOp::create(b);
}

/// Returns the thread's elements of the products of the queries of the warp and
/// a block of keys.
SmallVector<Value> WarpAttention::multiplyQueries(IndexBuilder &b,
                                                  Value stage) const {
  Value firstRow = b.mul(b.div(thread, limits::warpSize), kRows);
  Value nothing = kernel::MmaFillOp::create(b, sumType, getFloat(b, 0));
  SmallVector<Value> scores(tile.keys / kColumns, nothing);
  for (int64_t k = 0; k < headSize; k += kDepth) {
    Value a = queries.loadFragments(b, lane, b.constant(0), firstRow, k,
                                    getFragment(kernel::FragmentRole::a))[0];
    for (int64_t key = 0; key < tile.keys; key += 2 * kColumns)
      for (auto [i, fragment] : llvm::enumerate(
               keys.loadFragments(b, lane, stage, b.constant(key), k,
                                  getFragment(kernel::FragmentRole::b)))) {
        Value &score = scores[key / kColumns + i];
        score = kernel::MmaComputeOp::create(b, sumType, a, fragment, score);
      }
  }
  return unpackFragments(b, scores);
}

/// Adds the products of weights and a block of values to `sums`.
void WarpAttention::addValues(IndexBuilder &b, ArrayRef<Value> weights,
                              Value stage, SmallVector<Value> &sums) const {
  SmallVector<Value> operands =
      toOperands(b, weights, getFragment(kernel::FragmentRole::a));
  for (auto [k, a] : llvm::enumerate(operands))
    for (int64_t column = 0; column < headSize; column += 2 * kColumns)
      for (auto [i, fragment] : llvm::enumerate(values.loadFragments(
               b, lane, stage, b.constant(column), k * kDepth,
               getFragment(kernel::FragmentRole::b)))) {
        // The last of an odd number has no results.
        size_t number = column / kColumns + i;
        if (number < sums.size())
          sums[number] = kernel::MmaComputeOp::create(b, sumType, a, fragment,
                                                      sums[number]);
      }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Visits `count` blocks, from `last` down.
WarpAttention::State WarpAttention::forEachBlock(IndexBuilder &b,
                                                 const AttentionWork &work,
                                                 Value last, Value count,
                                                 bool isMasked,
                                                 State state) const {
  auto loop = scf::ForOp::create(b, b.constant(0), count, b.constant(1),
                                 state.toValues());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(loop.getBody());
  state = State::fromValues(loop.getRegionIterArgs());
  Value block = b.sub(last, loop.getInductionVar());
  // This stage's copies are complete, and all threads have read the other one.
  kernel::AsyncWaitOp::create(b, 0);
  kernel::BarrierOp::create(b);
  Value other = b.sub(b.constant(1), state.stage);
  b.buildIf(b.less(b.constant(0), block),
            [&] { copyBlock(b, work, other, b.sub(block, b.constant(1))); });
  SmallVector<Value> scores = multiplyQueries(b, state.stage), visible;
  if (mask)
    mask->apply(b, scores, *grid, work, block, thread);
  if (isMasked)
    visible = grid->getLimits(b, work, block, thread);
  SmallVector<Value> factors = softmax.update(b, scores, state.rows, visible);
  SmallVector<Value> sums = unpackFragments(b, state.sums);
  scaleRows(b, sums, factors);
  state.sums = packFragments(b, sumType, sums);
  addValues(b, scores, state.stage, state.sums);
  state.stage = other;
  scf::YieldOp::create(b, state.toValues());
  return State::fromValues(loop.getResults());
}

void WarpAttention::compute(IndexBuilder &b, const AttentionWork &work,
                            const AttentionResult &result) {
  queries.batch = {work.batch, work.head};
  queries.outer = work.firstQuery;
  queries.outerSize = grid->numQueries;
  queries.copy(b, b.constant(0), b.constant(0));
  Value last = b.sub(work.numBlocks, b.constant(1));
  State state;
  state.stage = b.constant(0);
  copyBlock(b, work, state.stage, last);
  state.rows = SoftmaxRows::start(b);
  Value nothing = kernel::MmaFillOp::create(b, sumType, getFloat(b, 0));
  state.sums.assign(headSize / kColumns, nothing);
  Value numWhole = b.min(work.numWhole, work.numBlocks);
  state = forEachBlock(b, work, last, b.sub(work.numBlocks, numWhole),
                       /*isMasked=*/true, state);
  state = forEachBlock(b, work, b.sub(numWhole, b.constant(1)), numWhole,
                       /*isMasked=*/false, state);
  softmax.finish(b, state.rows);
  result.storeLogSumExps(b, work, thread, state.rows);
  result.store(b, work, thread, state.rows, unpackFragments(b, state.sums));
}

void WarpAttention::lower(IndexBuilder &h) {
  grid.emplace(h, op, tile);
  Value hostWork = h.mul(grid->numRowTiles, grid->allHeads);
  SmallVector<Value> arguments = {op.getQueries(), op.getKeys(),
                                  op.getValues()};
  unsigned firstResult = arguments.size();
  llvm::append_range(arguments, AttentionResult::getArguments(op, reducedRows));
  unsigned next = arguments.size();
  for (Value buffer : {Value(op.getLengths()), Value(op.getMask())})
    if (buffer)
      arguments.push_back(buffer);
  unsigned firstSize = arguments.size();
  SmallVector<Value> sizes = grid->getSizes();
  llvm::append_range(arguments, withoutConstants(sizes));

  KernelHints &hints = kernels.getHints();
  hints.state(KernelHint::Workgroup, kThreads,
              "each of four warps computes 16 queries");
  hints.ignore(KernelHint::UnrollFactor,
               "the tile determines the elements of a thread");
  hints.state(KernelHint::VectorWidth, keys.chunk(),
              "tiles are copied by asynchronous copies of 16 bytes");
  hints.state(KernelHint::AsyncCopy, true, "");
  hints.state(KernelHint::Coalesced, true, "");
  KernelBuilder kernel(kernels, h, op, {kThreads, 1, 1}, arguments);
  IndexBuilder &b = kernel.device();
  grid->setSizes(kernel.importSizes(firstSize, sizes));
  AttentionResult result(kernel, op, reducedRows, *grid, softmax, firstResult);
  if (op.getLengths())
    grid->lengths = kernel.argument(next++);
  if (op.getMask())
    mask.emplace(op, kernel.argument(next++));

  thread = b.threadId(kernel::Dimension::x);
  lane = b.rem(thread, limits::warpSize);
  int64_t offset = 0;
  for (auto [i, operand, numStages] :
       {std::tuple(0, &queries, int64_t(1)), std::tuple(1, &keys, tile.stages),
        std::tuple(2, &values, tile.stages)}) {
    operand->memref = kernel.argument(i);
    operand->thread = thread;
    operand->numThreads = kThreads;
    operand->tiles = kernel.dynamicShared(
        offset, {numStages * operand->rows(), operand->pitch()}, element,
        kTileAlignment);
    offset += llvm::alignTo(numStages * operand->stageBytes(), kTileAlignment);
    operand->outer = b.constant(0);
    operand->outerSize = operand->innerSize = b.constant(headSize);
  }
  compute(b, grid->getWork(b, b.blockId()), result);
  kernel.launch(hostWork, offset);
}

void mlir::zyn::emitAttentionByWarps(KernelModules &kernels, IndexBuilder &h,
                                     AttentionOp op, const ReducedRows &rows,
                                     const AttentionTile &tile) {
  WarpAttention(kernels, op, rows, tile).lower(h);
}
