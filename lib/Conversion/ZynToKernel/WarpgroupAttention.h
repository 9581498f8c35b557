//===- WarpgroupAttention.h - A kernel of attention ----------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel of attention by Hopper's warpgroups: AttentionToWarpgroups.cpp has
// what the host and the producer do, AttentionConsumers.cpp what the consumers
// do.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_WARPGROUPATTENTION_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_WARPGROUPATTENTION_H

#include "AttentionMask.h"
#include "AttentionResult.h"
#include "StagedOperand.h"

namespace mlir::zyn {

/// A tile, and the stage of its queries.
struct ConsumerWork : AttentionWork {
  Value queryStage;
};

/// What a consumer carries from block to block.
struct ConsumerState {
  /// The last block's weights, and the sums of weighted values.
  Value weights, sums;
  /// The weights as operands of matmuls.
  SmallVector<Value> operands;
  SoftmaxRows rows;
  /// The position of the next keys. The values of the last block precede it.
  RingPosition keys;

  SmallVector<Value> toValues() const;
  static ConsumerState fromValues(ValueRange values);
};

class WarpgroupAttention {
public:
  WarpgroupAttention(KernelModules &kernels, AttentionOp op,
                     const ReducedRows &rows,
                     const ::zyn::schedule::AttentionTile &tile);
  void lower(IndexBuilder &h, int64_t multiprocessors);

private:
  Value multiplyQueries(IndexBuilder &b, Value scores, Value queryStage,
                        Value keyStage) const;
  Value multiplyValues(IndexBuilder &b, Value sums, ArrayRef<Value> operands,
                       Value stage) const;
  SmallVector<Value> computeWeights(IndexBuilder &b, Value &scores,
                                    SoftmaxRows &rows,
                                    const AttentionWork &work, Value block,
                                    bool isMasked) const;
  SmallVector<Value> getOperands(IndexBuilder &b, Value weights) const;
  void clearValues(IndexBuilder &b, const AttentionWork &work, Value block,
                   const RingPosition &position) const;
  void takeTurn(IndexBuilder &b) const;
  void passTurn(IndexBuilder &b) const;
  void release(IndexBuilder &b, const StageRing &ring, Value stage) const;

  void forEachWork(IndexBuilder &b,
                   function_ref<void(const AttentionWork &,
                                     RingPosition &queries, RingPosition &keys)>
                       body) const;
  void produce(IndexBuilder &b) const;
  ConsumerState start(IndexBuilder &b, const ConsumerWork &work,
                      const RingPosition &keyPosition) const;
  ConsumerState step(IndexBuilder &b, const ConsumerWork &work, Value block,
                     bool isMasked, ConsumerState state) const;
  ConsumerState forEachBlock(IndexBuilder &b, const ConsumerWork &work,
                             Value last, Value count, bool isMasked,
                             ConsumerState state) const;
  void consume(IndexBuilder &b) const;
  void storeByTma(IndexBuilder &b, const ConsumerWork &work, Value sums,
                  const SoftmaxRows &rows) const;

  KernelModules &kernels;
  AttentionOp op;
  const ReducedRows &reducedRows;
  const ::zyn::schedule::AttentionTile &tile;
  Type element;
  bool hasLengths;
  int64_t headSize;
  StagedOperand queries, keys, values;
  kernel::FragmentType scoreType, sumType;
  AttentionSoftmax softmax;

  // Values of the kernel.
  std::optional<AttentionGrid> grid;
  std::optional<AttentionMask> mask;
  std::optional<AttentionResult> result;
  std::optional<StageRing> queryRing, keyRing, valueRing;
  Value numWork, numBlocks;
  /// Null if the results are not stored, or have another type than the queries.
  Value resultMap;
  /// The number of the consumer, of the thread in it, and of the thread in all
  /// consumers.
  Value consumer, thread, consumerThread;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_WARPGROUPATTENTION_H
