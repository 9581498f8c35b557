//===- ConstantTest.cpp - Constants in device memory ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Constant.h"
#include "Zyn/Runtime/Context.h"
#include "Zyn/Runtime/Graph.h"

#include "TestSupport.h"

#include <thread>

using namespace zyn::runtime;

namespace {
/// Deletes the text when the last reference to it is gone, and counts that.
std::shared_ptr<const void> textOf(const char *text, int *deleted = nullptr) {
  auto *copy = new std::string(text);
  return std::shared_ptr<const void>(copy->data(), [=](const void *) {
    delete copy;
    if (deleted)
      ++*deleted;
  });
}

/// Represents compiled code: returns the address of a constant.
struct Use {
  zynrt_constant *variable;
  void *address = nullptr;

  static void run(void *argument) {
    auto *use = static_cast<Use *>(argument);
    use->address = zynrtConstant(use->variable);
  }
};

/// Runs each test on the CPU, the emulator and the fake GPU.
class ConstantTest : public FakeDriverTest,
                     public testing::WithParamInterface<const char *> {
protected:
  static std::unique_ptr<Context> create() {
    return *Context::create(GetParam());
  }
  static uint64_t inUse(Context &context) {
    return context.memoryStatistics().inUse;
  }
  static std::string read(Context &context, const void *address) {
    char text[7] = {};
    EXPECT_FALSE(context.copyToHost(text, address, 6));
    return text;
  }
};

INSTANTIATE_TEST_SUITE_P(Devices, ConstantTest,
                         testing::Values("cpu", "emulate", "cuda"));
} // namespace

TEST_P(ConstantTest, IsCopiedOncePerContext) {
  auto context = create(), other = create();
  int deleted = 0;
  {
    Constant constant(textOf("weight", &deleted), 6);
    EXPECT_FALSE(constant.isLoaded(*context));
    Use use{constant.variable()};
    ASSERT_FALSE(context->invoke(Use::run, &use));
    void *address = use.address;
    EXPECT_EQ(read(*context, address), "weight");
    int copies = fake->hostCopies;
    uint64_t bytes = inUse(*context);
    for (int i = 0; i < 3; ++i)
      ASSERT_FALSE(context->invoke(Use::run, &use));
    EXPECT_EQ(use.address, address);
    EXPECT_EQ(fake->hostCopies, copies);
    EXPECT_EQ(inUse(*context), bytes);
    EXPECT_TRUE(constant.isLoaded(*context));
    EXPECT_FALSE(constant.isLoaded(*other));

    ASSERT_FALSE(other->invoke(Use::run, &use));
    EXPECT_NE(use.address, address);
    EXPECT_EQ(read(*other, use.address), "weight");
    EXPECT_EQ(inUse(*other), 256u);
    // Failed invocations free what they have allocated, but not constants.
    EXPECT_TRUE(static_cast<bool>(context->invoke(
        [](void *argument) {
          Use::run(argument);
          zynrtFail("no");
        },
        &use)));
    EXPECT_EQ(use.address, address);
    EXPECT_EQ(inUse(*context), bytes);
    EXPECT_EQ(deleted, 0);
  }
  EXPECT_EQ(deleted, 1);
  EXPECT_EQ(inUse(*context), 0u);
  EXPECT_EQ(inUse(*other), 0u);
}

TEST_P(ConstantTest, OutlivesContexts) {
  Constant constant(textOf("weight"), 6);
  Use use{constant.variable()};
  auto kept = create();
  ASSERT_FALSE(kept->invoke(Use::run, &use));
  void *address = use.address;
  for (int i = 0; i < 10; ++i) {
    auto context = create();
    EXPECT_FALSE(constant.isLoaded(*context));
    ASSERT_FALSE(context->invoke(Use::run, &use));
    EXPECT_EQ(read(*context, use.address), "weight");
  }
  ASSERT_FALSE(kept->invoke(Use::run, &use));
  EXPECT_EQ(use.address, address);
}

