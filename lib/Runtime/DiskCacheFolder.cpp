//===- DiskCacheFolder.cpp - The files of caches --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/ByteSize.h"
#include "Zyn/Runtime/DiskCache.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace zyn::runtime;

/// Returns the extension of the file of an entry, whose name is the hexadecimal
/// digits of a key; empty for other files.
static std::string getKind(const std::string &name) {
  size_t digits = Hash128{}.hex().size();
  if (name.find_first_not_of("0123456789abcdef") != digits ||
      name[digits] != '.')
    return "";
  return name.substr(digits + 1);
}

std::vector<CacheEntry> zyn::runtime::listCache(const std::string &folder) {
  std::vector<CacheEntry> entries;
  DIR *stream = folder.empty() ? nullptr : ::opendir(folder.c_str());
  if (!stream)
    return entries;
  while (const dirent *file = ::readdir(stream)) {
    CacheEntry entry;
    entry.path = folder + "/" + file->d_name;
    entry.kind = getKind(file->d_name);
    struct stat status;
    if (entry.kind.empty() || ::stat(entry.path.c_str(), &status) != 0 ||
        !S_ISREG(status.st_mode))
      continue;
    entry.bytes = static_cast<uint64_t>(status.st_size);
    entry.seconds = status.st_mtime;
    entries.push_back(std::move(entry));
  }
  ::closedir(stream);
  std::sort(entries.begin(), entries.end(),
            [](const CacheEntry &left, const CacheEntry &right) {
              return std::pair(-left.seconds, left.path) <
                     std::pair(-right.seconds, right.path);
            });
  return entries;
}

void zyn::runtime::trimCache(const std::string &folder, uint64_t maxBytes) {
  uint64_t bytes = 0;
  // The latest one first.
  for (const CacheEntry &entry : listCache(folder)) {
    bytes += entry.bytes;
    if (bytes > maxBytes)
      (void)::unlink(entry.path.c_str());
  }
}

uint64_t zyn::runtime::cacheSizeFromEnvironment() {
  const char *value = std::getenv("ZYN_CACHE_SIZE");
  Expected<uint64_t> bytes = parseBytes(value ? value : "");
  return bytes ? *bytes : uint64_t(2) << 30;
}

Error zyn::runtime::clearCache(const std::string &folder) {
  for (const CacheEntry &entry : listCache(folder))
    // Another process may clear it, too.
    if (::unlink(entry.path.c_str()) != 0 && errno != ENOENT)
      return Error::at(entry.path,
                       std::string("cannot remove: ") + std::strerror(errno));
  return Error::success();
}
