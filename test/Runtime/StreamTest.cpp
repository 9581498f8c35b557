//===- StreamTest.cpp - Multiple streams of a device ----------------------===//
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
const char ptx[] = ".version 8.0\n.entry k() {}\n";

class StreamTest : public FakeDriverTest {
protected:
  StreamTest() { fake->isBusy = false; }

  std::unique_ptr<Context> context = *Context::create("cuda");
};

/// Represents compiled code: a launch and a copy.
struct Work {
  zynrt_image image = {formats::ptx, ptx, sizeof(ptx) - 1, nullptr};
  void *memory = nullptr;

  static void run(void *argument) {
    auto *work = static_cast<Work *>(argument);
    zynrtLaunch(&work->image, "k", 1, 1, 1, 1, 1, 1, 0, nullptr, 0, nullptr,
                nullptr, ZYNRT_AFTER_ALL);
    work->memory = zynrtAlloc(1000);
    zynrtCopy(work->memory, work->memory, 8);
  }
};
} // namespace

TEST_F(StreamTest, EachHasItsQueue) {
  int streams = fake->streams;
  auto second = *context->createStream();
  EXPECT_EQ(fake->streams, streams + 1);
  Module *module = *context->loadModule({formats::ptx, ptx});
  ASSERT_FALSE(context->launch(*module, "k", {}, {}));
  void *mainQueue = fake->stream;
  ASSERT_FALSE(second->launch(*module, "k", {}, {}));
  EXPECT_NE(fake->stream, mainQueue);
  void *memory = *second->allocate(64);
  ASSERT_FALSE(context->copy(memory, memory, 0));
  EXPECT_EQ(fake->stream, mainQueue);
  second.reset();
  EXPECT_EQ(fake->streams, streams);
}

TEST_F(StreamTest, ClearsRows) {
  auto cpu = *Context::create("cpu");
  for (Context *each : {context.get(), cpu.get()}) {
    char text[] = "aabbccdd", back[sizeof(text)] = {};
    auto *memory = static_cast<char *>(*each->allocate(sizeof(text)));
    ASSERT_FALSE(each->copyToDevice(memory, text, sizeof(text)));
    Stream &stream = each->mainStream();
    ASSERT_FALSE(stream.clear(memory, /*bytes=*/1, /*stride=*/4, /*count=*/2));
    ASSERT_FALSE(stream.clear(memory + 6, /*bytes=*/1, /*stride=*/1,
                              /*count=*/2));
    ASSERT_FALSE(each->copyToHost(back, memory, sizeof(back)));
    EXPECT_EQ(std::string(back, 8), std::string("\0abb\0c\0\0", 8));
  }
}

TEST_F(StreamTest, StacksAreTheLargestThatIsNeeded) {
  ASSERT_FALSE(context->reserveStack(4096));
  EXPECT_EQ(fake->stackBytes, 4096u);
  ASSERT_FALSE(context->reserveStack(100));
  EXPECT_EQ(fake->stackBytes, 4096u);
  ASSERT_FALSE(context->enlargeStack(16384));
  ASSERT_FALSE(context->enlargeStack(16384));
  ASSERT_FALSE(context->enlargeStack(8192));
  fake->maxStackBytes = 16384;
  EXPECT_TRUE(context->enlargeStack(32768));
  EXPECT_EQ(fake->stackBytes, 16384u);
  context->restoreStack(16384);
  EXPECT_EQ(fake->stackBytes, 16384u);
  context->restoreStack(16384);
  EXPECT_EQ(fake->stackBytes, 8192u);
  context->restoreStack(8192);
  EXPECT_EQ(fake->stackBytes, 4096u);
}

// The limit is that of the device: other contexts and libraries need theirs.
TEST_F(StreamTest, StacksAreShared) {
  ASSERT_FALSE(context->reserveStack(4096));
  fake->stackBytes = 6000;
  ASSERT_FALSE(context->enlargeStack(16384));
  auto other = *Context::create(context->device());
  ASSERT_FALSE(other->reserveStack(4096));
  EXPECT_EQ(fake->stackBytes, 16384u);
  ASSERT_FALSE(other->enlargeStack(8192));
  context->restoreStack(16384);
  EXPECT_EQ(fake->stackBytes, 8192u);
  other->restoreStack(8192);
  EXPECT_EQ(fake->stackBytes, 6000u);
}

