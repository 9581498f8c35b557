//===- HalfFloat.h - Floats of 16 bits --------------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_EMULATOR_HALFFLOAT_H
#define ZYN_LIB_RUNTIME_EMULATOR_HALFFLOAT_H

#include <cstdint>

namespace zyn::emulator {

/// Exact.
float fromF16(uint16_t bits);
float fromBF16(uint16_t bits);

/// To nearest, ties to even; what is too large becomes infinite.
uint16_t toF16(float value);
uint16_t toBF16(float value);

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_EMULATOR_HALFFLOAT_H
