//===- TilingInterfaceImpl.h - Tiling of the zyn ops ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_TRANSFORMS_TILINGINTERFACEIMPL_H
#define ZYN_DIALECT_ZYN_TRANSFORMS_TILINGINTERFACEIMPL_H

namespace mlir {
class Dialect;
class DialectRegistry;

namespace zyn {

/// Attaches upstream's `TilingInterface` to the ops of `dialect` that implement
/// `ComputeOpInterface`. For dialects outside of Zyn, in an extension of
/// theirs.
void attachTilingInterface(Dialect &dialect);

/// Registers the implementation of `TilingInterface` for the zyn ops on tensors
/// and buffers, for upstream's tiling and tile-and-fuse. A reduction loop can
/// be tiled if partial results can be combined in the destination:
/// `zyn.reduce`, and `zyn.matmul` with `accumulate`, a destination of the
/// accumulator's type, and no epilogue.
void registerTilingInterfaceExternalModels(DialectRegistry &registry);

} // namespace zyn
} // namespace mlir

#endif // ZYN_DIALECT_ZYN_TRANSFORMS_TILINGINTERFACEIMPL_H
