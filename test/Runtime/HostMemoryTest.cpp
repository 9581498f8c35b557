//===- HostMemoryTest.cpp - Page-locked and registered host memory --------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Context.h"

#include "TestSupport.h"

#include <cstring>
#include <thread>

using namespace zyn::runtime;

namespace {
constexpr uint64_t size = 24 << 20;

class HostMemoryTest : public FakeDriverTest {
protected:
  HostMemoryTest() { fake->hostMemoryError = 0; }

  /// Copies `bytes` from `host` to the device and back. Returns the number of
  /// copies made by the driver; -1 if the contents are wrong.
  int copies(Context &context, char *host, uint64_t bytes) {
    for (uint64_t i = 0; i < bytes; ++i)
      host[i] = static_cast<char>(i * 2654435761u >> 13);
    const std::string expected(host, bytes);
    void *memory = *context.allocate(bytes);
    int before = fake->hostCopies;
    EXPECT_EQ(context.copyToDevice(memory, host, bytes).message(), "");
    std::memset(host, 0, bytes);
    EXPECT_EQ(context.copyToHost(host, memory, bytes).message(), "");
    EXPECT_FALSE(context.free(memory));
    bool same = std::memcmp(expected.data(), host, bytes) == 0;
    return same ? fake->hostCopies - before : -1;
  }
};
} // namespace

TEST_F(HostMemoryTest, CopiesAllocatedMemoryDirectly) {
  auto context = *Context::create("cuda");
  int blocks = fake->hostBlocks;
  char *host = static_cast<char *>(*context->allocateHost(size));
  int waits = fake->synchronizations;
  EXPECT_EQ(copies(*context, host, size), 2);
  EXPECT_EQ(fake->copiedHost, host);
  EXPECT_EQ(fake->synchronizations - waits, 2);
  // No staging buffers were allocated.
  EXPECT_EQ(fake->hostBlocks, blocks + 1);
  ASSERT_FALSE(context->freeHost(host));
  EXPECT_EQ(fake->hostBlocks, blocks);
}

TEST_F(HostMemoryTest, CopiesRegisteredMemoryDirectly) {
  auto context = *Context::create("cuda");
  std::string host(size, 0);
  // Three buffers of 8 MiB, both ways.
  EXPECT_EQ(copies(*context, host.data(), size), 6);
  ASSERT_FALSE(context->registerHost(host.data(), size));
  EXPECT_EQ(copies(*context, host.data(), size), 2);
  EXPECT_EQ(copies(*context, host.data() + 5, size - 5), 2);
  EXPECT_EQ(fake->copiedHost, host.data() + 5);
  ASSERT_FALSE(context->unregisterHost(host.data()));
  EXPECT_EQ(copies(*context, host.data(), size), 6);
}

TEST_F(HostMemoryTest, StagesWhatIsNotWhollyInside) {
  auto context = *Context::create("cuda");
  std::string host(size, 0);
  char *middle = host.data() + size / 2;
  ASSERT_FALSE(context->registerHost(middle - 4096, 4096));
  ASSERT_FALSE(context->registerHost(middle, 4096));
  // Around both, the end of one, the start of one, and across both.
  EXPECT_EQ(copies(*context, host.data(), size), 6);
  for (char *begin : {middle + 1, middle - 4097, middle - 4096 + 1}) {
    EXPECT_EQ(copies(*context, begin, 4096), 2);
    EXPECT_NE(fake->copiedHost, begin);
  }
  EXPECT_EQ(copies(*context, middle + 4096, 1), 2);
  EXPECT_NE(fake->copiedHost, middle + 4096);
  EXPECT_EQ(copies(*context, middle + 4095, 1), 2);
  EXPECT_EQ(fake->copiedHost, middle + 4095);
}

TEST_F(HostMemoryTest, RegistersOnce) {
  auto context = *Context::create("cuda");
  std::string host(8192, 0);
  char *begin = host.data();
  ASSERT_FALSE(context->registerHost(begin + 1024, 2048));
  const std::string where = ": already registered: 2.0 KiB at " +
                            Error::format("%p", begin + 1024).message();
  for (auto [offset, bytes] : {std::pair(1024, 2048), {0, 1025}, {3071, 1}}) {
    std::string message =
        context->registerHost(begin + offset, bytes).message();
    EXPECT_EQ(message.find("cuda: registering "), 0u) << message;
    EXPECT_NE(message.find(where), std::string::npos) << message;
  }
  EXPECT_FALSE(context->registerHost(begin, 1024));
  EXPECT_FALSE(context->registerHost(begin + 3072, 1024));

  void *block = *context->allocateHost(64);
  std::string message = context->registerHost(block, 64).message();
  EXPECT_NE(message.find("already page-locked: 64 bytes at"), std::string::npos)
      << message;
}

