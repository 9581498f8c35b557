//===- ProductToLinalg.h - Lowers sums of products to linalg ---*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOLINALG_PRODUCTTOLINALG_H
#define ZYN_LIB_CONVERSION_ZYNTOLINALG_PRODUCTTOLINALG_H

#include "Patterns.h"

namespace mlir::zyn {

/// Creates ops that initialize a buffer of sums, add the products to it by
/// `createContraction`, and compute the destination from the sums. The buffer
/// is the destination itself if that has the right type.
void lowerProduct(OpBuilder &builder, ProductOpInterface op,
                  function_ref<void(Value sums)> createContraction);

/// Creates `sums += a * b`, with indexing maps for a, b and sums. The loops are
/// parallel, but for the last `numReductions`.
void createContraction(OpBuilder &builder, Location loc, Value a, Value b,
                       Value sums, ArrayRef<AffineMap> maps,
                       unsigned numReductions);

/// Allocates a buffer of `sizes`.
Value allocateBuffer(OpBuilder &builder, Location loc, Type element,
                     ArrayRef<OpFoldResult> sizes);

/// Creates an elementwise op that converts the elements of `from`, read through
/// `map`, to those of `to`.
void createCopy(OpBuilder &builder, Location loc, Value from, AffineMap map,
                Value to);

/// Creates an op that fills `buffer` with zeros.
void createZeroFill(OpBuilder &builder, Location loc, Value buffer);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOLINALG_PRODUCTTOLINALG_H
