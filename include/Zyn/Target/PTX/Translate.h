//===- Translate.h - Translation to PTX ----------------------- -*- C++ -*-===//
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

/// Registers --zyn-to-ptx of zyn-translate with --chip and --ptx-version.
/// Modules are parsed with the dialects that `registerDialects` registers.
void registerPTXTranslation(
    void (*registerDialects)(mlir::DialectRegistry &registry));

} // namespace zyn::compiler

#endif // ZYN_TARGET_PTX_TRANSLATE_H
