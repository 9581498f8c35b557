//===- ScanColumns.cpp - Scans of dimensions that are not innermost -------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neighboring threads scan neighboring vectors of columns. If there are too few
// columns to fill the device, they are split into chunks of rows: a first
// launch combines the elements of each chunk, a second one scans the results,
// and a third one scans the chunks, starting with what comes before.
//
//===----------------------------------------------------------------------===//

#include "ScanKernel.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// One launch: each thread scans `chunk` rows of `width` columns.
struct ColumnPass {
  SmallVector<Value> inputs;
  /// Destinations of the results; empty if they are only combined.
  SmallVector<Value> outputs;
  /// What chunks other than the first one start with, for each of them; empty
  /// if there is one chunk, or if chunks are not scanned.
  SmallVector<Value> starts;
  /// What the first chunk starts with, or empty.
  SmallVector<Value> initials;
  /// Destinations of the combinations of all elements: of each chunk if they
  /// are `perChunk`, otherwise of all of them; or empty.
  SmallVector<Value> totals;
  bool perChunk = false;
  bool isReversed = false, isExclusive = false;
  /// Rows of the inputs and of a chunk, and number of chunks of a column.
  Value length, chunk, chunks;
};

/// Emits the kernel of a pass.
class ColumnKernel {
public:
  ColumnKernel(IndexBuilder &h, ScanKernels &scan, const ColumnPass &pass,
               int64_t width);

private:
  SmallVector<Value> importBuffers(unsigned &next, ArrayRef<Value> buffers) {
    SmallVector<Value> result = kernel.arguments(next, buffers.size());
    next += buffers.size();
    return result;
  }
  static SmallVector<Value> getArguments(const ColumnPass &pass,
                                         ArrayRef<Value> sizes);

  void emit();
  Value getIndex(Value row) {
    if (pass.isReversed)
      row = b.sub(b.sub(length, b.constant(1)), row);
    return b.add(b.mul(b.add(b.mul(outer, length), row), inner), column);
  }
  SmallVector<Elements> load(ArrayRef<Value> buffers, Value index) {
    return scan.loadLanes(b, buffers, index, width, /*isReversed=*/false);
  }
  void store(ArrayRef<Elements> lanes, ArrayRef<Value> buffers, Value index) {
    scan.storeLanes(b, lanes, buffers, index, /*isReversed=*/false);
  }
  Elements join(ArrayRef<Elements> lanes) {
    Elements all;
    for (const Elements &lane : lanes)
      llvm::append_range(all, lane);
    return all;
  }
  SmallVector<Elements> split(ValueRange values) {
    SmallVector<Elements> lanes;
    for (int64_t lane = 0; lane < width; ++lane)
      lanes.push_back(Elements(values.slice(lane * scan.count, scan.count)));
    return lanes;
  }
  /// The accumulators that the thread starts with, followed by the first row
  /// that is combined with them.
  Elements start();
  /// Scans rows `[begin, end)`, `unroll` at a time.
  SmallVector<Elements> scanRows(Value begin, Value end, int64_t unroll,
                                 ArrayRef<Elements> accumulators);

  ScanKernels &scan;
  ColumnPass pass;
  int64_t width;
  SmallVector<Value> hostSizes;
  KernelBuilder kernel;
  IndexBuilder &b;
  Value inner, length;
  Value outer, column, chunkNumber, first;
};

} // namespace

SmallVector<Value> ColumnKernel::getArguments(const ColumnPass &pass,
                                              ArrayRef<Value> sizes) {
  SmallVector<Value> arguments;
  for (ArrayRef<Value> buffers :
       {ArrayRef<Value>(pass.inputs), ArrayRef<Value>(pass.outputs),
        ArrayRef<Value>(pass.starts), ArrayRef<Value>(pass.initials),
        ArrayRef<Value>(pass.totals)})
    llvm::append_range(arguments, buffers);
  llvm::append_range(arguments, withoutConstants(sizes));
  return arguments;
}

