//===- FusionCosts.h - The cost model of the fusion of zyn ops - -*- C++ -*-==//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_ZYN_TRANSFORMS_FUSIONCOSTS_H
#define ZYN_LIB_DIALECT_ZYN_TRANSFORMS_FUSIONCOSTS_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

namespace mlir::zyn {

/// Estimated times, in units of a simple operation on one element, of which an
/// H200 computes about 8 while it reads or writes a byte of its memory.
struct FusionCosts {
  static constexpr int64_t byte = 8;
  /// A function, such as an exponential, and a division.
  static constexpr int64_t function = 32, division = 16;
  /// A kernel: about 2 us.
  static constexpr int64_t kernel = 64 << 20;
  /// Operations of tensor cores on f16 or bf16 in a unit.
  static constexpr int64_t productsOf16Bits = 25;
  /// How many times as long an epilogue takes as a map: there are two warps for
  /// each scheduler, most of whose registers have sums. Other warps multiply
  /// meanwhile, so that as much time as products take is almost hidden.
  static constexpr int64_t epilogueSlowdown = 3;
  /// The size of a dimension that is not known.
  static constexpr int64_t unknownSize = 1024;
  /// Longer rows do not remain in the registers of a cluster of blocks, and are
  /// read again by each pass.
  static constexpr int64_t maxHeldElements = 262144;

  /// The number of ops in the body of a fused op, and of its operands: ptxas
  /// takes time that is more than linear in them, and a kernel has a limited
  /// number of parameters.
  static constexpr int64_t maxBodyOps = 256, maxOperands = 32;
  /// The same for an epilogue, while which the sums are in registers.
  static constexpr int64_t maxEpilogueOps = 64, maxEpilogueInputs = 8;

  /// Returns the time of one execution of `block`.
  static int64_t getBody(Block &block);
  /// Returns the time of a map, a reduction or rows.
  static int64_t getPoints(ComputeOpInterface op);
  /// Returns the time of a sum of products, but without its products, which
  /// fusion does not change, and what they hide of the epilogue.
  static int64_t getEpilogueOp(EpilogueOpInterface op);
};

} // namespace mlir::zyn

#endif // ZYN_LIB_DIALECT_ZYN_TRANSFORMS_FUSIONCOSTS_H
