//===- Invocation.h - Ending compiled code early ----------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled code has no way to return an error, and no destructors. A failure in
// a function that it calls is therefore kept in the thread's failure frame, and
// control jumps back to where the compiled code was entered.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_INVOCATION_H
#define ZYN_RUNTIME_INVOCATION_H

#include "Zyn/Runtime/Error.h"

#include <csetjmp>
#include <cstdint>

namespace zyn::runtime {

class Stream;

/// One entry into compiled code, on one thread. `outer` is the frame that was
/// current on this thread before.
struct FailureFrame {
  /// Where its work goes.
  Stream *stream = nullptr;
  /// Marks the memory that this invocation allocates.
  uint64_t invocation = 0;
  FailureFrame *outer = nullptr;
  Error error;
  std::jmp_buf target;
};

/// The calling thread's frame; null outside compiled code.
FailureFrame *currentFrame();

/// Calls `fn(argument)` with `frame` as the thread's current one. Returns when
/// it does, or when it fails; `frame.error` tells.
void enter(FailureFrame &frame, void (*fn)(void *), void *argument);

/// Ends the call that `frame` guards. The caller, and all frames between, must
/// have no destructors to run; `frame.error` is set before.
[[noreturn]] void leave(FailureFrame &frame);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_INVOCATION_H
