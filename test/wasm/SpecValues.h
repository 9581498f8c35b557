//===- SpecValues.h - Values of the specification suite ------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TEST_WASM_SPECVALUES_H
#define ZYN_TEST_WASM_SPECVALUES_H

#include "Zyn/Runtime/InstanceModule.h"
#include "llvm/Support/JSON.h"

#include <optional>
#include <string>

namespace zyn::spec {

/// Returns the bits of an argument; std::nullopt if its type is unknown.
std::optional<uint64_t> parseArgument(const llvm::json::Object &value);

/// Returns how the result `bits` of type `kind` differs from `expected`, or an
/// empty string.
std::string compareResult(runtime::ValueKind kind, uint64_t bits,
                          const llvm::json::Object &expected);

} // namespace zyn::spec

#endif // ZYN_TEST_WASM_SPECVALUES_H
