//===- CallGraphsTest.cpp - Calls of functions as graphs ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Context.h"

#include "TestSupport.h"

#include <thread>

using namespace zyn::runtime;

namespace {
const char ptx[] = ".version 8.0\n"
                   ".entry a(.param .u64 p, .param .u32 n) {}\n"
                   ".entry b(.param .u64 p, .param .u32 n) {}\n"
                   ".entry c(.param .u64 p, .param .u32 n) {}\n";

/// Represents a compiled function: launches of the kernels that `kernels`
/// names, with a copy for each dot, and a wait of the host for each comma.
struct Function {
  explicit Function(std::string kernels) : kernels(std::move(kernels)) {}

  std::string kernels;
  int n = 0;
  int64_t grid = 1;
  /// What another thread does before the last launch.
  std::function<void()> meanwhile;
  zynrt_image image = {formats::ptx, ptx, sizeof(ptx) - 1, nullptr};

  static void run(void *argument) {
    auto &self = *static_cast<Function *>(argument);
    void *memory = zynrtAlloc(64);
    for (const char &name : self.kernels) {
      if (self.meanwhile && &name == &self.kernels.back())
        std::thread(self.meanwhile).join();
      if (name == '.')
        zynrtCopy(memory, memory, 8);
      else if (name == ',')
        zynrtSynchronize();
      else
        self.launch(name, memory);
    }
    zynrtFree(memory);
  }

  void launch(char name, void *memory) {
    // The runtime finds kernels by the addresses of their names.
    static const char *names[] = {"a", "b", "c"};
    void *arguments[] = {&memory, &n};
    zynrtLaunch(&image, names[name - 'a'], grid, 1, 1, 32, 1, 1, 0, arguments,
                2, nullptr, nullptr, ZYNRT_AFTER_ALL);
  }
};

class CallGraphsTest : public FakeDriverTest {
protected:
  CallGraphsTest() {
    fake->isBusy = false;
    fake->graphError = 0;
    context = *Context::create("cuda");
    fake->launches = fake->graphLaunches = fake->graphUpdates = 0;
  }

  void call(Function &function, int times = 1) {
    for (int i = 0; i < times; ++i)
      ASSERT_EQ(context->invoke(Function::run, &function).message(), "");
  }

  /// Calls the function often enough for graphs.
  void prepare(Function &function) {
    call(function, 10);
    fake->launches = fake->graphLaunches = fake->graphUpdates = 0;
  }

  std::unique_ptr<Context> context;
};
} // namespace

TEST_F(CallGraphsTest, RareCallsAreLaunches) {
  int graphs = fake->graphs;
  Function function{"abc"};
  call(function, 8);
  EXPECT_EQ(fake->launches, 24);
  EXPECT_EQ(fake->graphs, graphs);
}

TEST_F(CallGraphsTest, FrequentCallsAreGraphs) {
  int graphs = fake->graphs, streams = fake->streams;
  Function function{"abc"};
  prepare(function);
  EXPECT_EQ(fake->graphs, graphs + 2);
  EXPECT_EQ(fake->streams, streams);
  ASSERT_EQ(fake->nodes.size(), 3u);
  EXPECT_EQ(fake->nodes[2].kernel, "c");
  EXPECT_EQ(fake->instantiationMode, 2);
  EXPECT_EQ(fake->captureMode, 0);
  call(function, 3);
  EXPECT_EQ(fake->graphLaunches, 3);
  EXPECT_EQ(fake->graphUpdates, 0);
  function.n = 7;
  call(function, 2);
  EXPECT_EQ(fake->graphUpdates, 3);
  EXPECT_EQ(fake->graphLaunches, 5);
  EXPECT_EQ(fake->launches, 0);
  context.reset();
  EXPECT_EQ(fake->graphs, graphs);
}

TEST_F(CallGraphsTest, OtherWorkSeparatesGraphs) {
  int graphs = fake->graphs;
  Function function{"ab.abc,a,cc"};
  prepare(function);
  // Kernel a alone is not worth one.
  EXPECT_EQ(fake->graphs, graphs + 6);
  call(function);
  EXPECT_EQ(fake->graphLaunches, 3);
  EXPECT_EQ(fake->launches, 1);
}

TEST_F(CallGraphsTest, OtherLaunchesEndAGraph) {
  Function function{"abc"};
  prepare(function);
  int graphs = fake->graphs;
  // Another size: what was kept back is launched before.
  function.kernels = "abb";
  call(function);
  EXPECT_EQ(fake->launches, 3);
  EXPECT_EQ(fake->kernel, "b");
  EXPECT_EQ(fake->graphLaunches, 0);
  EXPECT_EQ(fake->graphs, graphs - 2);
  call(function, 7);
  EXPECT_EQ(fake->graphLaunches, 0);
  call(function, 2);
  EXPECT_EQ(fake->graphLaunches, 2);

  for (auto change : {+[](Function &f) { f.kernels = "ab"; },
                      +[](Function &f) { f.kernels = "abba"; },
                      +[](Function &f) { f.grid = 5; }}) {
    prepare(function);
    change(function);
    call(function, 9);
    EXPECT_EQ(fake->graphLaunches, 1);
    // Those of the last call are captured.
    EXPECT_EQ(fake->launches, 9 * int(function.kernels.size()));
  }
}

