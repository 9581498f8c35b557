//===- AttentionWork.h - What a block of attention computes --- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_ATTENTIONWORK_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_ATTENTIONWORK_H

#include "KernelBuilder.h"

#include "Zyn/Schedule/AttentionTile.h"

namespace mlir::zyn {

/// Queries of a head, and the blocks of keys that they see.
struct AttentionWork {
  Value number; ///< of the tile
  Value batch, head, keyHead, firstQuery;
  Value length; ///< number of keys of the batch
  /// The blocks that any query sees, and the first of these that all queries
  /// see as a whole. There is at least one block.
  Value numBlocks, numWhole;
};

/// Numbers the tiles of all heads: on the host, or in a kernel.
struct AttentionGrid {
  bool isCausal;
  int64_t groupSize;
  int64_t tileQueries, tileKeys;
  Value heads, numQueries, numKeys;
  Value numRowTiles; ///< of a head
  Value allHeads;    ///< of all batches
  /// Heads whose keys and values stay in L2 together: the tiles of so many
  /// heads precede others. Those with the most keys are first in the last
  /// section, and so they are alternately last and first in those before, so
  /// that a tile always has about as many keys as the next one.
  Value sectionHeads;
  Value numSections;
  Value lengths; ///< of the kernel, or null

  AttentionGrid(IndexBuilder &h, AttentionOp op,
                const ::zyn::schedule::AttentionTile &tile);

  /// The sizes of which arguments are made, and which are set from them.
  SmallVector<Value> getSizes() const;
  void setSizes(ArrayRef<Value> sizes);

  AttentionWork getWork(IndexBuilder &b, Value number) const;
  /// Returns the numbers of the query and the key of the first score of a block
  /// that `thread` holds.
  Value getQuery(IndexBuilder &b, const AttentionWork &work,
                 Value thread) const;
  Value getKey(IndexBuilder &b, Value block, Value thread) const;
  /// Returns how many columns of a block, from that of its first score on, the
  /// queries of `thread` see: numbers of i32, which may be negative.
  SmallVector<Value> getLimits(IndexBuilder &b, const AttentionWork &work,
                               Value block, Value thread) const;

private:
  /// Returns how many keys a query sees.
  Value getVisibleKeys(IndexBuilder &b, Value query, Value length) const;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_ATTENTIONWORK_H
