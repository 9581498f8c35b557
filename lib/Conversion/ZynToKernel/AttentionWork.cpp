//===- AttentionWork.cpp - What a block of attention computes -------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionWork.h"
#include "AttentionSoftmax.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Support/GPULimits.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

AttentionGrid::AttentionGrid(IndexBuilder &h, AttentionOp op,
                             const ::zyn::schedule::AttentionTile &tile)
    : isCausal(op.getCausal()), groupSize(op.getGroupSize()),
      tileQueries(tile.getQueries()), tileKeys(tile.keys) {
  heads = h.size(op.getQueries(), 1);
  numQueries = h.size(op.getQueries(), 2);
  numKeys = h.size(op.getKeys(), 2);
  numRowTiles = h.ceilDiv(numQueries, tileQueries);
  allHeads = h.mul(heads, h.size(op.getQueries(), 0));
  // Tiles of one head have the same number of keys.
  sectionHeads = numSections = h.constant(1);
  if (!isCausal)
    return;
  constexpr int64_t cachedBytes = 32 << 20;
  int64_t keyBytes = 2 * kernel::getElementBytes(op.getElementType()) *
                     cast<MemRefType>(op.getKeys().getType()).getDimSize(3);
  Value keyHeads = h.div(h.constant(cachedBytes / keyBytes), numKeys);
  // The product with the number of tiles has 32 bits, as that of all heads.
  sectionHeads =
      h.min(h.mul(h.max(keyHeads, h.constant(1)), groupSize), allHeads);
  numSections = h.ceilDiv(allHeads, sectionHeads);
}

SmallVector<Value> AttentionGrid::getSizes() const {
  return {heads,    numQueries,   numKeys,    numRowTiles,
          allHeads, sectionHeads, numSections};
}

void AttentionGrid::setSizes(ArrayRef<Value> sizes) {
  heads = sizes[0];
  numQueries = sizes[1];
  numKeys = sizes[2];
  numRowTiles = sizes[3];
  allHeads = sizes[4];
  sectionHeads = sizes[5];
  numSections = sizes[6];
}

Value AttentionGrid::getVisibleKeys(IndexBuilder &b, Value query,
                                    Value length) const {
  if (!isCausal)
    return length;
  Value end = b.add(b.add(query, 1), length);
  return b.min(length, b.sub(b.max(end, numQueries), numQueries));
}

AttentionWork AttentionGrid::getWork(IndexBuilder &b, Value number) const {
  AttentionWork work;
  work.number = number;
  Division section = b.divideNarrow(number, b.mul(sectionHeads, numRowTiles));
  Value firstHead = b.mul(section.quotient, sectionHeads);
  Value inSection = b.min(sectionHeads, b.sub(allHeads, firstHead));
  Division tile = b.divideNarrow(section.remainder, inSection);
  Value row = tile.quotient;
  if (isCausal) {
    Value isMostFirst =
        b.equal(b.rem(b.sub(numSections, section.quotient), 2), b.constant(1));
    row = arith::SelectOp::create(
        b, isMostFirst, b.sub(b.sub(numRowTiles, b.constant(1)), row), row);
  }
  work.firstQuery = b.mul(row, tileQueries);
  Division head = b.divideNarrow(b.add(firstHead, tile.remainder), heads);
  work.batch = head.quotient;
  work.head = head.remainder;
  work.keyHead = b.divideNarrow(work.head, b.constant(groupSize)).quotient;

  work.length = numKeys;
  if (lengths) {
    Value length = b.load(lengths, work.batch);
    length = arith::IndexCastOp::create(b, b.getIndexType(), length);
    length = arith::MaxSIOp::create(b, length, b.constant(0));
    work.length = b.min(length, numKeys);
  }
  Value lastQuery = b.sub(
      b.min(b.add(work.firstQuery, tileQueries), numQueries), b.constant(1));
  auto divide = [&](Value keys) {
    return b.divideNarrow(keys, b.constant(tileKeys)).quotient;
  };
  work.numBlocks = b.max(
      divide(b.add(getVisibleKeys(b, lastQuery, work.length), tileKeys - 1)),
      b.constant(1));
  work.numWhole = divide(getVisibleKeys(b, work.firstQuery, work.length));
  return work;
}

// A warp holds 16 queries. Four lanes share a query, and have two neighboring
// keys each.
Value AttentionGrid::getQuery(IndexBuilder &b, const AttentionWork &work,
                              Value thread) const {
  Value warp = b.div(thread, limits::warpSize);
  Value inWarp = b.div(b.rem(thread, limits::warpSize), 4);
  return b.add(work.firstQuery,
               b.add(b.mul(warp, limits::wgmmaRowsPerWarp), inWarp));
}

Value AttentionGrid::getKey(IndexBuilder &b, Value block, Value thread) const {
  return b.add(b.mul(block, tileKeys), b.mul(b.rem(thread, 4), 2));
}

SmallVector<Value> AttentionGrid::getLimits(IndexBuilder &b,
                                            const AttentionWork &work,
                                            Value block, Value thread) const {
  Value query = getQuery(b, work, thread), key = getKey(b, block, thread);
  SmallVector<Value> columns;
  for (int64_t row = 0; row < SoftmaxRows::count; ++row) {
    Value visible = getVisibleKeys(b, b.add(query, SoftmaxRows::distance * row),
                                   work.length);
    columns.push_back(
        arith::IndexCastOp::create(b, b.getI32Type(), b.sub(visible, key)));
  }
  return columns;
}
