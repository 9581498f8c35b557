//===- Cluster.h - Clusters of blocks ---------------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_CLUSTER_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_CLUSTER_H

#include "Threads.h"

namespace zyn::emulator {

/// The thread has finished: threads at the cluster barrier no longer wait for
/// it.
void endThreadInCluster(const zynemu_thread &thread);

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_CLUSTER_H