TEST_F(StreamTest, InvocationsWorkOnTheirStream) {
  auto second = *context->createStream();
  Work work;
  ASSERT_FALSE(context->invoke(Work::run, &work));
  void *mainQueue = fake->stream;
  ASSERT_FALSE(second->invoke(Work::run, &work));
  EXPECT_NE(fake->stream, mainQueue);
  EXPECT_EQ(&second->context(), context.get());
}

TEST_F(StreamTest, EventsJoinThem) {
  auto second = *context->createStream();
  Event event = *context->createEvent();
  // Not recorded: there is nothing to wait for.
  fake->awaited = nullptr;
  ASSERT_FALSE(second->wait(event));
  EXPECT_EQ(fake->awaited, nullptr);
  ASSERT_FALSE(context->record(event));
  void *mainQueue = fake->stream;
  ASSERT_FALSE(second->wait(event));
  EXPECT_EQ(fake->awaited, fake->recorded);
  EXPECT_NE(fake->stream, mainQueue);

  Event other = *context->createEvent();
  EXPECT_EQ(context->elapsedMilliseconds(event, other).takeError().message(),
            "event: expected one that was recorded");
  auto stranger = *Context::create("cuda");
  EXPECT_EQ(stranger->record(event).message(),
            "event: expected one of the stream's context");
  EXPECT_EQ(stranger->mainStream().wait(event).message(),
            "event: expected one of the stream's context");
  EXPECT_EQ(stranger->elapsedMilliseconds(event, event).takeError().message(),
            "event: expected one of this context");
}

TEST_F(StreamTest, WaitsForStreamsOfOthers) {
  int foreign = 0;
  Stream &stream = context->mainStream();
  ASSERT_FALSE(stream.waitForForeign(&foreign));
  EXPECT_EQ(fake->awaited, fake->recorded);
  EXPECT_NE(fake->stream, &foreign);
  fake->awaited = nullptr;
  ASSERT_FALSE(stream.holdForeign(&foreign));
  EXPECT_EQ(fake->awaited, fake->recorded);
  EXPECT_EQ(fake->stream, &foreign);
  // Everything on a CPU is done when the call returns.
  auto cpu = *Context::create("cpu");
  EXPECT_FALSE(cpu->mainStream().waitForForeign(&foreign));
  EXPECT_FALSE(cpu->mainStream().holdForeign(nullptr));
}

TEST_F(StreamTest, AdoptsStreamsOfOthers) {
  int foreign = 0;
  Stream *stream = *context->adoptStream(&foreign);
  ASSERT_NE(stream, nullptr);
  EXPECT_EQ(*context->adoptStream(&foreign), stream);
  EXPECT_NE(*context->adoptStream(nullptr), stream);
  // Another stream at the same address.
  fake->streamIds[&foreign] = 12345;
  EXPECT_NE(*context->adoptStream(&foreign), stream);
  fake->streamIds.clear();

  // Work is queued on the stream itself, without events.
  fake->recorded = fake->awaited = nullptr;
  Work work;
  ASSERT_FALSE(stream->invoke(Work::run, &work));
  EXPECT_EQ(fake->stream, &foreign);
  EXPECT_EQ(fake->recorded, nullptr);
  EXPECT_EQ(fake->awaited, nullptr);
  // Its memory is reused on the same stream only.
  ASSERT_FALSE(stream->free(work.memory));
  EXPECT_NE(*context->allocate(1000), work.memory);
  EXPECT_EQ(*stream->allocate(1000), work.memory);
}

