//===- Buffers.h - Views of buffers --------------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TRANSFORMS_BUFFERS_H
#define ZYN_TRANSFORMS_BUFFERS_H

#include "mlir/IR/Builders.h"

namespace mlir::zyn {

/// Creates a one-dimensional view of `memref`, which must be contiguous and
/// have an identity layout, but may have any rank.
Value flattenBuffer(OpBuilder &builder, Location loc, Value memref);

} // namespace mlir::zyn

#endif // ZYN_TRANSFORMS_BUFFERS_H
