//===- GPUTest.cpp - With a real GPU, if there is one ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/CABI.h"
#include "Zyn/Runtime/Context.h"

#include "Driver.h"
#include "TestSupport.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <numeric>

using namespace zyn::runtime;

namespace {
/// `add` computes y[i] += x[i] for i < n; `bad` writes to address 0; `shared`
/// fills y[0] from the last word of 64 KiB of dynamic shared memory.
const char ptx[] = R"(
.version 7.0
.target sm_70
.address_size 64
.extern .shared .align 16 .b8 buffer[];
.visible .entry add(.param .u64 x, .param .u64 y, .param .u32 n)
{
  .reg .pred %p;
  .reg .b32 %r<6>;
  .reg .f32 %f<3>;
  .reg .b64 %d<4>;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  ld.param.u32 %r5, [n];
  setp.ge.u32 %p, %r4, %r5;
  @%p ret;
  ld.param.u64 %d0, [x];
  ld.param.u64 %d1, [y];
  mul.wide.u32 %d2, %r4, 4;
  add.s64 %d0, %d0, %d2;
  add.s64 %d1, %d1, %d2;
  ld.global.f32 %f0, [%d0];
  ld.global.f32 %f1, [%d1];
  add.f32 %f2, %f0, %f1;
  st.global.f32 [%d1], %f2;
  ret;
}
.visible .entry shared(.param .u64 y)
{
  .reg .b32 %r<2>;
  .reg .b64 %d0;
  mov.u32 %r0, 77;
  st.shared.u32 [buffer+65532], %r0;
  ld.shared.u32 %r1, [buffer+65532];
  ld.param.u64 %d0, [y];
  st.global.u32 [%d0], %r1;
  ret;
}
.visible .entry bad()
{
  .reg .b64 %d0;
  mov.u64 %d0, 0;
  st.global.u32 [%d0], 1;
  ret;
}
.visible .entry empty(.param .u64 x)
{
  ret;
}
)";

class GPUTest : public testing::Test {
protected:
  void SetUp() override {
    Expected<std::vector<Device>> gpus = listCudaDevices();
    if (!gpus)
      GTEST_SKIP() << gpus.takeError().message();
    if (gpus->empty())
      GTEST_SKIP() << "no CUDA device";
    context = *Context::create(gpus->front());
  }

  ScopedFolder cache;
  ScopedVariable driver{"ZYN_CUDA_DRIVER", nullptr};
  ScopedVariable folder{"ZYN_CACHE_DIR", cache.path().c_str()};
  std::unique_ptr<Context> context;
};
} // namespace

TEST_F(GPUTest, AddsVectors) {
  const unsigned size = 10000000;
  std::vector<float> x(size), y(size, 1);
  std::iota(x.begin(), x.end(), 0.0f);
  const uint64_t bytes = size * sizeof(float);
  void *dx = *context->allocate(bytes), *dy = *context->allocate(bytes);
  ASSERT_EQ(context->copyToDevice(dx, x.data(), bytes).message(), "");
  ASSERT_EQ(context->copyToDevice(dy, y.data(), bytes).message(), "");
  Expected<Module *> module = context->loadModule({formats::ptx, ptx});
  ASSERT_TRUE(static_cast<bool>(module)) << module.takeError().message();
  LaunchShape shape{{(size + 255) / 256, 1, 1}, {256, 1, 1}, 0};
  ASSERT_EQ(context
                ->launch(**module, "add", shape,
                         {KernelArgument(dx), KernelArgument(dy),
                          KernelArgument(size)})
                .message(),
            "");
  ASSERT_EQ(context->copyToHost(y.data(), dy, bytes).message(), "");
  for (unsigned i = 0; i < size; ++i)
    ASSERT_EQ(y[i], x[i] + 1) << i;
}

TEST_F(GPUTest, UsesMoreThan48KiBOfSharedMemory) {
  void *memory = *context->allocate(4);
  Module *module = *context->loadModule({formats::ptx, ptx});
  LaunchShape shape;
  shape.dynamicSharedBytes = 64 << 10;
  ASSERT_EQ(context->launch(*module, "shared", shape, {KernelArgument(memory)})
                .message(),
            "");
  int result = 0;
  ASSERT_EQ(context->copyToHost(&result, memory, 4).message(), "");
  EXPECT_EQ(result, 77);
}

