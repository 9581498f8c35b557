//===- KnownWordsAnalysis.h - Known words in a graph of blocks  -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TRANSFORMS_KNOWNWORDSANALYSIS_H
#define ZYN_TRANSFORMS_KNOWNWORDSANALYSIS_H

#include "Zyn/Interfaces/PartialEvaluation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::zyn {

/// Follows known words from a block on, along the edges that can be taken, to
/// a fixed point: sparse conditional constant propagation (Wegman and Zadeck,
/// 1991), on words.
class KnownWordsAnalysis {
public:
  using EdgeFilter = function_ref<bool(Block *from, Block *to)>;

  /// From `first`, of whose arguments `arguments` is known. Edges that
  /// `isFollowed` refuses are not followed.
  void run(
      Block *first, ArrayRef<KnownWords> arguments,
      EdgeFilter isFollowed = [](Block *, Block *) { return true; });

  bool isExecutable(Block *block) const { return executable.contains(block); }
  /// What is known of the operands of an op of an executable block.
  SmallVector<KnownWords> getOperands(Operation *op) const;
  /// Calls `visit` for each edge of an executable block that can be taken, with
  /// what is known of the arguments of the block that it leads to.
  void
  forEachEdge(Block *block,
              function_ref<void(Block *, ArrayRef<KnownWords>)> visit) const;

private:
  void evaluate(Block *block);

  llvm::DenseMap<Value, KnownWords> values;
  llvm::DenseSet<Block *> executable;
};

} // namespace mlir::zyn

#endif // ZYN_TRANSFORMS_KNOWNWORDSANALYSIS_H
