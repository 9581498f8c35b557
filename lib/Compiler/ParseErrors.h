//===- ParseErrors.h - Explains errors of MLIR's parsers --------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_PARSEERRORS_H
#define ZYN_LIB_COMPILER_PARSEERRORS_H

#include "Zyn/Runtime/Error.h"

namespace mlir {
class MLIRContext;
}

namespace zyn::compiler {

/// Returns `error`, of parsing `text` in `context`, with a message that also
/// names an op or a version which MLIR does not know, and says what to do about
/// it.
runtime::Error explainParseError(runtime::Error error, std::string_view text,
                                 mlir::MLIRContext &context);

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_PARSEERRORS_H
