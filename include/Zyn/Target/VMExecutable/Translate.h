//===- Translate.h - Executables as translations -------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TARGET_VMEXECUTABLE_TRANSLATE_H
#define ZYN_TARGET_VMEXECUTABLE_TRANSLATE_H

namespace mlir {
class DialectRegistry;

namespace vm {
/// Adds --vm-to-executable, --executable-to-vm and --executable-to-report to
/// zyn-translate. Programs are parsed with the dialects that
/// `registerDialects` adds.
void registerExecutableTranslations(
    void (*registerDialects)(DialectRegistry &registry));
} // namespace vm
} // namespace mlir

#endif // ZYN_TARGET_VMEXECUTABLE_TRANSLATE_H
