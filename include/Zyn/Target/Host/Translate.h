//===- Translate.h - Translation to LLVM IR ------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TARGET_HOST_TRANSLATE_H
#define ZYN_TARGET_HOST_TRANSLATE_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace zyn::compiler {

/// Registers --zyn-to-llvmir and --zyn-to-object of zyn-translate. Modules are
/// parsed with the dialects that `registerDialects` registers.
void registerHostTranslation(
    void (*registerDialects)(mlir::DialectRegistry &registry));

} // namespace zyn::compiler

#endif // ZYN_TARGET_HOST_TRANSLATE_H
