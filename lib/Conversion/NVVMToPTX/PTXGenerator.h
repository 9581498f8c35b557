//===- PTXGenerator.h - LLVM IR to PTX ------------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_NVVMTOPTX_PTXGENERATOR_H
#define ZYN_LIB_CONVERSION_NVVMTOPTX_PTXGENERATOR_H

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::zyn {

/// Optimizes a module and returns its PTX. If each of its kernels stands for
/// itself, they are compiled in parallel. The PTX does not depend on the number
/// of threads. On failure, `error` says why.
FailureOr<std::string> generatePTX(llvm::Module &module,
                                   NVVM::NVVMTargetAttr target,
                                   std::string &error);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_NVVMTOPTX_PTXGENERATOR_H