TEST_F(StreamTest, WaitsForAdoptedStreamsWithoutTheirHandles) {
  int foreign = 0;
  Stream *stream = *context->adoptStream(&foreign);
  void *memory = *stream->allocate(1000);
  ASSERT_FALSE(stream->free(memory));
  int before = fake->deviceSynchronizations;
  ASSERT_FALSE(context->synchronize());
  EXPECT_EQ(fake->deviceSynchronizations, before + 1);
  EXPECT_EQ(*context->allocate(1000), memory);
  fake->pendingError = 700;
  EXPECT_TRUE(context->synchronize());
  context.reset();
  EXPECT_EQ(fake->deviceSynchronizations, before + 3);
}

TEST_F(StreamTest, DoesNotAdoptAllStreams) {
  int foreign = 0;
  auto cpu = *Context::create("cpu");
  EXPECT_EQ(*cpu->adoptStream(&foreign), nullptr);
  for (size_t i = 1; i <= Context::maxAdopted; ++i)
    EXPECT_NE(*context->adoptStream(reinterpret_cast<void *>(i)), nullptr);
  EXPECT_EQ(*context->adoptStream(&foreign), nullptr);
  EXPECT_NE(*context->adoptStream(reinterpret_cast<void *>(1)), nullptr);
}

TEST_F(StreamTest, DoesNotAllocateInGraphsOfOthers) {
  int foreign = 0;
  Stream *stream = *context->adoptStream(&foreign);
  fake->isCapturedByOther = true;
  Stream *captured = *context->adoptStream(&foreign);
  EXPECT_NE(captured, stream);
  EXPECT_NE(*context->adoptStream(nullptr), captured);
  Work work;
  EXPECT_EQ(captured->invoke(Work::run, &work).message(),
            "the stream is captured as a graph, which would use memory of the "
            "call after it is freed; call the function outside of the graph");
  // Kernels can be captured.
  Module *module = *context->loadModule({formats::ptx, ptx});
  EXPECT_FALSE(captured->launch(*module, "k", LaunchShape(), {}));
  EXPECT_EQ(fake->stream, &foreign);
  fake->isCapturedByOther = false;
  EXPECT_EQ(*context->adoptStream(&foreign), stream);
  EXPECT_FALSE(stream->invoke(Work::run, &work));
}

/// Represents compiled code: allocates its results.
struct ResultWork {
  void *results[3];

  static void run(void *argument) {
    auto *work = static_cast<ResultWork *>(argument);
    for (int i = 0; i < 3; ++i)
      work->results[i] = zynrtAllocResult(1000, i);
  }
};

TEST_F(StreamTest, ResultsAreInMemoryOfTheCaller) {
  char first[1000], second[1001];
  ResultWork work;
  ASSERT_FALSE(context->mainStream().invoke(ResultWork::run, &work,
                                            {{first, 1000}, {second, 1001}}));
  EXPECT_EQ(work.results[0], first);
  // Of another size, and not given.
  EXPECT_TRUE(context->isAllocated(work.results[1]));
  EXPECT_TRUE(context->isAllocated(work.results[2]));
}

TEST_F(StreamTest, ContextWaitsForAll) {
  auto second = *context->createStream(), third = *context->createStream();
  int before = fake->synchronizations;
  ASSERT_FALSE(context->synchronize());
  EXPECT_EQ(fake->synchronizations, before + 3);
  third.reset();
  before = fake->synchronizations;
  ASSERT_FALSE(context->synchronize());
  EXPECT_EQ(fake->synchronizations, before + 2);
  fake->pendingError = 700;
  EXPECT_EQ(second->synchronize().message(),
            "cuda: running kernels: an illegal memory access was encountered "
            "(CUDA_ERROR_FAKE, 700)");
}

TEST_F(StreamTest, MemoryWaitsForAnEvent) {
  auto second = *context->createStream();
  Event event = *context->createEvent();
  void *first = *context->allocate(5000);
  ASSERT_FALSE(context->free(first));
  // The main stream may still use it.
  void *other = *second->allocate(5000);
  EXPECT_NE(other, first);
  EXPECT_EQ(*context->allocate(5000), first);
  ASSERT_FALSE(context->free(first));
  ASSERT_FALSE(context->record(event));
  ASSERT_FALSE(second->wait(event));
  EXPECT_EQ(*second->allocate(5000), first);
}

