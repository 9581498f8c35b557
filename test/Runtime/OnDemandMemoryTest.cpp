//===- OnDemandMemoryTest.cpp - Memory that is taken on access ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Context.h"

#include "TestSupport.h"

#include <algorithm>

using namespace zyn::runtime;

namespace {
constexpr uint64_t size = 4 << 20;

class OnDemandMemoryTest : public FakeDriverTest {
protected:
  ~OnDemandMemoryTest() override { fake->concurrentManagedAccess = 1; }

  /// Allocates memory, and returns whether it is zero.
  bool isZero(Context &context) {
    Expected<void *> memory = context.allocateOnDemand(size);
    EXPECT_TRUE(memory) << memory.takeError().message();
    std::vector<char> bytes(size, 1);
    EXPECT_EQ(context.copyToHost(bytes.data(), *memory, size).message(), "");
    EXPECT_EQ(context.freeOnDemand(*memory, size).message(), "");
    return std::count(bytes.begin(), bytes.end(), 0) == int64_t(size);
  }
};
} // namespace

TEST_F(OnDemandMemoryTest, IsZeroAndFreed) {
  for (int managed : {1, 0}) {
    fake->concurrentManagedAccess = managed;
    auto context = *Context::create("cuda");
    uint64_t used = fake->usedBytes;
    EXPECT_TRUE(isZero(*context)) << managed;
    EXPECT_EQ(fake->usedBytes, used) << managed;
  }
}

TEST_F(OnDemandMemoryTest, IsPartOfTheMemoryIfItIsNotManaged) {
  auto context = *Context::create("cuda");
  EXPECT_EQ(context->maxOnDemand(), uint64_t(1) << 40);
  fake->concurrentManagedAccess = 0;
  EXPECT_LE(context->maxOnDemand(), fake->memoryBytes / 4);
  EXPECT_EQ(
      context->allocateOnDemand(fake->memoryBytes + 1).takeError().message(),
      "cuda:0: out of memory: no addresses for 1.0 GiB on demand");
}

TEST_F(OnDemandMemoryTest, IsFreedOnceIfTheDeviceHasFailed) {
  auto context = *Context::create("cuda");
  uint64_t used = fake->usedBytes;
  void *memory = *context->allocateOnDemand(size);
  fake->pendingError = 700;
  EXPECT_TRUE(context->freeOnDemand(memory, size));
  EXPECT_EQ(fake->usedBytes, used);
  EXPECT_FALSE(context->freeOnDemand(nullptr, size));
}

TEST(OnDemandMemory, ExistsOnTheHost) {
  for (const char *device : {"cpu", "emulate"}) {
    auto context = *Context::create(device);
    // Far more than this machine may have, of which one page is used.
    uint64_t bytes = uint64_t(1) << 40;
    Expected<void *> memory = context->allocateOnDemand(bytes);
    ASSERT_TRUE(memory) << memory.takeError().message();
    auto *last = static_cast<char *>(*memory) + bytes - 1;
    EXPECT_EQ(*last, 0);
    *last = 1;
    EXPECT_EQ(*last, 1);
    EXPECT_FALSE(context->freeOnDemand(*memory, bytes));
  }
}
