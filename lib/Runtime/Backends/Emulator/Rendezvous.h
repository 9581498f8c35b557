//===- Rendezvous.h - Collectives of a warp or warpgroup --------*- C++ -*-===//
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

/// Waits for the lanes of `mask` and executes `collective` with them. Each lane
/// deposits a pointer to its operands and space for its results, on its own
/// stack; the last one to arrive runs `collective.combine`; then all return.
/// Lanes that do not exist because the last warp is not full are not waited
/// for.
void runWarpCollective(zynemu_thread *thread, const zynemu_site *site,
                       uint32_t mask, void *operand, Collective collective);

/// The same for the 128 threads of a warpgroup, which must all execute the same
/// op.
void runWarpgroupCollective(zynemu_thread *thread, const zynemu_site *site,
                            void *operand, Combine combine);

/// The thread has finished: some collectives no longer wait for it.
void endThreadInWarp(const zynemu_thread &thread);

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_RENDEZVOUS_H