TEST_F(StreamTest, MemoryWaitsForTheHost) {
  auto second = *context->createStream();
  for (int i = 0; i < 3; ++i) {
    void *first = *context->allocate(5000);
    ASSERT_FALSE(context->free(first));
    if (i == 0) {
      ASSERT_FALSE(context->synchronize());
    } else if (i == 1) {
      char host;
      ASSERT_FALSE(context->copyToHost(&host, first, 1));
    } else {
      Event event = *context->createEvent();
      ASSERT_FALSE(context->record(event));
      ASSERT_TRUE(
          static_cast<bool>(context->elapsedMilliseconds(event, event)));
    }
    void *again = *second->allocate(5000);
    EXPECT_EQ(again, first) << i;
    ASSERT_FALSE(second->free(again));
    ASSERT_FALSE(second->synchronize());
  }
}

TEST_F(StreamTest, MemoryOfAStreamThatEnded) {
  auto second = *context->createStream();
  void *freed = *second->allocate(5000), *kept = *second->allocate(9000);
  ASSERT_FALSE(second->free(freed));
  EXPECT_NE(*context->allocate(5000), freed);
  second.reset();
  EXPECT_EQ(*context->allocate(5000), freed);
  ASSERT_FALSE(context->free(kept));
  EXPECT_EQ(*context->allocate(9000), kept);
}

TEST_F(StreamTest, PrintsWhenAllAreIdle) {
  const std::string texts("f.mlir:1:1\0hello\0\0", 19);
  fake->printFormats = texts;
  const char prints[] = ".version 8.0\n.global .b64 __zyn_print_ring[2];\n"
                        ".entry k() {}\n";
  ASSERT_TRUE(static_cast<bool>(context->loadModule({formats::ptx, prints})));
  auto second = *context->createStream();
  auto *head = reinterpret_cast<uint32_t *>(fake->printRing[0]);
  head[0] = 1;
  head[32] = fake->printRing[1] + 1;
  fake->isBusy = true;
  testing::internal::CaptureStdout();
  EXPECT_FALSE(second->synchronize());
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  fake->isBusy = false;
  testing::internal::CaptureStdout();
  EXPECT_FALSE(second->synchronize());
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "hello\n");
}

TEST_F(StreamTest, OnTheHostAllIsDoneAtOnce) {
  auto cpu = *Context::create("cpu");
  auto second = *cpu->createStream();
  char host[] = "text", back[sizeof(host)] = {};
  void *first = *cpu->allocate(sizeof(host));
  ASSERT_FALSE(second->copyToDevice(first, host, sizeof(host)));
  Event event = *cpu->createEvent();
  ASSERT_FALSE(second->record(event));
  ASSERT_FALSE(cpu->mainStream().wait(event));
  ASSERT_FALSE(cpu->copyToHost(back, first, sizeof(back)));
  EXPECT_STREQ(back, host);
  // Memory moves from one to the other without an event.
  ASSERT_FALSE(cpu->free(first));
  EXPECT_EQ(*second->allocate(sizeof(host)), first);
  ASSERT_FALSE(second->synchronize());
}

