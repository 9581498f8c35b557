//===- MatrixFormatOpInterfaceImpl.h - Formats of matrices of matmuls -*- C++
//-*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_TRANSFORMS_MATRIXFORMATOPINTERFACEIMPL_H
#define ZYN_DIALECT_ZYN_TRANSFORMS_MATRIXFORMATOPINTERFACEIMPL_H

namespace mlir {
class DialectRegistry;

namespace zyn {

/// Registers the formats of the constant matrices of matmuls.
void registerMatrixFormatOpInterfaceExternalModels(DialectRegistry &registry);

} // namespace zyn
} // namespace mlir

#endif // ZYN_DIALECT_ZYN_TRANSFORMS_MATRIXFORMATOPINTERFACEIMPL_H