ColumnKernel::ColumnKernel(IndexBuilder &h, ScanKernels &scan,
                           const ColumnPass &hostPass, int64_t width)
    : scan(scan), pass(hostPass), width(width),
      hostSizes({scan.sizes.outer, pass.length, scan.sizes.inner, pass.chunk,
                 pass.chunks}),
      kernel(scan.kernels, h, scan.op, {scan.schedule.threads, 1, 1},
             getArguments(pass, hostSizes)),
      b(kernel.device()) {
  if (!pass.starts.empty() || !pass.totals.empty())
    kernel.setPartOfOp();
  unsigned next = 0;
  for (SmallVector<Value> *buffers : {&pass.inputs, &pass.outputs, &pass.starts,
                                      &pass.initials, &pass.totals})
    *buffers = importBuffers(next, *buffers);
  SmallVector<Value> sizes = kernel.importSizes(next, hostSizes);
  length = sizes[1];
  inner = sizes[2];
  pass.chunk = sizes[3];
  pass.chunks = sizes[4];

  int64_t threads = scan.schedule.threads;
  Value perRow = b.div(inner, width);
  Value perMatrix = b.mul(pass.chunks, perRow);
  Value number =
      b.add(b.mul(b.blockId(), threads), b.threadId(kernel::Dimension::x));
  b.buildIf(b.less(number, b.mul(sizes[0], perMatrix)), [&] {
    outer = b.div(number, perMatrix);
    Value rest = b.rem(number, perMatrix);
    chunkNumber = b.div(rest, perRow);
    column = b.mul(b.rem(rest, perRow), width);
    first = b.mul(chunkNumber, pass.chunk);
    emit();
  });
  Value hostPerRow = h.div(scan.sizes.inner, width);
  kernel.launch(h.ceilDiv(
      h.product({scan.sizes.outer, hostPass.chunks, hostPerRow}), threads));
}

