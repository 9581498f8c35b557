//===- Rendezvous.h - Threads that do an op together ---------------*- C++
//-*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_EMULATOR_RENDEZVOUS_H
#define ZYN_LIB_RUNTIME_EMULATOR_RENDEZVOUS_H

#include "Threads.h"

namespace zyn::emulator {

/// Does an op for all lanes at once. `rendezvous.operands[i]` is what lane i of
/// the warp, or thread i of the warpgroup, has deposited.
using Combine = void (*)(Rendezvous &rendezvous);

/// Waits for the lanes of `mask` at the op `site`. Each deposits a pointer to
/// its operands and room for its results, on its own stack; the last to come
/// runs `combine`; then all return. Lanes that the block does not have, in a
/// warp that is not full, are not waited for.
void runWarpCollective(zynemu_thread *thread, const zynemu_site *site,
                       uint32_t mask, void *operand, Combine combine);

/// The same for the four warps of a warpgroup, 128 threads.
void runWarpgroupCollective(zynemu_thread *thread, const zynemu_site *site,
                            void *operand, Combine combine);

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_EMULATOR_RENDEZVOUS_H
