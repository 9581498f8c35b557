//===- ScanRows.cpp - Scans of contiguous rows ----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Short rows are scanned by some lanes of a warp, several rows at a time, and
// longer ones by a block. Rows that are longer than what the threads of a block
// hold are tiles of several blocks, which get what comes before them by
// decoupled look-back, so that all elements are read and written once.
//
// A warp has `chunks` parts of a tile, each of which is a vector for each lane:
// lanes scan their vectors, then exchange what is before them in the chunk.
// Unless rows are whole, aligned vectors, lanes load and store neighboring
// elements instead, and exchange them in shared memory.
//
// While a tile waits for what comes before it, its elements are in shared
// memory, to which they are copied asynchronously: more tiles are resident then
// than with the elements in registers. Each thread only reads what it copied.
//
//===----------------------------------------------------------------------===//

#include "ScanKernel.h"
#include "ScanLookBack.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

#include <vector>

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

namespace {

/// How many threads scan a row or a tile of it, and how many vectors each of
/// them has.
struct RowShape {
  int64_t lanes = limits::warpSize; ///< of a warp
  int64_t warps = 1;
  int64_t chunks = 1, width = 1;
  /// Whether vectors are loaded and stored as single elements.
  bool isShared = false;
  /// Whether the elements are in shared memory between both scans.
  bool isHeld = false;
  /// Whether the last vector of a row, which is held, may not be whole.
  bool isRagged = false;

  int64_t getTile() const { return lanes * warps * chunks * width; }
};

/// The buffers and sizes of a kernel.
struct RowKernel {
  RowKernel(IndexBuilder &h, ScanKernels &scan, ArrayRef<int64_t> blockSize,
            ArrayRef<Value> extraBuffers, ArrayRef<Value> initials,
            ArrayRef<Value> hostSizes);

  KernelBuilder builder;
  SmallVector<Value> in, out, carries, initials, extra, sizes;
};

/// Scans a tile of a row, which starts at `first`, by the threads of a shape.
/// `exists` is whether the row is written, or null.
class RowTile {
public:
  RowTile(ScanKernels &scan, RowKernel &kernel, const RowShape &shape,
          Value row, Value first, Value thread, Value exists = Value());

  /// Loads the elements.
  void load();
  /// Scans the elements of each chunk. Returns the combination of those of the
  /// warp, or of the row's lanes.
  Elements scanChunks();
  /// Combines all elements with those before them, and stores the results.
  void store(const Prefix &before);

  Value lane, warp;

private:
  /// Position of the first element of the thread in a chunk.
  Value getPosition(int64_t chunk) {
    return b.add(getChunk(chunk), b.mul(lane, shape.width));
  }
  Value getChunk(int64_t chunk) {
    return b.add(first, b.mul(b.add(b.mul(warp, shape.chunks), chunk),
                              shape.lanes * shape.width));
  }
  /// Index of the thread's elements of a chunk in shared memory.
  Value getSlot(int64_t chunk) {
    Value inWarps = b.add(b.mul(warp, shape.chunks), chunk);
    return b.mul(b.add(b.mul(inWarps, shape.lanes), lane), shape.width);
  }
  /// Index of `width` elements from `position` on.
  Value getIndex(Value position, int64_t width) {
    if (!scan.op.getReverse())
      return b.add(base, position);
    return b.sub(b.add(base, b.sub(length, b.constant(width))), position);
  }
  void allocateShared();
  void loadShared();
  void copyToShared();
  /// The elements of a chunk, for each lane of the vector, scanned.
  SmallVector<Elements> getScanned(int64_t chunk);
  void storeShared(Value chunkPosition, ArrayRef<Elements> lanes);
  void storeCarry(int64_t chunk, const Prefix &before,
                  ArrayRef<Elements> vector);
  void storePartial(Value position, ArrayRef<Elements> results);
  Value andExists(Value condition) {
    return exists ? b.land(condition, exists) : condition;
  }

  ScanKernels &scan;
  RowKernel &kernel;
  IndexBuilder &b;
  const RowShape &shape;
  Value row, first, thread, exists, base, length;
  SmallVector<Value> sharedIn, sharedOut;
  /// For each chunk and each lane of a vector; not if they are held in shared
  /// memory.
  SmallVector<SmallVector<Elements>> elements;
  /// What comes before the thread's elements of each chunk in the warp.
  SmallVector<Prefix> beforeLane;
  /// Whether the thread has the first element, and what precedes it.
  Value isFirst;
  Elements initial;
};

} // namespace

