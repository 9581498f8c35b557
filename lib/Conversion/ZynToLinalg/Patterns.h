//===- Patterns.h - Patterns that lower zyn ops to linalg -------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOLINALG_PATTERNS_H
#define ZYN_LIB_CONVERSION_ZYNTOLINALG_PATTERNS_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::zyn {

inline MemRefType getBufferType(Value value) {
  return cast<MemRefType>(value.getType());
}

/// Clones the ops of a zyn body, replacing its arguments with `arguments` and
/// `zyn.index` with the op of linalg. Returns the yielded values.
SmallVector<Value> cloneOpsToLinalg(OpBuilder &builder, Block &body,
                                    ValueRange arguments);

/// Clones a zyn body to the end of the block that `builder` is in, replacing
/// its arguments with `arguments`. `zyn.index` and `zyn.yield` become the ops
/// of linalg.
void cloneBodyToLinalg(OpBuilder &builder, Block &body, ValueRange arguments);

/// Converts reductions some of whose inputs are computed from indices to
/// linalg.generic, without these inputs.
void convertGeneratedReductions(Operation *root);

/// Lowers a sort with a comparator to loops.
void lowerMergeSort(OpBuilder &builder, SortOp op);

void populateAttentionToLinalgPatterns(RewritePatternSet &);
void populateComputeToLinalgPatterns(RewritePatternSet &);
void populateConv2dToLinalgPatterns(RewritePatternSet &);
void populateGatherToLinalgPatterns(RewritePatternSet &);
void populateMapToLinalgPatterns(RewritePatternSet &);
void populateMatmulToLinalgPatterns(RewritePatternSet &);
void populateReduceToLinalgPatterns(RewritePatternSet &);
void populateReduceWindowToLinalgPatterns(RewritePatternSet &);
void populateRowsToLinalgPatterns(RewritePatternSet &);
void populateScanToLinalgPatterns(RewritePatternSet &);
void populateScatterToLinalgPatterns(RewritePatternSet &);
void populateSortToLinalgPatterns(RewritePatternSet &);
void populateSpmmToLinalgPatterns(RewritePatternSet &);
void populateTopKToLinalgPatterns(RewritePatternSet &);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOLINALG_PATTERNS_H
