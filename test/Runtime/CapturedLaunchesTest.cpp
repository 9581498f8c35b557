//===- CapturedLaunchesTest.cpp - Launches that become a graph ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Context.h"

#include "TestSupport.h"

using namespace zyn::runtime;

namespace {
const char ptx[] = ".version 8.0\n"
                   ".entry k() { griddepcontrol.wait; }\n"
                   ".entry slow() {}\n";

class CapturedLaunchesTest : public FakeDriverTest {
protected:
  using Nodes = std::vector<int>;

  void launch(int64_t after = LaunchShape::afterAll, const char *kernel = "k",
              int64_t grid = 1) {
    LaunchShape shape;
    shape.grid[0] = grid;
    shape.after = after;
    ASSERT_FALSE(context->launch(*module, kernel, shape, {}));
  }
  void copy() { ASSERT_FALSE(context->copy(memory, memory, 4)); }

  void capture(std::function<void()> work) {
    Expected<Graph> graph = context->mainStream().capture([&] {
      work();
      return Error::success();
    });
    ASSERT_TRUE(static_cast<bool>(graph));
  }

  const Nodes &after(size_t node) { return fake->nodes[node].after; }

  std::unique_ptr<Context> context = *Context::create("cuda");
  Module *module = *context->loadModule({formats::ptx, ptx});
  void *memory = *context->allocate(4);
};
} // namespace

TEST_F(CapturedLaunchesTest, LaunchesAreInOrderByDefault) {
  capture([&] {
    launch();
    launch();
    launch(LaunchShape::afterAll, "slow");
  });
  ASSERT_EQ(fake->nodes.size(), 3u);
  EXPECT_EQ(after(0), Nodes());
  EXPECT_EQ(after(1), Nodes({0}));
  EXPECT_EQ(after(2), Nodes({1}));
  // Only kernels that wait themselves may start early.
  EXPECT_TRUE(fake->nodes[1].overlaps);
  EXPECT_FALSE(fake->nodes[2].overlaps);
}

TEST_F(CapturedLaunchesTest, IndependentLaunchesDoNotWait) {
  capture([&] {
    launch();
    launch(0b1);  // after 0
    launch(0b10); // after 0
    launch(0b1);  // after 2
    launch();     // after all
    launch();
  });
  ASSERT_EQ(fake->nodes.size(), 6u);
  EXPECT_EQ(after(1), Nodes({0}));
  EXPECT_EQ(after(2), Nodes({0}));
  EXPECT_EQ(after(3), Nodes({2}));
  EXPECT_EQ(after(4), Nodes({1, 3}));
  EXPECT_FALSE(fake->nodes[4].overlaps);
  EXPECT_EQ(after(5), Nodes({4}));
  EXPECT_TRUE(fake->nodes[5].overlaps);
}

TEST_F(CapturedLaunchesTest, TheFirstLaunchesMayBeIndependent) {
  capture([&] {
    launch(0);
    launch(0);
    launch(0b11);
  });
  EXPECT_EQ(after(0), Nodes());
  EXPECT_EQ(after(1), Nodes());
  EXPECT_EQ(after(2), Nodes({0, 1}));
}

TEST_F(CapturedLaunchesTest, OtherWorkWaitsForAll) {
  capture([&] {
    launch();
    launch(0b1);
    launch(0b10);
    copy();
    // What is before the copy is before these, too.
    launch(0b1000);
    launch(0);
    copy();
  });
  ASSERT_EQ(fake->nodes.size(), 7u);
  EXPECT_EQ(after(3), Nodes({1, 2}));
  EXPECT_EQ(after(4), Nodes({3}));
  EXPECT_EQ(after(5), Nodes({3}));
  EXPECT_EQ(after(6), Nodes({4, 5}));
}

TEST_F(CapturedLaunchesTest, EmptyLaunchesCount) {
  capture([&] {
    launch();
    launch(0b1);
    launch(0b10, "k", /*grid=*/0);
    launch(0b10);
  });
  // It is not known whether the last launch depends on node 1 instead.
  ASSERT_EQ(fake->nodes.size(), 3u);
  EXPECT_EQ(after(2), Nodes({1}));
}

TEST_F(CapturedLaunchesTest, CallsAreInOrder) {
  struct Call {
    static void run(void *argument) {
      for (int64_t after : {int64_t(ZYNRT_AFTER_ALL), int64_t(0)})
        zynrtLaunch(static_cast<zynrt_image *>(argument), "k", 1, 1, 1, 1, 1, 1,
                    0, nullptr, 0, nullptr, nullptr, after);
    }
  };
  zynrt_image image = {formats::ptx, ptx, sizeof(ptx) - 1, nullptr};
  capture([&] {
    for (int i = 0; i < 2; ++i)
      ASSERT_FALSE(context->invoke(Call::run, &image));
  });
  ASSERT_EQ(fake->nodes.size(), 4u);
  EXPECT_EQ(after(1), Nodes());
  EXPECT_EQ(after(2), Nodes({0, 1}));
  EXPECT_EQ(after(3), Nodes({0, 1}));
}
