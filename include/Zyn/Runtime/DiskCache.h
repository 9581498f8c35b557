//===- DiskCache.h - A key-value store on disk ------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_DISKCACHE_H
#define ZYN_RUNTIME_DISKCACHE_H

#include "Zyn/Runtime/Error.h"
#include "Zyn/Runtime/Hash128.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace zyn::runtime {

/// A folder of byte strings by key. Several processes may use it at once. Its
/// operations never fail: an entry that cannot be read is treated as missing,
/// and one that cannot be written is dropped. Entries that have not been used
/// for long are removed when there are too many (see `trimCache`).
class DiskCache {
public:
  /// Uses `folder`, which is created by the first write; with an empty name,
  /// nothing is stored. The names of files end with `extension`.
  explicit DiskCache(std::string folder, std::string extension = "cubin")
      : folder(std::move(folder)), extension(std::move(extension)) {}

  /// ${ZYN_CACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/zyn}, or "" if none of
  /// the three is set.
  static std::string folderFromEnvironment();

  /// Returns the entry stored under `key`. An entry that is truncated, damaged
  /// or of another key is removed.
  std::optional<std::string> read(Hash128 key) const;

  /// Atomically stores `bytes` under `key`.
  void write(Hash128 key, const std::string &bytes) const;

  void remove(Hash128 key) const;

  /// The file that holds the entry.
  std::string path(Hash128 key) const;

private:
  std::string folder, extension;
};

/// A file of a cache.
struct CacheEntry {
  std::string path;
  /// The extension of its name, which tells what it contains.
  std::string kind;
  uint64_t bytes = 0;
  /// When it was written or, to a day, last used, in seconds since 1970.
  int64_t seconds = 0;
};

/// Returns the entries of all caches in a folder, the latest one first; none if
/// the folder does not exist.
std::vector<CacheEntry> listCache(const std::string &folder);

/// Removes the entries that were used least recently, to a day, until the
/// others have at most `maxBytes` together.
void trimCache(const std::string &folder, uint64_t maxBytes);

/// ${ZYN_CACHE_SIZE:-2GiB} in bytes, to which writing entries trims a cache. A
/// value that is no size is the default one.
uint64_t cacheSizeFromEnvironment();

/// Removes these files, and nothing else. Error: one cannot be removed.
Error clearCache(const std::string &folder);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_DISKCACHE_H
