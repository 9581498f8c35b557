//===- SpmmParts.cpp - Divides rows of sparse matrices among blocks -------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements of A are divided into parts of the same size. A row that is
// divided has more elements than two parts, so that it contains the first
// element of a part, and no other such row does. For each part and strip, a
// block searches the row offsets for the row with the first element of the
// part, and stores the sum of the row's elements from there to the next part,
// and of those before if no other part has them. A second kernel adds these
// sums in the order of the parts, so that the result has the same bits in every
// run.
//
//===----------------------------------------------------------------------===//

#include "SpmmKernels.h"
#include "WarpExchange.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::zyn;

static constexpr int64_t kWarp = ::zyn::limits::warpSize;

void SpmmKernels::chooseParts(IndexBuilder &h) {
  Value size = h.size(hostValues, 0);
  Value mayDivide = h.land(
      h.less(h.constant(schedule.splitColumns), h.size(op.getDense(), 0)),
      h.less(h.constant(2 * schedule.partElements), size));
  if (isConstantIntValue(mayDivide, 0))
    return;
  hostPartSize = h.max(h.constant(schedule.partElements),
                       h.ceilDiv(size, schedule.maxParts));
  hostNumParts = h.createOrFold<arith::SelectOp>(
      mayDivide, h.ceilDiv(size, hostPartSize), h.constant(0));
  hostPartSums = allocateBuffer(h, h.mul(hostNumParts, h.size(op.getInit(), 1)),
                                accumulator);
}

Value SpmmKernels::countOffsets(IndexBuilder &b, Value position) {
  // Each lane compares the last one of a 32nd of the offsets that are left.
  SmallVector<Type> types(2, b.getIndexType());
  SmallVector<Location> locs(2, b.getLoc());
  auto loop = scf::WhileOp::create(
      b, types, ValueRange{b.constant(0), b.add(numRows, 1)});
  OpBuilder::InsertionGuard guard(b);
  Block *before = b.createBlock(&loop.getBefore(), {}, types, locs);
  scf::ConditionOp::create(b, b.less(b.constant(0), before->getArgument(1)),
                           before->getArguments());
  Block *after = b.createBlock(&loop.getAfter(), {}, types, locs);
  Value first = after->getArgument(0), size = after->getArgument(1);
  Value step = b.ceilDiv(size, kWarp);
  Value end = b.mul(b.add(lane, 1), step);
  Value last = b.sub(b.add(first, b.min(end, size)), b.constant(1));
  Value isAtMost = b.land(b.lessEqual(end, size),
                          b.lessEqual(loadOffset(b, last), position));
  Value lanes = kernel::VoteOp::create(b, b.getI32Type(),
                                       kernel::VoteKind::ballot, isAtMost,
                                       /*mask=*/Value());
  Value count = arith::IndexCastUIOp::create(b, b.getIndexType(),
                                             math::CtPopOp::create(b, lanes));
  Value skipped = b.mul(count, step);
  scf::YieldOp::create(
      b, ValueRange{b.add(first, skipped),
                    b.min(b.sub(step, b.constant(1)), b.sub(size, skipped))});
  return loop.getResult(0);
}

void SpmmKernels::emitPart(IndexBuilder &b, Value part) {
  Value one = b.constant(1);
  Value begin = b.mul(part, partSize);
  // The last row that starts at the element or before it, or any row if there
  // is none.
  Value row = b.sub(b.min(b.max(countOffsets(b, begin), one), numRows), one);
  Value first = loadOffset(b, row), end = loadOffset(b, b.add(row, one));
  assertOffsets(b, first, end);
  Value contains = b.land(b.lessEqual(first, begin), b.less(begin, end));
  Value isDivided = b.less(splitRow, b.sub(end, first));
  b.buildIf(b.land(contains, isDivided), [&] {
    Value isFirst = b.lessEqual(begin, b.add(first, b.sub(partSize, one)));
    Value from = b.createOrFold<arith::SelectOp>(isFirst, first, begin);
    Value to = b.min(end, b.add(begin, partSize));
    emitLongRange(b, {from, b.sub(to, from)},
                  [&](Value resultColumn, Value sum) {
                    b.buildIf(b.less(resultColumn, numColumns), [&] {
                      b.store(sum, partSums,
                              b.add(b.mul(part, numColumns), resultColumn));
                    });
                  });
  });
}