TEST_F(StreamTest, ManyThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      Event event = *context->createEvent();
      for (int i = 0; i < 200; ++i) {
        auto stream = *context->createStream();
        void *memory = *stream->allocate(1 + i * 37);
        EXPECT_FALSE(stream->copy(memory, memory, 1));
        EXPECT_FALSE(stream->record(event));
        EXPECT_FALSE(context->mainStream().wait(event));
        EXPECT_FALSE(stream->free(memory));
        EXPECT_FALSE(context->synchronize());
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(context->memoryStatistics().inUse, 0u);
}

TEST_F(StreamTest, GraphsRepeatWork) {
  Stream &stream = context->mainStream();
  Work work;
  ASSERT_FALSE(stream.invoke(Work::run, &work));
  Expected<Graph> graph = stream.capture([&] {
    EXPECT_TRUE(fake->isRecording);
    return stream.invoke(Work::run, &work);
  });
  ASSERT_TRUE(static_cast<bool>(graph));
  EXPECT_FALSE(fake->isRecording);
  int launches = fake->launches;
  ASSERT_FALSE(graph->launch());
  ASSERT_FALSE(graph->launch());
  EXPECT_EQ(fake->graphLaunches, 2);
  EXPECT_EQ(fake->launches, launches);
}

TEST_F(StreamTest, GraphsKeepMemory) {
  Stream &stream = context->mainStream();
  int graphs = fake->graphs;
  void *block = nullptr;
  {
    Expected<Graph> graph = stream.capture([&]() -> Error {
      block = *stream.allocate(5000);
      if (Error error = stream.free(block))
        return error;
      // The graph itself can use it again.
      EXPECT_EQ(*stream.allocate(5000), block);
      return stream.free(block);
    });
    ASSERT_TRUE(static_cast<bool>(graph));
    ASSERT_FALSE(context->synchronize());
    void *other = *stream.allocate(5000);
    EXPECT_NE(other, block);
    ASSERT_FALSE(stream.free(other));
    int frees = fake->frees;
    context->trimMemory();
    EXPECT_EQ(fake->frees, frees + 1);
  }
  EXPECT_EQ(fake->graphs, graphs);
  EXPECT_EQ(*stream.allocate(5000), block);
}

TEST_F(StreamTest, GraphsKeepWhatTheContextFrees) {
  Stream &stream = context->mainStream();
  void *before = *context->allocate(5000);
  Expected<Graph> graph = stream.capture([&] { return context->free(before); });
  ASSERT_TRUE(static_cast<bool>(graph));
  void *other = *context->allocate(5000);
  EXPECT_NE(other, before);
  EXPECT_EQ(context->memoryStatistics().cached, 5120u);
  uint64_t available = context->availableMemory();
  context->trimMemory();
  EXPECT_EQ(context->availableMemory(), available);
}

TEST_F(StreamTest, FailedGraphsReturnMemory) {
  Stream &stream = context->mainStream();
  void *block = *context->allocate(5000);
  EXPECT_EQ(stream
                .capture([&]() -> Error {
                  if (Error error = stream.free(block))
                    return error;
                  return Error("too late");
                })
                .takeError()
                .message(),
            "too late");
  // Work on this stream may still use it.
  auto second = *context->createStream();
  EXPECT_NE(*second->allocate(5000), block);
  EXPECT_EQ(*stream.allocate(5000), block);
}

TEST_F(StreamTest, GraphsHaveNoWorkOfTheHost) {
  Stream &stream = context->mainStream();
  int graphs = fake->graphs;
  Event event = *context->createEvent();
  char bytes[8] = {};
  void *memory = *stream.allocate(8);
  auto messageOf = [&](const std::function<Error()> &work) {
    return stream.capture(work).takeError().message();
  };
  const std::string expected = "recording a graph: expected kernels and copies "
                               "within the device's memory, found ";
  EXPECT_EQ(messageOf([&] { return stream.copyToDevice(memory, bytes, 8); }),
            expected + "a copy from the host");
  EXPECT_EQ(messageOf([&] { return stream.copyToHost(bytes, memory, 8); }),
            expected + "a wait of the host");
  EXPECT_EQ(messageOf([&] { return context->synchronize(); }),
            expected + "a wait of the host");
  EXPECT_EQ(messageOf([&] { return stream.record(event); }),
            expected + "an event");
  EXPECT_EQ(
      messageOf([&] {
        return stream.capture([] { return Error::success(); }).takeError();
      }),
      expected + "a graph");
  EXPECT_FALSE(fake->isRecording);
  EXPECT_EQ(fake->graphs, graphs);
  ASSERT_FALSE(stream.synchronize());

  auto cpu = *Context::create("cpu");
  EXPECT_EQ(cpu->mainStream()
                .capture([] { return Error::success(); })
                .takeError()
                .message(),
            "recording a graph: expected a GPU, found host memory");
}
