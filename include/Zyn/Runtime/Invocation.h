//===- Invocation.h - Nonlocal exits from compiled code ---------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled code has no way to return an error, and no destructors. A failure in
// a function that it calls is therefore stored in the thread's failure frame,
// and control jumps back to where the compiled code was entered.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_INVOCATION_H
#define ZYN_RUNTIME_INVOCATION_H

#include "Zyn/Runtime/Error.h"

#include <atomic>
#include <csetjmp>
#include <cstdint>
#include <vector>

namespace zyn::runtime {

class Stream;

/// Memory of the caller for a result of compiled code. Null if there is none.
struct ResultMemory {
  void *begin = nullptr;
  uint64_t bytes = 0;
};

/// An entry into compiled code on one thread. `outer` is the thread's previous
/// frame.
struct FailureFrame {
  /// The stream that its work is queued on.
  Stream *stream = nullptr;
  /// Identifies the memory that this invocation allocates.
  uint64_t invocation = 0;
  /// Memory for its results, by their number.
  std::vector<ResultMemory> results;
  FailureFrame *outer = nullptr;
  Error error;
  /// Whether a signal handler may leave the frame: compiled code is running,
  /// and no function that allocates memory.
  std::atomic<bool> isInterruptible{false};
  std::jmp_buf target;
};

/// Returns the calling thread's frame; null outside of compiled code.
FailureFrame *currentFrame();

/// Calls `fn(argument)` with `frame` as the thread's current one. Returns when
/// it returns or fails; `frame.error` tells which.
void enter(FailureFrame &frame, void (*fn)(void *), void *argument);

/// Ends the call that `frame` guards. The caller and all stack frames in
/// between must have no destructors to run; the caller sets `frame.error`
/// first.
[[noreturn]] void leave(FailureFrame &frame);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_INVOCATION_H
