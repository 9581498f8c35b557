//===- Fiber.h - Fibers and their stacks ------------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_FIBER_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_FIBER_H

#include "Zyn/Runtime/Error.h"

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace zyn::emulator {

/// Stacks of one size, allocated from large mappings whose pages are committed
/// when they are first touched. The first few thousand stacks have a guard page
/// that catches overflows. Since the number of mappings of a process is
/// limited, the others have a canary at their end that reveals an overflow
/// afterwards.
class StackPool {
public:
  struct Stack {
    /// Null if there was no memory.
    char *begin = nullptr;
    bool isGuarded = false;
  };

  explicit StackPool(size_t bytes);
  ~StackPool();
  StackPool(const StackPool &) = delete;
  StackPool &operator=(const StackPool &) = delete;

  Stack take();
  void release(Stack stack) { unused.push_back(stack); }

  /// The highest address of `stack`.
  char *top(Stack stack) const { return stack.begin + size; }

  /// The address from which `stack` grows down. It varies within the page,
  /// because otherwise all stacks would compete for a few cache sets.
  char *start(Stack stack) const {
    uintptr_t number = reinterpret_cast<uintptr_t>(stack.begin) / size;
    return top(stack) - number % colors * colorBytes;
  }
  size_t bytes() const { return size; }

  static bool isIntact(Stack stack);

private:
  static constexpr size_t colors = 13, colorBytes = 320;

  bool map();

  size_t size;
  std::vector<Stack> unused;
  std::vector<char *> slabs;
  /// The number of stacks in the last slab that were never taken.
  size_t numFresh = 0;
};

/// A stack that runs one job after another. `Job` runs on the fiber's stack;
/// `suspend`, called within it, returns to the caller of `resume`.
class Fiber {
public:
  using Job = void (*)(void *argument);

  Fiber(StackPool &stacks, StackPool::Stack stack);
  ~Fiber() { stacks.release(stack); }
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;

  /// Runs `job(argument)` until it returns or suspends. Returns true if it
  /// returned; the fiber can then run another job.
  bool start(Job job, void *argument) {
    this->job = job;
    this->argument = argument;
    return resume();
  }

  /// Resumes a suspended job.
  bool resume() {
    boost::context::detail::transfer_t back =
        boost::context::detail::jump_fcontext(fiberContext, this);
    fiberContext = back.fctx;
    if (isAbandoned)
      reset();
    return back.data != nullptr;
  }

  /// Must be called on the fiber.
  void suspend() {
    callerContext =
        boost::context::detail::jump_fcontext(callerContext, nullptr).fctx;
  }

  /// Ends the job. Must be called on the fiber; what is on its stack is
  /// abandoned.
  void end() {
    isAbandoned = true;
    boost::context::detail::jump_fcontext(callerContext, this);
  }

  /// Whether `address` is on the fiber's stack.
  bool contains(const void *address) const {
    auto *byte = static_cast<const char *>(address);
    return byte >= stack.begin && byte < stacks.top(stack);
  }

  bool isIntact() const { return StackPool::isIntact(stack); }

private:
  static void main(boost::context::detail::transfer_t from);
  /// Makes the stack empty.
  void reset();

  StackPool &stacks;
  StackPool::Stack stack;
  boost::context::detail::fcontext_t fiberContext, callerContext = nullptr;
  Job job = nullptr;
  void *argument = nullptr;
  bool isAbandoned = false;
};

/// Idle fibers. The last used one is taken first, since its stack is in the
/// cache.
class FiberPool {
public:
  explicit FiberPool(size_t stackBytes) : stacks(stackBytes) {}

  /// Returns null if out of memory.
  std::unique_ptr<Fiber> take();
  void release(std::unique_ptr<Fiber> fiber) {
    idle.push_back(std::move(fiber));
  }

private:
  StackPool stacks;
  std::vector<std::unique_ptr<Fiber>> idle;
};

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_FIBER_H
