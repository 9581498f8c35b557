//===- BufferizableOpInterfaceImpl.h - Bufferization ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H
#define ZYN_DIALECT_ZYN_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H

namespace mlir {
class Dialect;
class DialectRegistry;

namespace zyn {

/// Lets One-Shot Bufferize turn the ops of `dialect` that implement
/// `ComputeOpInterface` from ops on tensors into ops on buffers. For dialects
/// outside of Zyn, in an extension of theirs.
void attachBufferizableOpInterface(Dialect &dialect);

/// Registers the bufferization of zyn ops with One-Shot Bufferize.
void registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry);

} // namespace zyn
} // namespace mlir

#endif // ZYN_DIALECT_ZYN_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H