Elements ColumnKernel::start() {
  auto getInitials = [&] {
    return load(pass.initials, b.add(b.mul(outer, inner), column));
  };
  auto getFirstElements = [&] {
    SmallVector<Elements> elements = load(pass.inputs, getIndex(first));
    if (!pass.outputs.empty())
      store(elements, pass.outputs, getIndex(first));
    return elements;
  };
  auto withRow = [&](ArrayRef<Elements> lanes, Value row) {
    Elements values = join(lanes);
    values.push_back(row);
    return values;
  };
  auto startFirstChunk = [&] {
    return pass.initials.empty()
               ? withRow(getFirstElements(), b.add(first, b.constant(1)))
               : withRow(getInitials(), first);
  };
  if (pass.starts.empty())
    return startFirstChunk();

  SmallVector<Type> types;
  for (int64_t lane = 0; lane < width; ++lane)
    llvm::append_range(types, scan.accumulators);
  types.push_back(b.getIndexType());
  auto branch = scf::IfOp::create(b, types, b.equal(chunkNumber, b.constant(0)),
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(b, startFirstChunk());
  b.setInsertionPointToEnd(branch.elseBlock());
  // There is none for the first chunk.
  Value before =
      b.sub(b.add(b.mul(outer, b.sub(pass.chunks, b.constant(1))), chunkNumber),
            b.constant(1));
  scf::YieldOp::create(
      b,
      withRow(load(pass.starts, b.add(b.mul(before, inner), column)), first));
  return Elements(branch.getResults());
}

SmallVector<Elements> ColumnKernel::scanRows(Value begin, Value end,
                                             int64_t unroll,
                                             ArrayRef<Elements> accumulators) {
  auto loop =
      scf::ForOp::create(b, begin, end, b.constant(unroll), join(accumulators));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(loop.getBody());
  SmallVector<Value> indices;
  SmallVector<SmallVector<Elements>> rows;
  for (int64_t u = 0; u < unroll; ++u) {
    indices.push_back(getIndex(b.add(loop.getInductionVar(), u)));
    rows.push_back(load(pass.inputs, indices.back()));
  }
  SmallVector<Elements> current = split(loop.getRegionIterArgs());
  for (auto [row, index] : llvm::zip(rows, indices)) {
    SmallVector<Elements> next;
    for (auto [before, elements] : llvm::zip(current, row))
      next.push_back(scan.combine(b, before, elements));
    if (!pass.outputs.empty())
      store(pass.isExclusive ? current : next, pass.outputs, index);
    current = next;
  }
  scf::YieldOp::create(b, join(current));
  return split(loop.getResults());
}

void ColumnKernel::emit() {
  Elements values = start();
  Value begin = values.pop_back_val();
  SmallVector<Elements> accumulators = split(values);
  Value last = b.min(b.add(first, pass.chunk), length);
  int64_t unroll = scan.schedule.unroll;
  Value numRows = b.sub(last, begin);
  Value whole = b.add(begin, b.mul(b.div(numRows, unroll), unroll));
  accumulators = scanRows(begin, whole, unroll, accumulators);
  accumulators = scanRows(whole, last, 1, accumulators);
  if (pass.totals.empty())
    return;
  Value line =
      pass.perChunk ? b.add(b.mul(outer, pass.chunks), chunkNumber) : outer;
  Value isLast = pass.perChunk ? Value(arith::ConstantIntOp::create(b, 1, 1))
                               : b.lessEqual(length, last);
  b.buildIf(isLast, [&] {
    store(accumulators, pass.totals, b.add(b.mul(line, inner), column));
  });
}

/// Scans whole columns if they are short or enough for all threads, and
/// otherwise chunks of them. What the chunks start with is scanned in the same
/// way, `levels` times.
static void emitScan(IndexBuilder &h, ScanKernels &scan, ColumnPass pass,
                     int64_t width, int64_t levels,
                     SmallVectorImpl<StringRef> &forms) {
  const ScanSchedule &schedule = scan.schedule;
  Value threads = h.mul(scan.sizes.outer, h.div(scan.sizes.inner, width));
  auto emitWhole = [&, pass](IndexBuilder &builder) mutable {
    forms.push_back("a thread for each vector of columns");
    pass.chunk = pass.length;
    pass.chunks = builder.constant(1);
    ColumnKernel(builder, scan, pass, width);
  };
  auto emitChunks = [&, pass](IndexBuilder &builder) mutable {
    forms.push_back("threads for chunks of columns");
    Value wanted = builder.min(
        builder.ceilDiv(builder.constant(schedule.minThreads), threads),
        builder.div(pass.length, schedule.minChunkRows));
    pass.chunk = builder.ceilDiv(pass.length, wanted);
    pass.chunks = builder.ceilDiv(pass.length, pass.chunk);
    Value numStarts = builder.sub(pass.chunks, builder.constant(1));
    for (Type type : scan.accumulators)
      pass.starts.push_back(memref::AllocOp::create(
          builder, MemRefType::get({ShapedType::kDynamic}, type),
          builder.product({scan.sizes.outer, numStarts, scan.sizes.inner})));
    // The last chunk may end before the first one starts.
    ContiguousBuffers copies(builder, builder.getLoc());
    for (Value &initial : pass.initials)
      initial = copies.copy(initial);

    ColumnPass combine = pass;
    combine.outputs.clear();
    combine.starts.clear();
    combine.initials.clear();
    combine.totals = pass.starts;
    combine.perChunk = true;
    combine.chunks = numStarts;
    ColumnKernel(builder, scan, combine, width);
    ColumnPass starts;
    starts.inputs = starts.outputs = pass.starts;
    starts.initials = pass.initials;
    starts.length = numStarts;
    emitScan(builder, scan, starts, width, levels - 1, forms);
    ColumnKernel(builder, scan, pass, width);
    copies.finish();
    for (Value start : pass.starts)
      memref::DeallocOp::create(builder, start);
  };
  if (levels == 0)
    return emitWhole(h);
  Value isSplit =
      h.land(h.less(threads, h.constant(schedule.minThreads)),
             h.lessEqual(h.constant(2 * schedule.minChunkRows), pass.length));
  buildBranches(h, isSplit, emitChunks, emitWhole);
}

void mlir::zyn::lowerScanColumns(IndexBuilder &h, ScanKernels &scan,
                                 SmallVectorImpl<StringRef> &forms) {
  auto emit = [&](int64_t width) {
    return [&scan, &forms, width](IndexBuilder &builder) {
      scan.hints.stateAccesses(width, scan.width, scan.schedule.unroll);
      ColumnPass pass;
      pass.inputs = scan.inputs;
      pass.outputs = scan.outputs;
      pass.initials = pass.totals = scan.carries;
      pass.isReversed = scan.op.getReverse();
      pass.isExclusive = scan.op.getExclusive();
      pass.length = scan.sizes.length;
      emitScan(builder, scan, pass, width, /*levels=*/2, forms);
    };
  };
  bool areNeighbors = !isConstantIntValue(scan.sizes.inner, 1);
  scan.hints.state(KernelHint::Coalesced, areNeighbors,
                   "elements of these types do not fit into the words of "
                   "tiles, so that each thread scans its rows");
  if (std::optional<int64_t> known = getConstantIntValue(scan.sizes.inner))
    return emit(std::gcd(scan.width, *known))(h);
  buildBranches(h, h.equal(h.rem(scan.sizes.inner, scan.width), h.constant(0)),
                emit(scan.width), emit(1));
}
