//===- GPUTarget.cpp - Descriptions of GPUs for schedules -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Schedule/GPUTarget.h"

using namespace zyn::schedule;

// Sources: the CUDA C++ Programming Guide, "Compute Capabilities" (shared
// memory), "Thread Block Clusters" and "Arithmetic Instructions" (CUDA cores);
// NVIDIA's whitepapers and data sheets of the devices (multiprocessors, memory
// and tensor cores, whose rates are divided by the boost clock); for the H200,
// measurements (memory: 4.3 TB/s at 1.75 GHz; matmuls of few rows on half of
// the multiprocessors; warps reach 5/8 of the rate of warpgroups). The rates of
// L2 are those of DeepGEMM's model: 64 bytes per cycle and multiprocessor, and
// 8e6 / 1.3e3 bytes per cycle for the device
// (csrc/jit_kernels/heuristics/sm90.hpp); those of other devices are in
// proportion to their multiprocessors, and half of that for devices with GDDR
// memory. Only the H200 has been measured.
static constexpr GPUTarget targets[] = {
    // clang-format off
    // capability, multiprocessors, shared memory, memory, L2, memory and L2 of
    // one multiprocessor, warpgroups, warps, f64, CUDA cores, f64, 8-bit floats,
    // blocks of a cluster
    {70,  80,  96 << 10,  590, 3700, 17, 64,    0,  512,   0,  64, 32, false, 1}, // V100
    {75,  40,  64 << 10,  200,  930, 12, 64,    0,  512,   0,  64,  2, false, 1}, // T4
    {80, 108, 163 << 10, 1100, 5000, 24, 64,    0, 1024,  64,  64, 32, false, 1}, // A100
    {86,  82,  99 << 10,  550, 1900, 15, 64,    0,  256,   2, 128,  2, false, 1}, // RTX 3090
    {87,  16, 163 << 10,  157,  370, 15, 64,    0,  512,   2, 128,  2, false, 1}, // Jetson AGX Orin
    {88,  16,  99 << 10,  157,  370, 15, 64,    0,  256,   2, 128,  2, false, 1}, // no data: the limits of sm_86
    {89, 128,  99 << 10,  400, 3000, 12, 64,    0,  256,   2, 128,  2,  true, 1}, // RTX 4090
    {90, 132, 227 << 10, 2450, 6150, 34, 64, 2048, 1280, 128, 128, 64, false, 8}, // H200
    {100, 148, 227 << 10, 4300, 6900, 34, 64,   0, 1024,  64, 128, 64, false, 8}, // B200
    {110,  20, 227 << 10,  174,  930, 12, 64,   0, 1024,   2, 128,  2, false, 8}, // Jetson AGX Thor
    {120, 170,  99 << 10,  745, 4000, 12, 64,   0,  256,   2, 128,  2,  true, 8}, // RTX 5090
    {121,  48,  99 << 10,  113, 1100, 12, 64,   0,  256,   2, 128,  2,  true, 8}, // GB10
    // clang-format on
};

const GPUTarget &zyn::schedule::getGPUTarget(llvm::StringRef chip) {
  int capability = 0;
  chip.consume_front("sm_");
  chip.consumeInteger(10, capability);
  const GPUTarget *best = targets;
  for (const GPUTarget &target : targets)
    if (target.capability <= capability)
      best = &target;
  return *best;
}
