//===- Rendezvous.h - What the lanes of a warp do together ------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_RENDEZVOUS_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_RENDEZVOUS_H

#include "Threads.h"

namespace zyn::emulator {

/// Waits for the lanes of `mask` and executes `collective` with them. Each
/// deposits a pointer to its operands and to room for its results, on its own
/// stack; the last to come runs `collective.combine`; then all return. Lanes
/// that the block does not have, in a warp that is not full, are not waited
/// for.
void runWarpCollective(zynemu_thread *thread, const zynemu_site *site,
                       uint32_t mask, void *operand, Collective collective);

/// The same for the four warps of a warpgroup, 128 threads, which all have to
/// execute the same op.
void runWarpgroupCollective(zynemu_thread *thread, const zynemu_site *site,
                            void *operand, Combine combine);

/// The thread has ended: some collectives wait no longer for it.
void endThreadInWarp(const zynemu_thread &thread);

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_RENDEZVOUS_H
