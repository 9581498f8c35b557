//===- ByteSize.h - Byte sizes as text --------------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_BYTESIZE_H
#define ZYN_RUNTIME_BYTESIZE_H

#include "Zyn/Runtime/Error.h"

#include <cstdint>
#include <string>

namespace zyn::runtime {

/// Formats `bytes` in the largest fitting binary unit with one decimal: "12.0
/// GiB"; below 1 KiB, "100 bytes".
std::string formatBytes(uint64_t bytes);

/// Parses a size such as `512MiB`, `2GiB` or `4096` (bytes). The units are B,
/// KiB, MiB, GiB and TiB, without fractions. The error quotes `text`.
Expected<uint64_t> parseBytes(const std::string &text);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_BYTESIZE_H
