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

/// Lets upstream's tiling and tile-and-fuse work on the zyn ops, on tensors and
/// on buffers. A reduction loop can be tiled where partial results can be
/// combined in the destination: `zyn.reduce`, and `zyn.matmul` with
/// `accumulate` into the accumulator's type and without an epilogue.
void registerTilingInterfaceExternalModels(DialectRegistry &registry);

} // namespace zyn
} // namespace mlir

#endif // ZYN_DIALECT_ZYN_TRANSFORMS_TILINGINTERFACEIMPL_H
