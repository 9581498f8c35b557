//===- SharedMemory.cpp - Host memory that kernels access -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"
#include "HostMemory.h"
#include "Zyn/Runtime/Context.h"

using namespace zyn::runtime;

Expected<void *> Stream::allocateShared(uint64_t invocation, uint64_t bytes) {
  if (owner.backend->usesHostMemory())
    return allocateFor(invocation, bytes);
  owner.hasSharedAllocations.store(true, std::memory_order_release);
  return owner.allocateHost(bytes);
}

Error Stream::free(void *pointer) {
  if (!owner.hasSharedAllocations.load(std::memory_order_acquire) ||
      !owner.backend->hostMemory().isAllocated(pointer))
    return owner.pool->free(pointer, number);
  // Queued kernels may still use it.
  if (Error error = owner.synchronize())
    return error;
  return owner.freeHost(pointer);
}

Error Context::shareHost(void *memory, uint64_t bytes) {
  if (!memory)
    return Error::success();
  if (backend->usesHostMemory()) {
    backend->share(memory, bytes);
    return Error::success();
  }
  if (backend->hostMemory().contains(memory, bytes))
    return Error::success();
  return registerHost(memory, bytes);
}

Error Context::unshareHost(void *memory) {
  if (!memory)
    return Error::success();
  if (backend->usesHostMemory()) {
    backend->unshare(memory);
    return Error::success();
  }
  // Memory allocated by the context stays page-locked until it is freed.
  if (backend->hostMemory().isAllocated(memory))
    return Error::success();
  if (Error error = synchronize())
    return error;
  return unregisterHost(memory);
}
