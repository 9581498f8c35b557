//===- TopKBlocks.cpp - Selections from a row by several blocks -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch for each digit counts the digits of all parts of a row. All blocks
// of the next launch compute the threshold from these counts, which takes less
// time than a launch in between. A further launch counts what each warp and
// each block select, and the last one adds these counts and stores what is
// selected.
//
//===----------------------------------------------------------------------===//

#include "SortKernel.h"
#include "TopKKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

static constexpr int64_t kDigits = BlockRanking::digits;

namespace {

/// Builds the launches of a selection.
class TopKParts {
public:
  TopKParts(IndexBuilder &h, TopKKernels &topk);
  void emit();

private:
  struct Part;

  void countDigits(int64_t pass);
  void countSelected();
  void collect();
  IndexBuilder &h;
  TopKKernels &topk;
  int64_t threads, warps;
  /// Elements of a part and of a warp; parts of a row.
  Value partLength, warpLength, parts;
  /// For each row, the digits of each pass, and the selection before each pass
  /// and after the last one.
  Value digitCounts, thresholds, equals;
  /// For each warp and for each part, the keys before the threshold, then those
  /// at it.
  Value warpCounts, partCounts;
};

/// A kernel whose blocks have a part of a row each. Its arguments are the
/// input, the digits, the selections, `buffers`, and sizes.
struct TopKParts::Part {
  Part(TopKParts &parts, int64_t pass, ArrayRef<Value> buffers);

  /// Returns the selection before `pass`.
  TopKBlock::Selection select();
  /// Returns the sum over the threads of the block of each value, of i64. All
  /// threads have to execute this.
  SmallVector<Value> sumThreads(ArrayRef<Value> values);
  Value buffer(unsigned i) { return kernel.argument(4 + i); }

  TopKParts &parts;
  SmallVector<Value> hostSizes;
  KernelBuilder kernel;
  IndexBuilder &b;
  TopKBlock block;
  /// `count` is the number of parts of a row, `number` that of the part, and
  /// `warp` that of the warp in the whole grid.
  Value selected, capacity, count, pass, row, number, warp, rowStart, begin,
      end, warpBegin, warpEnd;
};

} // namespace

TopKParts::Part::Part(TopKParts &parts, int64_t passNumber,
                      ArrayRef<Value> buffers)
    : parts(parts),
      // The pass is not a constant of the kernel, so that all passes have the
      // same one.
      hostSizes({parts.topk.length, parts.topk.selected, parts.topk.capacity,
                 parts.parts, parts.partLength, parts.warpLength,
                 makeArgument(parts.h, parts.h.constant(passNumber))}),
      kernel([&] {
        SmallVector<Value> arguments = {parts.topk.input, parts.digitCounts,
                                        parts.thresholds, parts.equals};
        llvm::append_range(arguments, buffers);
        llvm::append_range(arguments, withoutConstants(hostSizes));
        return KernelBuilder(parts.topk.kernels, parts.h, parts.topk.op,
                             {parts.threads, 1, 1}, arguments);
      }()),
      b(kernel.device()),
      block(kernel, parts.topk, parts.threads, kernel.argument(0)) {
  SmallVector<Value> sizes = kernel.importSizes(4 + buffers.size(), hostSizes);
  selected = sizes[1];
  capacity = sizes[2];
  count = sizes[3];
  pass = sizes[6];
  row = b.div(b.blockId(), count);
  number = b.rem(b.blockId(), count);
  warp = b.add(b.mul(b.blockId(), parts.warps), block.warp);
  rowStart = b.mul(row, sizes[0]);
  Value rowEnd = b.add(rowStart, sizes[0]);
  begin = b.add(rowStart, b.mul(number, sizes[4]));
  end = b.min(b.add(begin, sizes[4]), rowEnd);
  warpBegin = b.min(b.add(begin, b.mul(block.warp, sizes[5])), end);
  warpEnd = b.min(b.add(warpBegin, sizes[5]), end);
}

