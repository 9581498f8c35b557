//===- Translate.h - Translation of WebAssembly --------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TARGET_WASM_TRANSLATE_H
#define ZYN_TARGET_WASM_TRANSLATE_H

namespace mlir::wasm {

/// Registers --import-wasm.
void registerWasmTranslation();

} // namespace mlir::wasm

#endif // ZYN_TARGET_WASM_TRANSLATE_H
