//===- LaunchGraphsTest.cpp - Launches as graphs of one kernel ------------===//
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
                   ".entry k(.param .u64 p, .param .u32 n) {}\n"
                   ".entry other() {}\n";

class LaunchGraphsTest : public FakeDriverTest {
protected:
  LaunchGraphsTest() {
    fake->isBusy = false;
    fake->graphError = 0;
    restart();
  }

  void restart() {
    context.reset();
    context = *Context::create("cuda");
    module = *context->loadModule({formats::ptx, ptx});
    fake->launches = fake->graphLaunches = fake->graphUpdates = 0;
  }

  void launch(Stream &stream, int n, int64_t grid = 1) {
    LaunchShape shape;
    shape.grid[0] = grid;
    ASSERT_FALSE(stream.launch(
        *module, "k", shape,
        {KernelArgument(static_cast<void *>(nullptr)), KernelArgument(n)}));
  }
  void launch(int n, int64_t grid = 1) {
    launch(context->mainStream(), n, grid);
  }

  /// Launches the kernel often enough for a graph.
  void prepare() {
    for (int i = 0; i < 20; ++i)
      launch(/*n=*/7);
    fake->launches = fake->graphLaunches = fake->graphUpdates = 0;
  }

  std::unique_ptr<Context> context;
  Module *module;
};
} // namespace

TEST_F(LaunchGraphsTest, RareKernelsAreLaunched) {
  int graphs = fake->graphs;
  for (int i = 0; i < 10; ++i)
    launch(i);
  EXPECT_EQ(fake->launches, 10);
  EXPECT_EQ(fake->graphs, graphs);
}

TEST_F(LaunchGraphsTest, FrequentKernelsAreGraphs) {
  int graphs = fake->graphs;
  prepare();
  // The graph and its executable form, which do not disturb recordings.
  EXPECT_EQ(fake->graphs, graphs + 2);
  EXPECT_EQ(fake->instantiationMode, 2);
  EXPECT_EQ(fake->captureMode, 0);
  launch(7);
  EXPECT_EQ(fake->graphLaunches, 1);
  EXPECT_EQ(fake->graphUpdates, 0);
  launch(8);
  EXPECT_EQ(fake->graphUpdates, 1);
  launch(8, /*grid=*/3);
  EXPECT_EQ(fake->graphUpdates, 2);
  EXPECT_EQ(fake->grid[0], 3u);
  launch(8, /*grid=*/3);
  EXPECT_EQ(fake->graphUpdates, 2);
  EXPECT_EQ(fake->graphLaunches, 4);
  EXPECT_EQ(fake->launches, 0);
  context.reset();
  EXPECT_EQ(fake->graphs, graphs);
}

TEST_F(LaunchGraphsTest, StreamsHaveTheirOwn) {
  prepare();
  auto second = *context->createStream();
  launch(*second, 7);
  EXPECT_EQ(fake->launches, 1);
  EXPECT_EQ(fake->graphLaunches, 0);
}

TEST_F(LaunchGraphsTest, StreamsThatAreBehindLaunch) {
  prepare();
  fake->isBusy = true;
  for (int i = 0; i < 200; ++i)
    launch(i);
  EXPECT_GT(fake->launches, 130);
  fake->isBusy = false;
  for (int i = 0; i < 40; ++i)
    launch(i);
  int launches = fake->launches;
  launch(0);
  EXPECT_EQ(fake->launches, launches);
}

TEST_F(LaunchGraphsTest, FailuresOfGraphsAreNoFailures) {
  int graphs = fake->graphs;
  fake->graphError = 801;
  for (int i = 0; i < 100; ++i)
    launch(i);
  EXPECT_EQ(fake->launches, 100);
  EXPECT_EQ(fake->graphs, graphs);
  fake->graphError = 0;
  prepare();
  fake->graphError = 801;
  launch(7);
  EXPECT_EQ(fake->graphLaunches, 1);
  launch(8);
  EXPECT_EQ(fake->launches, 1);
  EXPECT_EQ(fake->graphs, graphs);
}

TEST_F(LaunchGraphsTest, RecordedKernelsAreLaunched) {
  prepare();
  Expected<Graph> graph = context->mainStream().capture([&] {
    launch(7);
    return Error::success();
  });
  EXPECT_EQ(fake->launches, 1);
  EXPECT_EQ(fake->graphLaunches, 0);
  launch(7);
  EXPECT_EQ(fake->graphLaunches, 1);

  int foreign = 0;
  fake->isCapturedByOther = true;
  Stream *captured = *context->adoptStream(&foreign);
  for (int i = 0; i < 30; ++i)
    launch(*captured, 7);
  EXPECT_EQ(fake->launches, 31);
  fake->isCapturedByOther = false;
}

TEST_F(LaunchGraphsTest, LocalMemoryIsForLaunches) {
  fake->localBytes = 8;
  restart();
  for (int i = 0; i < 100; ++i)
    launch(7);
  EXPECT_EQ(fake->launches, 100);
}

TEST_F(LaunchGraphsTest, AllStreamsHaveALimit) {
  int graphs = fake->graphs;
  {
    std::vector<std::unique_ptr<Stream>> streams;
    for (int i = 0; i < 300; ++i) {
      streams.push_back(*context->createStream());
      for (int j = 0; j < 20; ++j)
        launch(*streams.back(), j);
    }
    EXPECT_EQ(fake->graphs, graphs + 2 * 256);
    int launches = fake->launches;
    launch(*streams.back(), 7);
    EXPECT_EQ(fake->launches, launches + 1);
  }
  EXPECT_EQ(fake->graphs, graphs);
  prepare();
  EXPECT_EQ(fake->graphs, graphs + 2);
}
