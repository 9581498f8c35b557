//===- Fiber.cpp - Fibers and their stacks --------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fiber.h"

#include <cstdint>
#include <sys/mman.h>

using namespace zyn::emulator;
using boost::context::detail::transfer_t;

static constexpr size_t page = 4096;
static constexpr size_t stacksPerSlab = 256;
/// Each guard page takes two memory mappings, and a process has at most 65530.
static constexpr size_t guardedSlabs = 32;
static constexpr uint64_t canary = 0x5ca1ab1e0ddba11;

StackPool::StackPool(size_t bytes)
    : size((bytes + 3 * page - 1) / page * page) {}

StackPool::~StackPool() {
  for (char *slab : slabs)
    ::munmap(slab, stacksPerSlab * size);
}

bool StackPool::isIntact(Stack stack) {
  return stack.isGuarded ||
         *reinterpret_cast<uint64_t *>(stack.begin) == canary;
}

bool StackPool::map() {
  void *memory = ::mmap(nullptr, stacksPerSlab * size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return false;
  slabs.push_back(static_cast<char *>(memory));
  numFresh = stacksPerSlab;
  return true;
}

StackPool::Stack StackPool::take() {
  if (!unused.empty()) {
    Stack stack = unused.back();
    unused.pop_back();
    return stack;
  }
  if (numFresh == 0 && !map())
    return {};
  Stack stack = {slabs.back() + --numFresh * size,
                 slabs.size() <= guardedSlabs};
  if (stack.isGuarded)
    (void)::mprotect(stack.begin, page, PROT_NONE);
  else
    *reinterpret_cast<uint64_t *>(stack.begin) = canary;
  return stack;
}

Fiber::Fiber(StackPool &stacks, StackPool::Stack stack)
    : stacks(stacks), stack(stack) {
  reset();
}

void Fiber::reset() {
  fiberContext = boost::context::detail::make_fcontext(
      stacks.start(stack), stacks.bytes() - 2 * page, main);
  isAbandoned = false;
}

void Fiber::main(transfer_t from) {
  auto *fiber = static_cast<Fiber *>(from.data);
  while (true) {
    fiber->callerContext = from.fctx;
    fiber->job(fiber->argument);
    from = boost::context::detail::jump_fcontext(fiber->callerContext, fiber);
  }
}

std::unique_ptr<Fiber> FiberPool::take() {
  if (!idle.empty()) {
    std::unique_ptr<Fiber> fiber = std::move(idle.back());
    idle.pop_back();
    return fiber;
  }
  StackPool::Stack stack = stacks.take();
  return stack.begin ? std::make_unique<Fiber>(stacks, stack) : nullptr;
}
