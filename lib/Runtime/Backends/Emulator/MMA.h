//===- MMA.h - Arithmetic of tensor cores ---------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a tensor core computes. Integers are exact, and wrap or saturate at the
// end. f64 is a chain of fused multiply-adds in the order of K.
//
// Other floats: products are exact. C and the products of a step of K are
// aligned to the one with the greatest exponent, cut (towards zero) below a
// last bit that lies some bits below it, and added exactly; the sum is cut to
// f32, or rounded to the nearest f16. This is how measurements describe the
// H100: a step is 32 bytes of K, and the last bit 25 below the greatest
// exponent, 13 for wgmma of 8-bit floats. NVIDIA specifies none of it, so a GPU
// may differ in the last bits where sums are not exact: docs/benchmarks.md has
// a comparison with an H200.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_MMA_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_MMA_H

#include "Zyn/Runtime/EmulatorABI.h"

#include <cstdint>
#include <vector>

namespace zyn::emulator {

/// Bytes of an element, such as ZYNEMU_MMA_BF16.
int64_t bytesOfElement(int64_t element);

/// The value of the element at `address`. All but f64 and large i32 are exact.
double readElement(int64_t element, const void *address);

/// Operands of one mma, row by row; those of A and B negated as `mma`
/// says.
struct Operands {
  std::vector<double> a, b;
  explicit Operands(const zynemu_mma &mma)
      : a(mma.rows * mma.depth), b(mma.depth * mma.columns) {}
};

/// Computes element (`row`, `column`) of D into `address`, where that of C is;
/// which counts only if `accumulates`.
void computeElement(const zynemu_mma &mma, const Operands &operands,
                    bool isWarpgroup, bool accumulates, int64_t row,
                    int64_t column, void *address);

/// The parts of a mma, as fragments have them.
enum class Role { A, B, Accumulator };

struct MatrixIndex {
  int64_t row, column;
};

/// Where element `i` of thread `thread` of a warp or warpgroup lies in its
/// matrix; `perRegister` elements are in 32 bits. See `!kernel.fragment`.
MatrixIndex indexOfElement(Role role, int64_t perRegister, int64_t thread,
                           int64_t i);

/// Elements of 32 bits; 1 for f64.
int64_t elementsPerRegister(int64_t element);

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_MMA_H
