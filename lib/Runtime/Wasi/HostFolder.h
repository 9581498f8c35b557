//===- HostFolder.h - Folders of the host, read once ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_WASI_HOSTFOLDER_H
#define ZYN_LIB_RUNTIME_WASI_HOSTFOLDER_H

#include "ABI.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <sys/stat.h>

namespace zyn::runtime::wasi {

/// A file, folder or symbolic link of the host. Entries and contents are read
/// when they are first needed, and never again, so that all instances see the
/// same ones. Special files are left out. Thread-safe.
class HostNode {
public:
  HostNode(std::string path, const struct stat &stat);

  using Entries = std::map<std::string, std::unique_ptr<HostNode>>;
  /// The entries of a folder; empty if it cannot be read.
  const Entries &entries();
  /// The contents of a file or the target of a link; null if it cannot be read.
  const std::string *contents();

  const std::string path;
  const FileType type;
  const uint64_t number, size;
  const uint64_t accessTime, modifyTime, changeTime;

private:
  void load();

  std::once_flag loaded;
  Entries children;
  std::string bytes;
  bool isReadable = false;
};

} // namespace zyn::runtime::wasi

#endif // ZYN_LIB_RUNTIME_WASI_HOSTFOLDER_H
