//===- FusableOpInterfaceImpl.h - Fusion of zyn ops ----------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_TRANSFORMS_FUSABLEOPINTERFACEIMPL_H
#define ZYN_DIALECT_ZYN_TRANSFORMS_FUSABLEOPINTERFACEIMPL_H

namespace mlir {
class DialectRegistry;

namespace zyn {

/// Registers the implementation of `FusableOpInterface`, for `--zyn-fuse`, of
/// the ops with `PointOpInterface` or `EpilogueOpInterface`.
void registerFusableOpInterfaceExternalModels(DialectRegistry &registry);

} // namespace zyn
} // namespace mlir

#endif // ZYN_DIALECT_ZYN_TRANSFORMS_FUSABLEOPINTERFACEIMPL_H
