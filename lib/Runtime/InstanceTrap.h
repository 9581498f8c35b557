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

namespace zyn::runtime {

/// Returns the object of an instance, whose address follows its words.
Instance &getInstance(zynrt_instance *instance);

/// Returns the lowest address that compiled code may use of the calling
/// thread's stack.
const void *getStackLimit();

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_INSTANCETRAP_H
