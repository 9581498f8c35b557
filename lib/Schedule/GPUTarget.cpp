//===- GPUTarget.cpp - Descriptions of GPUs for schedules -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Schedule/GPUTarget.h"
#include "llvm/ADT/STLExtras.h"

using namespace zyn::schedule;

// Sources: the CUDA C++ Programming Guide, "Compute Capabilities" (shared
// memory); the whitepapers of the A100, the RTX 4090 and the H100 (sizes, and
// rates divided by the boost clock); measurements of an H200 (memory: 4.3 TB/s
// at 1.75 GHz; matmuls of few rows on half of the multiprocessors). The rates
// of L2 are those of DeepGEMM's model: 64 bytes per cycle and multiprocessor,
// and 8e6 / 1.3e3 bytes per cycle for the device
// (csrc/jit_kernels/heuristics/sm90.hpp).
static constexpr GPUTarget targets[] = {
    // clang-format off
    // capability, multiprocessors, shared memory, memory, L2, memory and L2 of
    // one multiprocessor, tensor cores
    {80, 108, 163 << 10, 1370, 5120, 34, 64, 1024}, // A100
    {86,  84,  99 << 10,  530, 2600, 34, 64,  512}, // RTX 3090
    {89, 128,  99 << 10,  400, 3300, 34, 64,  512}, // RTX 4090
    {90, 132, 227 << 10, 2450, 6150, 34, 64, 2048}, // H200
    // clang-format on
};

const GPUTarget &zyn::schedule::getGPUTarget(llvm::StringRef chip) {
  int capability = 0;
  chip.consume_front("sm_");
  chip.consumeInteger(10, capability);
  const GPUTarget *result = &targets[0];
  for (const GPUTarget &target : targets)
    if (target.capability <= capability)
      result = &target;
  return *result;
}

bool zyn::schedule::hasWarpgroupMatmuls(llvm::StringRef chip) {
  return chip == "sm_90a";
}
