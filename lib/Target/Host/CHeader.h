//===- CHeader.h - Declarations of compiled functions in C ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_HOST_CHEADER_H
#define ZYN_LIB_TARGET_HOST_CHEADER_H

#include "Zyn/Target/Target.h"
#include "mlir/IR/BuiltinOps.h"

namespace zyn::compiler {

/// Returns a C header that declares the public functions of `module`, which
/// `--zyn-export-to-c` will give the types that C programs use. Emits an error
/// for a type that C does not have. `name` is the name of the header, of which
/// the include guard is made. If `target` launches kernels, the functions are
/// those of `--convert-llvm-to-runtime`.
mlir::FailureOr<std::string>
printCHeader(mlir::ModuleOp module, llvm::StringRef name, const Target &target);

} // namespace zyn::compiler

#endif // ZYN_LIB_TARGET_HOST_CHEADER_H
