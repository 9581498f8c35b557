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
