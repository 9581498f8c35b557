//===- SortRows.cpp - Sorts of rows that a block holds --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of up to 32 elements are sorted by as many lanes, each of which counts
// the elements that come before its own. A block sorts a longer row by radix
// sort in registers, and exchanges the elements in shared memory after each
// pass.
//
//===----------------------------------------------------------------------===//

#include "SortKernel.h"
#include "WarpExchange.h"

#include "Zyn/Dialect/Zyn/Transforms/SortedRows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

Value mlir::zyn::rankLanes(IndexBuilder &b, Value own, Value lane, Value length,
                           int64_t lanes) {
  auto loop = scf::ForOp::create(b, b.constant(0), length, b.constant(1),
                                 b.constant(0));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(loop.getBody());
  Value from = loop.getInductionVar();
  Value other = exchange(b, kernel::ShuffleKind::idx, own, from, lanes);
  Value isEqual = b.land(b.equal(other, own), b.less(from, lane));
  Value isBefore = arith::OrIOp::create(b, b.less(other, own), isEqual);
  Value position = loop.getRegionIterArg(0);
  scf::YieldOp::create(b, ValueRange{arith::SelectOp::create(
                              b, isBefore, b.add(position, 1), position)});
  return loop.getResult(0);
}

void mlir::zyn::emitSortLanes(IndexBuilder &h, SortKernels &sort) {
  int64_t lanes = limits::warpSize;
  if (std::optional<int64_t> known = getConstantIntValue(sort.length))
    lanes = llvm::PowerOf2Ceil(*known);
  int64_t groups = sort.schedule.rowThreads / lanes;
  SortKernel kernel(h, sort, {lanes, groups, 1}, sort.inputs, sort.outputs,
                    {sort.rows, sort.length});
  IndexBuilder &b = kernel.builder.device();
  Value rows = kernel.sizes[0], length = kernel.sizes[1];
  Value lane = b.threadId(kernel::Dimension::x);
  Value row =
      b.add(b.mul(b.blockId(), groups), b.threadId(kernel::Dimension::y));
  Value exists = b.land(b.less(row, rows), b.less(lane, length));
  Value first = b.mul(b.min(row, b.sub(rows, b.constant(1))), length);
  Elements values = sort.load(
      b, kernel.in, b.add(first, b.min(lane, b.sub(length, b.constant(1)))));
  Value own = getOrderedKey(b, b.getLoc(), values[0], sort.op.getDescending());
  Value position = rankLanes(b, own, lane, length, lanes);
  b.buildIf(exists,
            [&] { sort.store(b, values, kernel.out, b.add(first, position)); });
  kernel.builder.launch(h.ceilDiv(sort.rows, groups));
}

void mlir::zyn::emitSortBlocks(IndexBuilder &h, SortKernels &sort,
                               int64_t items) {
  int64_t threads = sort.schedule.rowThreads, tile = threads * items;
  SortKernel kernel(h, sort, {threads, 1, 1}, sort.inputs, sort.outputs,
                    {sort.length});
  IndexBuilder &b = kernel.builder.device();
  Value length = kernel.sizes[0];
  BlockRanking ranking(kernel.builder, threads, items);
  Value first = b.mul(b.blockId(), length);
  SmallVector<Value> exchanged;
  for (Type type : sort.elements)
    exchanged.push_back(
        kernel.builder.dynamicShared(0, {tile}, type, kAccessBytes));

  Elements loaded;
  SmallVector<Value> isValid;
  Value last = b.sub(length, b.constant(1));
  for (int64_t i = 0; i < items; ++i) {
    Value number = ranking.getNumber(i);
    isValid.push_back(b.less(number, length));
    llvm::append_range(
        loaded, sort.load(b, kernel.in, b.add(first, b.min(number, last))));
  }
  unsigned count = sort.elements.size();
  auto keyBits = sort.getKeyType().getIntOrFloatBitWidth();
  auto loop = scf::ForOp::create(b, b.constant(0), b.constant(sort.passes),
                                 b.constant(1), loaded);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(loop.getBody());
    Value shift = arith::IndexCastUIOp::create(
        b, b.getIntegerType(keyBits),
        b.mul(loop.getInductionVar(), BlockRanking::digitBits));
    ValueRange current = loop.getRegionIterArgs();
    SmallVector<Value> digits;
    for (int64_t i = 0; i < items; ++i)
      digits.push_back(
          ranking.getDigit(sort.op, current[i * count], shift, isValid[i]));
    ranking.rank(digits, [](Value) {});
    SmallVector<Value> positions;
    for (int64_t i = 0; i < items; ++i)
      positions.push_back(ranking.getPosition(i));
    // The arrays share their memory.
    Elements next(items * count);
    for (unsigned array = 0; array < count; ++array) {
      for (int64_t i = 0; i < items; ++i)
        b.store(current[i * count + array], exchanged[array],
                arith::IndexCastUIOp::create(b, b.getIndexType(), positions[i])
                    ->getResults());
      kernel::BarrierOp::create(b);
      for (int64_t i = 0; i < items; ++i)
        next[i * count + array] =
            b.load(exchanged[array], ranking.getNumber(i));
      kernel::BarrierOp::create(b);
    }
    scf::YieldOp::create(b, next);
  }
  for (int64_t i = 0; i < items; ++i)
    b.buildIf(isValid[i], [&] {
      sort.store(b, loop.getResults().slice(i * count, count), kernel.out,
                 b.add(first, ranking.getNumber(i)));
    });
  kernel.builder.launch(sort.rows, tile * sort.getElementBytes());
}
