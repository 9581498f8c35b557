//===- TmaElements.h - What TMA does to elements -------------- -*- C++ -*-===//
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

/// Writes what an element outside of the tensor reads as.
void fillElement(zynrt_tensor_element element, bool fillNaN, void *address);

/// Rounds an f32 in place to the 10 bits of mantissa of a tf32, to nearest,
/// ties away from zero.
void roundToTF32(void *address);

/// `address` becomes `address` combined with `value`: one of ZYNEMU_TMA_ADD and
/// so on. f16 and bf16 are computed in f32 and rounded once.
void combineElements(zynrt_tensor_element element, int reduction, void *address,
                     const void *value);

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_TMAELEMENTS_H
