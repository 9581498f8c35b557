//===- CompileModule.h - From an .mlir file to code to call -----*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_COMPILEMODULE_H
#define ZYN_LIB_TOOLS_COMPILEMODULE_H

#include "HostJIT.h"
#include "Signature.h"
#include "Zyn/Runtime/Device.h"
#include "mlir/IR/BuiltinOps.h"

namespace zyn::tools {

/// An .mlir file, parsed, and the function of it to call.
class ModuleCompiler {
public:
  /// Chooses the function of `module`, which was read from `file`: `entry`, or,
  /// if that is empty, `main` or the only public one. Errors have the place.
  runtime::Expected<Signature> choose(mlir::ModuleOp module,
                                      const std::string &file,
                                      const std::string &entry);

  /// Compiles the function that `choose` chose, for `device`. With `check`,
  /// kernels for the emulator check what they do.
  runtime::Expected<HostJIT> compile(const runtime::Device &device, bool check);

private:
  runtime::Error lower(const runtime::Device &device, bool check);

  mlir::ModuleOp module;
  std::string file, function;
};

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_COMPILEMODULE_H
