//===- GPUToKernel.h - Patterns of families of gpu ops ----------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_GPUTOKERNEL_GPUTOKERNEL_H
#define ZYN_LIB_CONVERSION_GPUTOKERNEL_GPUTOKERNEL_H

#include "mlir/Transforms/DialectConversion.h"

namespace mlir::zyn {

/// Converts a `!gpu.mma_matrix` to the fragments that it consists of, row by
/// row.
void populateMatrixTypeConversion(TypeConverter &converter);

/// Adds the patterns that convert `gpu.subgroup_mma_*` to `kernel.mma.*`.
void populateMatrixPatterns(const TypeConverter &converter,
                            RewritePatternSet &patterns);

/// Adds the pattern that converts `gpu.printf` to a call to the C library.
void populatePrintfPatterns(RewritePatternSet &patterns);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_GPUTOKERNEL_GPUTOKERNEL_H