TopKBlock::Selection TopKParts::Part::select() {
  int64_t passes = parts.topk.passes;
  Value thresholds = kernel.argument(2), equals = kernel.argument(3);
  Value slot = b.add(b.mul(row, passes + 1), pass);
  Type types[] = {parts.topk.orderedType, b.getI64Type()};
  auto branch = scf::IfOp::create(b, types, b.less(b.constant(0), pass),
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(branch.thenBlock());
    Value one = b.constant(1), last = b.sub(pass, one);
    Value before = b.sub(slot, one);
    Value digit = b.min(block.thread, b.constant(kDigits - 1));
    Value counter =
        b.add(b.mul(b.add(b.mul(row, passes), last), kDigits), digit);
    TopKBlock::Selection previous = {b.load(thresholds, before),
                                     b.load(equals, before)};
    auto isOpen = scf::IfOp::create(b, types, block.isOpen(previous),
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
    scf::YieldOp::create(b, isOpen.getResults());
    b.setInsertionPointToEnd(isOpen.thenBlock());
    TopKBlock::Selection next = block.choose(
        b.load(kernel.argument(1), counter), previous, block.getShift(last),
        {block.widen(selected), block.widen(capacity)});
    scf::YieldOp::create(b, ValueRange{next.threshold, next.equal});
    b.setInsertionPointToEnd(isOpen.elseBlock());
    scf::YieldOp::create(b, ValueRange{previous.threshold, previous.equal});
    b.setInsertionPointToEnd(branch.elseBlock());
    Value zero = arith::ConstantIntOp::create(b, types[0], 0);
    scf::YieldOp::create(b, ValueRange{zero, block.widen(selected)});
  }
  TopKBlock::Selection selection = {branch.getResult(0), branch.getResult(1)};
  Value zero = b.constant(0);
  b.buildIf(b.land(b.equal(number, zero), b.equal(block.thread, zero)), [&] {
    b.store(selection.threshold, thresholds, slot);
    b.store(selection.equal, equals, slot);
  });
  return selection;
}

TopKParts::TopKParts(IndexBuilder &h, TopKKernels &topk)
    : h(h), topk(topk), threads(topk.schedule.partThreads),
      warps(threads / limits::warpSize) {
  // Whole steps, so that all parts but the last one have no remainder.
  int64_t step = threads * topk.schedule.unroll;
  Value wanted =
      h.ceilDiv(topk.length,
                h.ceilDiv(h.constant(topk.schedule.targetBlocks), topk.rows));
  partLength = h.mul(h.ceilDiv(wanted, step), step);
  warpLength = h.div(partLength, warps);
  parts = h.ceilDiv(topk.length, partLength);
}

void TopKParts::countDigits(int64_t pass) {
  Part part(*this, pass, {});
  IndexBuilder &b = part.b;
  TopKBlock &block = part.block;
  TopKBlock::Selection selection = part.select();
  Value counters = part.kernel.shared({kDigits}, b.getI32Type());
  b.buildIf(block.isOpen(selection), [&] {
    block.countDigits(part.begin, part.end, selection.threshold,
                      block.getShift(part.pass), counters);
    b.buildIf(block.isDigitThread, [&] {
      Value count = arith::ExtUIOp::create(b, b.getI64Type(),
                                           b.load(counters, block.thread));
      Value first =
          b.mul(b.add(b.mul(part.row, topk.passes), part.pass), kDigits);
      b.buildIf(b.less(block.literal(0), count), [&] {
        kernel::AtomicOp::create(
            b, b.getI64Type(), kernel::AtomicKind::add, kernel::Scope::device,
            kernel::MemoryOrder::relaxed, count, part.kernel.argument(1),
            b.add(first, block.thread));
      });
    });
  });
  part.kernel.launch(h.mul(topk.rows, parts));
}

void TopKParts::countSelected() {
  Part part(*this, topk.passes, {warpCounts, partCounts});
  IndexBuilder &b = part.b;
  TopKBlock &block = part.block;
  TopKBlock::Selection selection = part.select();
  TopKBlock::Counts counts =
      block.count(part.warpBegin, part.warpEnd, selection.threshold);
  b.buildIf(b.equal(block.lane, b.constant(0)), [&] {
    Value both[] = {counts.before, counts.equal};
    for (auto [i, count] : llvm::enumerate(both)) {
      b.store(count, part.buffer(0), b.add(b.mul(part.warp, 2), i));
      kernel::AtomicOp::create(b, b.getI64Type(), kernel::AtomicKind::add,
                               kernel::Scope::device,
                               kernel::MemoryOrder::relaxed, count,
                               part.buffer(1), b.add(b.mul(b.blockId(), 2), i));
    }
  });
  part.kernel.launch(h.mul(topk.rows, parts));
}

/// Builds a loop from `first` to `end` that adds pairs of `counts` to `sums`.
static SmallVector<Value> addCounts(IndexBuilder &b, Value counts, Value first,
                                    Value end, int64_t step, ValueRange sums) {
  auto loop = scf::ForOp::create(b, first, end, b.constant(step), sums);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> next;
  for (auto [i, sum] : llvm::enumerate(loop.getRegionIterArgs())) {
    Value count = b.load(counts, b.add(b.mul(loop.getInductionVar(), 2), i));
    next.push_back(arith::AddIOp::create(b, sum, count));
  }
  scf::YieldOp::create(b, next);
  return llvm::to_vector_of<Value>(loop.getResults());
}

SmallVector<Value> TopKParts::Part::sumThreads(ArrayRef<Value> values) {
  Value sums = kernel.shared({int64_t(values.size())}, b.getI64Type());
  Value zero = b.constant(0);
  b.buildIf(b.equal(block.thread, zero), [&] {
    for (size_t i = 0; i < values.size(); ++i)
      b.store(block.literal(0), sums, b.constant(i));
  });
  kernel::BarrierOp::create(b);
  for (size_t i = 0; i < values.size(); ++i) {
    Value sum = block.sumLanes(values[i]);
    b.buildIf(b.equal(block.lane, zero), [&] {
      kernel::AtomicOp::create(
          b, b.getI64Type(), kernel::AtomicKind::add, kernel::Scope::block,
          kernel::MemoryOrder::relaxed, sum, sums, b.constant(i));
    });
  }
  kernel::BarrierOp::create(b);
  SmallVector<Value> results;
  for (size_t i = 0; i < values.size(); ++i)
    results.push_back(b.load(sums, b.constant(i)));
  return results;
}

void TopKParts::collect() {
  Part part(*this, topk.passes,
            {warpCounts, partCounts, topk.values, topk.indices});
  IndexBuilder &b = part.b;
  TopKBlock &block = part.block;
  TopKBlock::Selection selection = part.select();
  Value none = block.literal(0);
  Value firstPart = b.mul(part.row, part.count);
  SmallVector<Value> sums = part.sumThreads(
      addCounts(b, part.buffer(1), b.add(firstPart, block.thread),
                b.add(firstPart, part.number), threads, {none, none}));
  sums = addCounts(b, part.buffer(0), b.sub(part.warp, block.warp), part.warp,
                   /*step=*/1, sums);
  block.collect(part.rowStart, part.warpBegin, part.warpEnd, selection,
                {sums[0], sums[1]}, part.buffer(2), part.buffer(3),
                b.mul(part.row, part.capacity));
  part.kernel.launch(h.mul(topk.rows, parts));
}

void TopKParts::emit() {
  Value allParts = h.mul(topk.rows, parts);
  Value numSelections = h.mul(topk.rows, topk.passes + 1);
  Type type = h.getI64Type();
  digitCounts =
      allocateBuffer(h, h.mul(topk.rows, topk.passes * kDigits), type);
  thresholds = allocateBuffer(h, numSelections, topk.orderedType);
  equals = allocateBuffer(h, numSelections, type);
  warpCounts = allocateBuffer(h, h.mul(allParts, 2 * warps), type);
  partCounts = allocateBuffer(h, h.mul(allParts, 2), type);
  clearBuffer(h, digitCounts);
  clearBuffer(h, partCounts);
  for (int64_t pass = 0; pass < topk.passes; ++pass)
    countDigits(pass);
  countSelected();
  collect();
  for (Value buffer : {digitCounts, thresholds, equals, warpCounts, partCounts})
    memref::DeallocOp::create(h, buffer);
}

void mlir::zyn::emitTopKBlocks(IndexBuilder &h, TopKKernels &topk) {
  TopKParts(h, topk).emit();
}
