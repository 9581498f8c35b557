//===- GPULimits.h - Limits of NVIDIA GPUs ----------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Limits fixed by the hardware and its instruction set, for verifiers,
// schedules, the runtime and the emulator. Sizes are in bytes unless noted
// otherwise. Properties that are queried at run time, such as the number of
// multiprocessors, are in `zyn::runtime::Device`.
//
// Sources: [CC] the CUDA C++ Programming Guide, "Compute Capabilities", and
// [PTX] the PTX ISA 8.7, by the name of the section.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_SUPPORT_GPULIMITS_H
#define ZYN_SUPPORT_GPULIMITS_H

#include <cstdint>

namespace zyn::limits {

//===----------------------------------------------------------------------===//
// Threads and blocks: [CC], "Technical Specifications"
//===----------------------------------------------------------------------===//

inline constexpr int maxThreadsPerBlock = 1024;
inline constexpr int maxBlockSize[3] = {1024, 1024, 64};
inline constexpr int maxGridSize[3] = {2147483647, 65535, 65535};

/// Number of lanes in a warp.
inline constexpr int warpSize = 32;
/// [PTX] "Warpgroup".
inline constexpr int warpsPerWarpgroup = 4;
inline constexpr int warpgroupSize = warpsPerWarpgroup * warpSize;

/// [CC] "Thread Block Clusters": the cluster size that every device with
/// clusters supports.
inline constexpr int maxClusterBlocks = 8;

/// What can be resident on a multiprocessor of compute capability 8.0 or 9.0.
inline constexpr int maxThreadsPerMultiprocessor = 2048;
inline constexpr int maxBlocksPerMultiprocessor = 32;

//===----------------------------------------------------------------------===//
// Registers, of 32 bits: [CC], "Technical Specifications"
//===----------------------------------------------------------------------===//

inline constexpr int registersPerMultiprocessor = 65536;
inline constexpr int registersPerBlock = 65536;
inline constexpr int maxRegistersPerThread = 255;
/// The minimum that ptxas accepts for `.maxnreg`.
inline constexpr int minRegistersPerThread = 16;

/// [PTX] "setmaxnreg".
inline constexpr int minSetRegisters = 24, maxSetRegisters = 256,
                     setRegistersStep = 8;

//===----------------------------------------------------------------------===//
// Memory: [CC], "Technical Specifications"
//===----------------------------------------------------------------------===//

/// The shared memory of a block that does not opt in to more, including static
/// shared memory.
inline constexpr int sharedBytesWithoutOptIn = 48 << 10;
/// Compute capability 9.0: per multiprocessor, per block that opts in, and what
/// the system reserves in each block.
inline constexpr int sharedBytesPerMultiprocessor = 228 << 10;
inline constexpr int sharedBytesPerBlock = 227 << 10;
inline constexpr int reservedSharedBytesPerBlock = 1 << 10;

inline constexpr int constantBytes = 64 << 10;
inline constexpr int localBytesPerThread = 512 << 10;

/// [PTX] "Kernel Function Parameters": the limit before PTX 8.1.
inline constexpr int maxKernelArgumentBytes = 4352;

/// [CC] "Shared Memory" and "Global Memory": the units in which accesses are
/// served.
inline constexpr int sharedBanks = 32, sharedBankBytes = 4;
inline constexpr int globalSectorBytes = 32;

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// [PTX] "bar, barrier".
inline constexpr int numBarriers = 16;

/// [PTX] "Size and alignment of mbarrier object" and "Contents of the mbarrier
/// object".
inline constexpr int mbarrierBytes = 8;
inline constexpr int maxMBarrierCount = (1 << 20) - 1;

/// [PTX] "nanosleep".
inline constexpr int maxSleepNanoseconds = 1000000;

//===----------------------------------------------------------------------===//
// Matrix instructions
//===----------------------------------------------------------------------===//

/// [PTX] "ldmatrix": a row of an 8x8 matrix.
inline constexpr int matrixRowBytes = 16;

/// [PTX] "wgmma.mma_async": D has 64 rows, 16 of them in each warp, and up to
/// 256 columns; K spans 32 bytes of a row.
inline constexpr int wgmmaRows = 64, wgmmaRowsPerWarp = 16;
inline constexpr int maxWgmmaColumns = 256, wgmmaColumnsStep = 8;
inline constexpr int wgmmaDepthBytes = 32;
/// [PTX] "wgmma.wait_group".
inline constexpr int maxPendingWgmmaGroups = 7;

//===----------------------------------------------------------------------===//
// TMA: [PTX] "Tensors", and `cuTensorMapEncodeTiled` of the CUDA driver API
//===----------------------------------------------------------------------===//

inline constexpr int tensorMapBytes = 128, tensorMapAlignment = 64;

inline constexpr int maxTensorRank = 5;
/// The spatial dimensions of an image are all but the batch and the channels.
inline constexpr int minIm2colRank = 3, maxSpatialRank = maxTensorRank - 2;

/// The distance of consecutive pixels in a dimension for im2col.
inline constexpr int maxTensorStep = 8;

/// The size of a tile along a dimension in elements; for im2col, in pixels.
inline constexpr int maxTileSize = 256, maxTilePixels = 1024;
inline constexpr int maxTensorElementBytes = 8;

/// The tensor's address, its strides and the rows of a tile are multiples of
/// this, and a swizzle permutes chunks of this size.
inline constexpr int tensorGranule = 16;
inline constexpr int64_t maxTensorSize = int64_t(1) << 32;
inline constexpr int64_t maxTensorStride = int64_t(1) << 40; // exclusive

/// Alignment of a tile in shared memory; the pattern of the widest swizzle
/// repeats after `swizzlePeriod`.
inline constexpr int tileAlignment = 128, swizzlePeriod = 1024;

/// Whether `bytes` is a valid swizzle of a tile's rows; 0 is no swizzle.
constexpr bool isTensorSwizzle(int64_t bytes) {
  return bytes == 0 || bytes == 32 || bytes == 64 || bytes == 128;
}

/// Whether `bytes` is a valid L2 promotion of a read; 0 is no promotion.
constexpr bool isTensorL2Promotion(int64_t bytes) {
  return bytes == 0 || bytes == 64 || bytes == 128 || bytes == 256;
}

/// The coordinates of the corners of a pixel box range from the negative of
/// this to one less than this, since a tensor map has at most 32 bits for a
/// corner.
constexpr int64_t im2colCornerLimit(int spatialRank) {
  return int64_t(1) << (spatialRank == 1 ? 15 : spatialRank == 2 ? 7 : 4);
}

} // namespace zyn::limits

#endif // ZYN_SUPPORT_GPULIMITS_H
