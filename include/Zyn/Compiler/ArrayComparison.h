//===- ArrayComparison.h - Compares arrays with a reference --- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_COMPILER_ARRAYCOMPARISON_H
#define ZYN_COMPILER_ARRAYCOMPARISON_H

#include "Zyn/Runtime/Npy.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace zyn::compiler {

/// Returns the largest relative error at which numbers of `type` that were
/// computed in different orders still agree: f64 1e-9, f32 1e-4, f16 5e-3, bf16
/// 2e-2, f8E4M3FN 0.25, f8E5M2 0.5 (two units in the last place), and 0 for
/// integers and i1, which have to be equal.
double defaultTolerance(runtime::ElementType type);

/// An element of an array and the one of the reference at the same index.
struct ElementComparison {
  std::vector<int64_t> index;
  /// The values as text, with all digits that distinguish them.
  std::string found, expected;
  /// For floating-point numbers, |found - expected| / max(|expected|, rms),
  /// where rms is the root mean square of the finite elements of the reference:
  /// an error of a sum is relative to its terms, which may cancel each other.
  /// It is 0 if both are NaN, equal, or closer than the smallest normal number
  /// of the type, since smaller ones may be flushed to zero; it is infinite if
  /// only one is finite. For integers and i1, |found - expected|.
  double error = 0;
};

/// The comparison of an array with a reference.
struct ArrayComparison {
  runtime::ElementType type = runtime::ElementType::F32;
  /// The largest error at which elements agree.
  double tolerance = 0;
  uint64_t elements = 0;
  /// The number of elements whose error is larger.
  uint64_t mismatches = 0;
  /// The first of these, if there are any.
  std::optional<ElementComparison> first;
  /// The element with the largest error, unless all are equal.
  std::optional<ElementComparison> worst;
};

/// Compares `found` with `expected`. `tolerance` replaces the default tolerance
/// of floating-point types and has no effect on other types. Error: the arrays
/// have different types or shapes, "found an array of 2x3xf32, expected
/// 2x4xf32".
runtime::Expected<ArrayComparison>
compareArrays(const runtime::Array &found, const runtime::Array &expected,
              std::optional<double> tolerance = std::nullopt);

} // namespace zyn::compiler

#endif // ZYN_COMPILER_ARRAYCOMPARISON_H
