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
// memory); the whitepaper of the H100 (multiprocessors and tensor cores, whose
// rate is divided by the boost clock); measurements of an H200 (memory: 4.3
// TB/s at 1.75 GHz; matmuls of few rows on half of the multiprocessors). The
// rates of L2 are those of DeepGEMM's model: 64 bytes per cycle and
// multiprocessor, and 8e6 / 1.3e3 bytes per cycle for the device
// (csrc/jit_kernels/heuristics/sm90.hpp).
static constexpr GPUTarget targets[] = {
    // clang-format off
    // chip, multiprocessors, shared memory, memory, L2, memory and L2 of one
    // multiprocessor, tensor cores
    {"sm_90a", 132, 227 << 10, 2450, 6150, 34, 64, 2048}, // H200
    // clang-format on
};

const GPUTarget *zyn::schedule::getGPUTarget(llvm::StringRef chip) {
  const auto *found = llvm::find_if(
      targets, [&](const GPUTarget &target) { return target.chip == chip; });
  return found == std::end(targets) ? nullptr : found;
}
