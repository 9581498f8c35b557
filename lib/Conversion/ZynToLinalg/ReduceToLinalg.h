//===- ReduceToLinalg.h - What lowerings of reductions share -- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOLINALG_REDUCETOLINALG_H
#define ZYN_LIB_CONVERSION_ZYNTOLINALG_REDUCETOLINALG_H

#include "Patterns.h"

namespace mlir::zyn {

/// Calls `reduce` with buffers for accumulators of `types`: the destinations
/// `inits`, or others, from and to which these are converted, if the types are
/// wider.
void withAccumulators(OpBuilder &builder, Location loc, ValueRange inits,
                      TypeRange types, function_ref<void(ValueRange)> reduce);

/// Clones a combiner, whose accumulators and elements are `arguments`; the
/// elements are extended. Returns the new accumulators.
SmallVector<Value> cloneCombiner(OpBuilder &builder, Location loc,
                                 Block &combiner, SmallVector<Value> arguments);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOLINALG_REDUCETOLINALG_H
