//===- Index.cpp - Indices in the cluster ---------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"

using namespace zyn::emulator;

extern "C" int64_t zynemuClusterIndex(zynemu_thread *thread,
                                      const zynemu_site *, int32_t what,
                                      int32_t dimension) {
  const Block &block = *thread->block;
  int64_t size = block.scheduler->kernel.cluster_size[dimension];
  switch (what) {
  case ZYNEMU_CLUSTER_ID:
    return thread->head.block_id[dimension] / size;
  case ZYNEMU_CLUSTER_SIZE:
    return size;
  case ZYNEMU_CLUSTER_GRID_SIZE:
    return thread->head.grid_size[dimension] / size;
  case ZYNEMU_BLOCK_ID_IN_CLUSTER:
    return thread->head.block_id[dimension] % size;
  default:
    return block.rankInCluster;
  }
}
