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

/// Why there is no PTX.
struct PTXError {
  std::string reason;
  /// Whether LLVM gave up: the module and its context must not be destroyed.
  bool isFatal = false;
  /// If so, the kernel whose code it generated, if any.
  std::string kernel;
};

/// Optimizes a module and returns its PTX. The parts of a large module are
/// compiled in parallel. The PTX does not depend on the number of threads.
FailureOr<std::string>
generatePTX(llvm::Module &module, NVVM::NVVMTargetAttr target, PTXError &error);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_NVVMTOPTX_PTXGENERATOR_H
