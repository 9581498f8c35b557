//===- SlotSizesTest.cpp - Memory of the slots of instances ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Compiler/SlotSizes.h"

#include "gtest/gtest.h"

#include <random>

using namespace zyn::compiler;

static constexpr uint64_t page = 64 << 10, MiB = 1 << 20, GiB = 1 << 30,
                          TiB = uint64_t(1) << 40;

/// A program whose window begins at page `begin`.
static void describe(InstanceCode &code, uint64_t begin, uint64_t pages,
                     uint64_t maximum) {
  code.windowBegin = begin * page;
  code.memoryBytes = pages * page;
  code.maxMemoryBytes = maximum * page;
  code.leastWindowEnd = std::min(code.memoryBytes, code.windowBegin + 4 * MiB);
}

TEST(SlotSizes, GivesRustProgramsTheirWindows) {
  InstanceCode code;
  describe(code, 14, 17, 65535);
  SlotSizes sizes = chooseSlotSizes(code, 100, 100000, 120 * GiB, TiB);
  EXPECT_EQ(sizes.warps, 3125u);
  // 3 initial pages, and what there is for growth.
  EXPECT_EQ(sizes.windowEnd, (14 + 14) * page);
  EXPECT_EQ(sizes.memoryBytes, 167 * page);
  EXPECT_TRUE(sizes.usesPages);
  EXPECT_EQ(sizes.initialPages, 14u);
}

TEST(SlotSizes, LetsFewInstancesGrowFar) {
  InstanceCode code;
  describe(code, 0, 1, 65535);
  SlotSizes sizes = chooseSlotSizes(code, 100, 100, 120 * GiB, TiB);
  EXPECT_EQ(sizes.warps, 4u);
  EXPECT_EQ(sizes.windowEnd, 1025 * page);
  EXPECT_EQ(sizes.memoryBytes, 65535 * page);
  EXPECT_EQ(sizes.initialPages, 0u);
}

TEST(SlotSizes, KeepsSmallMemoriesInWindows) {
  InstanceCode code;
  describe(code, 0, 1, 3);
  SlotSizes sizes = chooseSlotSizes(code, 100, 1000000, 120 * GiB, TiB);
  EXPECT_EQ(sizes.warps, 20469u);
  EXPECT_EQ(sizes.windowEnd, 3 * page);
  EXPECT_FALSE(sizes.usesPages);
}

TEST(SlotSizes, FindsThatThereIsNotEnough) {
  InstanceCode code;
  describe(code, 0, 600, 600);
  SlotSizes sizes = chooseSlotSizes(code, 100, 1, 300 * MiB, GiB);
  EXPECT_EQ(sizes.warps, 0u);
  EXPECT_GT(sizes.warpBytes, 1200 * MiB);
}

TEST(SlotSizes, HoldsForAnyProgram) {
  std::mt19937_64 random(1);
  auto below = [&](uint64_t limit) {
    return random() % (uint64_t(1) << (random() % 40)) % limit;
  };
  for (int i = 0; i < 100000; ++i) {
    InstanceCode code;
    uint64_t pages = below(65536), begin = below(pages + 1),
             maximum = pages + below(65536 - pages);
    describe(code, begin, pages, maximum);
    uint64_t slot = 16 + below(5000), count = 1 + below(2000000),
             available = below(200 * GiB), addresses = 1 + below(TiB);
    SlotSizes sizes = chooseSlotSizes(code, slot, count, available, addresses);
    ASSERT_LE(code.leastWindowEnd, sizes.windowEnd) << i;
    ASSERT_LE(sizes.windowEnd, code.maxMemoryBytes) << i;
    ASSERT_EQ(sizes.windowEnd % page, 0u) << i;
    if (!sizes.warps)
      continue;
    ASSERT_LE(sizes.warps, (count + 31) / 32) << i;
    ASSERT_LE(code.memoryBytes, sizes.memoryBytes) << i;
    ASSERT_LE(sizes.windowEnd, sizes.memoryBytes) << i;
    ASSERT_LE(sizes.memoryBytes, code.maxMemoryBytes) << i;
    ASSERT_TRUE(sizes.usesPages ||
                (begin == 0 && sizes.windowEnd == sizes.memoryBytes))
        << i;
    uint64_t windows =
        sizes.warps * 32 * (slot + sizes.windowEnd - begin * page);
    // Each warp alone has all of its initial memory.
    ASSERT_LE(windows + sizes.initialPages * 32 * page, available) << i;
  }
}
