//===- Scheduler.cpp - Runs the threads of a launch -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "Cluster.h"
#include "Rendezvous.h"
#include "Synchronization.h"

#include <algorithm>
#include <cstring>

using namespace zyn::emulator;
using zyn::runtime::Error;

/// The number of steps in a thread's time slice, when threads run in order.
static constexpr int64_t sliceSteps = 16384;
/// The maximum, as a power of two, when threads run in random order. Most
/// slices are much shorter, so that many interleavings occur.
static constexpr int randomSliceBits = 8;

/// If a thread takes this many slices while no block starts or ends, it may be
/// polling in a loop for a block that has not started.
static constexpr uint64_t slicesBeforeStart = 64;

/// The stack size of a kernel in addition to the memory that it declares.
static constexpr size_t stackBytes = 48 << 10;

/// The initial contents of shared memory: programs must not rely on zeros.
static constexpr int uninitializedByte = 0xa5;
static constexpr size_t sharedAlignment = zyn::limits::swizzlePeriod;

static int64_t sharedBytes(const zynemu_kernel &kernel,
                           const zyn::runtime::LaunchShape &shape) {
  return kernel.static_shared_bytes + shape.dynamicSharedBytes;
}

static int64_t volume(const int64_t (&sizes)[3]) {
  return sizes[0] * sizes[1] * sizes[2];
}

static Index3 toIndex(const int64_t (&sizes)[3]) {
  return {uint32_t(sizes[0]), uint32_t(sizes[1]), uint32_t(sizes[2])};
}

Scheduler::Scheduler(const zynemu_kernel &kernel,
                     const runtime::LaunchShape &shape, void **arguments,
                     const runtime::Device &device, const Options &options)
    : kernel(kernel), shape(shape), arguments(arguments), options(options),
      begin(std::chrono::steady_clock::now()),
      fibers(stackBytes + options.stackBytes + kernel.local_bytes),
      random(options.emulator.seed),
      ready(options.emulator.seed ? &random : nullptr),
      threadsPerBlock(volume(shape.block)),
      clusterBlocks(volume(kernel.cluster_size)),
      numClusters(volume(shape.grid) / clusterBlocks) {
  int64_t warps = (threadsPerBlock + warpSize - 1) / warpSize;
  int64_t blocks = std::min<int64_t>(
      {limits::maxBlocksPerMultiprocessor,
       limits::maxThreadsPerMultiprocessor / (warps * warpSize),
       limits::sharedBytesPerMultiprocessor /
           (sharedBytes(kernel, shape) + limits::reservedSharedBytesPerBlock)});
  maxClusters = std::max<int64_t>(
      device.multiprocessors * std::max<int64_t>(blocks, 1) / clusterBlocks, 1);
  if (options.emulator.check) {
    checks = std::make_unique<Checker>(Grid(toIndex(shape.grid),
                                            toIndex(shape.block),
                                            toIndex(kernel.cluster_size)));
    addConstants();
  }
}

Scheduler::~Scheduler() = default;

