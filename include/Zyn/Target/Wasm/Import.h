//===- Import.h - Imports WebAssembly modules ----------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TARGET_WASM_IMPORT_H
#define ZYN_TARGET_WASM_IMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::wasm {

/// Imports a module of WebAssembly 2.0 into the `instance`, `func`, `cf`,
/// `arith` and `math` dialects, whose verifiers accept the result. `file` is
/// the name in locations. If the module is malformed, invalid or not supported,
/// returns null and sets `error` to "FILE:0xOFFSET: error: MESSAGE".
OwningOpRef<ModuleOp> importModule(llvm::StringRef bytes, llvm::StringRef file,
                                   MLIRContext *context, std::string &error);

/// Whether a file begins like a WebAssembly module.
bool isWasm(llvm::StringRef bytes);

} // namespace mlir::wasm

#endif // ZYN_TARGET_WASM_IMPORT_H
