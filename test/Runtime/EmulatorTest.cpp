//===- EmulatorTest.cpp - Tests of the emulator's threads -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Emulator.h"
#include "TestSupport.h"
#include "Zyn/Runtime/Context.h"

#include "../../lib/Runtime/Backends/Emulator/Rendezvous.h"
#include "../../lib/Runtime/Backends/Emulator/Scheduler.h"
#include "EmulatorSupport.h"

#include <gtest/gtest.h>

using namespace zyn::runtime;
using zyn::emulator::Rendezvous;

namespace {

constexpr zynemu_site here = {"f.mlir:1:1", "gpu.func"};
constexpr zynemu_site barrierSite = {"f.mlir:2:3", "kernel.barrier"};
constexpr zynemu_site otherSite = {"f.mlir:3:3", "kernel.barrier"};
constexpr zynemu_site warpSite = {"f.mlir:4:3", "kernel.shuffle"};
constexpr zynemu_site endSite = {"f.mlir:9:3", "gpu.return"};

using Function = void (*)(zynemu_thread *, void **);

/// The kernel has the form that the compiler generates.
std::string run(Function function, LaunchShape shape, void *argument,
                EmulatorOptions options = {false, 0}, double timeout = 0,
                int64_t shared = 0, int64_t cluster = 1) {
  zynemu_kernel kernel = {};
  kernel.function = function;
  kernel.name = "k";
  kernel.site = &here;
  kernel.static_shared_bytes = shared;
  kernel.cluster_size[0] = cluster;
  kernel.cluster_size[1] = kernel.cluster_size[2] = 1;
  Expected<std::unique_ptr<Context>> context = Context::create("emulate");
  if (!context)
    return context.takeError().message();
  (*context)->setEmulatorOptions(options);
  (*context)->setTimeout(timeout);
  void *arguments[] = {argument};
  return emulate(**context, kernel, here, shape, arguments).message();
}

int64_t gridId(zynemu_thread *thread) {
  return thread->block->number * thread->block->numThreads +
         thread->head.linear_id;
}

TEST(EmulatorTest, RunsEachThreadOnce) {
  std::vector<int> counts(3 * 2 * 5 * 4);
  EXPECT_EQ(run(
                [](zynemu_thread *thread, void **arguments) {
                  ++static_cast<int *>(arguments[0])[gridId(thread)];
                },
                {{3, 2, 1}, {5, 4, 1}}, counts.data()),
            "");
  EXPECT_EQ(counts, std::vector<int>(3 * 2 * 5 * 4, 1));
}

TEST(EmulatorTest, BarrierSeparates) {
  for (uint64_t seed : {0, 1, 2}) {
    int before = 0, wrong = 0;
    int *state[] = {&before, &wrong};
    EXPECT_EQ(run(
                  [](zynemu_thread *thread, void **arguments) {
                    auto **state = static_cast<int **>(arguments[0]);
                    ++*state[0];
                    zynemuBarrier(thread, &barrierSite, 0, 0);
                    *state[1] += *state[0] != 100;
                  },
                  {{1, 1, 1}, {100, 1, 1}}, state, {false, seed}),
              "");
    EXPECT_EQ(wrong, 0);
  }
}

TEST(EmulatorTest, NamedBarrierCountsArrivals) {
  int done = 0;
  EXPECT_EQ(run(
                [](zynemu_thread *thread, void **arguments) {
                  // One warp arrives, the other waits.
                  if (thread->head.linear_id < 32)
                    return zynemuBarrierArrive(thread, &barrierSite, 1, 64);
                  zynemuBarrier(thread, &otherSite, 1, 64);
                  ++*static_cast<int *>(arguments[0]);
                },
                {{1, 1, 1}, {64, 1, 1}}, &done),
            "");
  EXPECT_EQ(done, 32);
}

TEST(EmulatorTest, DivergentBarriers) {
  EXPECT_EQ(run(
                [](zynemu_thread *thread, void **) {
                  if (thread->head.linear_id < 32)
                    zynemuBarrier(thread, &barrierSite, 0, 0);
                  zynemuExit(thread, &endSite);
                },
                {{1, 1, 1}, {128, 1, 1}}, nullptr),
            "f.mlir:2:3: error: divergent barrier: 32 threads of block "
            "(0,0,0), starting with (0,0,0), wait at kernel.barrier, 96 have "
            "finished (gpu.return at f.mlir:9:3)");
  EXPECT_EQ(run(
                [](zynemu_thread *thread, void **) {
                  bool isFirst = thread->head.linear_id == 0;
                  zynemuBarrier(thread, isFirst ? &barrierSite : &otherSite, 0,
                                0);
                },
                {{1, 1, 1}, {4, 1, 1}}, nullptr),
            "f.mlir:2:3: error: divergent barrier: thread (0,0,0) of block "
            "(0,0,0) waits at kernel.barrier here, 3 at kernel.barrier at "
            "f.mlir:3:3");
}

/// Each lane deposits its index and gets the sum.
void sumLanes(zynemu_thread *thread, void **arguments) {
  int value = static_cast<int>(thread->lane());
  zyn::emulator::runWarpCollective(
      thread, &warpSite, ~0u, &value, {[](Rendezvous &rendezvous) {
        int sum = 0;
        for (void *operand : rendezvous.operands)
          sum += operand ? *static_cast<int *>(operand) : 0;
        for (void *operand : rendezvous.operands)
          if (operand)
            *static_cast<int *>(operand) = sum;
      }});
  static_cast<int *>(arguments[0])[gridId(thread)] = value;
}

TEST(EmulatorTest, LanesExecuteTogether) {
  for (uint64_t seed : {0, 5}) {
    std::vector<int> sums(2 * 40);
    EXPECT_EQ(
        run(sumLanes, {{2, 1, 1}, {40, 1, 1}}, sums.data(), {false, seed}), "");
    for (int i = 0; i < 80; ++i)
      EXPECT_EQ(sums[i], i % 40 < 32 ? 31 * 32 / 2 : 7 * 8 / 2) << i;
  }
}

/// Instructions with a mask need not be the same instruction, only of the same
/// kind.
TEST(EmulatorTest, LanesExecuteTogetherFromDifferentBranches) {
  constexpr uint32_t all = ~0u;
  for (uint64_t seed : {0, 5}) {
    std::vector<int> ballots(32);
    EXPECT_EQ(
        run(
            [](zynemu_thread *thread, void **arguments) {
              bool isEven = thread->lane() % 2 == 0;
              zynemuWarpBarrier(thread, isEven ? &warpSite : &otherSite, all);
              static_cast<int *>(arguments[0])[thread->lane()] = zynemuVote(
                  thread, isEven ? &warpSite : &otherSite, isEven, 0, all);
            },
            {{1, 1, 1}, {32, 1, 1}}, ballots.data(), {false, seed}),
        "");
    EXPECT_EQ(ballots, std::vector<int>(32, 0x55555555));
  }
  // A ballot and a vote of another kind do not match.
  EXPECT_NE(run(
                [](zynemu_thread *thread, void **) {
                  zynemuVote(thread, &warpSite, 1, thread->lane() % 2, all);
                },
                {{1, 1, 1}, {32, 1, 1}}, nullptr)
                .find("deadlock"),
            std::string::npos);
}

/// Votes, shuffles, matches and reductions ignore finished lanes; a warp
/// barrier does not.
TEST(EmulatorTest, LanesThatHaveEndedTakeNoPart) {
  for (uint64_t seed : {0, 5, 6}) {
    int ballot = 0;
    EXPECT_EQ(run(
                  [](zynemu_thread *thread, void **arguments) {
                    if (thread->lane() < 8)
                      *static_cast<int *>(arguments[0]) =
                          zynemuVote(thread, &warpSite, 1, 0, ~0u);
                  },
                  {{1, 1, 1}, {32, 1, 1}}, &ballot, {false, seed}),
              "");
    EXPECT_EQ(ballot, 0xff);
    EXPECT_NE(run(
                  [](zynemu_thread *thread, void **) {
                    if (thread->lane() < 8)
                      zynemuWarpBarrier(thread, &warpSite, ~0u);
                  },
                  {{1, 1, 1}, {32, 1, 1}}, nullptr, {false, seed})
                  .find("deadlock"),
              std::string::npos);
  }
}

/// A block that starts after another has finished could have run before it.
TEST(EmulatorTest, BlocksRunInterleavedWithASeed) {
  bool isFirst[2] = {};
  for (uint64_t seed = 1; seed < 20; ++seed) {
    int first = -1;
    EXPECT_EQ(run(
                  [](zynemu_thread *thread, void **arguments) {
                    auto *first = static_cast<int *>(arguments[0]);
                    if (*first < 0)
                      *first = thread->block->number;
                  },
                  {{2, 1, 1}, {1, 1, 1}}, &first, {false, seed}),
              "");
    isFirst[first] = true;
  }
  EXPECT_TRUE(isFirst[0] && isFirst[1]);
}

TEST(EmulatorTest, Deadlock) {
  // Half of each warp waits for the whole warp, the rest for the block.
  EXPECT_EQ(
      run(
          [](zynemu_thread *thread, void **arguments) {
            if (thread->lane() < 16)
              sumLanes(thread, arguments);
            else
              zynemuBarrier(thread, &barrierSite, 0, 0);
          },
          {{1, 1, 1}, {32, 1, 1}}, nullptr),
      "f.mlir:4:3: error: deadlock: 16 threads of block (0,0,0), starting "
      "with (0,0,0), wait at kernel.shuffle, 16 threads of block (0,0,0), "
      "starting with (16,0,0), wait at kernel.barrier at f.mlir:2:3");
}

/// All threads of the grid wait for each other.
void waitForGrid(zynemu_thread *thread, void **arguments) {
  int64_t *arrived = static_cast<int64_t *>(arguments[0]);
  int64_t all = thread->head.grid_size[0] * thread->head.block_size[0];
  ++*arrived;
  while (*static_cast<volatile int64_t *>(arrived) < all)
    thread->block->scheduler->spin(*thread, &barrierSite);
}

TEST(EmulatorTest, GridBarrierWorksAndManyThreadsFit) {
  int64_t arrived = 0;
  EXPECT_EQ(run(waitForGrid, {{264, 1, 1}, {1024, 1, 1}}, &arrived), "");
  EXPECT_EQ(arrived, 264 * 1024);
}

TEST(EmulatorTest, GridBarrierOfMoreThanFitsRunsIntoTheTimeout) {
  int64_t arrived = 0;
  EXPECT_NE(run(waitForGrid, {{265, 1, 1}, {1024, 1, 1}}, &arrived, {}, 0.1)
                .find("kernel 'k' ran longer than 0.1 s"),
            std::string::npos);
}

TEST(EmulatorTest, LoopIsStopped) {
  EXPECT_EQ(run(
                [](zynemu_thread *thread, void **) {
                  while (true)
                    if ((thread->head.budget -= 3) < 0)
                      zynemuYield(thread, &barrierSite);
                },
                {{1, 1, 1}, {1, 1, 1}}, nullptr, {}, 0.05),
            "f.mlir:2:3: error: kernel 'k' ran longer than 0.05 s: thread "
            "(0,0,0) of block (0,0,0) was here");
}

TEST(EmulatorTest, RefusedLaunches) {
  Function nothing = [](zynemu_thread *, void **) {};
  EXPECT_EQ(run(nothing, {{1, 1, 1}, {2048, 1, 1}}, nullptr),
            "f.mlir:1:1: error: launch of 'k': block of 2048 threads, the "
            "device allows 1024");
  EXPECT_EQ(run(nothing, {{1, 1, 1}, {1, 1, 1}}, nullptr, {}, 0, 300000),
            "f.mlir:1:1: error: launch of 'k': shared memory of 300000 static "
            "and 0 dynamic bytes per block, the device allows 227.0 KiB");
  EXPECT_EQ(run(nothing, {{3, 1, 1}, {1, 1, 1}}, nullptr, {}, 0, 0, 2),
            "f.mlir:1:1: error: launch of 'k': grid dimension x of 3 blocks, "
            "expected a multiple of the cluster's 2");
  EXPECT_EQ(run(nothing, {{0, 1, 1}, {1, 1, 1}}, nullptr), "");
}

} // namespace
