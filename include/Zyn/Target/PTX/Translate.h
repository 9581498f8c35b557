//===- Translate.h - PTX as a translation ------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TARGET_PTX_TRANSLATE_H
#define ZYN_TARGET_PTX_TRANSLATE_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace zyn::compiler {

/// Adds --zyn-to-ptx, with --chip and --features, to zyn-translate. Modules are
/// parsed with the dialects that `registerDialects` adds.
void registerPTXTranslation(
    void (*registerDialects)(mlir::DialectRegistry &registry));

} // namespace zyn::compiler

#endif // ZYN_TARGET_PTX_TRANSLATE_H