TEST_F(CallGraphsTest, FailuresOfGraphsAreNoFailures) {
  int graphs = fake->graphs;
  Function function{"abc"};
  fake->graphError = 801;
  call(function, 30);
  EXPECT_EQ(fake->graphLaunches, 0);
  EXPECT_EQ(fake->graphs, graphs);
  fake->graphError = 0;
  prepare(function);
  fake->graphError = 801;
  function.n = 8;
  call(function);
  EXPECT_EQ(fake->launches, 3);
  EXPECT_EQ(fake->graphLaunches, 0);
  EXPECT_EQ(fake->graphs, graphs);
}

TEST_F(CallGraphsTest, KernelsWithLocalMemoryAreLaunched) {
  fake->localBytes = 8;
  context = *Context::create("cuda");
  Function function{"abc"};
  prepare(function);
  call(function);
  EXPECT_EQ(fake->launches, 3);
}

TEST_F(CallGraphsTest, RecordedCallsAreLaunches) {
  Function function{"abc"};
  prepare(function);
  Expected<Graph> graph = context->mainStream().capture([&] {
    call(function);
    return Error::success();
  });
  EXPECT_EQ(fake->graphLaunches, 0);
  EXPECT_EQ(fake->nodes.size(), 3u);
}

TEST_F(CallGraphsTest, OtherThreadsDoNotOvertake) {
  Function function{"abc"};
  prepare(function);
  // Their work may use memory that this call has freed.
  std::vector<std::function<void()>> works = {
      [&] { (void)context->synchronize(); }, [&] { context->trimMemory(); },
      [&] {
        Event event = *context->createEvent();
        (void)context->record(event);
      },
      [&] {
        Module *module = *context->loadModule({formats::ptx, ptx});
        (void)context->launch(
            *module, "a", {},
            {KernelArgument(static_cast<void *>(nullptr)), KernelArgument(1)});
      }};
  (void)context->free(*context->allocate(1 << 20));
  for (auto &work : works) {
    prepare(function);
    int launches = 0;
    function.meanwhile = [&] {
      work();
      launches = fake->launches;
    };
    call(function);
    function.meanwhile = nullptr;
    EXPECT_GE(launches, 2);
    EXPECT_EQ(fake->graphLaunches, 0);
  }
  // A call of another thread at the same time launches its kernels.
  prepare(function);
  Function other{"ab"};
  function.meanwhile = [&] {
    EXPECT_FALSE(context->invoke(Function::run, &other));
    EXPECT_EQ(fake->launches, 4);
  };
  call(function);
}

TEST_F(CallGraphsTest, FunctionsDiffer) {
  Function function{"abc"};
  prepare(function);
  auto second = *context->createStream();
  ASSERT_FALSE(second->invoke(Function::run, &function));
  EXPECT_EQ(fake->launches, 3);
  // Profiles measure each kernel.
  ASSERT_FALSE(context->invoke([](void *argument) { Function::run(argument); },
                               &function));
  EXPECT_EQ(fake->launches, 6);
  call(function);
  EXPECT_EQ(fake->launches, 6);
  EXPECT_EQ(fake->graphLaunches, 1);
}

TEST_F(CallGraphsTest, CallsOfOtherThreadsKeepGraphs) {
  Function function{"abc"};
  prepare(function);
  function.meanwhile = [&] { (void)context->synchronize(); };
  call(function);
  EXPECT_EQ(fake->launches, 3);
  function.meanwhile = nullptr;
  call(function);
  EXPECT_EQ(fake->graphLaunches, 1);
  EXPECT_EQ(fake->launches, 3);
}

TEST_F(CallGraphsTest, GraphsHaveALimit) {
  int graphs = fake->graphs;
  // More launches than in a graph, and more copies than there are graphs.
  Function large{std::string(1500, 'a')};
  prepare(large);
  EXPECT_EQ(fake->graphs, graphs + 6);
  std::string parts;
  for (int i = 0; i < 100; ++i)
    parts += "ab.";
  Function divided{parts};
  prepare(divided);
  // It has the address of the other one. The kernels of its further parts are
  // graphs of one node each.
  EXPECT_EQ(fake->graphs, graphs + 2 * 32 + 2 * 2);
  call(divided);
  EXPECT_EQ(fake->graphLaunches, 32 + 2 * 68);
  // Recorded graphs have none.
  Expected<Graph> graph = context->mainStream().capture([&] {
    call(large);
    return Error::success();
  });
  EXPECT_EQ(fake->nodes.size(), 1500u);
  for (size_t i = 1; i < fake->nodes.size(); ++i)
    ASSERT_EQ(fake->nodes[i].after, std::vector<int>(1, int(i) - 1));
}

TEST_F(CallGraphsTest, OldFunctionsAreForgotten) {
  int graphs = fake->graphs;
  // Functions are told apart by their addresses, and those of each stream.
  std::vector<std::unique_ptr<Stream>> streams;
  for (int i = 0; i < 300; ++i) {
    streams.push_back(*context->createStream());
    Function function{"ab"};
    for (int j = 0; j < 10; ++j)
      ASSERT_FALSE(streams.back()->invoke(Function::run, &function));
  }
  EXPECT_EQ(fake->graphs, graphs + 2 * 256);
}
