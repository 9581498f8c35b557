//===- HostFolder.cpp - Folders of the host, read once --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostFolder.h"
#include "Zyn/Runtime/AtomicFile.h"

#include <dirent.h>
#include <unistd.h>

using namespace zyn::runtime;
using namespace zyn::runtime::wasi;

static FileType getType(const struct stat &stat) {
  return S_ISDIR(stat.st_mode)   ? FileType::Folder
         : S_ISREG(stat.st_mode) ? FileType::File
         : S_ISLNK(stat.st_mode) ? FileType::Symlink
                                 : FileType::Unknown;
}

static uint64_t nanoseconds(const timespec &time) {
  return time.tv_sec * UINT64_C(1000000000) + time.tv_nsec;
}

HostNode::HostNode(std::string path, const struct stat &stat)
    : path(std::move(path)), type(getType(stat)), number(stat.st_ino),
      size(stat.st_size), accessTime(nanoseconds(stat.st_atim)),
      modifyTime(nanoseconds(stat.st_mtim)),
      changeTime(nanoseconds(stat.st_ctim)) {}

const HostNode::Entries &HostNode::entries() {
  std::call_once(loaded, [this] { load(); });
  return children;
}

const std::string *HostNode::contents() {
  std::call_once(loaded, [this] { load(); });
  return isReadable ? &bytes : nullptr;
}

static void readEntries(const std::string &path, HostNode::Entries &entries) {
  DIR *folder = opendir(path.c_str());
  if (!folder)
    return;
  while (const dirent *entry = readdir(folder)) {
    std::string name = entry->d_name;
    struct stat stat;
    if (name == "." || name == ".." ||
        lstat((path + "/" + name).c_str(), &stat) != 0 ||
        getType(stat) == FileType::Unknown)
      continue;
    entries[name] = std::make_unique<HostNode>(path + "/" + name, stat);
  }
  closedir(folder);
}

void HostNode::load() {
  if (type == FileType::Folder)
    return readEntries(path, children);
  if (type == FileType::Symlink) {
    char target[4096];
    ssize_t length = readlink(path.c_str(), target, sizeof(target));
    isReadable = length >= 0;
    if (isReadable)
      bytes.assign(target, length);
    return;
  }
  Expected<std::string> read = readFile(path);
  isReadable = static_cast<bool>(read);
  if (read)
    bytes = std::move(*read);
}