Error Scheduler::run(std::vector<zyn::Diagnostic> &warnings) {
  while (!failed) {
    while (options.emulator.seed && startCluster())
      continue;
    if (!ready.empty()) {
      zynemu_thread &thread = *ready.pop();
      // A loop around a barrier never uses up a slice.
      if (++turns % 1024 == 0 && isTimeUp())
        setFailure(timeoutError(thread));
      else
        resume(thread);
    } else if (startCluster()) {
      continue;
    } else if (!spinning.empty()) {
      if (isTimeUp()) {
        setFailure(timeoutError(*spinning.front()));
        break;
      }
      for (zynemu_thread *thread : spinning) {
        thread->state = ThreadState::Ready;
        ready.push(thread);
      }
      spinning.clear();
    } else if (liveThreads == 0) {
      break;
    } else {
      setFailure(describeDeadlock(*this));
    }
  }
  if (checks)
    takeFindings(warnings);
  return std::move(failure);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

std::unique_ptr<Block> Scheduler::createBlock() {
  auto block = std::make_unique<Block>();
  block->scheduler = this;
  block->numThreads = threadsPerBlock;
  block->threads.reset(new zynemu_thread[threadsPerBlock]());
  size_t bytes = sharedBytes(kernel, shape);
  bytes = (bytes + sharedAlignment) / sharedAlignment * sharedAlignment;
  block->shared.reset(
      static_cast<char *>(std::aligned_alloc(sharedAlignment, bytes)));
  for (unsigned i = 0; i < threadsPerBlock; ++i) {
    zynemu_thread &thread = block->threads[i];
    thread.block = block.get();
    thread.head.shared = block->shared.get();
    thread.head.dynamic_shared =
        block->shared.get() + kernel.static_shared_bytes;
    thread.head.linear_id = i;
    thread.head.thread_id[0] = i % shape.block[0];
    thread.head.thread_id[1] = i / shape.block[0] % shape.block[1];
    thread.head.thread_id[2] = i / shape.block[0] / shape.block[1];
    std::copy_n(shape.block, 3, thread.head.block_size);
    std::copy_n(shape.grid, 3, thread.head.grid_size);
  }
  return block;
}

void Scheduler::startBlock(Block &block, int64_t rank) {
  const int64_t (&size)[3] = kernel.cluster_size;
  const int64_t inCluster[3] = {rank % size[0], rank / size[0] % size[1],
                                rank / size[0] / size[1]};
  for (int i = 0; i < 3; ++i)
    block.id[i] = block.cluster->id[i] * size[i] + inCluster[i];
  block.rankInCluster = rank;
  block.number =
      (block.id[2] * shape.grid[1] + block.id[1]) * shape.grid[0] + block.id[0];
  block.finished = 0;
  block.warpgroups.clear();
  block.async = AsyncState();
  std::memset(block.shared.get(), uninitializedByte,
              sharedBytes(kernel, shape));
  for (unsigned i = 0; i < threadsPerBlock; ++i) {
    zynemu_thread &thread = block.threads[i];
    std::copy_n(block.id, 3, thread.head.block_id);
    thread.state = ThreadState::Ready;
    thread.site = kernel.site;
    thread.clusterPhase = 0;
    ready.push(&thread);
  }
  liveThreads += threadsPerBlock;
  if (checks)
    addSharedMemory(block);
}

bool Scheduler::startCluster() {
  if (nextCluster == numClusters ||
      static_cast<int64_t>(resident.size()) == maxClusters)
    return false;
  if (unusedClusters.empty()) {
    auto cluster = std::make_unique<Cluster>();
    for (int64_t i = 0; i < clusterBlocks; ++i) {
      cluster->blocks.push_back(createBlock());
      cluster->blocks.back()->cluster = cluster.get();
    }
    unusedClusters.push_back(std::move(cluster));
  }
  Cluster &cluster = *unusedClusters.back();
  resident.push_back(std::move(unusedClusters.back()));
  unusedClusters.pop_back();
  int64_t number = nextCluster++;
  for (int i = 0; i < 3; ++i) {
    int64_t clusters = shape.grid[i] / kernel.cluster_size[i];
    cluster.id[i] = number % clusters;
    number /= clusters;
  }
  cluster.running = clusterBlocks;
  cluster.barrier = ClusterBarrier();
  for (int64_t rank = 0; rank < clusterBlocks; ++rank)
    startBlock(*cluster.blocks[rank], rank);
  preemptions = 0;
  return true;
}

void Scheduler::endCluster(Cluster &cluster) {
  auto found = std::find_if(
      resident.begin(), resident.end(),
      [&](const auto &candidate) { return candidate.get() == &cluster; });
  if (checks)
    for (const auto &block : cluster.blocks)
      removeSharedMemory(*block);
  unusedClusters.push_back(std::move(*found));
  resident.erase(found);
  preemptions = 0;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

namespace {
struct ThreadStart {
  zynemu_thread *thread;
  void **arguments;
};
} // namespace

static void runThread(void *argument) {
  auto start = *static_cast<ThreadStart *>(argument);
  start.thread->block->scheduler->kernel.function(start.thread,
                                                  start.arguments);
}

uint64_t Scheduler::clock(const zynemu_thread &thread) const {
  return stepsTaken + slice - thread.head.budget;
}

void Scheduler::resume(zynemu_thread &thread) {
  slice = sliceSteps;
  if (options.emulator.seed)
    slice = 1 + random.below(int64_t(1) << random.below(randomSliceBits + 1));
  thread.head.budget = slice;
  bool hasEnded;
  if (thread.fiber) {
    hasEnded = thread.fiber->resume();
  } else {
    thread.fiber = fibers.take();
    if (!thread.fiber)
      return setFailure(
          Error::format("emulate: out of memory for the stacks of %lld threads",
                        static_cast<long long>(liveThreads)));
    ThreadStart start = {&thread, arguments};
    hasEnded = thread.fiber->start(runThread, &start);
  }
  stepsTaken += slice - thread.head.budget;
  if (!thread.fiber->isIntact())
    return setFailure(Error::at(kernel.site->location,
                                std::string("kernel '") + kernel.name +
                                    "' needs more stack than it declares"));
  if (failed)
    return;
  if (hasEnded)
    return finish(thread);
  if (thread.state == ThreadState::Ready)
    ready.push(&thread);
  else if (thread.state == ThreadState::Spinning)
    spinning.push_back(&thread);
}

void Scheduler::finish(zynemu_thread &thread) {
  thread.state = ThreadState::Finished;
  fibers.release(std::move(thread.fiber));
  --liveThreads;
  Block &block = *thread.block;
  ++block.finished;
  endThreadInWarp(thread);
  endThreadInCluster(thread);
  if (block.finished == block.numThreads) {
    if (--block.cluster->running == 0)
      endCluster(*block.cluster);
    return;
  }
  if (Error error = checkBarriers(block))
    setFailure(std::move(error));
}

void Scheduler::wait(zynemu_thread &thread, const zynemu_site *site) {
  thread.site = site;
  thread.state = ThreadState::Waiting;
  thread.fiber->suspend();
}

void Scheduler::wake(zynemu_thread &thread) {
  thread.state = ThreadState::Ready;
  ready.push(&thread);
}

void Scheduler::spin(zynemu_thread &thread, const zynemu_site *site) {
  thread.site = site;
  thread.state = ThreadState::Spinning;
  thread.fiber->suspend();
}

void Scheduler::preempt(zynemu_thread &thread, const zynemu_site *site) {
  thread.site = site;
  if (isTimeUp())
    fail(thread, timeoutError(thread));
  if (++preemptions > slicesBeforeStart * (ready.size() + 1))
    startCluster();
  thread.fiber->suspend();
}

void Scheduler::setFailure(Error error) {
  if (!failed)
    failure = std::move(error);
  failed = true;
}

void Scheduler::fail(zynemu_thread &thread, Error error) {
  setFailure(std::move(error));
  thread.fiber->suspend();
  __builtin_unreachable(); // No thread is resumed after a failure.
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

bool Scheduler::isTimeUp() {
  // Getting the time takes longer than a short slice.
  if (options.timeout == 0 || ++timeChecks % 16 != 0)
    return false;
  std::chrono::duration<double> passed =
      std::chrono::steady_clock::now() - begin;
  return passed.count() > options.timeout;
}

Error Scheduler::timeoutError(const zynemu_thread &thread) {
  Error error = Error::format("kernel '%s' ran longer than %g s: %s was here",
                              kernel.name, options.timeout,
                              describeThread(thread).c_str());
  return Error::at(thread.site->location, error.message());
}
