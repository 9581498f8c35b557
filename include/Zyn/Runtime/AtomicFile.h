//===- AtomicFile.h - Atomic replacement of files ---------------*- C++ -*-===//
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

/// A range of bytes, not owned.
struct ByteSpan {
  const void *begin;
  size_t size;
};

/// Returns the contents of the file `path`. The error is the system's error
/// message, without the path.
Expected<std::string> readFile(const std::string &path);

/// Replaces the contents of the file `path` with the concatenation of `parts`:
/// writes a new file in the same folder and renames it. A reader in any process
/// sees either the old file or the new one, never a part of it, and a failure
/// leaves neither a temporary file nor a changed `path`. A `path` that exists
/// but is not a regular file (a pipe, a terminal) is written to directly. The
/// error is the system's error message, without the path.
Error replaceFile(const std::string &path,
                  std::initializer_list<ByteSpan> parts);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_ATOMICFILE_H
