//===- SpmmToKernel.cpp - Lowers sparse matmuls to kernels ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp computes a strip of a row of the result: each lane a vector of
// neighboring columns, or, if the dense matrix is narrow, several groups of
// lanes the sums of every other element of the row, which are added last. The
// columns and the values of the row are staged in shared memory, 32 at a time.
//
// The warps of a block compute neighboring rows of the same strip, so that
// they find many rows of the dense matrix in the L1 cache. Rows with many
// elements are computed by the whole block, or by several (SpmmParts.cpp).
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "SpmmKernels.h"
#include "WarpExchange.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Transforms/Buffers.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;

static constexpr int64_t kWarp = ::zyn::limits::warpSize;

SpmmKernels::Sums SpmmKernels::sumIf(IndexBuilder &b, Value condition,
                                     const Sums &otherwise,
                                     function_ref<Sums()> compute) {
  auto branch = scf::IfOp::create(b, ValueRange(otherwise).getTypes(),
                                  condition, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(b, compute());
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, otherwise);
  return llvm::to_vector_of<Value>(branch.getResults());
}

SpmmKernels::Entry SpmmKernels::loadEntry(IndexBuilder &b, Range range,
                                          Value position) {
  Value last = b.sub(range.count, b.constant(1));
  Value at = b.add(range.first, b.min(b.add(position, lane), last));
  return {b.load(columns, at), b.load(values, at)};
}

SpmmKernels::Sums SpmmKernels::addProducts(IndexBuilder &b, Value first,
                                           Value end, Sums sums) {
  SmallVector<Value> vectors, factors;
  for (int64_t u = 0; u < unroll; ++u) {
    Value number = b.add(b.add(first, u * groups), group);
    Value exists;
    if (end) {
      exists = b.less(number, end);
      number = b.createOrFold<arith::SelectOp>(exists, number, b.constant(0));
    }
    Value inner = b.createOrFold<arith::IndexCastOp>(
        b.getIndexType(), b.load(stagedColumns, {warp, number}));
    Value factor = b.load(stagedValues, {warp, number});
    Value vector =
        b.load(dense, b.add(b.mul(inner, numColumns), readColumn), width);
    // An element that does not exist is not multiplied with an infinity.
    if (end) {
      factor =
          arith::SelectOp::create(b, exists, factor, zero(b, factor.getType()));
      vector =
          arith::SelectOp::create(b, exists, vector, zero(b, vector.getType()));
    }
    factors.push_back(factor);
    vectors.push_back(vector);
  }
  for (auto [vector, factor] : llvm::zip_equal(vectors, factors)) {
    SmallVector<Value> elements = {vector};
    if (width > 1)
      elements = llvm::to_vector_of<Value>(
          vector::ToElementsOp::create(b, vector).getResults());
    for (auto [sum, value] : llvm::zip_equal(sums, elements)) {
      value = convertNumber(b, b.getLoc(), value, accumulator);
      if (isa<FloatType>(accumulator))
        sum = math::FmaOp::create(b, factor, value, sum);
      else
        sum = arith::AddIOp::create(b, sum,
                                    arith::MulIOp::create(b, factor, value));
    }
  }
  return sums;
}

SpmmKernels::Sums SpmmKernels::sumStaged(IndexBuilder &b, Value count,
                                         Sums sums) {
  int64_t step = unroll * groups;
  Value whole = b.mul(b.div(count, step), step);
  auto loop =
      scf::ForOp::create(b, b.constant(0), whole, b.constant(step), sums);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(loop.getBody());
    sums = addProducts(b, loop.getInductionVar(), /*end=*/Value(),
                       llvm::to_vector_of<Value>(loop.getRegionIterArgs()));
    scf::YieldOp::create(b, sums);
  }
  sums = llvm::to_vector_of<Value>(loop.getResults());
  return sumIf(b, b.less(whole, count), sums,
               [&] { return addProducts(b, whole, count, sums); });
}

