//===- ArrayFill.h - Random and constant arrays -----------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_COMPILER_ARRAYFILL_H
#define ZYN_COMPILER_ARRAYFILL_H

#include "Zyn/Runtime/Context.h"
#include "Zyn/Runtime/Npy.h"

namespace zyn::compiler {

/// Fills `array`: floating point with a standard normal distribution, integers
/// uniformly from -100 to 100 (unsigned ones from 0), i1 with 0 and 1. The
/// values only depend on `seed`, `position` and the index in the array, not on
/// the number of threads.
runtime::Error fillRandom(runtime::Array &array, uint64_t seed,
                          uint64_t position, runtime::Context &context);

/// Fills `array` with random bits: all integers of the type are as probable, as
/// are NaNs with any payload. The values depend on the same as those of
/// `fillRandom`.
runtime::Error fillBits(runtime::Array &array, uint64_t seed, uint64_t position,
                        runtime::Context &context);

/// Sets every element to `element`.
runtime::Error fillRepeated(runtime::Array &array, const void *element,
                            runtime::Context &context);

} // namespace zyn::compiler

#endif // ZYN_COMPILER_ARRAYFILL_H
