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

/// Returns `format` with each "{n}" replaced by value n. `types` has a letter
/// for each value: i is a signed integer, b a boolean, and h, f and d are
/// floats of 16, 32 and 64 bits, all passed as the bits of a double. Floats are
/// printed with the fewest digits that identify them within their type.
std::string formatPrint(const char *format, const char *types,
                        const uint64_t *values);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_PRINTFORMAT_H
