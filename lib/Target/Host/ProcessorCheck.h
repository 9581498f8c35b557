//===- ProcessorCheck.h - Checks of the processor ---------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_HOST_PROCESSORCHECK_H
#define ZYN_LIB_TARGET_HOST_PROCESSORCHECK_H

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"

#include <memory>
#include <string_view>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace zyn::compiler {

/// The features that the code of a module may use, without those of every
/// processor of its architecture.
class UsedFeatures {
public:
  /// `requested` are those that the user added, such as "+avx512f,-fma".
  /// `baseline` is the processor whose features all have, and `intrinsics` the
  /// prefix of the architecture's intrinsics.
  UsedFeatures(const llvm::Module &module, const llvm::TargetMachine &machine,
               llvm::StringRef requested, llvm::StringRef baseline,
               llvm::StringRef intrinsics);

  /// Whether the code may use the feature that LLVM calls `name`. With
  /// `onlyIntrinsics`, LLVM does not select its instructions on its own.
  bool contains(llvm::StringRef name, bool onlyIntrinsics) const;

private:
  llvm::StringSet<> features, requested;
  bool hasIntrinsics;
};

/// Code for one architecture that finds out whether a processor has features.
class ProcessorCheck {
public:
  virtual ~ProcessorCheck() = default;

  /// The processor whose features all processors of the architecture have.
  virtual llvm::StringRef getBaseline() const = 0;
  /// Whether some processors lack a feature.
  virtual bool isNeeded() const = 0;
  /// Emits the condition that this processor has all features.
  virtual llvm::Value *createCondition(llvm::IRBuilder<> &builder) const = 0;
};

std::unique_ptr<ProcessorCheck>
createX86Check(const llvm::Module &module, const llvm::TargetMachine &machine,
               llvm::StringRef requested);
std::unique_ptr<ProcessorCheck>
createAArch64Check(const llvm::Module &module,
                   const llvm::TargetMachine &machine,
                   llvm::StringRef requested);

} // namespace zyn::compiler

#endif // ZYN_LIB_TARGET_HOST_PROCESSORCHECK_H
