//===- Access.cpp - Memory accesses of compiled kernels -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"

#include <cstring>

using namespace zyn::emulator;

/// Invalid accesses go to scratch memory instead: reads return zero.
static constexpr int64_t scratchBytes = 64 << 10;

static void *scratch() {
  alignas(256) static char memory[scratchBytes];
  std::memset(memory, 0, 256);
  return memory;
}

static Access describe(const zynemu_thread &thread, const zynemu_site *site,
                       const void *address, int64_t bytes, int32_t kind) {
  Access access;
  access.thread = thread.block->scheduler->idOf(thread);
  access.address = reinterpret_cast<uint64_t>(address);
  access.bytes = bytes;
  access.kind = kind == ZYNEMU_LOAD    ? AccessKind::Load
                : kind == ZYNEMU_STORE ? AccessKind::Store
                                       : AccessKind::AtomicUpdate;
  access.site = site;
  return access;
}

extern "C" void *zynemuAccess(zynemu_thread *thread, const zynemu_site *site,
                              void *address, int64_t bytes, int64_t alignment,
                              int32_t kind) {
  Scheduler &scheduler = *thread->block->scheduler;
  Checker *checker = scheduler.checker();
  // A thread's local memory is on its stack.
  if (!checker || thread->fiber->contains(address))
    return address;
  Access access = describe(*thread, site, address, bytes, kind);
  return checker->access(access, alignment) ? address : scratch();
}

extern "C" void *zynemuOutOfBounds(zynemu_thread *thread,
                                   const zynemu_site *site, int64_t bytes,
                                   int32_t kind, int64_t dimension,
                                   int64_t index, int64_t size) {
  if (Checker *checker = thread->block->scheduler->checker())
    checker->reportIndex(describe(*thread, site, nullptr, bytes, kind),
                         dimension, index, size);
  return scratch();
}

extern "C" void zynemuYield(zynemu_thread *thread, const zynemu_site *site) {
  thread->block->scheduler->preempt(*thread, site);
}

extern "C" void zynemuExit(zynemu_thread *thread, const zynemu_site *site) {
  thread->site = site;
}

extern "C" void zynemuEnd(zynemu_thread *thread, const zynemu_site *site) {
  thread->site = site;
  thread->fiber->end();
}

extern "C" void zynemuFail(zynemu_thread *thread, const zynemu_site *site,
                           const char *message) {
  thread->block->scheduler->fail(*thread, misuseError(*thread, site, message));
}