Value SpmmKernels::combineParts(IndexBuilder &b, Value first, Value end,
                                Value resultColumn) {
  Value one = b.constant(1);
  Value firstPart = b.ceilDiv(first, partSize);
  Value lastPart = b.div(b.sub(end, one), partSize);
  auto loadSum = [&](Value part) {
    return b.load(partSums, b.add(b.mul(part, numColumns), resultColumn));
  };
  auto loop =
      scf::ForOp::create(b, b.add(firstPart, one), b.add(lastPart, one),
                         b.constant(schedule.partUnroll), loadSum(firstPart));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> sums;
  for (int64_t u = 0; u < schedule.partUnroll; ++u) {
    Value part = b.add(loop.getInductionVar(), u);
    Value loaded = loadSum(b.min(part, lastPart));
    sums.push_back(arith::SelectOp::create(b, b.lessEqual(part, lastPart),
                                           loaded, zero(b, accumulator)));
  }
  Value sum = loop.getRegionIterArg(0);
  for (Value other : sums)
    sum = addNumbers(b, sum, other);
  scf::YieldOp::create(b, sum);
  return loop.getResult(0);
}

void SpmmKernels::emitCombineParts(IndexBuilder &h,
                                   const AlignedMatmul &matmul) {
  int64_t threads = warps * kWarp;
  SmallVector<Value> arguments = {hostOffsets, hostPartSums};
  SmallVector<Value> sizes = {h.size(op.getInit(), 0), h.size(op.getInit(), 1),
                              hostPartSize};
  llvm::append_range(arguments, withoutConstants(sizes));
  unsigned firstResult = arguments.size();
  llvm::append_range(arguments, MatmulResult::getArguments(matmul));
  KernelBuilder kernel(kernels, h, op, {threads, 1, 1}, arguments);
  kernel.setPartOfOp();
  IndexBuilder &b = kernel.device();
  offsets = kernel.argument(0), partSums = kernel.argument(1);
  Value hostBlocks =
      h.mul(h.ceilDiv(sizes[0], threads), h.ceilDiv(sizes[1], kWarp));
  sizes = kernel.importSizes(2, sizes);
  numRows = sizes[0], numColumns = sizes[1], partSize = sizes[2];
  MatmulResult result(kernel, matmul, firstResult);

  // Each thread finds out whether a row is divided, and each lane computes a
  // column of the rows of its warp.
  Value thread = b.threadId(kernel::Dimension::x);
  lane = b.rem(thread, kWarp);
  auto [number, block] = b.divide(b.blockId(), b.ceilDiv(numRows, threads));
  Value ownRow = b.add(b.mul(block, threads), thread);
  Value resultColumn = b.add(b.mul(number, kWarp), lane);
  Value first = loadOffset(b, b.min(ownRow, numRows));
  Value end = loadOffset(b, b.min(b.add(ownRow, 1), numRows));
  auto isDivided = [&](Value rowFirst, Value rowEnd) {
    return b.less(b.mul(partSize, 2), b.sub(rowEnd, rowFirst));
  };
  Value anyDivided = kernel::VoteOp::create(
      b, b.getI1Type(), kernel::VoteKind::any, isDivided(first, end),
      /*mask=*/Value());
  b.buildIf(anyDivided, [&] {
    auto loop =
        scf::ForOp::create(b, b.constant(0), b.constant(kWarp), b.constant(1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value other = loop.getInductionVar();
    auto getOf = [&](Value value) {
      return exchange(b, kernel::ShuffleKind::idx, value, other, kWarp);
    };
    Value rowFirst = getOf(first), rowEnd = getOf(end), row = getOf(ownRow);
    b.buildIf(
        b.land(isDivided(rowFirst, rowEnd), b.less(resultColumn, numColumns)),
        [&] {
          Value sum = combineParts(b, rowFirst, rowEnd, resultColumn);
          result.store(b, sum, /*matrix=*/{}, row, resultColumn);
        });
  });
  kernel.launch(hostBlocks);
}
