//===- ContextTest.cpp - Copies, events and settings ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Context.h"

#include "Driver.h"
#include "TestSupport.h"

#include <cstring>
#include <thread>

using namespace zyn::runtime;

namespace {
class ContextTest : public FakeDriverTest {};
} // namespace

TEST_F(ContextTest, CopiesOfAllSizes) {
  for (const char *name : {"cpu", "cuda"}) {
    auto context = *Context::create(name);
    // Sizes around one and two staging buffers of 8 MiB.
    for (size_t bytes : {size_t(0), size_t(1), size_t(8) << 20,
                         (size_t(8) << 20) + 1, (size_t(24) << 20) + 3}) {
      std::string host(bytes, 0), back(bytes, 0);
      for (size_t i = 0; i < bytes; ++i)
        host[i] = static_cast<char>(i * 2654435761u >> 13);
      void *memory = *context->allocate(bytes);
      ASSERT_FALSE(context->copyToDevice(memory, host.data(), bytes));
      ASSERT_FALSE(context->copyToHost(back.data(), memory, bytes));
      EXPECT_TRUE(host == back) << name << " " << bytes;
      ASSERT_FALSE(context->free(memory));
    }
  }
}

TEST_F(ContextTest, TimesWithEvents) {
  auto cpu = *Context::create("cpu");
  Event start = *cpu->createEvent(), stop = *cpu->createEvent();
  ASSERT_FALSE(cpu->record(start));
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  ASSERT_FALSE(cpu->record(stop));
  EXPECT_GE(*cpu->elapsedMilliseconds(start, stop), 2);

  auto gpu = *Context::create("cuda");
  Event first = *gpu->createEvent(), last = *gpu->createEvent();
  ASSERT_FALSE(gpu->record(first));
  ASSERT_FALSE(gpu->record(last));
  EXPECT_EQ(*gpu->elapsedMilliseconds(first, last), 1.5);
}

TEST_F(ContextTest, LateErrorsComeFromSynchronize) {
  auto context = *Context::create("cuda");
  EXPECT_FALSE(context->synchronize());
  fake->pendingError = 700;
  EXPECT_EQ(context->synchronize().message(),
            "cuda: running kernels: an illegal memory access was encountered "
            "(CUDA_ERROR_FAKE, 700)");
}

TEST_F(ContextTest, GivesEverythingBack) {
  uint64_t used = fake->usedBytes;
  {
    auto context = *Context::create("cuda");
    (void)context->allocate(1000);
    ASSERT_FALSE(context->free(*context->allocate(100000)));
    EXPECT_GT(fake->usedBytes, used);
    context->trimMemory();
    EXPECT_EQ(context->memoryStatistics().cached, 0u);
  }
  EXPECT_EQ(fake->usedBytes, used);
}

TEST_F(ContextTest, MemoryOfTheGPURunsOut) {
  auto context = *Context::create("cuda");
  ASSERT_TRUE(static_cast<bool>(context->allocate(512 << 20)));
  EXPECT_EQ(context->availableMemory(), fake->memoryBytes - fake->usedBytes);
  EXPECT_EQ(context->allocate(uint64_t(12) << 30).takeError().message(),
            "cuda: out of memory: requested 12.0 GiB, 512.0 MiB free");
}

TEST_F(ContextTest, LimitFromTheEnvironment) {
  {
    ScopedVariable limit("ZYN_MEMORY_LIMIT", "1MiB");
    auto context = *Context::create("cpu");
    EXPECT_EQ(
        context->allocate(2 << 20).takeError().message(),
        "cpu: out of memory: requested 2.0 MiB, 1.0 MiB free of the limit of "
        "1.0 MiB");
    context->setMemoryLimit(UINT64_MAX);
    EXPECT_TRUE(static_cast<bool>(context->allocate(2 << 20)));
  }
  ScopedVariable limit("ZYN_MEMORY_LIMIT", "lots");
  EXPECT_EQ(Context::create("cpu").takeError().message(),
            "ZYN_MEMORY_LIMIT: 'lots' is not a size (such as 512MiB or 2GiB)");
}

TEST_F(ContextTest, RestoresTheCallersContext) {
  const Driver &driver = **Driver::get();
  fake->deviceCount = 2;
  cu::Context other, current = nullptr;
  ASSERT_EQ(driver.primaryCtxRetain(&other, 1), 0);
  driver.ctxSetCurrent(other);
  auto context = *Context::create("cuda:0");
  ASSERT_FALSE(context->invoke([](void *) {}, nullptr));
  driver.ctxGetCurrent(&current);
  EXPECT_EQ(current, other);
  driver.ctxSetCurrent(nullptr);
}

TEST_F(ContextTest, CpuTakesNoPTX) {
  auto context = *Context::create("cpu");
  EXPECT_EQ(context->loadModule({formats::ptx, ""}).takeError().message(),
            "cpu: expected only host code, found an image of format 'ptx'");
  EXPECT_EQ(context->threadCount(), 4u);
}
