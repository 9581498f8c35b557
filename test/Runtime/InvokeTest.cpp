//===- InvokeTest.cpp - Failures within compiled code ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/CABI.h"
#include "Zyn/Runtime/Context.h"

#include "TestSupport.h"

#include <cstring>

using namespace zyn::runtime;

namespace {
/// Runs each test on the CPU and on the fake GPU.
class InvokeTest : public FakeDriverTest,
                   public testing::WithParamInterface<const char *> {
protected:
  InvokeTest() : context(*Context::create(GetParam())) {}
  std::unique_ptr<Context> context;
};

INSTANTIATE_TEST_SUITE_P(Devices, InvokeTest, testing::Values("cpu", "cuda"));
} // namespace

TEST_P(InvokeTest, RunsAndReturns) {
  int64_t result = 0;
  Error error = context->invoke(
      [](void *result) { *static_cast<int64_t *>(result) = 42; }, &result);
  EXPECT_FALSE(error);
  EXPECT_EQ(result, 42);
}

TEST_P(InvokeTest, FailureEndsIt) {
  static bool reached;
  reached = false;
  Error error = context->invoke(
      [](void *) {
        zynrtFail("shape mismatch: 3 and 4");
        reached = true;
      },
      nullptr);
  EXPECT_EQ(error.message(), "shape mismatch: 3 and 4");
  EXPECT_FALSE(reached);
  EXPECT_FALSE(context->invoke([](void *) {}, nullptr));
}

TEST_P(InvokeTest, FailureHasValues) {
  Error error = context->invoke(
      [](void *) {
        int64_t values[] = {3, -4};
        zynrtFailWithValues("expected {1}, found {0} in {{x}", values);
      },
      nullptr);
  EXPECT_EQ(error.message(), "expected -4, found 3 in {x}");
}

TEST_P(InvokeTest, FailureGivesMemoryBack) {
  void *kept = *context->allocate(1000);
  uint64_t before = context->memoryStatistics().inUse;
  Error error = context->invoke(
      [](void *) {
        zynrtAlloc(5000);
        zynrtFree(zynrtAlloc(70));
        zynrtAlloc(0);
        zynrtFail("no");
      },
      nullptr);
  EXPECT_TRUE(static_cast<bool>(error));
  EXPECT_EQ(context->memoryStatistics().inUse, before);
  EXPECT_FALSE(context->free(kept));
}

TEST_P(InvokeTest, SuccessKeepsMemory) {
  void *result = nullptr;
  ASSERT_FALSE(context->invoke(
      [](void *result) { *static_cast<void **>(result) = zynrtAlloc(64); },
      &result));
  EXPECT_EQ(context->memoryStatistics().inUse, 256u);
  EXPECT_FALSE(context->free(result));
}

TEST_P(InvokeTest, Copies) {
  static char constant[] = "constant";
  char host[sizeof(constant)] = {};
  void *result = nullptr;
  ASSERT_FALSE(context->invoke(
      [](void *result) {
        void *first = zynrtAlloc(sizeof(constant));
        void *second = zynrtAlloc(sizeof(constant));
        static zynrt_constant variable = {constant, sizeof(constant), nullptr};
        zynrtCopy(first, zynrtConstant(&variable), sizeof(constant));
        zynrtCopy(second, first, sizeof(constant));
        zynrtFree(first);
        *static_cast<void **>(result) = second;
      },
      &result));
  ASSERT_FALSE(context->copyToHost(host, result, sizeof(host)));
  EXPECT_STREQ(host, constant);
}

TEST_P(InvokeTest, AbsurdSizes) {
  const std::string device = GetParam();
  // More than the machine has, more than the address space, and an overflow.
  for (int64_t bytes : {int64_t(1) << 46, INT64_MAX, int64_t(-1)}) {
    Error error = context->invoke(
        [](void *bytes) { zynrtAlloc(*static_cast<int64_t *>(bytes)); },
        &bytes);
    EXPECT_EQ(error.message().find(device + ": out of memory: requested "), 0u)
        << error.message();
  }
  EXPECT_EQ(
      context->invoke([](void *) { zynrtCopy(nullptr, nullptr, -8); }, nullptr)
          .message(),
      "copy of -8 bytes");
}

