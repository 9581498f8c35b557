//===- TopKRows.cpp - Selections by a warp or a block ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of up to 32 elements are those of as many lanes, each of which counts
// the elements that come before its own. From a longer row, a block selects: it
// reads the row once for each digit, which the caches hold after the first
// time, and twice to collect what it has selected.
//
//===----------------------------------------------------------------------===//

#include "SortKernel.h"
#include "TopKKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

void mlir::zyn::emitTopKLanes(IndexBuilder &h, TopKKernels &topk) {
  int64_t lanes = limits::warpSize;
  if (std::optional<int64_t> known = getConstantIntValue(topk.length))
    lanes = llvm::PowerOf2Ceil(*known);
  int64_t groups = topk.schedule.shortThreads / lanes;
  SmallVector<Value> hostSizes = {topk.rows, topk.length, topk.selected};
  SmallVector<Value> arguments = {topk.input, topk.values, topk.indices};
  llvm::append_range(arguments, withoutConstants(hostSizes));
  KernelBuilder kernel(topk.kernels, h, topk.op, {lanes, groups, 1}, arguments);
  IndexBuilder &b = kernel.device();
  SmallVector<Value> sizes = kernel.importSizes(3, hostSizes);
  Value rows = sizes[0], length = sizes[1], selected = sizes[2];
  Value lane = b.threadId(kernel::Dimension::x);
  Value row =
      b.add(b.mul(b.blockId(), groups), b.threadId(kernel::Dimension::y));
  Value exists = b.land(b.less(row, rows), b.less(lane, length));
  Value first = b.mul(b.min(row, b.sub(rows, b.constant(1))), length);
  Value key = b.load(kernel.argument(0),
                     b.add(first, b.min(lane, b.sub(length, b.constant(1)))));
  Value position = rankLanes(b, topk.getOrdered(b, key), lane, length, lanes);
  b.buildIf(b.land(exists, b.less(position, selected)), [&] {
    topk.store(b, key, lane, kernel.argument(1), kernel.argument(2),
               b.add(b.mul(row, selected), position));
  });
  kernel.launch(h.ceilDiv(topk.rows, groups));
}

/// Collects what is selected of a row, from which each warp gets a part.
static void collectByWarps(KernelBuilder &kernel, TopKBlock &block, Value row,
                           Value end, TopKBlock::Selection selection,
                           int64_t threads, Value first) {
  IndexBuilder &b = kernel.device();
  int64_t warps = threads / limits::warpSize;
  Value part = b.ceilDiv(b.sub(end, row), warps);
  Value begin = b.min(b.add(row, b.mul(block.warp, part)), end);
  Value partEnd = b.min(b.add(begin, part), end);
  Value countsBefore = kernel.shared({warps}, b.getI64Type());
  Value countsEqual = kernel.shared({warps}, b.getI64Type());
  TopKBlock::Counts own = block.count(begin, partEnd, selection.threshold);
  b.buildIf(b.equal(block.lane, b.constant(0)), [&] {
    b.store(own.before, countsBefore, block.warp);
    b.store(own.equal, countsEqual, block.warp);
  });
  kernel::BarrierOp::create(b);
  Value none = block.literal(0);
  auto sums = scf::ForOp::create(b, b.constant(0), block.warp, b.constant(1),
                                 ValueRange{none, none});
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(sums.getBody());
    Value other = sums.getInductionVar();
    Value before = arith::AddIOp::create(b, sums.getRegionIterArg(0),
                                         b.load(countsBefore, other));
    Value equal = arith::AddIOp::create(b, sums.getRegionIterArg(1),
                                        b.load(countsEqual, other));
    scf::YieldOp::create(b, ValueRange{before, equal});
  }
  block.collect(row, begin, partEnd, selection,
                {sums.getResult(0), sums.getResult(1)}, kernel.argument(1),
                kernel.argument(2), first);
}

void mlir::zyn::emitTopKRows(IndexBuilder &h, TopKKernels &topk,
                             int64_t threads) {
  SmallVector<Value> hostSizes = {topk.length, topk.selected, topk.capacity};
  SmallVector<Value> arguments = {topk.input, topk.values, topk.indices};
  llvm::append_range(arguments, withoutConstants(hostSizes));
  KernelBuilder kernel(topk.kernels, h, topk.op, {threads, 1, 1}, arguments);
  IndexBuilder &b = kernel.device();
  SmallVector<Value> sizes = kernel.importSizes(3, hostSizes);
  Value length = sizes[0], capacity = sizes[2];
  TopKBlock block(kernel, topk, threads, kernel.argument(0));
  TopKBlock::RowSizes rowSizes = {block.widen(sizes[1]), block.widen(capacity)};
  Value row = b.mul(b.blockId(), length), end = b.add(row, length);
  Value counters = kernel.shared({BlockRanking::digits}, b.getI32Type());

  Type types[] = {b.getIndexType(), topk.orderedType, b.getI64Type()};
  SmallVector<Location> locs(3, b.getLoc());
  Value zero = arith::ConstantIntOp::create(b, topk.orderedType, 0);
  auto loop = scf::WhileOp::create(
      b, types, ValueRange{b.constant(0), zero, rowSizes.selected});
  {
    OpBuilder::InsertionGuard guard(b);
    Block *before = b.createBlock(&loop.getBefore(), {}, types, locs);
    Value pass = before->getArgument(0);
    Value repeats =
        b.land(b.less(pass, b.constant(topk.passes)),
               block.isOpen({before->getArgument(1), before->getArgument(2)}));
    scf::ConditionOp::create(b, repeats, before->getArguments());
    Block *after = b.createBlock(&loop.getAfter(), {}, types, locs);
    pass = after->getArgument(0);
    TopKBlock::Selection selection = {after->getArgument(1),
                                      after->getArgument(2)};
    Value shift = block.getShift(pass);
    block.countDigits(row, end, selection.threshold, shift, counters);
    Value digit = b.min(block.thread, b.constant(BlockRanking::digits - 1));
    Value count =
        arith::ExtUIOp::create(b, b.getI64Type(), b.load(counters, digit));
    selection = block.choose(count, selection, shift, rowSizes);
    scf::YieldOp::create(
        b, ValueRange{b.add(pass, 1), selection.threshold, selection.equal});
  }
  TopKBlock::Selection selection = {loop.getResult(1), loop.getResult(2)};

  Value first = b.mul(b.blockId(), capacity);
  Value areMany = b.createOrFold<arith::OrIOp>(
      block.isOpen(selection), b.less(b.constant(TopKBlock::maxFew), capacity));
  b.buildIf(
      areMany,
      [&] {
        collectByWarps(kernel, block, row, end, selection, threads, first);
      },
      [&] {
        block.collectFew(row, end, selection.threshold, kernel.argument(1),
                         kernel.argument(2), first);
      });
  kernel.launch(topk.rows);
}