TEST_P(ConstantTest, IsCopiedByOneOfManyThreads) {
  auto context = create(), other = create();
  Constant constant(textOf("weight"), 6);
  Use uses[8];
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    uses[i].variable = constant.variable();
    threads.emplace_back([&, i] {
      EXPECT_FALSE((i % 2 ? other : context)->invoke(Use::run, &uses[i]));
    });
  }
  for (std::thread &thread : threads)
    thread.join();
  for (int i = 2; i < 8; ++i)
    EXPECT_EQ(uses[i].address, uses[i % 2].address);
  EXPECT_EQ(inUse(*context), 256u);
  EXPECT_EQ(inUse(*other), 256u);
}

TEST_P(ConstantTest, IsDestroyedWhileContextsAre) {
  for (int round = 0; round < 50; ++round) {
    auto context = create();
    auto constant = std::make_unique<Constant>(textOf("weight"), 6);
    Use use{constant->variable()};
    ASSERT_FALSE(context->invoke(Use::run, &use));
    std::thread thread([&] { constant.reset(); });
    context.reset();
    thread.join();
  }
}

TEST_P(ConstantTest, VariableOfTheApplication) {
  static char text[] = "weight";
  static zynrt_constant variable, empty, uninitialized;
  variable = {text, 6, nullptr};
  empty = {text, 0, nullptr};
  uninitialized = {nullptr, 1000, nullptr};
  auto context = create();
  Use use{&variable}, again{&variable};
  ASSERT_FALSE(context->invoke(Use::run, &use));
  ASSERT_FALSE(context->invoke(Use::run, &again));
  EXPECT_EQ(use.address, again.address);
  EXPECT_EQ(read(*context, use.address), "weight");
  Use none{&empty}, some{&uninitialized};
  ASSERT_FALSE(context->invoke(Use::run, &none));
  EXPECT_NE(none.address, nullptr);
  ASSERT_FALSE(context->invoke(Use::run, &some));
  EXPECT_EQ(inUse(*context), 256u + 256u + 1024u);
}

// As calls do with their results.
TEST_P(ConstantTest, OnlyItsDestructionFreesTheCopy) {
  auto context = create();
  {
    Constant constant(textOf("weight"), 6);
    Use use{constant.variable()};
    ASSERT_FALSE(context->invoke(Use::run, &use));
    EXPECT_FALSE(context->isAllocated(use.address));
    EXPECT_NE(context->free(use.address)
                  .message()
                  .find(", which is a constant of a program"),
              std::string::npos);
    EXPECT_EQ(read(*context, use.address), "weight");
    EXPECT_EQ(inUse(*context), 256u);
  }
  EXPECT_EQ(inUse(*context), 0u);
}

TEST_P(ConstantTest, OutOfMemory) {
  auto context = create();
  context->setMemoryLimit(512);
  std::vector<char> bytes(1000);
  Constant constant(
      std::shared_ptr<const void>(std::shared_ptr<void>(), bytes.data()),
      bytes.size());
  Use use{constant.variable()};
  EXPECT_NE(context->invoke(Use::run, &use).message().find(": out of memory: "),
            std::string::npos);
  EXPECT_FALSE(constant.isLoaded(*context));
  context->setMemoryLimit(UINT64_MAX);
  EXPECT_FALSE(context->invoke(Use::run, &use));
  EXPECT_TRUE(constant.isLoaded(*context));
}

TEST_P(ConstantTest, IsWaitedForBeforeOtherStreamsUseIt) {
  if (std::string(GetParam()) != "cuda")
    GTEST_SKIP() << "all work is done when a function returns";
  auto context = create();
  auto second = *context->createStream();
  Constant constant(textOf("weight"), 6);
  int before = fake->synchronizations;
  Use use{constant.variable()};
  ASSERT_FALSE(context->invoke(Use::run, &use));
  EXPECT_GT(fake->synchronizations, before);
  before = fake->synchronizations;
  void *address = use.address;
  ASSERT_FALSE(second->invoke(Use::run, &use));
  EXPECT_EQ(use.address, address);
  EXPECT_EQ(fake->synchronizations, before);
}