TEST_F(GPUTest, ReloadsFromDisk) {
  ASSERT_TRUE(static_cast<bool>(context->loadModule({formats::ptx, ptx})));
  auto again = *Context::create(context->device());
  ASSERT_TRUE(static_cast<bool>(again->loadModule({formats::ptx, ptx})));
  EXPECT_EQ(again->moduleStatistics().fromDisk, 1u);
}

TEST_F(GPUTest, CompilerErrorsHaveTheLog) {
  std::string message =
      context
          ->loadModule(
              {formats::ptx, ".version 7.0\n.target sm_70\nnonsense\n"})
          .takeError()
          .message();
  EXPECT_NE(message.find("line 3"), std::string::npos) << message;
}

TEST_F(GPUTest, LaunchCostsLittle) {
  static void *memory;
  memory = *context->allocate(4);
  const Driver &driver = **Driver::get();
  constexpr int launches = 2000;
  using Clock = std::chrono::steady_clock;
  static double ours, bare;
  ours = bare = 1e9;
  // Both run within one invocation, where the context is current; the bare
  // launches go to the null stream of the same context.
  struct Bare {
    const Driver &driver;
    cu::Function function;
  } direct{driver, nullptr};
  // Module and function stay loaded until the process ends.
  cu::Context primary = nullptr;
  ASSERT_EQ(driver.primaryCtxRetain(&primary, 0), cu::success);
  ASSERT_EQ(driver.ctxSetCurrent(primary), cu::success);
  cu::Module module = nullptr;
  ASSERT_EQ(driver.moduleLoadDataEx(&module, ptx, 0, nullptr, nullptr),
            cu::success);
  ASSERT_EQ(driver.moduleGetFunction(&direct.function, module, "empty"),
            cu::success);
  ASSERT_EQ(
      context
          ->invoke(
              [](void *argument) {
                auto &[driver, function] = *static_cast<Bare *>(argument);
                static zynrt_image image = {formats::ptx, ptx, sizeof(ptx) - 1,
                                            nullptr};
                void *arguments[] = {&memory};
                for (int round = 0; round < 10; ++round) {
                  Clock::time_point start = Clock::now();
                  for (int i = 0; i < launches; ++i)
                    zynrtLaunch(&image, "empty", 1, 1, 1, 32, 1, 1, 0,
                                arguments, 1, nullptr, nullptr,
                                ZYNRT_AFTER_ALL);
                  Clock::time_point middle = Clock::now();
                  (void)driver.streamSynchronize(nullptr);
                  Clock::time_point next = Clock::now();
                  for (int i = 0; i < launches; ++i)
                    (void)driver.launchKernel(function, 1, 1, 1, 32, 1, 1, 0,
                                              nullptr, arguments, nullptr);
                  std::chrono::duration<double, std::micro> first =
                                                                middle - start,
                                                            second =
                                                                Clock::now() -
                                                                next;
                  ours = std::min(ours, first.count() / launches);
                  bare = std::min(bare, second.count() / launches);
                  (void)driver.streamSynchronize(nullptr);
                }
              },
              &direct)
          .message(),
      "");
  std::printf("launch: %.2f us, bare cuLaunchKernel: %.2f us\n", ours, bare);
  EXPECT_LT(ours, bare * 1.5) << "the target is 1.1; the rest is noise";
}

