//===- NpyWriter.cpp - Writing array files --------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/AtomicFile.h"
#include "Zyn/Runtime/Npy.h"

using namespace zyn::runtime;

Error zyn::runtime::writeNpy(const std::string &path, ElementType type,
                             const std::vector<int64_t> &shape,
                             const void *elements) {
  Expected<uint64_t> bytes = arrayBytes(type, shape);
  if (!bytes)
    return Error::at(path, bytes.takeError().message());
  std::string header = formatNpyHeader(type, shape);
  if (Error error = replaceFile(
          path, {{header.data(), header.size()}, {elements, *bytes}}))
    return Error::at(path, "cannot write: " + error.message());
  return Error::success();
}
