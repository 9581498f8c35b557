//===- SplitKernels.h - Parts of a module of kernels ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_NVVMTOPTX_SPLITKERNELS_H
#define ZYN_LIB_CONVERSION_NVVMTOPTX_SPLITKERNELS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstddef>
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::zyn {

/// The kernels of a module in parts that can be compiled independently, each in
/// an LLVM context of its own. There is one part, the module itself, if kernels
/// share variables or functions, have debug information, or are small. The
/// parts do not depend on the machine.
class KernelParts {
public:
  explicit KernelParts(llvm::Module &module);

  size_t size() const { return first.size() - 1; }

  /// Calls `visitor` with a part, which is not destroyed if it returns false.
  /// Thread-safe for different parts.
  void visit(size_t part,
             llvm::function_ref<bool(llvm::Module &)> visitor) const;

private:
  void split();

  llvm::Module &module;
  /// The number of the first kernel of each part, and of all kernels.
  std::vector<size_t> first;
  /// The module as bitcode if there are several parts.
  llvm::SmallVector<char, 0> bitcode;
};

/// Joins the PTX of parts: one header, and each declaration of shared memory
/// once.
std::string joinPTX(const std::vector<std::string> &parts);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_NVVMTOPTX_SPLITKERNELS_H