TEST_P(ConstantTest, GraphsUseThoseThatAreLoaded) {
  if (std::string(GetParam()) != "cuda")
    GTEST_SKIP() << "only a GPU records graphs";
  auto context = create();
  Stream &stream = context->mainStream();
  Constant constant(textOf("weight"), 6);
  Use use{constant.variable()};
  auto work = [&] { return stream.invoke(Use::run, &use); };
  EXPECT_EQ(stream.capture(work).takeError().message(),
            "recording a graph: expected kernels and copies within the "
            "device's memory, found a constant that is not on the device yet; "
            "call the function once before");
  ASSERT_FALSE(work());
  Expected<Graph> graph = stream.capture(work);
  ASSERT_TRUE(static_cast<bool>(graph)) << graph.takeError().message();
  EXPECT_FALSE(graph->launch());
}

TEST_P(ConstantTest, IsDestroyedWithoutWaiting) {
  if (std::string(GetParam()) != "cuda")
    GTEST_SKIP() << "all work is done when a function returns";
  auto context = create();
  auto constant = std::make_unique<Constant>(textOf("weight"), 6);
  Use use{constant->variable()};
  ASSERT_FALSE(context->invoke(Use::run, &use));
  // The caller receives the error of a kernel that uses the constant, even if
  // the function is destroyed before.
  constexpr int launchFailed = 719;
  fake->pendingError = launchFailed;
  int before = fake->synchronizations;
  constant.reset();
  EXPECT_EQ(fake->synchronizations, before);
  EXPECT_EQ(inUse(*context), 0u);
  EXPECT_TRUE(static_cast<bool>(context->synchronize()));
}

TEST_P(ConstantTest, MemoryIsReusedWhenAllStreamsAreDone) {
  if (std::string(GetParam()) != "cuda")
    GTEST_SKIP() << "all work is done when a function returns";
  auto context = create();
  auto second = *context->createStream();
  auto constant = std::make_unique<Constant>(textOf("weight"), 6);
  Use use{constant->variable()};
  ASSERT_FALSE(context->invoke(Use::run, &use));
  ASSERT_FALSE(second->invoke(Use::run, &use));
  constant.reset();
  EXPECT_NE(*context->allocate(6), use.address);
  EXPECT_NE(*second->allocate(6), use.address);
  ASSERT_FALSE(context->synchronize());
  EXPECT_EQ(*second->allocate(6), use.address);
}

TEST_P(ConstantTest, IsNotFreedWhileAGraphIsRecorded) {
  if (std::string(GetParam()) != "cuda")
    GTEST_SKIP() << "only a GPU records graphs";
  auto context = create();
  auto second = *context->createStream();
  for (Stream *recorded : {&context->mainStream(), second.get()}) {
    auto constant = std::make_unique<Constant>(textOf("weight"), 6);
    Use use{constant->variable()};
    ASSERT_FALSE(context->invoke(Use::run, &use));
    Stream &other = recorded == second.get() ? context->mainStream() : *second;
    int frees = fake->frees;
    void *allocated[2] = {};
    Expected<Graph> graph = recorded->capture([&] {
      constant.reset();
      allocated[0] = *recorded->allocate(6);
      allocated[1] = *other.allocate(6);
      context->trimMemory();
      return Error::success();
    });
    ASSERT_TRUE(static_cast<bool>(graph)) << graph.takeError().message();
    EXPECT_NE(allocated[0], use.address);
    EXPECT_NE(allocated[1], use.address);
    EXPECT_EQ(fake->frees, frees);
    ASSERT_FALSE(context->synchronize());
    EXPECT_EQ(*other.allocate(6), use.address);
  }
}
