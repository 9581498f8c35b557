//===- AtomicFile.h - Files read and replaced whole -------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_ATOMICFILE_H
#define ZYN_RUNTIME_ATOMICFILE_H

#include "Zyn/Runtime/Error.h"

#include <cstddef>
#include <initializer_list>
#include <string>

namespace zyn::runtime {

/// A run of bytes that somebody else owns.
struct ByteSpan {
  const void *begin;
  size_t size;
};

/// The bytes of the file `path`. The error is the system's text for what went
/// wrong, without the path.
Expected<std::string> readFile(const std::string &path);

/// Writes `parts`, one after the other, as the file `path`: into a new file in
/// the same folder, which is then renamed. A reader in any process sees the old
/// file or the new one, never a part of it, and a failure leaves neither a
/// temporary file nor a changed `path`. A `path` that exists and is no regular
/// file (a pipe, a terminal) is written to directly. The error is the system's
/// text for what went wrong, without the path.
Error replaceFile(const std::string &path,
                  std::initializer_list<ByteSpan> parts);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_ATOMICFILE_H
