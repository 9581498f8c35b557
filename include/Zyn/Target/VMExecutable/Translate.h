//===- Translate.h - Translations of executables -------------- -*- C++ -*-===//
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
/// Registers --vm-to-executable, --executable-to-vm and --executable-to-report.
/// Programs are parsed with the dialects that `registerDialects` registers.
void registerExecutableTranslations(
    void (*registerDialects)(DialectRegistry &registry));
} // namespace vm
} // namespace mlir

#endif // ZYN_TARGET_VMEXECUTABLE_TRANSLATE_H