SpmmKernels::Sums SpmmKernels::sumRange(IndexBuilder &b, Range range) {
  Sums zeros(width, zero(b, accumulator));
  return sumIf(b, b.less(b.constant(0), range.count), zeros, [&] {
    Entry entry = loadEntry(b, range, b.constant(0));
    SmallVector<Value> state = {entry.column, entry.value};
    llvm::append_range(state, zeros);
    auto loop = scf::ForOp::create(b, b.constant(0), range.count,
                                   b.constant(kWarp), state);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(loop.getBody());
    Value position = loop.getInductionVar();
    Value inner = loop.getRegionIterArg(0);
    // Negative indices are large without a sign.
    if (op.isChecked())
      kernel::AssertOp::create(
          b,
          b.less(b.createOrFold<arith::IndexCastOp>(b.getIndexType(), inner),
                 numInner),
          op.getBadIndexMessage());
    kernel::WarpBarrierOp::create(b, /*mask=*/Value());
    b.store(inner, stagedColumns, {warp, lane});
    b.store(convertNumber(b, b.getLoc(), loop.getRegionIterArg(1), accumulator),
            stagedValues, {warp, lane});
    // The next elements are loaded while these are multiplied: LLVM does not
    // move loads over the barrier to their uses.
    entry = loadEntry(b, range, b.add(position, kWarp));
    kernel::WarpBarrierOp::create(b, /*mask=*/Value());
    Value count = b.min(b.sub(range.count, position), b.constant(kWarp));
    Sums sums = sumStaged(
        b, count,
        llvm::to_vector_of<Value>(loop.getRegionIterArgs().drop_front(2)));
    state = {entry.column, entry.value};
    llvm::append_range(state, sums);
    scf::YieldOp::create(b, state);
    return llvm::to_vector_of<Value>(loop.getResults().drop_front(2));
  });
}

SpmmKernels::Sums SpmmKernels::sumGroups(IndexBuilder &b, Sums sums) {
  for (int64_t distance = lanes; distance < kWarp; distance *= 2)
    for (Value &sum : sums)
      sum = addNumbers(b, sum,
                       exchange(b, kernel::ShuffleKind::Xor, sum,
                                b.constant(distance), kWarp));
  return sums;
}

void SpmmKernels::store(IndexBuilder &b, const MatmulResult &result,
                        ArrayRef<Value> sums, Value row) {
  Value isStored = b.land(b.equal(group, b.constant(0)), b.less(row, numRows));
  b.buildIf(isStored,
            [&] { result.store(b, sums, /*matrix=*/{}, row, column); });
}

void SpmmKernels::emitLongRange(
    IndexBuilder &b, Range range,
    function_ref<void(Value column, Value sum)> store) {
  // All parts but the last ones are multiples of what is staged.
  Value size = b.mul(b.ceilDiv(range.count, warps * kWarp), kWarp);
  Value first = b.min(b.mul(warp, size), range.count);
  Value count = b.min(b.sub(range.count, first), size);
  Sums sums = sumGroups(b, sumRange(b, {b.add(range.first, first), count}));
  Value isFirst = b.equal(group, b.constant(0));
  auto getColumn = [&](int64_t i) {
    return b.add(b.mul(lane, width), i); // of a lane of the first group
  };
  b.buildIf(isFirst, [&] {
    for (auto [i, sum] : llvm::enumerate(sums))
      b.store(sum, partialSums, {warp, getColumn(i)});
  });
  kernel::BarrierOp::create(b);
  // Each thread adds the sums of other columns.
  auto loop =
      scf::ForOp::create(b, b.threadId(kernel::Dimension::x),
                         b.constant(lanes * width), b.constant(warps * kWarp));
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value inStrip = loop.getInductionVar();
    Value sum = b.load(partialSums, {b.constant(0), inStrip});
    for (int64_t other = 1; other < warps; ++other)
      sum =
          addNumbers(b, sum, b.load(partialSums, {b.constant(other), inStrip}));
    store(b.add(strip, inStrip), sum);
  }
  kernel::BarrierOp::create(b);
}

Value SpmmKernels::loadOffset(IndexBuilder &b, Value row) {
  return b.createOrFold<arith::IndexCastOp>(b.getIndexType(),
                                            b.load(offsets, row));
}

void SpmmKernels::assertOffsets(IndexBuilder &b, Value first, Value end) {
  // Negative offsets are large without a sign.
  if (op.isChecked())
    kernel::AssertOp::create(
        b, b.land(b.lessEqual(first, end), b.lessEqual(end, numValues)),
        op.getBadOffsetMessage());
}

