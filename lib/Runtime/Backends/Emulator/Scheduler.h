//===- Scheduler.h - Runs the threads of a launch ---------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_SCHEDULER_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_SCHEDULER_H

#include "Checker.h"
#include "ReadyQueue.h"
#include "Threads.h"
#include "Zyn/Runtime/Emulator.h"
#include "Zyn/Runtime/Launch.h"

#include <chrono>

namespace zyn::emulator {

/// Runs one launch. Threads are fibers of the host thread that calls `run`.
/// Blocks start in order; as many are resident at a time as the device can
/// hold. With a seed, blocks start as soon as there is room and run
/// interleaved. Without one, a block only starts when all threads of the blocks
/// before it have finished, wait, or spin: most grids then only need the fibers
/// of one block, and grid-wide barriers still work.
class Scheduler {
public:
  struct Options {
    runtime::EmulatorOptions emulator;
    /// Time limit of the launch in seconds; 0 means no limit.
    double timeout = 0;
    /// The stack size of a thread beyond what kernels need without recursion.
    uint64_t stackBytes = 0;
  };

  Scheduler(const zynemu_kernel &kernel, const runtime::LaunchShape &shape,
            void **arguments, const runtime::Device &device,
            const Options &options);
  ~Scheduler();

  /// Runs all threads to completion. Errors, one per line: findings, and the
  /// error that ended the launch early, such as a deadlock. Appends findings
  /// that are warnings to `warnings`.
  runtime::Error run(std::vector<Diagnostic> &warnings);

  /// Adds device memory that the kernel may access.
  void addGlobalMemory(const void *begin, uint64_t bytes);

  /// The number of steps of all threads; `thread` is the running one.
  uint64_t clock(const zynemu_thread &thread) const;

  /// The number of steps that all threads have taken.
  uint64_t steps() const { return stepsTaken; }

  //===--------------------------------------------------------------------===//
  // For ops, called on the fiber of `thread`. They must not be called while
  // local variables with nontrivial destructors are live, since a launch that
  // ends early abandons its fibers.
  //===--------------------------------------------------------------------===//

  /// Returns after another thread has called `wake`.
  void wait(zynemu_thread &thread, const zynemu_site *site);

  /// Lets other threads run first: for a thread that polls, for example a flag.
  void spin(zynemu_thread &thread, const zynemu_site *site);

  /// Called when the thread's time slice is used up.
  void preempt(zynemu_thread &thread, const zynemu_site *site);

  /// Ends the launch with `error` and never returns.
  [[noreturn]] void fail(zynemu_thread &thread, runtime::Error error);

  //===--------------------------------------------------------------------===//
  // For ops, called anywhere
  //===--------------------------------------------------------------------===//

  /// Makes a waiting thread ready to run.
  void wake(zynemu_thread &thread);

  /// Ends the launch with `error` after the current thread's slice; only the
  /// first error is kept.
  void setFailure(runtime::Error error);

  /// Null if nothing is checked.
  Checker *checker() { return checks.get(); }
  /// Returns the checker's id of a thread.
  ThreadId idOf(const zynemu_thread &thread) const {
    return thread.block->number * threadsPerBlock + thread.head.linear_id;
  }

  const zynemu_kernel &kernel;
  const runtime::LaunchShape shape;

  /// Clusters whose blocks are resident on the device.
  const std::vector<std::unique_ptr<Cluster>> &residentClusters() const {
    return resident;
  }
  /// The maximum number of resident blocks, and the number of blocks that have
  /// not started.
  int64_t capacity() const { return maxClusters * clusterBlocks; }
  int64_t blocksToStart() const {
    return (numClusters - nextCluster) * clusterBlocks;
  }

private:
  bool startCluster();
  void startBlock(Block &block, int64_t number);
  void endCluster(Cluster &cluster);
  void addSharedMemory(const Block &block);
  void removeSharedMemory(const Block &block);
  void addConstants();
  void takeFindings(std::vector<Diagnostic> &warnings);
  std::unique_ptr<Block> createBlock();
  void resume(zynemu_thread &thread);
  void finish(zynemu_thread &thread);
  bool isTimeUp();
  runtime::Error timeoutError(const zynemu_thread &thread);

  void **const arguments;
  const Options options;
  const std::chrono::steady_clock::time_point begin;
  FiberPool fibers;
  Random random;
  ReadyQueue ready;
  std::vector<zynemu_thread *> spinning;
  std::vector<std::unique_ptr<Cluster>> resident;
  std::vector<std::unique_ptr<Cluster>> unusedClusters;
  unsigned threadsPerBlock;
  int64_t clusterBlocks, numClusters, maxClusters, nextCluster = 0;
  int64_t liveThreads = 0;
  /// The number of steps before the running thread's slice, and its slice.
  uint64_t stepsTaken = 0;
  int64_t slice = 0;
  /// Slices used up since a block last started or ended.
  uint64_t preemptions = 0;
  uint64_t turns = 0, timeChecks = 0;
  std::unique_ptr<Checker> checks;
  runtime::Error failure;
  bool failed = false;
};

/// Returns the error for a launch in which no thread can run.
runtime::Error describeDeadlock(const Scheduler &scheduler);

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_SCHEDULER_H
