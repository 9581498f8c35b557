//===- Invocation.cpp - Nonlocal exits from compiled code -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Invocation.h"

using namespace zyn::runtime;

static thread_local FailureFrame *current = nullptr;

FailureFrame *zyn::runtime::currentFrame() { return current; }

void zyn::runtime::enter(FailureFrame &frame, void (*fn)(void *),
                         void *argument) {
  frame.outer = current;
  current = &frame;
  if (setjmp(frame.target) == 0)
    fn(argument);
  // The frame belongs to the caller: unlike a local variable of this function,
  // it is well defined after the jump.
  current = frame.outer;
}

void zyn::runtime::leave(FailureFrame &frame) { std::longjmp(frame.target, 1); }
