//===- MMA.h - Arithmetic of tensor cores -----------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arithmetic of tensor cores. Integers are exact, and wrap or saturate at
// the end. f64 is a chain of fused multiply-adds in the order of K.
//
// For other floats, products are exact. C and the products of a step along K
// are aligned to the greatest exponent, truncated (toward zero) below a certain
// bit, and added exactly; the sum is truncated to f32 or rounded to the nearest
// f16. This is how measurements describe the H100: a step is 32 bytes of K, and
// the last bit is 25 below the greatest exponent, or 13 for wgmma on 8-bit
// floats. NVIDIA does not specify this, so a GPU may differ in the last bits of
// inexact sums: docs/benchmarks.md has a comparison with an H200.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_MMA_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_MMA_H

#include "Zyn/Runtime/EmulatorABI.h"

#include <cstdint>
#include <vector>

namespace zyn::emulator {

/// Returns the size of an element type, such as ZYNEMU_MMA_BF16, in bytes.
int64_t bytesOfElement(int64_t element);

/// Returns the value of the element at `address`.
double readElement(int64_t element, const void *address);

/// The operands of an MMA in row-major order, already negated if `mma` says so.
struct Operands {
  std::vector<double> a, b;
  explicit Operands(const zynemu_mma &mma)
      : a(mma.rows * mma.depth), b(mma.depth * mma.columns) {}
};

/// Computes element (`row`, `column`) of D. `address` has the element of C,
/// which is only added if `accumulates`, and receives that of D.
void computeElement(const zynemu_mma &mma, const Operands &operands,
                    bool isWarpgroup, bool accumulates, int64_t row,
                    int64_t column, void *address);

/// The fragments of an MMA.
enum class Role { A, B, Accumulator };

struct MatrixIndex {
  int64_t row, column;
};

/// Returns the index in the matrix of element `i` of thread `thread` of a warp
/// or warpgroup; `perRegister` elements are in 32 bits. See `!kernel.fragment`.
MatrixIndex indexOfElement(Role role, int64_t perRegister, int64_t thread,
                           int64_t i);

/// Returns the number of elements in 32 bits; 1 for f64.
int64_t elementsPerRegister(int64_t element);

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_MMA_H
