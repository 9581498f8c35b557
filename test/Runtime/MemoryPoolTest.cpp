//===- MemoryPoolTest.cpp - Size classes, reuse and limits ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/MemoryPool.h"

#include "TestSupport.h"

#include <atomic>
#include <cstring>
#include <thread>

using namespace zyn::runtime;

namespace {
class CountingMemory final : public RawMemory {
public:
  Expected<void *> allocateRaw(uint64_t bytes) override {
    if (isLost)
      return Error("cuda: allocating memory: the device was lost");
    if (bytes > capacity - used)
      return static_cast<void *>(nullptr);
    used += bytes;
    ++allocations;
    // A header of the same alignment stores the size for freeRaw.
    char *memory = static_cast<char *>(std::aligned_alloc(256, bytes + 256));
    std::memcpy(memory, &bytes, sizeof(bytes));
    return static_cast<void *>(memory + 256);
  }
  void freeRaw(void *pointer) override {
    uint64_t bytes;
    char *memory = static_cast<char *>(pointer) - 256;
    std::memcpy(&bytes, memory, sizeof(bytes));
    used -= bytes;
    std::free(memory);
  }
  uint64_t availableRaw() override { return capacity - used; }

  uint64_t capacity = 64 << 20;
  bool isLost = false;
  std::atomic<uint64_t> used{0};
  std::atomic<int> allocations{0};
};
} // namespace

TEST(MemoryPool, SizeClasses) {
  EXPECT_EQ(MemoryPool::classSize(0), 256u);
  EXPECT_EQ(MemoryPool::classSize(1), 256u);
  EXPECT_EQ(MemoryPool::classSize(257), 512u);
  EXPECT_EQ(MemoryPool::classSize(2048), 2048u);
  EXPECT_EQ(MemoryPool::classSize(2049), 2304u);
  EXPECT_EQ(MemoryPool::classSize(1 << 20), 1u << 20);
  EXPECT_EQ(MemoryPool::classSize((1 << 20) + 1), (1u << 20) + (1u << 17));
  EXPECT_EQ(MemoryPool::classSize((1ull << 30) + 1), (1ull << 30) + (2 << 20));
  EXPECT_EQ(MemoryPool::classSize(UINT64_MAX), UINT64_MAX);
  for (uint64_t bytes = 1; bytes < (1 << 26); bytes = bytes * 9 / 8 + 1) {
    uint64_t size = MemoryPool::classSize(bytes);
    EXPECT_GE(size, bytes);
    EXPECT_LE(size, bytes + std::max<uint64_t>(255, bytes / 8)) << bytes;
    EXPECT_EQ(MemoryPool::classSize(size), size);
  }
}

TEST(MemoryPool, ReusesFreedBlocks) {
  CountingMemory raw;
  MemoryPool pool(raw, "cuda");
  void *first = *pool.allocate(5000);
  ASSERT_FALSE(pool.free(first));
  EXPECT_EQ(pool.statistics().cached, MemoryPool::classSize(5000));
  EXPECT_EQ(*pool.allocate(4900), first);
  EXPECT_EQ(raw.allocations, 1);
  EXPECT_EQ(pool.statistics().inUse, MemoryPool::classSize(5000));
  EXPECT_EQ(pool.statistics().cached, 0u);
}

TEST(MemoryPool, StreamsTakeWhatIsOrderedBefore) {
  CountingMemory raw;
  MemoryPool pool(raw, "cuda");
  const auto a = MemoryPool::mainStream, b = pool.addStream(),
             c = pool.addStream();
  void *early = *pool.allocate(5000, /*owner=*/0, a);
  void *late = *pool.allocate(5000, /*owner=*/0, a);
  ASSERT_FALSE(pool.free(early));
  pool.orderAfter(b, pool.pointOf(a));
  ASSERT_FALSE(pool.free(late));
  // Through b, c is ordered after everything that b is ordered after.
  pool.orderAfter(c, pool.pointOf(b));
  EXPECT_EQ(*pool.allocate(5000, /*owner=*/0, c), early);
  void *other = *pool.allocate(5000, /*owner=*/0, b);
  EXPECT_NE(other, late);
  // A block freed on a different stream than it was allocated for belongs to
  // the former.
  ASSERT_FALSE(pool.free(other, c));
  EXPECT_NE(*pool.allocate(5000, /*owner=*/0, b), other);
  EXPECT_EQ(*pool.allocate(5000, /*owner=*/0, c), other);
  pool.markDone(pool.pointOf(a));
  EXPECT_EQ(*pool.allocate(5000, /*owner=*/0, b), late);
}

TEST(MemoryPool, LargerBlocksOfOtherStreamsAreNotTaken) {
  CountingMemory raw;
  MemoryPool pool(raw, "cuda");
  auto other = pool.addStream();
  void *exact = *pool.allocate(16 << 10), *larger = *pool.allocate(17 << 10);
  ASSERT_FALSE(pool.free(exact, other));
  ASSERT_FALSE(pool.free(larger));
  // The first fits better, but the other stream may still use it.
  EXPECT_EQ(*pool.allocate(16 << 10), larger);
  pool.removeStream(other);
  EXPECT_EQ(*pool.allocate(16 << 10), exact);
}

