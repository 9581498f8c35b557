//===- ThreadPoolTest.cpp - Parallel runs ---------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/ThreadPool.h"
#include "Zyn/Runtime/PinnedThread.h"

#include "TestSupport.h"

#include <chrono>

using namespace zyn::runtime;

namespace {
/// Marks each index when it is taken.
struct Marks {
  Marks(int64_t count, unsigned threads, unsigned parts = 1)
      : chunks(count, threads, parts), seen(count) {}

  static void participate(void *argument) {
    auto *marks = static_cast<Marks *>(argument);
    int64_t begin, end;
    while (marks->chunks.next(begin, end, ThreadPool::currentThread()))
      for (int64_t i = begin; i < end; ++i)
        marks->seen[i].fetch_add(1, std::memory_order_relaxed);
  }

  IndexChunks chunks;
  std::vector<std::atomic<int>> seen;
};
} // namespace

TEST(ThreadPool, EachIndexOnce) {
  ThreadPool pool(4);
  for (int64_t count : {1, 3, 4, 100, 100000})
    for (int round = 0; round < 20; ++round) {
      Marks marks(count, pool.size());
      pool.run(pool.size(), Marks::participate, &marks);
      for (auto &seen : marks.seen)
        ASSERT_EQ(seen, 1);
    }
}

TEST(ThreadPool, EachIndexOfPartsOnce) {
  ThreadPool pool(4, /*arePinned=*/true);
  for (int64_t count : {0, 1, 3, 4, 5, 100, 100003})
    for (unsigned parts : {1, 3, 4, 7})
      for (int round = 0; round < 20; ++round) {
        Marks marks(count, pool.size(), parts);
        pool.run(pool.size(), Marks::participate, &marks);
        for (auto &seen : marks.seen)
          ASSERT_EQ(seen, 1);
      }
}

TEST(ThreadPool, OwnPartFirst) {
  IndexChunks chunks(100, 4, /*parts=*/4);
  int64_t begin, end, taken = 0;
  while (taken < 25) {
    ASSERT_TRUE(chunks.next(begin, end, /*own=*/6));
    EXPECT_EQ(begin, 50 + taken);
    taken = end - 50;
  }
  EXPECT_EQ(taken, 25);
  ASSERT_TRUE(chunks.next(begin, end, /*own=*/6));
  EXPECT_EQ(begin, 75);
  chunks.cancel();
  EXPECT_FALSE(chunks.next(begin, end, /*own=*/0));
}

TEST(ThreadPool, PinnedThreadsStayOnCores) {
  static std::vector<int64_t> cores;
  cores = findCores();
  ThreadPool pool(3, /*arePinned=*/true);
  static std::atomic<int> present;
  present = 0;
  pool.run(
      3,
      [](void *) {
        unsigned number = ThreadPool::currentThread();
        if (number == 0) {
          EXPECT_EQ(findCores(), cores);
        } else {
          EXPECT_EQ(findCores(),
                    std::vector<int64_t>{cores[number % cores.size()]});
        }
        present.fetch_add(1);
        while (present.load() < 3)
          std::this_thread::yield();
      },
      nullptr);
  EXPECT_EQ(present, 3);
}

TEST(ThreadPool, ChunksCoverHugeRanges) {
  {
    IndexChunks chunks(INT64_MAX, 4, /*parts=*/4);
    int64_t begin, end, covered = 0;
    while (chunks.next(begin, end, /*own=*/2))
      covered += end - begin;
    EXPECT_EQ(covered, INT64_MAX);
  }
  IndexChunks chunks(INT64_MAX, 1);
  int64_t begin, end, last = 0;
  while (chunks.next(begin, end)) {
    EXPECT_EQ(begin, last);
    last = end;
  }
  EXPECT_EQ(last, INT64_MAX);
}

TEST(ThreadPool, AllThreadsTakePart) {
  ThreadPool pool(4);
  // Each participant waits for the others, so this ends only if all run.
  static std::atomic<int> present;
  present = 0;
  pool.run(
      4,
      [](void *) {
        present.fetch_add(1);
        while (present.load() < 4)
          std::this_thread::yield();
      },
      nullptr);
  EXPECT_EQ(present, 4);
}

TEST(ThreadPool, NoMoreThanAskedAtATime) {
  ThreadPool pool(8);
  static std::atomic<int> present, most;
  most = 0;
  for (int round = 0; round < 50; ++round)
    pool.run(
        3,
        [](void *) {
          int now = present.fetch_add(1) + 1;
          for (int seen = most; seen < now;)
            most.compare_exchange_weak(seen, now);
          std::this_thread::yield();
          present.fetch_sub(1);
        },
        nullptr);
  EXPECT_GE(most, 1);
  EXPECT_LE(most, 3);
}

TEST(ThreadPool, NestedRunsAreSerial) {
  ThreadPool pool(4);
  static std::atomic<int> outer, inner;
  outer = inner = 0;
  pool.run(
      4,
      [](void *argument) {
        outer.fetch_add(1);
        static_cast<ThreadPool *>(argument)->run(
            4, [](void *) { inner.fetch_add(1); }, nullptr);
      },
      &pool);
  EXPECT_EQ(inner, outer);
}

TEST(ThreadPool, TwoCallersAtOnce) {
  ThreadPool pool(3);
  std::thread other;
  auto repeat = [&pool] {
    for (int round = 0; round < 200; ++round) {
      Marks marks(50, pool.size());
      pool.run(pool.size(), Marks::participate, &marks);
      for (auto &seen : marks.seen)
        ASSERT_EQ(seen, 1);
    }
  };
  other = std::thread(repeat);
  repeat();
  other.join();
}

TEST(ThreadPool, WakesAfterSleep) {
  ThreadPool pool(4);
  for (int round = 0; round < 5; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    Marks marks(1000, pool.size());
    pool.run(pool.size(), Marks::participate, &marks);
    for (auto &seen : marks.seen)
      ASSERT_EQ(seen, 1);
  }
}

TEST(ThreadPool, PinningFromEnvironment) {
  for (const char *off : {(const char *)nullptr, "", "0"}) {
    ScopedVariable pin("ZYN_PIN_THREADS", off);
    EXPECT_FALSE(*pinThreadsFromEnvironment());
  }
  ScopedVariable pin("ZYN_PIN_THREADS", "1");
  EXPECT_TRUE(*pinThreadsFromEnvironment());
  for (const char *bad : {"yes", "2", "01"}) {
    ScopedVariable pin("ZYN_PIN_THREADS", bad);
    EXPECT_EQ(pinThreadsFromEnvironment().takeError().message(),
              std::string("ZYN_PIN_THREADS: expected 0 or 1, found '") + bad +
                  "'");
  }
}

TEST(ThreadPool, CountFromEnvironment) {
  {
    ScopedVariable threads("ZYN_THREADS", "7");
    EXPECT_EQ(*threadCountFromEnvironment(), 7u);
  }
  {
    ScopedVariable threads("ZYN_THREADS", nullptr);
    EXPECT_GE(*threadCountFromEnvironment(), 1u);
  }
  for (const char *bad : {"0", "-1", "4097", "many", "3x"}) {
    ScopedVariable threads("ZYN_THREADS", bad);
    EXPECT_EQ(threadCountFromEnvironment().takeError().message(),
              std::string("ZYN_THREADS: '") + bad +
                  "' is not a number from 1 to 4096");
  }
}
