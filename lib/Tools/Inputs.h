//===- Inputs.h - Inputs of functions and kernels ---------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_INPUTS_H
#define ZYN_LIB_TOOLS_INPUTS_H

#include "Zyn/Compiler/Arguments.h"
#include "Zyn/Runtime/Context.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace zyn::tools {

/// Returns the element type called `name`, such as "bf16".
std::optional<runtime::ElementType> findElementType(llvm::StringRef name);

/// Parses `text` as a number of type `type`: 3, -0.5, 1e-3, inf, nan, true.
/// Returns nothing if it is not a number or does not fit.
std::optional<compiler::Number> parseNumber(llvm::StringRef text,
                                            runtime::ElementType type);

/// Creates an array of zeros from an element type and a shape such as
/// "f32:64x32" or "f32".
runtime::Expected<runtime::Array> createArray(llvm::StringRef description);

/// Returns the array described by `text`: an .npy file, or random:, zeros: or
/// ones: with type and shape. `position` distinguishes the random numbers of
/// several arguments; they are generated on the threads of `context`.
runtime::Expected<runtime::Array> readArray(llvm::StringRef text, uint64_t seed,
                                            size_t position,
                                            runtime::Context &context);

/// Returns the error `what` about an input as written on the command line.
runtime::Error inputError(llvm::StringRef text, const runtime::Error &what);

/// Reads one input for each argument of `signature` and checks its type.
runtime::Expected<std::vector<compiler::Argument>>
readArguments(const compiler::Signature &signature,
              const std::vector<std::string> &texts, uint64_t seed,
              runtime::Context &context);

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_INPUTS_H
