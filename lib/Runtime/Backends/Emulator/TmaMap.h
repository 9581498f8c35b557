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

/// Encodes a map, which has been checked, in 128 bytes in the emulator's own
/// format.
void encodeMap(const runtime::TensorMap &map, void *encoded);

/// Decodes a map; returns false if it is not in the emulator's format.
bool decodeMap(const void *encoded, runtime::TensorMap &map);

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_TMAMAP_H
