//===- FunctionRegisters.h - Registers of called functions ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_NVVMTOPTX_FUNCTIONREGISTERS_H
#define ZYN_LIB_CONVERSION_NVVMTOPTX_FUNCTIONREGISTERS_H

#include <limits>
#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace mlir::zyn {

/// Returns the registers that a thread of a kernel can have: the limit that it
/// states, or what is left for each if as many blocks are resident as it asks
/// for.
unsigned getRegisterLimit(const llvm::Function &kernel);

/// How many registers the functions of a module may have that kernels call.
///
/// A thread has as many registers as any function that its kernel may call,
/// whether or not it calls it, and PTX only has limits for kernels. The driver
/// has one for all of a module, which does not apply to kernels that state the
/// size of their blocks; if one does not, nothing is stated. Functions may have
/// as many registers as leave room for a quarter of the threads of a
/// multiprocessor, or for all of them if all functions have the attribute
/// `cold` or `zyn-few-registers`, but no more than the kernels.
class FunctionRegisters {
public:
  FunctionRegisters() = default;
  /// Those of a part of the module, which is optimized: it has no functions
  /// that are always inlined.
  explicit FunctionRegisters(const llvm::Module &part);

  /// Adds those of another part.
  void merge(const FunctionRegisters &other);

  /// Returns the PTX of the variable `runtime::functionRegistersName`, which
  /// the runtime reads, or nothing.
  std::string getDeclaration() const;

private:
  bool haveKernelsLimits = true, hasFunctions = false, areRare = true;
  unsigned limit = std::numeric_limits<unsigned>::max();
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_NVVMTOPTX_FUNCTIONREGISTERS_H
