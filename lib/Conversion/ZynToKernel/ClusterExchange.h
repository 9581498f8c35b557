//===- ClusterExchange.h - Values of other blocks ------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_CLUSTEREXCHANGE_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_CLUSTEREXCHANGE_H

#include "Combiner.h"
#include "KernelBuilder.h"

namespace mlir::zyn {

/// A cluster of neighboring blocks, which combine values in the shared memory
/// of each other.
class ClusterExchange {
public:
  /// Makes the kernel one of clusters of `numBlocks` blocks, if these are more
  /// than 1. The insertion point must be that of all threads.
  ClusterExchange(KernelBuilder &kernel, int64_t numBlocks);

  /// Writes the accumulators of a thread of block `block` to the shared memory
  /// of block `target` if `writes`, and waits for all blocks. All threads must
  /// execute this. Returns what the thread's block got: a buffer for each
  /// accumulator, with an element for each block that wrote to it.
  SmallVector<Value> write(ValueRange accumulators, Value block, Value writes,
                           Value target);
  /// Combines the accumulators that all blocks wrote, in the order of blocks.
  Elements combine(Combiner &combiner, ArrayRef<Value> written);

private:
  KernelBuilder &kernel;
  int64_t numBlocks;
  /// Whether all blocks are known to have started.
  bool haveStarted = false;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_CLUSTEREXCHANGE_H
