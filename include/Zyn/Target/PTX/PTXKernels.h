//===- PTXKernels.h - What PTX says about its kernels -----------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TARGET_PTX_PTXKERNELS_H
#define ZYN_TARGET_PTX_PTXKERNELS_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace zyn::compiler {

using PTXSize = std::array<int64_t, 3>;

/// A kernel of PTX text, which it refers to.
struct PTXKernel {
  llvm::StringRef name;
  /// `.reqntid`, `.maxntid`, `.reqnctapercluster`, `.minnctapersm` and
  /// `.maxnreg`.
  std::optional<PTXSize> requiredThreads, maxThreads, cluster;
  std::optional<int64_t> minBlocks, maxRegisters;
  /// The shared variables that the kernel, or a function that it calls, uses.
  int64_t staticSharedBytes = 0;
  /// The local memory of a thread, and the instructions, without those of
  /// functions that the kernel calls.
  int64_t localBytes = 0, instructions = 0;
  /// How many virtual registers of a type, such as "b32", it has.
  llvm::MapVector<llvm::StringRef, int64_t> registers;
  bool usesDynamicShared = false;
  /// What its instructions need, sorted; see docs/gpu-targets.md.
  llvm::SmallVector<llvm::StringRef> features;
};

/// Returns the kernels of PTX that LLVM generated.
std::vector<PTXKernel> readPTXKernels(llvm::StringRef ptx);

/// Returns the version of PTX text, such as "8.0".
llvm::StringRef readPTXVersion(llvm::StringRef ptx);

} // namespace zyn::compiler

#endif // ZYN_TARGET_PTX_PTXKERNELS_H
