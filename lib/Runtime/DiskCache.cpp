//===- DiskCache.cpp - A key-value store on disk --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/DiskCache.h"
#include "Zyn/Runtime/AtomicFile.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace zyn::runtime;

namespace {
/// The header of a file, in the machine's byte order: entries are never moved
/// between machines.
struct EntryHeader {
  char magic[8];
  Hash128 key;
  uint64_t size;
  Hash128 checksum;
};
} // namespace

static constexpr char magic[8] = {'Z', 'Y', 'N', 'C', 'A', 'C', 'H', '1'};

static EntryHeader headerFor(Hash128 key, const std::string &bytes) {
  EntryHeader header;
  std::memcpy(header.magic, magic, sizeof(magic));
  header.key = key;
  header.size = bytes.size();
  header.checksum = sipHash128(bytes.data(), bytes.size(), key);
  return header;
}

std::string DiskCache::folderFromEnvironment() {
  auto get = [](const char *name) {
    const char *value = std::getenv(name);
    return std::string(value ? value : "");
  };
  if (std::string folder = get("ZYN_CACHE_DIR"); !folder.empty())
    return folder;
  if (std::string base = get("XDG_CACHE_HOME"); !base.empty())
    return base + "/zyn";
  std::string home = get("HOME");
  return home.empty() ? "" : home + "/.cache/zyn";
}

std::string DiskCache::path(Hash128 key) const {
  return folder + "/" + key.hex() + "." + extension;
}

/// Reads `size` bytes; returns false if the file is shorter.
static bool readBytes(int file, void *to, size_t size) {
  for (char *next = static_cast<char *>(to); size > 0;) {
    ssize_t count = ::read(file, next, size);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    next += count;
    size -= count;
  }
  return true;
}

static std::optional<std::string> readEntry(int file, Hash128 key) {
  struct stat status;
  EntryHeader header;
  if (::fstat(file, &status) != 0 || !readBytes(file, &header, sizeof(header)))
    return std::nullopt;
  // Check before allocating: a corrupt size may be any number.
  if (header.size != static_cast<uint64_t>(status.st_size) - sizeof(header))
    return std::nullopt;
  std::string bytes(header.size, '\0');
  if (!readBytes(file, bytes.data(), bytes.size()))
    return std::nullopt;
  EntryHeader expected = headerFor(key, bytes);
  if (std::memcmp(&header, &expected, sizeof(header)) != 0)
    return std::nullopt;
  return bytes;
}

/// Sets the time of an entry's last use, at most once a day.
static void touch(int file) {
  constexpr time_t day = 24 * 60 * 60;
  struct stat status;
  if (::fstat(file, &status) == 0 && status.st_mtime < std::time(nullptr) - day)
    (void)!::futimens(file, nullptr);
}

std::optional<std::string> DiskCache::read(Hash128 key) const {
  if (folder.empty())
    return std::nullopt;
  int file = ::open(path(key).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return std::nullopt;
  std::optional<std::string> bytes = readEntry(file, key);
  touch(file);
  ::close(file);
  if (!bytes)
    remove(key);
  return bytes;
}

/// Creates `folder` and its parents. Only the user may write to it because
/// compiled code is loaded from it.
static void createFolders(const std::string &folder) {
  for (size_t slash = folder.find('/', 1); slash != folder.npos;
       slash = folder.find('/', slash + 1))
    ::mkdir(folder.substr(0, slash).c_str(), 0700);
  ::mkdir(folder.c_str(), 0700);
}

void DiskCache::write(Hash128 key, const std::string &bytes) const {
  if (folder.empty())
    return;
  createFolders(folder);
  EntryHeader header = headerFor(key, bytes);
  // Failing to write to the cache only costs time.
  (void)!replaceFile(path(key),
                     {{&header, sizeof(header)}, {bytes.data(), bytes.size()}});
  // Listing a folder takes milliseconds. Most processes write few entries.
  static std::atomic<unsigned> writes{0};
  if (writes++ % 256 == 0)
    trimCache(folder, cacheSizeFromEnvironment());
}

void DiskCache::remove(Hash128 key) const { ::unlink(path(key).c_str()); }
