//===- PrintFormat.h - Lines that kernels print --------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_PRINTFORMAT_H
#define ZYN_RUNTIME_PRINTFORMAT_H

#include <cstdint>
#include <string>

namespace zyn::runtime {

/// `format` with each "{n}" replaced by value n. `types` has a letter for each
/// value: i a signed integer, b a boolean, h, f and d a float of 16, 32 and 64
/// bits, all three as the bits of a double. Floats have as many digits as tell
/// them from others of their type.
std::string formatPrint(const char *format, const char *types,
                        const uint64_t *values);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_PRINTFORMAT_H
