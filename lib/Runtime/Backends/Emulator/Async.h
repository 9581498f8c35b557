//===- Async.h - Functions shared by asynchronous ops -----------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_ASYNC_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_ASYNC_H

#include "Scheduler.h"

#include <string>

namespace zyn::emulator {

/// Ends the launch: "LOCATION: error: OP: TEXT: thread ...".
[[noreturn]] void failAt(zynemu_thread *thread, const zynemu_site *site,
                         const std::string &text);

/// Returns the block of the thread's cluster whose shared memory contains
/// `address`; null if there is none.
Block *ownerOf(const zynemu_thread &thread, const void *address);

/// Returns the address at the same offset in another block's shared memory.
char *addressInBlock(const void *address, const Block &from, const Block &to);

/// "shared+0x40".
std::string sharedText(const Block &block, const void *address);

/// Returns the mbarrier at `address` and notifies the checker of the use. Ends
/// the launch if no mbarrier has been initialized there.
MBarrier &useBarrier(zynemu_thread *thread, const zynemu_site *site,
                     const void *address);

/// Completes `bytes` of a copy; a negative number announces bytes.
void completeBytes(zynemu_thread *thread, const zynemu_site *site,
                   MBarrier &barrier, int64_t bytes);

/// Performs `count` arrivals.
void arriveAt(zynemu_thread *thread, const zynemu_site *site, MBarrier &barrier,
              int64_t count);

/// Joins all groups except the last `groups`.
void waitForGroups(zynemu_thread *thread, CopyGroups &copies, int32_t groups);

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_ASYNC_H
