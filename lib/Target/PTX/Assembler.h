//===- Assembler.h - Runs ptxas ---------------------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_PTX_ASSEMBLER_H
#define ZYN_LIB_TARGET_PTX_ASSEMBLER_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace zyn::compiler {

/// What ptxas says about a kernel.
struct AssembledKernel {
  int64_t registers = 0;
  /// The local memory of a thread, and how much of it is spilled registers that
  /// are stored, in bytes.
  int64_t stackBytes = 0, spillBytes = 0;
};

/// Returns the path of ptxas in $CUDA_HOME/bin, PATH or /usr/local/cuda/bin, or
/// an empty string.
std::string findAssembler();

/// Assembles PTX with the program `assembler` and returns what it says about
/// each kernel, by name. Returns nothing if it does not assemble the PTX, such
/// as that of an architecture that it does not know.
std::optional<llvm::StringMap<AssembledKernel>>
assemble(llvm::StringRef assembler, llvm::StringRef ptx, llvm::StringRef chip);

} // namespace zyn::compiler

#endif // ZYN_LIB_TARGET_PTX_ASSEMBLER_H
