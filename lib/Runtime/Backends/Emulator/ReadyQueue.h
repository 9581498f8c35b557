//===- ReadyQueue.h - Threads that can run ----------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_READYQUEUE_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_READYQUEUE_H

#include "Threads.h"

#include <deque>

namespace zyn::emulator {

/// A random number generator (xorshift64*, Vigna 2016).
class Random {
public:
  explicit Random(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15 | 1) {}

  uint64_t next() {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1d;
  }

  /// Returns a number from 0 to `count` - 1.
  uint64_t below(uint64_t count) { return (next() >> 32) * count >> 32; }

private:
  uint64_t state;
};

/// The threads that can run: first in, first out, or in random order.
class ReadyQueue {
public:
  /// If `random` is null, the order is first in, first out.
  explicit ReadyQueue(Random *random) : random(random) {}

  bool empty() const { return threads.empty(); }
  size_t size() const { return threads.size(); }
  void push(zynemu_thread *thread) { threads.push_back(thread); }

  zynemu_thread *pop() {
    if (random)
      std::swap(threads.front(), threads[random->below(threads.size())]);
    zynemu_thread *thread = threads.front();
    threads.pop_front();
    return thread;
  }

private:
  Random *random;
  std::deque<zynemu_thread *> threads;
};

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_READYQUEUE_H