TEST(MemoryPool, BlocksOfAllStreamsAreReusedByTheLast) {
  CountingMemory raw;
  MemoryPool pool(raw, "cuda");
  // Without other streams, the order of the stream suffices.
  void *block = *pool.allocate(1000);
  ASSERT_FALSE(pool.freeAfterAll(block));
  EXPECT_EQ(*pool.allocate(1000), block);

  MemoryPool::StreamNumber first = pool.addStream(), second = pool.addStream();
  MemoryPool::Point early = pool.pointOf(MemoryPool::mainStream);
  ASSERT_FALSE(pool.freeAfterAll(block));
  EXPECT_EQ(pool.statistics().inUse, 0u);
  EXPECT_EQ(pool.statistics().cached, 1024u);
  EXPECT_TRUE(static_cast<bool>(pool.freeAfterAll(block)));
  pool.markDone(early);
  pool.markDone(pool.pointOf(first));
  EXPECT_NE(*pool.allocate(1000), block);
  EXPECT_NE(*pool.allocate(1000, 0, first), block);
  // All work of a removed stream is done.
  pool.removeStream(second);
  EXPECT_NE(*pool.allocate(1000, 0, first), block);
  EXPECT_EQ(*pool.allocate(1000), block);

  // If memory is short, the device is waited for.
  ASSERT_FALSE(pool.freeAfterAll(block));
  uint64_t used = raw.used;
  pool.trim();
  EXPECT_EQ(raw.used, used - 1024);
  EXPECT_EQ(pool.statistics().cached, 0u);
}

TEST(MemoryPool, ZeroBytesAreUnique) {
  CountingMemory raw;
  MemoryPool pool(raw, "cpu");
  EXPECT_NE(*pool.allocate(0), *pool.allocate(0));
}

TEST(MemoryPool, TrimsAndTriesAgain) {
  CountingMemory raw;
  MemoryPool pool(raw, "cuda");
  ASSERT_FALSE(pool.free(*pool.allocate(40 << 20)));
  Expected<void *> other = pool.allocate(60 << 20);
  ASSERT_TRUE(static_cast<bool>(other));
  EXPECT_EQ(pool.statistics().cached, 0u);
}

TEST(MemoryPool, SaysWhatIsFree) {
  CountingMemory raw;
  MemoryPool pool(raw, "cuda");
  ASSERT_TRUE(static_cast<bool>(pool.allocate(32 << 20)));
  EXPECT_EQ(pool.available(), 32u << 20);
  EXPECT_EQ(pool.allocate(uint64_t(12) << 30).takeError().message(),
            "cuda: out of memory: requested 12.0 GiB, 32.0 MiB free");
  EXPECT_EQ(pool.allocate(UINT64_MAX).takeError().message(),
            "cuda: out of memory: requested 16.0 EiB, 32.0 MiB free");
}

TEST(MemoryPool, OtherFailuresAreNotCalledOutOfMemory) {
  CountingMemory raw;
  MemoryPool pool(raw, "cuda");
  raw.isLost = true;
  EXPECT_EQ(pool.allocate(1).takeError().message(),
            "cuda: allocating memory: the device was lost");
}

TEST(MemoryPool, KeepsTheLimit) {
  CountingMemory raw;
  MemoryPool pool(raw, "cpu");
  pool.setLimit(1 << 20);
  void *half = *pool.allocate(512 << 10);
  EXPECT_EQ(
      pool.allocate(1 << 20).takeError().message(),
      "cpu: out of memory: requested 1.0 MiB, 512.0 KiB free of the limit of "
      "1.0 MiB");
  EXPECT_EQ(pool.available(), 512u << 10);
  ASSERT_FALSE(pool.free(half));
  // Cached blocks are freed to make room.
  EXPECT_EQ(pool.available(), 1u << 20);
  EXPECT_TRUE(static_cast<bool>(pool.allocate(1 << 20)));
  EXPECT_EQ(raw.used, 1u << 20);
  EXPECT_EQ(pool.statistics().peak, 1u << 20);
}

TEST(MemoryPool, RefusesForeignPointers) {
  CountingMemory raw;
  MemoryPool pool(raw, "cpu");
  EXPECT_FALSE(pool.free(nullptr));
  void *block = *pool.allocate(1);
  ASSERT_FALSE(pool.free(block));
  std::string message = pool.free(block).message();
  EXPECT_EQ(message.find("cpu: freeing 0x"), 0u) << message;
}

TEST(MemoryPool, FreesByOwnerAndAtTheEnd) {
  CountingMemory raw;
  {
    MemoryPool pool(raw, "cpu");
    (void)pool.allocate(100, /*owner=*/1);
    (void)pool.allocate(100, /*owner=*/2);
    (void)pool.allocate(9000, /*owner=*/1);
    pool.freeOwnedBy(1);
    EXPECT_EQ(pool.statistics().inUse, 256u);
  }
  EXPECT_EQ(raw.used, 0u);
}

TEST(MemoryPool, ManyThreads) {
  CountingMemory raw;
  raw.capacity = uint64_t(1) << 40;
  MemoryPool pool(raw, "cpu");
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (unsigned i = 0; i < 2000; ++i) {
        uint64_t bytes = 1 + (i * 2654435761u) % 20000;
        void *block = *pool.allocate(bytes);
        std::memset(block, t, bytes);
        EXPECT_EQ(static_cast<char *>(block)[bytes - 1], t);
        EXPECT_FALSE(pool.free(block));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(pool.statistics().inUse, 0u);
}