TEST_F(HostMemoryTest, RefusesForeignPointers) {
  auto context = *Context::create("cuda");
  char registered[64];
  void *block = *context->allocateHost(64);
  ASSERT_FALSE(context->registerHost(registered, sizeof(registered)));
  const std::string notOurs = ", which is not allocated",
                    notRegistered = ", which is not registered";
  EXPECT_EQ(
      context->freeHost(registered).message(),
      Error::format("cuda: freeing host memory %p", registered).message() +
          notOurs);
  EXPECT_EQ(context->unregisterHost(block).message(),
            Error::format("cuda: unregistering %p", block).message() +
                notRegistered);
  EXPECT_TRUE(context->unregisterHost(registered + 1));
  EXPECT_FALSE(context->unregisterHost(registered));
  EXPECT_TRUE(context->unregisterHost(registered));
  EXPECT_FALSE(context->freeHost(nullptr));
  EXPECT_FALSE(context->freeHost(block));
  EXPECT_TRUE(context->freeHost(block));
}

TEST_F(HostMemoryTest, PassesOnTheDriversText) {
  auto context = *Context::create("cuda");
  char host[64];
  const std::string text =
      ": an illegal memory access was encountered (CUDA_ERROR_FAKE, 700)";
  fake->hostMemoryError = 700;
  EXPECT_EQ(context->registerHost(host, 64).message(),
            "cuda: registering host memory" + text);
  // Neither failure changes what is registered.
  ASSERT_FALSE(context->registerHost(host, 64));
  fake->hostMemoryError = 700;
  EXPECT_EQ(context->unregisterHost(host).message(),
            "cuda: unregistering host memory" + text);
  EXPECT_FALSE(context->unregisterHost(host));
  fake->hostMemoryError = 700;
  EXPECT_EQ(context->allocateHost(64).takeError().message(),
            "cuda: allocating page-locked memory" + text);
  EXPECT_EQ(context->registerHost(host, 0).message(),
            "cuda: registering host memory: some error (CUDA_ERROR_FAKE, 1)");

  // A kernel's failure is returned by the direct copy that waits for it.
  void *block = *context->allocateHost(64), *memory = *context->allocate(64);
  fake->pendingError = 700;
  EXPECT_EQ(context->copyToHost(block, memory, 64).message(),
            "cuda: copying to the host" + text);
}

TEST_F(HostMemoryTest, HostMemoryRunsOut) {
  for (std::string name : {"cpu", "cuda"}) {
    auto context = *Context::create(name);
    for (uint64_t bytes : {uint64_t(1) << 50, UINT64_MAX}) {
      std::string message = context->allocateHost(bytes).takeError().message();
      std::string start = name + ": out of host memory: requested " +
                          (bytes == UINT64_MAX ? "16.0 EiB, " : "1.0 PiB, ");
      EXPECT_EQ(message.find(start), 0u) << message;
      EXPECT_EQ(message.substr(message.size() - 5), " free");
    }
  }
  auto context = *Context::create("cuda");
  fake->hostMemoryError = 2;
  std::string message = context->allocateHost(100).takeError().message();
  EXPECT_EQ(message.find("cuda: out of host memory: requested 100 bytes, "), 0u)
      << message;
}

TEST_F(HostMemoryTest, ReleasesEverythingWithTheContext) {
  int blocks = fake->hostBlocks, registrations = fake->hostRegistrations;
  std::string host(size, 0);
  {
    auto context = *Context::create("cuda");
    EXPECT_NE(*context->allocateHost(0), *context->allocateHost(0));
    ASSERT_FALSE(context->registerHost(host.data(), size / 2));
    ASSERT_FALSE(context->registerHost(host.data() + size / 2, 1));
    EXPECT_EQ(copies(*context, host.data(), size), 6);
    EXPECT_EQ(fake->hostBlocks, blocks + 4);
    EXPECT_EQ(fake->hostRegistrations, registrations + 2);
  }
  EXPECT_EQ(fake->hostBlocks, blocks);
  EXPECT_EQ(fake->hostRegistrations, registrations);
}

TEST_F(HostMemoryTest, IsPlainMemoryOnACPU) {
  int blocks = fake->hostBlocks, registrations = fake->hostRegistrations;
  auto context = *Context::create("cpu");
  char *host = static_cast<char *>(*context->allocateHost(5000));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(host) % 4096, 0u);
  EXPECT_EQ(copies(*context, host, 5000), 0);
  EXPECT_FALSE(context->registerHost(host, 5000));
  EXPECT_FALSE(context->unregisterHost(host));
  EXPECT_FALSE(context->freeHost(host));
  EXPECT_EQ(context->freeHost(host).message(),
            Error::format("cpu: freeing host memory %p, which is not allocated",
                          static_cast<void *>(host))
                .message());
  // Leave one for the context to free.
  EXPECT_TRUE(static_cast<bool>(context->allocateHost(100)));
  EXPECT_EQ(fake->hostBlocks, blocks);
  EXPECT_EQ(fake->hostRegistrations, registrations);
}

TEST_F(HostMemoryTest, ManyThreads) {
  auto context = *Context::create("cuda");
  int registrations = fake->hostRegistrations;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      std::string host(5000, 0);
      void *memory = *context->allocate(host.size());
      for (int i = 0; i < 500; ++i) {
        EXPECT_FALSE(context->registerHost(host.data(), host.size()));
        EXPECT_FALSE(context->copyToDevice(memory, host.data(), host.size()));
        EXPECT_FALSE(context->unregisterHost(host.data()));
        EXPECT_FALSE(context->freeHost(*context->allocateHost(i)));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(fake->hostRegistrations, registrations);
}
