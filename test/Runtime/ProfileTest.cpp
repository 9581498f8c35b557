//===- ProfileTest.cpp - Recording what calls do --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Profile.h"
#include "Zyn/Runtime/CABI.h"
#include "Zyn/Runtime/Context.h"

#include "TestSupport.h"

#include <thread>

using namespace zyn::runtime;

using Kind = ProfileEvent::Kind;

namespace {
const char ptx[] = ".version 8.0\n.entry k(.param .u32 n) {}\n";

class ProfileTest : public FakeDriverTest {};

/// Runs a loop of 10 iterations, each of which runs one.
void runLoops(void *) {
  zynrtParallelFor(
      10,
      [](void *, int64_t) {
        zynrtParallelFor(4, [](void *, int64_t) {}, nullptr, "inner", nullptr);
      },
      nullptr, "outer", "f.mlir:1:2");
}
} // namespace

TEST_F(ProfileTest, RecordsTheOuterLoopsOfEachCall) {
  std::unique_ptr<Context> context = *Context::create("cpu");
  std::vector<ProfileEvent> events = *profileRuns(
      *context, 2, [&] { return context->invoke(runLoops, nullptr); });
  ASSERT_EQ(events.size(), 4u);
  for (int64_t call : {0, 1}) {
    EXPECT_EQ(events[2 * call].kind, Kind::Call);
    const ProfileEvent &loop = events[2 * call + 1];
    EXPECT_EQ(loop.kind, Kind::Loop);
    EXPECT_EQ(loop.name, "outer");
    EXPECT_EQ(loop.location, "f.mlir:1:2");
    EXPECT_EQ(loop.iterations, 10);
    EXPECT_EQ(loop.call, call);
    EXPECT_LE(loop.duration, events[2 * call].duration);
  }
}

TEST_F(ProfileTest, DoesNotRecordOtherThreads) {
  std::unique_ptr<Context> context = *Context::create("cpu");
  std::vector<ProfileEvent> events = *profileRuns(*context, 1, [&] {
    Error error;
    std::thread([&] { error = context->invoke(runLoops, nullptr); }).join();
    return error;
  });
  EXPECT_EQ(events.size(), 1u);
}

TEST_F(ProfileTest, RecordsNothingAfterwards) {
  std::unique_ptr<Context> context = *Context::create("cpu");
  auto run = [&] { return context->invoke(runLoops, nullptr); };
  ASSERT_FALSE(profileRuns(*context, 1, run).takeError());
  EXPECT_FALSE(run());
}

TEST_F(ProfileTest, RecordsLaunchesOfAGPU) {
  std::unique_ptr<Context> context = *Context::create("cuda");
  Module *module = *context->loadModule({formats::ptx, ptx});
  LaunchShape shape{{5, 6, 7}, {8, 4, 2}, 100};
  std::vector<ProfileEvent> events = *profileRuns(*context, 3, [&] {
    return context->launch(*module, "k", shape, {KernelArgument(7)});
  });
  ASSERT_EQ(events.size(), 6u);
  const ProfileEvent &launch = events.back();
  EXPECT_EQ(launch.kind, Kind::Kernel);
  EXPECT_EQ(launch.name, "k");
  EXPECT_EQ(launch.call, 2);
  EXPECT_EQ(launch.grid[2], 7);
  EXPECT_EQ(launch.block[1], 4);
  EXPECT_EQ(launch.dynamicSharedBytes, 100);
  EXPECT_EQ(launch.work.bytes, -1);
}

TEST_F(ProfileTest, ReturnsTheErrorOfACall) {
  std::unique_ptr<Context> context = *Context::create("cpu");
  EXPECT_EQ(profileRuns(*context, 3, [] { return Error("refused"); })
                .takeError()
                .message(),
            "refused");
}
