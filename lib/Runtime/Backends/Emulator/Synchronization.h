//===- Synchronization.h - Barriers of a block ------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_SYNCHRONIZATION_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_SYNCHRONIZATION_H

#include "Threads.h"

namespace zyn::emulator {

/// Checks that all threads can still reach the barriers of the whole block:
/// returns an error if threads wait at one and all others have finished.
runtime::Error checkBarriers(const Block &block);

/// "3 threads of block (0,0,0), starting with (0,0,0), wait".
std::string describeWaiting(const std::vector<zynemu_thread *> &threads);

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_SYNCHRONIZATION_H
