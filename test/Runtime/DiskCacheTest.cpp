//===- DiskCacheTest.cpp - Entries on disk --------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/DiskCache.h"
#include "TestSupport.h"

#include <fstream>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

using namespace zyn::runtime;

namespace {
class DiskCacheTest : public testing::Test {
protected:
  /// Writes an entry that was last used some days ago.
  void write(uint64_t key, int days) {
    cache.write({key, 0}, std::string(1000, 'x'));
    setAge(cache.path({key, 0}), days);
  }

  static void setAge(const std::string &path, int days) {
    timeval now;
    ::gettimeofday(&now, nullptr);
    now.tv_sec -= days * 24 * 60 * 60;
    timeval times[] = {now, now};
    ASSERT_EQ(::utimes(path.c_str(), times), 0);
  }

  bool exists(uint64_t key) {
    return ::access(cache.path({key, 0}).c_str(), F_OK) == 0;
  }

  ScopedFolder folder;
  DiskCache cache{folder.path(), "o"};
};
} // namespace

TEST_F(DiskCacheTest, TrimsWhatWasUsedLeastRecently) {
  for (int days = 0; days < 4; ++days)
    write(days, days);
  std::string other = folder.file("notes.o");
  std::ofstream(other) << "not an entry";
  setAge(other, 10);
  // Two entries with their headers.
  trimCache(folder.path(), 2200);
  EXPECT_TRUE(exists(0));
  EXPECT_TRUE(exists(1));
  EXPECT_FALSE(exists(2));
  EXPECT_FALSE(exists(3));
  EXPECT_EQ(::access(other.c_str(), F_OK), 0);
  trimCache(folder.path(), 0);
  EXPECT_TRUE(listCache(folder.path()).empty());
  trimCache(folder.path() + "/missing", 0);
}

TEST_F(DiskCacheTest, ReadingIsAUse) {
  write(1, 3);
  write(2, 2);
  EXPECT_TRUE(cache.read({1, 0}));
  trimCache(folder.path(), 1100);
  EXPECT_TRUE(exists(1));
  EXPECT_FALSE(exists(2));
}

TEST_F(DiskCacheTest, SizeOfTheEnvironment) {
  auto sizeWith = [](const char *value) {
    ScopedVariable variable("ZYN_CACHE_SIZE", value);
    return cacheSizeFromEnvironment();
  };
  EXPECT_EQ(sizeWith(nullptr), 2ull << 30);
  EXPECT_EQ(sizeWith("3MiB"), 3ull << 20);
  EXPECT_EQ(sizeWith("many"), 2ull << 30);
}
