//===- InstanceTrap.cpp - Traps of instances-------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstanceTrap.h"
#include "Zyn/Support/Escape.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <pthread.h>

using namespace zyn::runtime;

const char *zyn::runtime::toText(zynrt_trap_kind kind) {
  switch (kind) {
  case ZYNRT_TRAP_UNREACHABLE:
    return "unreachable";
  case ZYNRT_TRAP_MEMORY_BOUNDS:
    return "out of bounds memory access";
  case ZYNRT_TRAP_TABLE_BOUNDS:
    return "out of bounds table access";
  case ZYNRT_TRAP_UNDEFINED_ELEMENT:
    return "undefined element";
  case ZYNRT_TRAP_UNINITIALIZED_ELEMENT:
    return "uninitialized element";
  case ZYNRT_TRAP_CALL_TYPE_MISMATCH:
    return "indirect call type mismatch";
  case ZYNRT_TRAP_DIVIDE_BY_ZERO:
    return "integer divide by zero";
  case ZYNRT_TRAP_INTEGER_OVERFLOW:
    return "integer overflow";
  case ZYNRT_TRAP_INVALID_CONVERSION:
    return "invalid conversion to integer";
  case ZYNRT_TRAP_STACK_EXHAUSTED:
    return "call stack exhausted";
  case ZYNRT_TRAP_UNALIGNED_ATOMIC:
    return "unaligned atomic";
  case ZYNRT_TRAP_MEMORY_EXHAUSTED:
    break;
  }
  return "out of device memory";
}

static zyn::SourceLocation getLocation(const InstanceModule &module,
                                       int64_t site) {
  if (site == 0)
    return {module.file};
  auto line = static_cast<uint32_t>(site >> ZYNRT_SITE_LINE_SHIFT);
  auto low = static_cast<uint32_t>(site);
  if (line) {
    uint32_t file = low >> ZYNRT_SITE_FILE_SHIFT;
    return {file ? module.sources[file - 1] : module.file, line,
            low & ((1u << ZYNRT_SITE_FILE_SHIFT) - 1)};
  }
  char offset[16];
  std::snprintf(offset, sizeof(offset), ":0x%" PRIx32, low);
  return {module.file + offset};
}

zyn::Diagnostic zyn::runtime::describe(const InstanceTrap &trap,
                                       const InstanceModule &module) {
  return {Severity::Error,
          getLocation(module, trap.site),
          "trap in function '" + escape(module.functions[trap.function].name) +
              "': " + toText(trap.kind),
          {}};
}

void zynrtInstanceTrap(zynrt_instance *instance, int32_t kind, int32_t function,
                       int64_t site) {
  InstanceFrame &frame = currentInstanceFrame();
  {
    UninterruptibleScope scope;
    frame.trap = {static_cast<zynrt_trap_kind>(kind),
                  static_cast<uint32_t>(function), site};
    frame.error = Error(
        zyn::runtime::describe(*frame.trap, getInstance(instance).module()));
  }
  leave(frame);
}

const void *zyn::runtime::getStackLimit() {
  // For functions of the host and of the runtime, and for frames of functions
  // that do not call others.
  constexpr uintptr_t headroom = 512 << 10;
  // A limit of its own, so that it does not depend on `ulimit -s` alone.
  constexpr uintptr_t largest = 64 << 20;
  static thread_local const uintptr_t lowest = [] {
    void *begin = nullptr;
    size_t size = 0;
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
      pthread_attr_getstack(&attributes, &begin, &size);
      pthread_attr_destroy(&attributes);
    }
    return reinterpret_cast<uintptr_t>(begin);
  }();
  auto current = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  return reinterpret_cast<const void *>(
      std::max(lowest + headroom, current - largest));
}
