//===- HostSchedule.h - Tile sizes for the host --------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_LINALGTOHOSTLOOPS_HOSTSCHEDULE_H
#define ZYN_LIB_CONVERSION_LINALGTOHOSTLOOPS_HOSTSCHEDULE_H

#include <cstdint>

namespace mlir::zyn {

/// How a matmul is cut up, after Goto and van de Geijn, "Anatomy
/// of High-Performance Matrix Multiplication" (2008): a task computes a tile of
/// `blockM x blockN`, in steps of `blockK`, from packed blocks of A and B that
/// stay in the second-level cache, with `rows x (vectors * lanes)` sums at once
/// in registers. Sizes are in elements.
struct MatmulTiles {
  int64_t rows, vectors;
  int64_t blockM, blockN, blockK;
};

/// The one table of sizes that the host's loops are made with.
struct HostSchedule {
  /// Bytes of a vector register: 16, 32 or 64.
  int64_t vectorBytes;

  /// Elements that a task has to handle to be worth a thread's time.
  static constexpr int64_t kElementsPerTask = 16384;

  /// Vector register size of the machine that this runs on.
  static int64_t nativeVectorBytes();

  /// Elements of `bits` bits in a vector register.
  int64_t getLanes(unsigned bits) const { return vectorBytes * 8 / bits; }

  /// Tiles of a matmul whose sums have `bits` bits.
  MatmulTiles getMatmulTiles(unsigned bits) const;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_LINALGTOHOSTLOOPS_HOSTSCHEDULE_H
