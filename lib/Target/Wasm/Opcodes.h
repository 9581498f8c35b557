//===- Opcodes.h - Names of instructions ---------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_WASM_OPCODES_H
#define ZYN_LIB_TARGET_WASM_OPCODES_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace mlir::wasm {

/// Returns the name of an instruction; an empty string if there is none.
llvm::StringRef getOpcodeName(uint32_t opcode);

/// Returns why an opcode without a name is not supported: it belongs to a
/// proposal, or it does not exist.
std::string explainOpcode(uint32_t opcode);

} // namespace mlir::wasm

#endif // ZYN_LIB_TARGET_WASM_OPCODES_H