RowKernel::RowKernel(IndexBuilder &h, ScanKernels &scan,
                     ArrayRef<int64_t> blockSize, ArrayRef<Value> extraBuffers,
                     ArrayRef<Value> hostInitials, ArrayRef<Value> hostSizes)
    : builder([&] {
        SmallVector<Value> arguments(scan.inputs);
        llvm::append_range(arguments, scan.outputs);
        llvm::append_range(arguments, scan.carries);
        llvm::append_range(arguments, hostInitials);
        llvm::append_range(arguments, extraBuffers);
        llvm::append_range(arguments, withoutConstants(hostSizes));
        return KernelBuilder(scan.kernels, h, scan.op, blockSize, arguments);
      }()) {
  unsigned next = 0;
  auto import = [&](ArrayRef<Value> buffers) {
    SmallVector<Value> imported = builder.arguments(next, buffers.size());
    next += buffers.size();
    return imported;
  };
  in = import(scan.inputs);
  out = import(scan.outputs);
  carries = import(scan.carries);
  initials = import(hostInitials);
  extra = import(extraBuffers);
  sizes = builder.importSizes(next, hostSizes);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

RowTile::RowTile(ScanKernels &scan, RowKernel &kernel, const RowShape &shape,
                 Value row, Value first, Value thread, Value exists)
    : scan(scan), kernel(kernel), b(kernel.builder.device()), shape(shape),
      row(row), first(first), thread(thread), exists(exists),
      length(kernel.sizes[1]) {
  lane = b.rem(thread, shape.lanes);
  warp = shape.warps == 1 ? b.constant(0) : b.div(thread, shape.lanes);
  base = b.mul(row, length);
  if (shape.isShared || shape.isHeld)
    allocateShared();
}

void RowTile::allocateShared() {
  int64_t size = scan.schedule.threads * shape.width;
  if (shape.isHeld)
    size *= shape.chunks;
  for (Type type : scan.inputTypes)
    sharedIn.push_back(kernel.builder.shared({size}, type));
  if (shape.isHeld)
    return;
  for (auto [buffer, in, out] :
       llvm::zip(sharedIn, scan.inputTypes, scan.outputTypes))
    sharedOut.push_back(in == out ? buffer
                                  : kernel.builder.shared({size}, out));
}

void RowTile::load() {
  if (shape.isHeld)
    return copyToShared();
  if (shape.isShared)
    return loadShared();
  Value last = b.sub(length, b.constant(shape.width));
  for (int64_t chunk = 0; chunk < shape.chunks; ++chunk) {
    Value position = b.min(getPosition(chunk), last);
    elements.push_back(scan.loadLanes(b, kernel.in,
                                      getIndex(position, shape.width),
                                      shape.width, scan.op.getReverse()));
  }
}

void RowTile::loadShared() {
  Value last = b.sub(length, b.constant(1));
  SmallVector<SmallVector<Elements>> singles;
  for (int64_t chunk = 0; chunk < shape.chunks; ++chunk) {
    singles.emplace_back();
    for (int64_t i = 0; i < shape.width; ++i) {
      Value position = b.add(b.add(getChunk(chunk), lane), i * shape.lanes);
      singles.back().push_back(
          scan.load(b, kernel.in, getIndex(b.min(position, last), 1)));
    }
  }
  Value slot = b.mul(b.sub(thread, lane), shape.width);
  for (const SmallVector<Elements> &loaded : singles) {
    kernel::WarpBarrierOp::create(b, /*mask=*/Value());
    for (auto [i, values] : llvm::enumerate(loaded))
      scan.store(b, values, sharedIn,
                 b.add(b.add(slot, lane), i * shape.lanes));
    kernel::WarpBarrierOp::create(b, /*mask=*/Value());
    elements.push_back(scan.loadLanes(b, sharedIn, b.mul(thread, shape.width),
                                      shape.width,
                                      /*isReversed=*/false));
  }
}

void RowTile::copyToShared() {
  Value width = b.constant(shape.width);
  for (int64_t chunk = 0; chunk < shape.chunks; ++chunk) {
    Value position = getPosition(chunk), valid;
    if (shape.isRagged) {
      valid = b.min(b.sub(b.max(length, position), position), width);
      // The address of a copy of nothing has to be valid, too.
      position = b.createOrFold<arith::SelectOp>(b.less(position, length),
                                                 position, b.constant(0));
    } else {
      position = b.min(position, b.sub(length, width));
    }
    for (auto [from, to, type] :
         llvm::zip(kernel.in, sharedIn, scan.inputTypes)) {
      int64_t bytes = shape.width * kernel::getElementBytes(type);
      kernel::AsyncCopyOp::create(b, from, getIndex(position, shape.width), to,
                                  getSlot(chunk), bytes, valid,
                                  kernel::CopyCache::automatic);
    }
  }
  kernel::AsyncCommitOp::create(b);
  kernel::AsyncWaitOp::create(b, 0);
}

SmallVector<Elements> RowTile::getScanned(int64_t chunk) {
  SmallVector<Elements> vector =
      shape.isHeld ? scan.loadLanes(b, sharedIn, getSlot(chunk), shape.width,
                                    scan.op.getReverse())
                   : elements[chunk];
  if (chunk == 0 && isFirst)
    vector[0] = scan.combineIf(b, isFirst, initial, vector[0]);
  for (int64_t i = 1; i < shape.width; ++i)
    vector[i] = scan.combine(b, vector[i - 1], vector[i]);
  return vector;
}

Elements RowTile::scanChunks() {
  if (!kernel.carries.empty()) {
    SmallVector<Value> sources =
        kernel.initials.empty() ? kernel.carries : kernel.initials;
    isFirst = andExists(b.equal(getPosition(0), b.constant(0)));
    auto branch = scf::IfOp::create(b, scan.accumulators, isFirst,
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(branch.thenBlock());
    scf::YieldOp::create(b, scan.load(b, sources, row));
    b.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(
        b, llvm::map_to_vector(scan.accumulators, [&](Type type) -> Value {
          return arith::ConstantOp::create(b, b.getZeroAttr(type));
        }));
    initial = Elements(branch.getResults());
  }

  Value hasLanes = b.less(b.constant(0), lane);
  Prefix total;
  for (int64_t chunk = 0; chunk < shape.chunks; ++chunk) {
    SmallVector<Elements> vector = getScanned(chunk);
    if (!shape.isHeld)
      elements[chunk] = vector;
    Elements scanned = scan.scanLanes(b, vector.back(), lane, shape.lanes);
    Prefix before;
    if (shape.lanes > 1) {
      Value previous = b.sub(b.max(lane, b.constant(1)), b.constant(1));
      before = {scan.broadcast(b, scanned, previous, shape.lanes), hasLanes};
    }
    beforeLane.push_back(scan.combine(b, total, before));
    Elements chunkTotal =
        scan.broadcast(b, scanned, b.constant(shape.lanes - 1), shape.lanes);
    total = {scan.combine(b, total, chunkTotal), Value()};
  }
  return total.values;
}

void RowTile::storeShared(Value chunkPosition, ArrayRef<Elements> lanes) {
  kernel::WarpBarrierOp::create(b, /*mask=*/Value());
  scan.storeLanes(b, lanes, sharedOut, b.mul(thread, shape.width),
                  /*isReversed=*/false);
  kernel::WarpBarrierOp::create(b, /*mask=*/Value());
  Value slot = b.mul(b.sub(thread, lane), shape.width);
  for (int64_t i = 0; i < shape.width; ++i) {
    Value offset = b.add(lane, i * shape.lanes);
    Value position = b.add(chunkPosition, offset);
    Value isWritten = andExists(b.less(position, length));
    Elements values = scan.load(b, sharedOut, b.add(slot, offset));
    b.buildIf(isWritten, [&] {
      scan.store(b, values, kernel.out, getIndex(position, 1));
    });
  }
}

/// Stores the combination of all elements, if the thread has the last one.
void RowTile::storeCarry(int64_t chunk, const Prefix &before,
                         ArrayRef<Elements> vector) {
  Value last = b.sub(length, b.constant(1));
  Value offset = b.sub(last, getPosition(chunk));
  // A negative offset is a large unsigned number.
  Value isOwner = andExists(b.less(offset, b.constant(shape.width)));
  b.buildIf(isOwner, [&] {
    Elements values = vector.back();
    if (shape.isShared || shape.isRagged)
      for (int64_t i = 0; i + 1 < shape.width; ++i)
        for (auto [value, other] : llvm::zip(values, vector[i]))
          value = b.createOrFold<arith::SelectOp>(
              b.equal(offset, b.constant(i)), other, value);
    scan.store(b, scan.combine(b, before, values), kernel.carries, row);
  });
}

/// Stores the elements of the last vector, which is not whole.
void RowTile::storePartial(Value position, ArrayRef<Elements> results) {
  for (size_t i = 0; i + 1 < results.size(); ++i) {
    Value next = b.add(position, i);
    b.buildIf(b.less(next, length), [&] {
      scan.storeLanes(b, results[i], kernel.out, getIndex(next, 1),
                      /*isReversed=*/false);
    });
  }
}

void RowTile::store(const Prefix &beforeTile) {
  // Another lane may have read the carry.
  if (!kernel.carries.empty())
    kernel::WarpBarrierOp::create(b, /*mask=*/Value());
  for (int64_t chunk = 0; chunk < shape.chunks; ++chunk) {
    SmallVector<Elements> vector =
        shape.isHeld ? getScanned(chunk) : elements[chunk];
    Prefix before = scan.combine(b, beforeTile, beforeLane[chunk]);
    SmallVector<Elements> results;
    for (const Elements &element : vector)
      results.push_back(scan.combine(b, before, element));
    if (scan.op.getExclusive()) {
      results.pop_back();
      Elements start = initial;
      // Only the first thread has nothing before it.
      if (!before.values.empty())
        start = before.values;
      if (before.exists)
        for (auto [value, own] : llvm::zip(start, initial))
          value = b.createOrFold<arith::SelectOp>(before.exists, value, own);
      results.insert(results.begin(), start);
    }
    Value position = getPosition(chunk);
    if (!kernel.carries.empty())
      storeCarry(chunk, before, vector);
    if (shape.isShared) {
      storeShared(getChunk(chunk), results);
      continue;
    }
    Value isWritten = andExists(b.less(position, length));
    auto storeVector = [&] {
      scan.storeLanes(b, results, kernel.out, getIndex(position, shape.width),
                      scan.op.getReverse());
    };
    b.buildIf(isWritten, [&] {
      if (!shape.isRagged)
        return storeVector();
      b.buildIf(b.lessEqual(b.add(position, shape.width), length), storeVector,
                [&] { storePartial(position, results); });
    });
  }
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Each group of `shape.lanes` lanes scans several rows.
static void emitLanes(IndexBuilder &h, ScanKernels &scan,
                      const RowShape &shape) {
  int64_t groups = scan.schedule.threads / shape.lanes;
  int64_t rowsAtOnce =
      std::max<int64_t>(scan.getMaxChunks(shape.width) / shape.chunks, 1);
  // The exchange in shared memory is in the order of the chunks of one row.
  if (shape.isShared)
    rowsAtOnce = 1;
  RowKernel kernel(h, scan, {shape.lanes, groups, 1}, {}, {},
                   {scan.sizes.outer, scan.sizes.length});
  IndexBuilder &b = kernel.builder.device();
  Value group = b.threadId(kernel::Dimension::y);
  Value thread =
      b.add(b.mul(group, shape.lanes), b.threadId(kernel::Dimension::x));
  Value firstRow = b.add(b.mul(b.blockId(), groups * rowsAtOnce), group);
  Value rows = kernel.sizes[0];
  Value lastRow = b.sub(rows, b.constant(1));
  std::vector<RowTile> tiles;
  for (int64_t r = 0; r < rowsAtOnce; ++r) {
    Value row = b.add(firstRow, r * groups);
    tiles.emplace_back(scan, kernel, shape, b.min(row, lastRow), b.constant(0),
                       thread, b.less(row, rows));
    tiles.back().load();
  }
  for (RowTile &tile : tiles) {
    tile.scanChunks();
    tile.store(Prefix());
  }
  kernel.builder.launch(h.ceilDiv(scan.sizes.outer, groups * rowsAtOnce));
}

/// Returns what comes before a warp of the tile, and the combination of all of
/// its elements, given that of each warp.
static std::pair<Prefix, Elements>
scanWarps(ScanKernels &scan, KernelBuilder &kernel, const RowShape &shape,
          ValueRange total, Value lane, Value warp) {
  if (shape.warps == 1)
    return {Prefix(), Elements(total)};
  IndexBuilder &b = kernel.device();
  SmallVector<Value> shared;
  for (Type type : scan.accumulators)
    shared.push_back(kernel.shared({shape.warps}, type));
  b.buildIf(b.equal(lane, b.constant(0)),
            [&] { scan.store(b, total, shared, warp); });
  kernel::BarrierOp::create(b);
  Value position = b.rem(lane, shape.warps);
  Elements scanned =
      scan.scanLanes(b, scan.load(b, shared, position), position, shape.warps);
  Value previous = b.sub(b.max(warp, b.constant(1)), b.constant(1));
  return {{scan.broadcast(b, scanned, previous, shape.warps),
           b.less(b.constant(0), warp)},
          scan.broadcast(b, scanned, b.constant(shape.warps - 1), shape.warps)};
}

/// Each block scans a row.
static void emitBlocks(IndexBuilder &h, ScanKernels &scan,
                       const RowShape &shape) {
  RowKernel kernel(h, scan, {scan.schedule.threads, 1, 1}, {}, {},
                   {scan.sizes.outer, scan.sizes.length});
  IndexBuilder &b = kernel.builder.device();
  RowTile tile(scan, kernel, shape, b.blockId(), b.constant(0),
               b.threadId(kernel::Dimension::x));
  tile.load();
  Elements total = tile.scanChunks();
  Prefix before =
      scanWarps(scan, kernel.builder, shape, total, tile.lane, tile.warp).first;
  tile.store(before);
  kernel.builder.launch(scan.sizes.outer);
}

/// Each block scans a tile of a row.
static void emitTiles(IndexBuilder &h, ScanKernels &scan,
                      const RowShape &shape) {
  Value tilesPerRow = h.ceilDiv(scan.sizes.length, shape.getTile());
  LookBackState hostState =
      LookBackState::allocate(h, scan, scan.sizes.outer, tilesPerRow);
  // The last tile of a row may end before the first one starts.
  ContiguousBuffers copies(h, h.getLoc());
  SmallVector<Value> initials = llvm::map_to_vector(
      scan.carries, [&](Value carry) { return copies.copy(carry); });
  RowKernel kernel(h, scan, {scan.schedule.threads, 1, 1},
                   hostState.getBuffers(), initials,
                   {scan.sizes.outer, scan.sizes.length, tilesPerRow});
  bool isOneRow = isConstantIntValue(scan.sizes.outer, 1);
  // What a thread has in registers: a vector, and what precedes it in each
  // chunk.
  int64_t registers = scan.registers * (shape.chunks + shape.width);
  if (shape.isHeld && isOneRow && registers <= scan.schedule.heldRegisters)
    kernel.builder.setMinBlocks(std::max<int64_t>(
        scan.schedule.residentThreads / scan.schedule.threads, 1));
  IndexBuilder &b = kernel.builder.device();
  LookBackState state =
      hostState.import(kernel.extra, kernel.sizes[0], kernel.sizes[2]);

  Value thread = b.threadId(kernel::Dimension::x), zero = b.constant(0);
  Value next = kernel.builder.shared({1}, b.getIndexType());
  b.buildIf(b.equal(thread, zero),
            [&] { b.store(state.takeTile(b), next, zero); });
  kernel::BarrierOp::create(b);
  Value number = b.load(next, zero);
  Value row = zero, inRow = number;
  if (!isOneRow) {
    row = b.div(number, kernel.sizes[2]);
    inRow = b.rem(number, kernel.sizes[2]);
  }
  RowTile tile(scan, kernel, shape, row, b.mul(inRow, shape.getTile()), thread);
  tile.load();
  Elements warpTotal = tile.scanChunks();
  std::pair<Prefix, Elements> warps =
      scanWarps(scan, kernel.builder, shape, warpTotal, tile.lane, tile.warp);
  SmallVector<Value> shared;
  for (Type type : scan.accumulators)
    shared.push_back(kernel.builder.shared({1}, type));
  b.buildIf(b.less(thread, b.constant(limits::warpSize)), [&] {
    Prefix before =
        state.exchangeTotals(b, number, row, inRow, warps.second, tile.lane);
    b.buildIf(b.equal(tile.lane, zero),
              [&] { scan.store(b, before.values, shared, zero); });
  });
  kernel::BarrierOp::create(b);
  Prefix beforeTile = {scan.load(b, shared, zero), b.less(zero, inRow)};
  tile.store(scan.combine(b, beforeTile, warps.first));
  kernel.builder.launch(h.mul(scan.sizes.outer, tilesPerRow));
  copies.finish();
  hostState.free(h);
}

/// Whether the vectors of rows are aligned, although their last one is not
/// whole.
static bool isRagged(ScanKernels &scan) {
  return isConstantIntValue(scan.sizes.outer, 1) && !scan.op.getReverse();
}

/// Chooses the form for vectors of `shape.width` elements.
static void lowerRows(IndexBuilder &h, ScanKernels &scan, RowShape shape,
                      SmallVectorImpl<StringRef> &forms) {
  int64_t maxChunks = scan.getMaxChunks(shape.width);
  auto getShape = [&](int64_t lanes, int64_t warps, int64_t chunks) {
    RowShape result = shape;
    result.lanes = lanes;
    result.warps = warps;
    result.chunks = chunks;
    return result;
  };
  int64_t warps = scan.schedule.threads / limits::warpSize;
  RowShape warp = getShape(limits::warpSize, 1, maxChunks);
  RowShape block = getShape(limits::warpSize, warps, maxChunks);
  RowShape few = getShape(scan.schedule.fewLanes, 1, 1);
  if (std::optional<int64_t> known = getConstantIntValue(scan.sizes.length)) {
    int64_t vectors = llvm::divideCeil(*known, shape.width);
    warp.lanes = std::min<int64_t>(llvm::PowerOf2Ceil(vectors), warp.lanes);
    warp.chunks =
        std::min<int64_t>(llvm::divideCeil(vectors, warp.lanes), maxChunks);
    if (*known > warp.getTile())
      block.chunks = std::min<int64_t>(
          llvm::divideCeil(vectors, scan.schedule.threads), maxChunks);
    few = warp;
  }
  RowShape tile = block;
  if (!shape.isShared || isRagged(scan)) {
    tile.chunks = scan.getHeldChunks(shape.width);
    tile.isHeld = tile.chunks != 0;
    tile.isRagged = tile.isHeld && shape.isShared;
    tile.isShared &= !tile.isHeld;
  }
  if (!tile.isHeld)
    tile.chunks = maxChunks;
  auto isAtMost = [&](const RowShape &shape) {
    return h.lessEqual(scan.sizes.length, h.constant(shape.getTile()));
  };
  auto emitFew = [&](const RowShape &shape) {
    return [&scan, &forms, shape](IndexBuilder &builder) {
      forms.push_back("lanes of a warp for each row");
      emitLanes(builder, scan, shape);
    };
  };
  buildBranches(h, isAtMost(few), emitFew(few), [&](IndexBuilder &) {
    buildBranches(h, isAtMost(warp), emitFew(warp), [&](IndexBuilder &) {
      buildBranches(
          h, isAtMost(block),
          [&](IndexBuilder &) {
            forms.push_back("a block for each row");
            emitBlocks(h, scan, block);
          },
          [&](IndexBuilder &) {
            forms.push_back("a block for each tile of a row, with look-back");
            emitTiles(h, scan, tile);
          });
    });
  });
}

void mlir::zyn::lowerScanRows(IndexBuilder &h, ScanKernels &scan,
                              SmallVectorImpl<StringRef> &forms) {
  scan.hints.state(KernelHint::Coalesced, true, "");
  RowShape shape;
  shape.width = scan.width;
  RowShape shared = shape;
  shared.isShared = true;
  Value areAligned =
      h.equal(h.rem(scan.sizes.length, scan.width), h.constant(0));
  buildBranches(
      h, areAligned, [&](IndexBuilder &) { lowerRows(h, scan, shape, forms); },
      [&](IndexBuilder &) { lowerRows(h, scan, shared, forms); });
}
