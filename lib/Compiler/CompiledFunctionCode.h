//===- CompiledFunctionCode.h - Code of functions ------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_COMPILEDFUNCTIONCODE_H
#define ZYN_LIB_COMPILER_COMPILEDFUNCTIONCODE_H

#include "Compile.h"
#include "Zyn/Compiler/CompiledFunction.h"

namespace zyn::compiler {

struct CompiledFunction::Code {
  Signature signature;
  CompiledCode code;
};

/// Checks that a context is on the kind of device that code was compiled for.
runtime::Error checkDevice(const Compilation &compilation,
                           const runtime::Context &context);

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_COMPILEDFUNCTIONCODE_H
