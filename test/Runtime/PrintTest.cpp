//===- PrintTest.cpp - Output of kernels ----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Context.h"

#include "TestSupport.h"

#include <cstring>

using namespace zyn::runtime;

namespace {
const char ptx[] = ".version 8.0\n.global .align 8 .b64 __zyn_print_ring[2];\n"
                   ".visible .entry k() { ret; }\n";

/// A record as written by a kernel.
struct Record {
  uint32_t published, format, block[3], thread[3];
  uint64_t values[12];
};

class PrintTest : public FakeDriverTest {
protected:
  void SetUp() override {
    FakeDriverTest::SetUp();
    using namespace std::string_literals;
    fake->printFormats = "f.mlir:3:5\0{0} and {1}: {2}\0ifb\0"s
                         "f.mlir:4:5\0expected more\0!\0"s;
    context = *Context::create("cuda");
    ASSERT_TRUE(static_cast<bool>(context->loadModule({formats::ptx, ptx})));
  }
  void TearDown() override {
    context.reset();
    fake->printFormats.clear();
  }

  uint32_t *head() { return reinterpret_cast<uint32_t *>(fake->printRing[0]); }

  /// Does what a thread does: reserves a record, or finds that the ring is
  /// full.
  void print(uint32_t format) {
    uint32_t ticket = head()[0]++;
    if (ticket >= head()[1])
      return;
    auto &record = reinterpret_cast<Record *>(head() + 32)[ticket];
    double value = 0.1f;
    record = {
        0, format, {1, 2, 3}, {4, 5, 6}, {static_cast<uint64_t>(-7), 0, 1}};
    std::memcpy(&record.values[1], &value, sizeof(value));
    record.published = fake->printRing[1] + 1;
  }

  std::unique_ptr<Context> context;
};
} // namespace

TEST_F(PrintTest, Lines) {
  print(0);
  print(0);
  testing::internal::CaptureStdout();
  EXPECT_FALSE(context->synchronize());
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "-7 and 0.1: true\n-7 and 0.1: true\n");
  testing::internal::CaptureStdout();
  EXPECT_FALSE(context->synchronize());
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST_F(PrintTest, LinesWithoutRoom) {
  uint32_t capacity = head()[1];
  for (uint32_t i = 0; i < capacity + 12; ++i)
    print(0);
  testing::internal::CaptureStdout();
  EXPECT_FALSE(context->synchronize());
  std::string text = testing::internal::GetCapturedStdout();
  EXPECT_NE(text.find("12 lines lost\n"), std::string::npos);
  EXPECT_EQ(head()[0], 0u);
}

TEST_F(PrintTest, AssertionsAreTheError) {
  print(0);
  print(32);
  fake->pendingError = 719;
  testing::internal::CaptureStdout();
  Error error = context->synchronize();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "-7 and 0.1: true\n");
  ASSERT_TRUE(static_cast<bool>(error));
  EXPECT_EQ(error.message(), "f.mlir:4:5: error: kernel.assert: expected more: "
                             "thread (4,5,6) of block (1,2,3)");
}

TEST_F(PrintTest, TextsAreMissing) {
  fake->printFormats.clear();
  auto other = *Context::create("cuda");
  Expected<Module *> module = other->loadModule({formats::ptx, ptx});
  ASSERT_FALSE(static_cast<bool>(module));
  EXPECT_EQ(module.takeError().message().find(
                "cuda: preparing a module that prints: "),
            0u);
}
