//===- GPULimits.h - Limits of NVIDIA GPUs ----------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the hardware and its instruction set fix, for verifiers, schedules, the
// runtime and the emulator. Sizes are in bytes unless they say otherwise. What
// a device is asked for at run time, such as the number of its multiprocessors,
// is in `zyn::runtime::Device`.
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

/// Lanes of a warp.
inline constexpr int warpSize = 32;
/// [PTX] "Warpgroup".
inline constexpr int warpsPerWarpgroup = 4;
inline constexpr int warpgroupSize = warpsPerWarpgroup * warpSize;

/// [CC] "Thread Block Clusters": blocks of a cluster that every device with
/// clusters supports.
inline constexpr int maxClusterBlocks = 8;

/// What a multiprocessor of compute capability 8.0 or 9.0 holds at once.
inline constexpr int maxThreadsPerMultiprocessor = 2048;
inline constexpr int maxBlocksPerMultiprocessor = 32;

//===----------------------------------------------------------------------===//
// Registers, of 32 bits: [CC], "Technical Specifications"
//===----------------------------------------------------------------------===//

inline constexpr int registersPerMultiprocessor = 65536;
inline constexpr int registersPerBlock = 65536;
inline constexpr int maxRegistersPerThread = 255;
/// The least that ptxas takes for `.maxnreg`.
inline constexpr int minRegistersPerThread = 16;

/// [PTX] "setmaxnreg".
inline constexpr int minSetRegisters = 24, maxSetRegisters = 256,
                     setRegistersStep = 8;

//===----------------------------------------------------------------------===//
// Memory: [CC], "Technical Specifications"
//===----------------------------------------------------------------------===//

/// Shared memory that a block has without opting in, static memory included.
inline constexpr int sharedBytesWithoutOptIn = 48 << 10;
/// Compute capability 9.0: of a multiprocessor, of a block that opts in, and
/// what each block takes for the system.
inline constexpr int sharedBytesPerMultiprocessor = 228 << 10;
inline constexpr int sharedBytesPerBlock = 227 << 10;
inline constexpr int reservedSharedBytesPerBlock = 1 << 10;

inline constexpr int constantBytes = 64 << 10;
inline constexpr int localBytesPerThread = 512 << 10;

/// [PTX] "Kernel Function Parameters", without what needs PTX 8.1.
inline constexpr int maxKernelArgumentBytes = 4352;

/// [CC] "Shared Memory" and "Global Memory": what an access is served in.
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

//===----------------------------------------------------------------------===//
// Matrix instructions
//===----------------------------------------------------------------------===//

/// [PTX] "ldmatrix": a row of an 8x8 matrix.
inline constexpr int matrixRowBytes = 16;

/// [PTX] "wgmma.mma_async": D has 64 rows, of which each warp holds 16, and up
/// to 256 columns; K spans 32 bytes of a row.
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
/// Dimensions of an image: of its rank, those but the batch and the channels.
inline constexpr int minIm2colRank = 3, maxSpatialRank = maxTensorRank - 2;

/// Elements of a tile along a dimension; with im2col, its pixels.
inline constexpr int maxTileSize = 256, maxTilePixels = 1024;
inline constexpr int maxTensorElementBytes = 8;

/// The tensor's address, its strides and the rows of a tile are multiples of
/// this, and a swizzle permutes chunks of it.
inline constexpr int tensorGranule = 16;
inline constexpr int64_t maxTensorSize = int64_t(1) << 32;
inline constexpr int64_t maxTensorStride = int64_t(1) << 40; // exclusive

/// Alignment of a tile in shared memory; the pattern of the widest swizzle
/// repeats after `swizzlePeriod`.
inline constexpr int tileAlignment = 128, swizzlePeriod = 1024;

/// Whether rows of a tile can be swizzled in `bytes`; 0 is no swizzle.
constexpr bool isTensorSwizzle(int64_t bytes) {
  return bytes == 0 || bytes == 32 || bytes == 64 || bytes == 128;
}

/// Whether a read can be widened to `bytes` in L2; 0 is no widening.
constexpr bool isTensorL2Promotion(int64_t bytes) {
  return bytes == 0 || bytes == 64 || bytes == 128 || bytes == 256;
}

/// The corners of a box of pixels have coordinates from the negative of this to
/// one less than this: a map has 32 bits for all of a corner, or less.
constexpr int64_t im2colCornerLimit(int spatialRank) {
  return int64_t(1) << (spatialRank == 1 ? 15 : spatialRank == 2 ? 7 : 4);
}

} // namespace zyn::limits

#endif // ZYN_SUPPORT_GPULIMITS_H
