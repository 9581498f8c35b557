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
//===----------------------------------------------------------------------===//

#include "ScanLookBack.h"
#include "ScanRowTile.h"

#include "llvm/Support/MathExtras.h"

#include <vector>

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

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
