//===- BufferOffsets.h - Offsets of buffers in a workspace ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TRANSFORMS_BUFFEROFFSETS_H
#define ZYN_LIB_TRANSFORMS_BUFFEROFFSETS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace mlir::zyn {

/// A buffer that is in use from `begin` up to, but not including, `end`.
struct BufferLifetime {
  int64_t bytes;
  int64_t begin, end;
};

/// Offsets of buffers such that those in use at the same time do not overlap.
struct BufferOffsets {
  llvm::SmallVector<int64_t> offsets;
  /// The size of the workspace.
  int64_t bytes = 0;
};

/// Assigns offsets in O(n log n). Sizes must be multiples of the alignment.
///
/// In the order in which they begin, each buffer is placed in the smallest free
/// range that it fits into (best fit: D. Knuth, The Art of Computer Programming
/// 1, section 2.5). Since this leaves holes if buffers become larger over time,
/// the same is done backward in time, and the smaller workspace is returned.
BufferOffsets assignOffsets(llvm::ArrayRef<BufferLifetime> buffers);

/// Returns how many bytes the buffers need if a block that is free again can
/// only be used by a buffer of the same size, as in a caching allocator.
int64_t sizeOfBlocks(llvm::ArrayRef<BufferLifetime> buffers);

/// Returns how many bytes are in use at the same time, which no workspace can
/// be smaller than.
int64_t peakOf(llvm::ArrayRef<BufferLifetime> buffers);

} // namespace mlir::zyn

#endif // ZYN_LIB_TRANSFORMS_BUFFEROFFSETS_H
