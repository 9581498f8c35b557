//===- InstanceTrap.h - Traps of instances -------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_INSTANCETRAP_H
#define ZYN_LIB_RUNTIME_INSTANCETRAP_H

#include "Zyn/Runtime/InstanceStore.h"
#include "Zyn/Runtime/Invocation.h"

namespace zyn::runtime {

/// An entry into compiled code of instances, which only `InstanceStore::invoke`
/// makes.
struct InstanceFrame : FailureFrame {
  std::optional<InstanceTrap> trap;
};

/// Returns the calling thread's frame while instances run.
inline InstanceFrame &currentInstanceFrame() {
  return static_cast<InstanceFrame &>(*currentFrame());
}

/// A part of the runtime that compiled code calls and that must not be
/// interrupted, since it allocates memory.
class UninterruptibleScope {
public:
  UninterruptibleScope() {
    currentInstanceFrame().isInterruptible.store(false);
  }
  ~UninterruptibleScope() {
    currentInstanceFrame().isInterruptible.store(true);
  }
  UninterruptibleScope(const UninterruptibleScope &) = delete;
  UninterruptibleScope &operator=(const UninterruptibleScope &) = delete;
};

/// Returns the object of an instance, whose address follows its words.
Instance &getInstance(zynrt_instance *instance);

/// Returns the lowest address that compiled code may use of the calling
/// thread's stack.
const void *getStackLimit();

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_INSTANCETRAP_H
