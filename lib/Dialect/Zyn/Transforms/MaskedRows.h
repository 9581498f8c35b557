//===- MaskedRows.h - Rows that masks leave keys in -------------- -*- C++
//-*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_ZYN_TRANSFORMS_MASKEDROWS_H
#define ZYN_LIB_DIALECT_ZYN_TRANSFORMS_MASKEDROWS_H

#include "SoftmaxMatch.h"

namespace mlir::zyn {

/// The body that computes a mask: that of the rows, or the epilogue of the
/// scores.
struct MaskBody {
  Block *block = nullptr;
  /// What its arguments are elements of, and the maps from the loops of the
  /// rows to their indices. The sum that an epilogue gets is no element.
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  /// The last of these loops is that of the keys.
  unsigned numLoops = 0;
};

/// Whether the masks of `expression`, which `body` computes, are known to leave
/// a key in each row: the first one, or, of a single mask that is a constant,
/// any one.
bool seesKeys(const ScoreExpression &expression, const MaskBody &body);

} // namespace mlir::zyn

#endif // ZYN_LIB_DIALECT_ZYN_TRANSFORMS_MASKEDROWS_H