TEST_F(GPUTest, CopiesPageLockedMemoryDirectly) {
  constexpr uint64_t bytes = 256 << 20, words = bytes / sizeof(uint32_t);
  void *memory = *context->allocate(bytes);
  std::vector<uint32_t> back(words);
  // Fills `source`, copies it to the device and back, and prints the
  // throughput to the device.
  auto measure = [&](uint32_t *source, uint32_t first, const char *kind) {
    using Clock = std::chrono::steady_clock;
    std::iota(source, source + words, first);
    double best = 1e9;
    for (int round = 0; round < 5; ++round) {
      Clock::time_point start = Clock::now();
      ASSERT_EQ(context->copyToDevice(memory, source, bytes).message(), "");
      ASSERT_EQ(context->synchronize().message(), "");
      std::chrono::duration<double> seconds = Clock::now() - start;
      best = std::min(best, seconds.count());
    }
    std::printf("256 MiB to the device, %s: %.1f GB/s\n", kind,
                bytes / best * 1e-9);
    std::fill(back.begin(), back.end(), 0);
    ASSERT_EQ(context->copyToHost(back.data(), memory, bytes).message(), "");
    ASSERT_TRUE(std::equal(back.begin(), back.end(), source)) << kind;
    // Copy back into `source` in the same way.
    std::fill(source, source + words, 0);
    ASSERT_EQ(context->copyToHost(source, memory, bytes).message(), "");
    ASSERT_TRUE(std::equal(back.begin(), back.end(), source)) << kind;
  };

  std::vector<uint32_t> plain(words);
  ASSERT_NO_FATAL_FAILURE(measure(plain.data(), 1, "staged"));
  ASSERT_EQ(context->registerHost(plain.data(), bytes).message(), "");
  ASSERT_NO_FATAL_FAILURE(measure(plain.data(), 2, "registered"));
  std::string again = context->registerHost(plain.data(), bytes).message();
  EXPECT_NE(again.find("already registered"), std::string::npos) << again;
  ASSERT_EQ(context->unregisterHost(plain.data()).message(), "");

  Expected<void *> locked = context->allocateHost(bytes);
  ASSERT_TRUE(static_cast<bool>(locked)) << locked.takeError().message();
  ASSERT_NO_FATAL_FAILURE(
      measure(static_cast<uint32_t *>(*locked), 3, "page-locked"));
  ASSERT_EQ(context->freeHost(*locked).message(), "");
}

TEST_F(GPUTest, StreamsAreOrderedByEvents) {
  // Long additions on one stream; the other one reads the sum.
  const unsigned size = 50000000;
  const uint64_t bytes = size * sizeof(float);
  std::vector<float> ones(size, 1), back(size);
  Stream &first = context->mainStream();
  auto second = *context->createStream();
  void *x = *context->allocate(bytes), *y = *context->allocate(bytes);
  void *copy = *second->allocate(bytes);
  ASSERT_EQ(first.copyToDevice(x, ones.data(), bytes).message(), "");
  ASSERT_EQ(first.copyToDevice(y, ones.data(), bytes).message(), "");
  Module *module = *context->loadModule({formats::ptx, ptx});
  LaunchShape shape{{(size + 255) / 256, 1, 1}, {256, 1, 1}, 0};
  Event start = *context->createEvent(), done = *context->createEvent();
  ASSERT_EQ(first.record(start).message(), "");
  for (int i = 0; i < 100; ++i)
    ASSERT_EQ(first
                  .launch(*module, "add", shape,
                          {KernelArgument(x), KernelArgument(y),
                           KernelArgument(size)})
                  .message(),
              "");
  ASSERT_EQ(first.record(done).message(), "");
  ASSERT_EQ(second->wait(done).message(), "");
  ASSERT_EQ(second->copy(copy, y, bytes).message(), "");
  ASSERT_EQ(second->copyToHost(back.data(), copy, bytes).message(), "");
  for (unsigned i = 0; i < size; ++i)
    ASSERT_EQ(back[i], 101) << i;
  EXPECT_GT(*context->elapsedMilliseconds(start, done), 0);
}

TEST_F(GPUTest, GraphsRepeatWork) {
  const unsigned size = 1000;
  const uint64_t bytes = size * sizeof(float);
  std::vector<float> ones(size, 1), back(size);
  Stream &stream = context->mainStream();
  void *x = *stream.allocate(bytes), *y = *stream.allocate(bytes);
  ASSERT_EQ(stream.copyToDevice(x, ones.data(), bytes).message(), "");
  ASSERT_EQ(stream.copyToDevice(y, ones.data(), bytes).message(), "");
  Module *module = *context->loadModule({formats::ptx, ptx});
  LaunchShape shape{{(size + 255) / 256, 1, 1}, {256, 1, 1}, 0};
  Expected<Graph> graph = stream.capture([&]() -> Error {
    void *temporary = *stream.allocate(bytes);
    if (Error error = stream.copy(temporary, x, bytes))
      return error;
    if (Error error = stream.launch(*module, "add", shape,
                                    {KernelArgument(temporary),
                                     KernelArgument(y), KernelArgument(size)}))
      return error;
    return stream.free(temporary);
  });
  ASSERT_TRUE(static_cast<bool>(graph)) << graph.takeError().message();
  for (int i = 0; i < 5; ++i)
    ASSERT_EQ(graph->launch().message(), "");
  ASSERT_EQ(stream.copyToHost(back.data(), y, bytes).message(), "");
  for (unsigned i = 0; i < size; ++i)
    ASSERT_EQ(back[i], 6) << i;
}

