//===- ContextHostMemory.cpp - Host memory that belongs to a context ------===//
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

Expected<void *> Context::allocateHost(uint64_t bytes) {
  ActiveBackend active(*backend);
  return backend->hostMemory().allocate(bytes);
}

Error Context::freeHost(void *memory) {
  ActiveBackend active(*backend);
  return backend->hostMemory().free(memory);
}

Error Context::registerHost(void *memory, uint64_t bytes) {
  ActiveBackend active(*backend);
  return backend->hostMemory().add(memory, bytes);
}

Error Context::unregisterHost(void *memory) {
  ActiveBackend active(*backend);
  return backend->hostMemory().remove(memory);
}

Expected<void *> Context::allocateShared(uint64_t invocation, uint64_t bytes) {
  return cuda ? allocateHost(bytes) : allocateFor(invocation, bytes);
}

Error Context::shareHost(void *memory, uint64_t bytes) {
  if (target.kind == DeviceKind::Emulator && memory)
    sharedWithEmulator.emplace(memory, bytes);
  if (!cuda || !memory || backend->hostMemory().contains(memory, bytes))
    return Error::success();
  return registerHost(memory, bytes);
}

Error Context::unshareHost(void *memory) {
  sharedWithEmulator.erase(memory);
  // What the context allocated stays page-locked until it is freed.
  if (!cuda || !memory || backend->hostMemory().isAllocated(memory))
    return Error::success();
  if (Error error = synchronize())
    return error;
  return unregisterHost(memory);
}