TEST_P(InvokeTest, ParallelForVisitsAll) {
  static std::atomic<int> seen[1000];
  for (auto &count : seen)
    count = 0;
  ASSERT_FALSE(context->invoke(
      [](void *) {
        zynrtParallelFor(
            1000, [](void *, int64_t i) { seen[i].fetch_add(1); }, nullptr,
            nullptr, nullptr);
        zynrtParallelFor(
            0, [](void *, int64_t) { zynrtFail("none"); }, nullptr, nullptr,
            nullptr);
        zynrtParallelFor(
            -5, [](void *, int64_t) { zynrtFail("none"); }, nullptr, nullptr,
            nullptr);
      },
      nullptr));
  for (auto &count : seen)
    EXPECT_EQ(count, 1);
}

TEST_P(InvokeTest, NestedParallelFor) {
  static std::atomic<int> sum;
  sum = 0;
  ASSERT_FALSE(context->invoke(
      [](void *) {
        zynrtParallelFor(
            20,
            [](void *, int64_t) {
              zynrtParallelFor(
                  30, [](void *, int64_t) { sum.fetch_add(1); }, nullptr,
                  nullptr, nullptr);
            },
            nullptr, nullptr, nullptr);
      },
      nullptr));
  EXPECT_EQ(sum, 600);
}

TEST_P(InvokeTest, FailureOnAWorker) {
  for (int round = 0; round < 50; ++round) {
    Error error = context->invoke(
        [](void *) {
          zynrtParallelFor(
              200,
              [](void *, int64_t i) {
                zynrtAlloc(100);
                if (i % 7 == 3)
                  zynrtFail("index refused");
              },
              nullptr, nullptr, nullptr);
          zynrtFail("the failure was lost");
        },
        nullptr);
    EXPECT_EQ(error.message(), "index refused");
    EXPECT_EQ(context->memoryStatistics().inUse, 0u);
  }
}

TEST_P(InvokeTest, FailureInANestedLoop) {
  Error error = context->invoke(
      [](void *) {
        zynrtParallelFor(
            8,
            [](void *, int64_t) {
              zynrtParallelFor(
                  8, [](void *, int64_t) { zynrtFail("deep"); }, nullptr,
                  nullptr, nullptr);
            },
            nullptr, nullptr, nullptr);
      },
      nullptr);
  EXPECT_EQ(error.message(), "deep");
}

TEST_P(InvokeTest, WorkersLaunchInTheContext) {
  if (std::string(GetParam()) == "cpu")
    GTEST_SKIP() << "a CPU context launches no kernels";
  static const char ptx[] = ".version 8.0\n.entry k() {}\n";
  static zynrt_image image;
  image = {formats::ptx, ptx, sizeof(ptx) - 1, nullptr};
  EXPECT_EQ(
      context
          ->invoke(
              [](void *) {
                zynrtParallelFor(
                    4, [](void *, int64_t) { zynrtFree(zynrtAlloc(1 << 20)); },
                    nullptr, nullptr, nullptr);
                zynrtLaunch(&image, "k", 1, 1, 1, 1, 1, 1, 0, nullptr, 0,
                            nullptr, nullptr, ZYNRT_AFTER_ALL);
              },
              nullptr)
          .message(),
      "");
}

TEST(InvokeDeathTest, OutsideAnInvocation) {
  EXPECT_DEATH(zynrtAlloc(1),
               "zynrtAlloc is called outside of Context::invoke");
  EXPECT_DEATH(zynrtFail("f.mlir:1:2: error: empty"),
               "f.mlir:1:2: error: empty");
}
