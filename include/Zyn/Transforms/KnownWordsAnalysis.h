//===- KnownWordsAnalysis.h - Known words in a CFG ------------ -*- C++ -*-===//
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

/// Propagates known words from a block along executable edges to a fixed point:
/// sparse conditional constant propagation (Wegman and Zadeck, 1991) on words.
class KnownWordsAnalysis {
public:
  using EdgeFilter = function_ref<bool(Block *from, Block *to)>;

  /// Runs the analysis from `first`, whose arguments have the known words
  /// `arguments`. Follows only edges for which `isFollowed` returns true.
  void run(
      Block *first, ArrayRef<KnownWords> arguments,
      EdgeFilter isFollowed = [](Block *, Block *) { return true; });

  bool isExecutable(Block *block) const { return executable.contains(block); }
  /// Returns the known words of the operands of an op in an executable block.
  SmallVector<KnownWords> getOperands(Operation *op) const;
  /// Calls `visit` for each executable edge from an executable block, with the
  /// known words of the arguments of the successor.
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
