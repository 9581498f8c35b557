//===- TmaMap.h - Tensor maps of the emulator ----------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_TMAMAP_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_TMAMAP_H

#include "Zyn/Runtime/TensorMap.h"

namespace zyn::emulator {

/// Writes the emulator's own form of a map, which has been checked, in 128
/// bytes.
void encodeMap(const runtime::TensorMap &map, void *encoded);

/// Reads it; false if it is not one.
bool decodeMap(const void *encoded, runtime::TensorMap &map);

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_TMAMAP_H