TEST_F(GPUTest, RepeatedLaunchesHaveTheirArguments) {
  const unsigned size = 1000, rounds = 500;
  const uint64_t bytes = size * sizeof(float);
  std::vector<float> ones(size, 1), zeros(size), back(size);
  Module *module = *context->loadModule({formats::ptx, ptx});
  auto second = *context->createStream();
  for (Stream *stream : {&context->mainStream(), second.get()}) {
    void *x = *stream->allocate(bytes), *y = *stream->allocate(bytes);
    ASSERT_EQ(stream->copyToDevice(x, ones.data(), bytes).message(), "");
    ASSERT_EQ(stream->copyToDevice(y, zeros.data(), bytes).message(), "");
    // Round i adds one to the first i + 1 elements.
    for (unsigned i = 0; i < rounds; ++i) {
      LaunchShape shape{{i / 64 + 1, 1, 1}, {64, 1, 1}, 0};
      ASSERT_EQ(stream
                    ->launch(*module, "add", shape,
                             {KernelArgument(x), KernelArgument(y),
                              KernelArgument(i + 1)})
                    .message(),
                "");
    }
    ASSERT_EQ(stream->copyToHost(back.data(), y, bytes).message(), "");
    for (unsigned i = 0; i < size; ++i)
      ASSERT_EQ(back[i], i < rounds ? rounds - i : 0) << i;
  }
}

TEST_F(GPUTest, CallsThatBecomeGraphsComputeTheSame) {
  // Two additions in the middle do not depend on each other.
  struct Function {
    void *x, *a, *b, *c;
    unsigned n;
    zynrt_image image = {formats::ptx, ptx, sizeof(ptx) - 1, nullptr};

    static void run(void *argument) {
      auto &self = *static_cast<Function *>(argument);
      self.add(self.x, self.a, ZYNRT_AFTER_ALL);
      self.add(self.a, self.b, 0b1);
      self.add(self.a, self.c, 0b10);
      self.add(self.b, self.c, 0b11);
    }
    void add(void *from, void *to, int64_t after) {
      void *arguments[] = {&from, &to, &n};
      zynrtLaunch(&image, "add", 16, 1, 1, 64, 1, 1, 0, arguments, 3, nullptr,
                  nullptr, after);
    }
  };
  const unsigned size = 1000, rounds = 60;
  const uint64_t bytes = size * sizeof(float);
  std::vector<float> ones(size, 1), zeros(size), back(size);
  auto second = *context->createStream();
  for (Stream *stream : {&context->mainStream(), second.get()}) {
    Function function;
    for (void **memory : {&function.x, &function.a, &function.b, &function.c}) {
      *memory = *stream->allocate(bytes);
      const float *source = memory == &function.x ? ones.data() : zeros.data();
      ASSERT_EQ(stream->copyToDevice(*memory, source, bytes).message(), "");
    }
    std::vector<float> a(size), b(size), c(size);
    auto call = [&](unsigned n) {
      function.n = n;
      ASSERT_EQ(stream->invoke(Function::run, &function).message(), "");
      for (unsigned i = 0; i < n; ++i) {
        a[i] += 1, b[i] += a[i];
        c[i] = (c[i] + a[i]) + b[i];
      }
    };
    for (unsigned i = 0; i < rounds; ++i)
      call(size - i / 2);
    Expected<Graph> graph = stream->capture([&] {
      call(size);
      return Error::success();
    });
    ASSERT_TRUE(static_cast<bool>(graph));
    ASSERT_EQ(graph->launch().message(), "");
    call(size - 1);
    ASSERT_EQ(stream->copyToHost(back.data(), function.c, bytes).message(), "");
    EXPECT_EQ(back, c);
  }
}

// Must be last because the device becomes unusable for the process.
TEST_F(GPUTest, ZIllegalAddressIsReported) {
  Module *module = *context->loadModule({formats::ptx, ptx});
  ASSERT_EQ(context->launch(*module, "bad", LaunchShape(), {}).message(), "");
  std::string message = context->synchronize().message();
  EXPECT_NE(message.find("illegal memory access"), std::string::npos)
      << message;
}