void SpmmKernels::emitRows(IndexBuilder &b, const MatmulResult &result,
                           Value firstRow) {
  // Each lane loads one of the offsets of the block's rows; those of rows that
  // do not exist are the last one.
  Value number = b.min(lane, b.constant(warps));
  Value offset = loadOffset(b, b.min(b.add(firstRow, number), numRows));
  auto getOffset = [&](Value row) {
    return exchange(b, kernel::ShuffleKind::idx, offset, row, kWarp);
  };
  Value next = getOffset(b.min(b.add(lane, 1), b.constant(warps)));
  next = b.createOrFold<arith::SelectOp>(b.less(lane, b.constant(warps)), next,
                                         offset);
  assertOffsets(b, offset, next);
  Value limit = b.constant(schedule.longRow);
  auto getRange = [&](Value row) -> Range {
    Value first = getOffset(row);
    return {first, b.sub(getOffset(b.add(row, 1)), first)};
  };
  Range own = getRange(warp);
  Value isShort = b.lessEqual(own.count, limit);
  own.count =
      b.createOrFold<arith::SelectOp>(isShort, own.count, b.constant(0));
  Sums sums = sumGroups(b, sumRange(b, own));
  Value ownRow = b.add(firstRow, warp);
  b.buildIf(isShort, [&] { store(b, result, sums, ownRow); });

  Value anyLong =
      kernel::VoteOp::create(b, b.getI1Type(), kernel::VoteKind::any,
                             b.less(limit, b.sub(next, offset)),
                             /*mask=*/Value());
  b.buildIf(anyLong, [&] {
    auto loop =
        scf::ForOp::create(b, b.constant(0), b.constant(warps), b.constant(1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value row = loop.getInductionVar();
    Range range = getRange(row);
    Value isLong = b.less(limit, range.count);
    if (splitRow)
      isLong = b.land(isLong, b.lessEqual(range.count, splitRow));
    b.buildIf(isLong, [&] {
      emitLongRange(b, range, [&](Value resultColumn, Value sum) {
        result.store(b, sum, /*matrix=*/{}, b.add(firstRow, row), resultColumn);
      });
    });
  });
}

void SpmmKernels::chooseLanes(IndexBuilder &h) {
  int64_t threads = hints.getPowerOf2Threads(schedule.threads);
  // A lane of a warp loads one of the offsets of the rows of all warps.
  threads = std::min(threads, schedule.maxThreads);
  hints.state(KernelHint::Workgroup, threads,
              "warps compute rows, of which a block has a power of two");
  warps = threads / kWarp;
  lanes = kWarp;
  if (std::optional<int64_t> known =
          getConstantIntValue(h.size(op.getInit(), 1)))
    lanes = std::min<int64_t>(
        kWarp, llvm::PowerOf2Ceil(llvm::divideCeil(*known, width)));
  groups = kWarp / lanes;
  unroll = llvm::bit_floor<uint64_t>(
      hints.get(KernelHint::UnrollFactor, schedule.unroll));
  unroll = std::min(unroll, lanes);
}

void SpmmKernels::emit(IndexBuilder &h, int64_t accessWidth) {
  width = accessWidth;
  chooseLanes(h);
  hints.stateAccesses(width, fullWidth, unroll);
  hints.state(KernelHint::Coalesced, true, "");
  hints.state(KernelHint::AsyncCopy, false,
              "the elements of a row are loaded while others are multiplied");
  AlignedMatmul matmul;
  matmul.op = op;
  matmul.result = op.getInit();
  matmul.epilogueInputs = SmallVector<Value>(op.getEpilogueInputs());
  SmallVector<Value> arguments = {hostOffsets, hostColumns, hostValues,
                                  hostDense};
  SmallVector<Value> sizes = {h.size(op.getInit(), 0), h.size(op.getInit(), 1),
                              h.size(op.getDense(), 0), h.size(hostValues, 0)};
  Value hostBlocks = h.ceilDiv(sizes[0], warps);
  Value hostStrips = h.ceilDiv(sizes[1], lanes * width);
  if (hostNumParts) {
    hostBlocks = h.add(hostBlocks, hostNumParts);
    sizes.append({hostNumParts, hostPartSize});
    arguments.push_back(hostPartSums);
  }
  unsigned firstSize = arguments.size();
  llvm::append_range(arguments, withoutConstants(sizes));
  unsigned firstResult = arguments.size();
  llvm::append_range(arguments, MatmulResult::getArguments(matmul));
  KernelBuilder kernel(kernels, h, op, {warps * kWarp, 1, 1}, arguments);
  IndexBuilder &b = kernel.device();
  offsets = kernel.argument(0), columns = kernel.argument(1);
  values = kernel.argument(2), dense = kernel.argument(3);
  sizes = kernel.importSizes(firstSize, sizes);
  numRows = sizes[0], numColumns = sizes[1];
  numInner = sizes[2], numValues = sizes[3];
  MatmulResult result(kernel, matmul, firstResult);
  stagedColumns = kernel.shared({warps, kWarp}, getElementTypeOrSelf(columns));
  stagedValues = kernel.shared({warps, kWarp}, accumulator);
  partialSums = kernel.shared({warps, lanes * width}, accumulator);

  Value thread = b.threadId(kernel::Dimension::x);
  warp = b.div(thread, kWarp);
  lane = b.rem(thread, kWarp);
  group = b.div(lane, lanes);
  // Blocks of the same strip are neighbors, which run at the same time. Those
  // of parts come first, since they take the longest.
  Value id = b.blockId(), blocks = b.ceilDiv(numRows, warps), isPart;
  if (hostNumParts) {
    numParts = sizes[4], partSize = sizes[5], partSums = kernel.argument(4);
    Value partBlocks = b.mul(numParts, b.ceilDiv(numColumns, lanes * width));
    isPart = b.less(id, partBlocks);
    id = b.createOrFold<arith::SelectOp>(isPart, id, b.sub(id, partBlocks));
    blocks = b.createOrFold<arith::SelectOp>(isPart, numParts, blocks);
    splitRow = b.createOrFold<arith::SelectOp>(
        b.equal(numParts, b.constant(0)),
        b.constant(std::numeric_limits<int64_t>::max()), b.mul(partSize, 2));
  }
  Division place = b.divide(id, blocks);
  Value block = place.remainder;
  strip = b.mul(place.quotient, lanes * width);
  column = b.add(strip, b.mul(b.rem(lane, lanes), width));
  readColumn = b.createOrFold<arith::SelectOp>(b.less(column, numColumns),
                                               column, b.constant(0));
  auto emitRowsOfBlock = [&] { emitRows(b, result, b.mul(block, warps)); };
  if (hostNumParts)
    b.buildIf(isPart, [&] { emitPart(b, block); }, emitRowsOfBlock);
  else
    emitRowsOfBlock();
  kernel.launch(h.mul(hostBlocks, hostStrips));
  if (hostNumParts)
    h.buildIf(h.less(h.constant(0), hostNumParts),
              [&] { emitCombineParts(h, matmul); });
}

void SpmmKernels::lower(IndexBuilder &h) {
  hints.stateType(KernelType::MatMul);
  ContiguousBuffers contiguous(h, h.getLoc());
  hostOffsets = contiguous.get(op.getOffsets());
  hostColumns = contiguous.get(op.getColumns());
  hostValues = contiguous.get(op.getValues());
  hostDense = contiguous.get(op.getDense());
  fullWidth =
      std::min(kAccessBytes / kernel::getElementBytes(element),
               schedule.maxSumBytes / kernel::getElementBytes(accumulator));
  fullWidth =
      std::min(fullWidth, hints.get(KernelHint::VectorWidth, fullWidth));
  Value numColumns = h.size(op.getInit(), 1);
  int64_t aligned = fullWidth;
  if (std::optional<int64_t> known = getConstantIntValue(numColumns))
    aligned = std::min(aligned, *known & -*known);
  auto emitAligned = [&](int64_t accessWidth) {
    return [this, accessWidth](IndexBuilder &builder) {
      emit(builder, accessWidth);
    };
  };
  chooseParts(h);
  buildBranches(h, h.equal(h.rem(numColumns, aligned), h.constant(0)),
                emitAligned(aligned), emitAligned(1));
  if (hostPartSums)
    memref::DeallocOp::create(h, hostPartSums);
  contiguous.finish();
}

namespace {
struct LowerSpmm : KernelPattern<SpmmOp> {
  using KernelPattern::KernelPattern;

  LogicalResult matchAndRewrite(SpmmOp op,
                                PatternRewriter &rewriter) const override {
    IndexBuilder h(op.getLoc(), rewriter);
    h.buildIf(h.less(h.constant(0), h.product(h.sizes(op.getInit()))),
              [&] { SpmmKernels(kernels, op).lower(h); });
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void mlir::zyn::populateSpmmToKernelPatterns(RewritePatternSet &patterns,
                                             KernelModules &kernels) {
  patterns.add<LowerSpmm>(patterns.getContext(), kernels);
}
