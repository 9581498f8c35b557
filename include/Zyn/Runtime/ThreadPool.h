//===- ThreadPool.h - Persistent host threads -------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_THREADPOOL_H
#define ZYN_RUNTIME_THREADPOOL_H

#include "Zyn/Runtime/Error.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace zyn::runtime {

/// Returns the number of threads to use: the environment variable ZYN_THREADS,
/// or else the number of hardware threads that this process may run on. Error:
/// ZYN_THREADS is not a number from 1 to 4096.
Expected<unsigned> threadCountFromEnvironment();

/// Returns whether the environment variable ZYN_PIN_THREADS is 1. Error: it is
/// neither 0 nor 1.
Expected<bool> pinThreadsFromEnvironment();

/// Distributes [0, count) in chunks, each index once, among any number of
/// threads.
class IndexChunks {
public:
  /// Chunks are an eighth of an even share: small enough to balance, large
  /// enough that the counter is not contended. With several `parts`, the range
  /// is divided evenly, and a thread takes all chunks of its own part before
  /// those of others: it works on the same part of all loops of this size,
  /// whose pages are on its NUMA node if it has written to them first
  /// (affinity scheduling: Markatos and LeBlanc, "Using Processor Affinity in
  /// Loop Scheduling on Shared-Memory Multiprocessors", 1994).
  IndexChunks(int64_t count, unsigned threads, unsigned parts = 1);

  /// Takes the next chunk [begin, end); returns false if there is none. `own`
  /// is the part to take first, modulo their number.
  bool next(int64_t &begin, int64_t &end, unsigned own = 0);

  /// Makes `next` return false from now on.
  void cancel();

private:
  /// In a line of the cache of its own.
  struct alignas(64) Part {
    std::atomic<int64_t> position{0};
    int64_t end = 0;

    bool next(int64_t chunk, int64_t &begin, int64_t &end);
  };

  Part &part(unsigned i) { return i == 0 ? first : others[i - 1]; }

  Part first;
  std::unique_ptr<Part[]> others;
  const unsigned parts;
  const int64_t chunk;
};

/// Threads that wait for work: they spin briefly, then sleep.
class ThreadPool {
public:
  /// Creates a pool of `threads` (at least 1), including the caller of `run`.
  /// If they are pinned, each of the others stays on one core that this process
  /// may use, from the second one on, and again from the first one if there are
  /// more threads. The caller is the program's own thread and not pinned: the
  /// first core is left to it.
  explicit ThreadPool(unsigned threads, bool arePinned = false);
  ~ThreadPool();

  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;

  unsigned size() const { return workers.size() + 1; }

  /// Returns the number of the calling thread in its pool, 0 for the caller of
  /// `run`.
  static unsigned currentThread();

  /// Calls `participant(argument)` once on the calling thread and on each of
  /// some others, on no more than `threads` at a time, and returns when all
  /// calls have returned. The caller does not wait for a thread that has not
  /// started by the time its own call returns, so participants must take work
  /// from a shared queue instead of owning a part of it. While another thread
  /// runs on this pool, and within a participant, the caller is the only
  /// participant.
  void run(unsigned threads, void (*participant)(void *), void *argument);

private:
  void work(unsigned number, std::optional<int64_t> core);
  bool join(uint64_t &seen);

  // The gate is one word, so that joining a run is one compare-and-swap: the
  // run's number in the upper half, a closed bit, and the number of workers
  // inside.
  static constexpr uint64_t closed = uint64_t(1) << 31;
  static constexpr uint64_t oneRun = uint64_t(1) << 32;
  static constexpr uint64_t insideMask = closed - 1;

  std::atomic<uint64_t> gate{closed};
  std::atomic<unsigned> maxInside{0};
  std::atomic<unsigned> sleepers{0};
  std::atomic<bool> stopping{false};
  void (*participant)(void *) = nullptr;
  void *argument = nullptr;

  std::mutex runMutex;
  std::mutex sleepMutex;
  std::condition_variable opened, left;
  std::vector<std::thread> workers;
};

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_THREADPOOL_H
