//===- ZeroMemory.cpp - Makes mapped memory zero again --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ZeroMemory.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <sys/mman.h>
#include <unistd.h>

using namespace zyn::runtime;

/// With more used pages than this, overwriting them takes longer.
static constexpr size_t maxPages = 2048;

/// Overwrites the pages that have been used, which the kernel lists
/// (Documentation/admin-guide/mm/pagemap.rst). Returns false if it does not, or
/// if there are too many.
static bool overwriteUsedPages(char *begin, size_t bytes) {
  constexpr uint64_t isUsed = UINT64_C(3) << 62; // present or swapped out
  static const int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  static const size_t pageBytes = sysconf(_SC_PAGESIZE);
  uint64_t entries[512];
  size_t numUsed = 0;
  uint64_t first = reinterpret_cast<uintptr_t>(begin) / pageBytes;
  for (size_t page = 0, numPages = bytes / pageBytes; page < numPages;) {
    size_t count = std::min(numPages - page, std::size(entries));
    if (pread(pagemap, entries, count * sizeof(uint64_t),
              (first + page) * sizeof(uint64_t)) !=
        static_cast<ssize_t>(count * sizeof(uint64_t)))
      return false;
    for (size_t i = 0; i < count; ++i, ++page) {
      if (!(entries[i] & isUsed))
        continue;
      if (++numUsed > maxPages)
        return false;
      std::memset(begin + page * pageBytes, 0, pageBytes);
    }
  }
  return true;
}

bool zyn::runtime::zeroMemory(void *begin, size_t bytes) {
  return overwriteUsedPages(static_cast<char *>(begin), bytes) ||
         madvise(begin, bytes, MADV_DONTNEED) == 0;
}
