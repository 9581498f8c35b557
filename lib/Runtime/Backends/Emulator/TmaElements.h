//===- TmaElements.h - Element operations of TMA ----------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_TMAELEMENTS_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_TMAELEMENTS_H

#include "Zyn/Runtime/CABI.h"

namespace zyn::emulator {

/// Writes the value of an element outside of the tensor.
void fillElement(int32_t element, bool fillNaN, void *address);

/// Rounds an f32 in place to the 10 fraction bits of a tf32, to nearest, ties
/// away from zero.
void roundToTF32(void *address);

/// Combines the element at `address` with `value` in place; `reduction` is
/// ZYNEMU_TMA_ADD or one of the following. f16 and bf16 are computed in f32 and
/// rounded once.
void combineElements(int32_t element, int reduction, void *address,
                     const void *value);

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_TMAELEMENTS_H
