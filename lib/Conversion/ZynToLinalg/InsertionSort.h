//===- InsertionSort.h - Sorts of short runs ------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOLINALG_INSERTIONSORT_H
#define ZYN_LIB_CONVERSION_ZYNTOLINALG_INSERTIONSORT_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::zyn {

/// The greatest number of elements that are sorted by insertion.
inline constexpr int64_t kMaxInsertion = 32;

/// Sorts `count` elements of the inputs, from index `first` on, to the same
/// indices of the outputs. `comesBefore` returns whether an element, which has
/// a value for each input, comes before that at an index of the outputs.
void buildInsertionSort(ImplicitLocOpBuilder &b, ArrayRef<Value> inputs,
                        ArrayRef<Value> outputs, Value first, Value count,
                        function_ref<Value(ValueRange, Value)> comesBefore);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOLINALG_INSERTIONSORT_H
