//===- SimilarProducts.h - Products that share a kernel --------- -*- C++ -*-=//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_ANALYSIS_SIMILARPRODUCTS_H
#define ZYN_DIALECT_ZYN_ANALYSIS_SIMILARPRODUCTS_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

namespace mlir::zyn {

/// Whether two products only differ in their operands, whose types and sizes
/// are the same: all sizes are known.
bool areSimilar(ProductOpInterface a, ProductOpInterface b);

} // namespace mlir::zyn

#endif // ZYN_DIALECT_ZYN_ANALYSIS_SIMILARPRODUCTS_H
