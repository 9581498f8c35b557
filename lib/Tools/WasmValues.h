//===- WasmValues.h - Values of WebAssembly as text ----------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_WASMVALUES_H
#define ZYN_LIB_TOOLS_WASMVALUES_H

#include "Zyn/Runtime/InstanceModule.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace zyn::tools {

/// Parses a number, which may be a signed or unsigned integer, or the reference
/// `null`. Returns false if the text does not have the type.
bool parseValue(llvm::StringRef text, runtime::ValueKind kind, uint64_t &bits);

std::string formatValue(uint64_t bits, runtime::ValueKind kind);

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_WASMVALUES_H
