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
// hold are tiles of several blocks (ScanTiles.cpp).
//
//===----------------------------------------------------------------------===//

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
            emitScanTiles(h, scan, tile);
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
