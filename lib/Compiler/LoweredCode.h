//===- LoweredCode.h - The result of lowering a module -------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_LOWEREDCODE_H
#define ZYN_LIB_COMPILER_LOWEREDCODE_H

#include "DeviceMemory.h"
#include "ProgramConstants.h"
#include "Zyn/Compiler/Compilation.h"
#include "Zyn/Runtime/DiskCache.h"
#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <optional>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace mlir {
class PassManager;
} // namespace mlir

namespace zyn::compiler {

/// What lowering makes of a module.
struct LoweredCode {
  std::unique_ptr<llvm::LLVMContext> context;
  /// Code for this machine, which contains the image of the kernels, too.
  std::unique_ptr<llvm::Module> module;
  /// What the code refers to.
  ProgramConstants constants;
  Compilation compilation;
  /// What a call allocates at least, if the target lowers to kernels first.
  AllocationBound allocations;
};

/// Keeps lowered code in the folder of compiled kernels. The key is a text from
/// which everything else follows, the passes with their options, the processor,
/// and the build of this library.
class LoweredCodeCache {
public:
  LoweredCodeCache(const std::string &source,
                   llvm::ArrayRef<mlir::PassManager *> passes);

  /// Returns the code, whose compilation has no device.
  std::optional<LoweredCode> read() const;
  /// Keeps the code, unless it is small, or refers to large constants.
  void write(const LoweredCode &code) const;

private:
  const runtime::DiskCache disk;
  /// Nothing if the build of this library is unknown.
  std::optional<runtime::Hash128> key;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_LOWEREDCODE_H
