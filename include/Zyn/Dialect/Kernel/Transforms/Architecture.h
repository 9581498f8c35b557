//===- Architecture.h - Architectures of NVIDIA's GPUs -------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_TRANSFORMS_ARCHITECTURE_H
#define ZYN_DIALECT_KERNEL_TRANSFORMS_ARCHITECTURE_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir::kernel {

/// An architecture, such as `sm_90a`.
struct Architecture {
  /// The compute capability times ten.
  int sm = 0;
  /// Whether features may be used that only this architecture, or its family,
  /// supports.
  bool isSpecific = false;

  /// Returns nullopt if `chip` is not the name of an architecture.
  static std::optional<Architecture> parse(llvm::StringRef chip);
};

/// Returns the PTX version in features such as "+ptx80" times ten, or 0 if
/// there is none.
int getPTXVersion(llvm::StringRef features);

/// Returns the lowest PTX version that LLVM generates for an architecture,
/// times ten, or 0 if LLVM does not know the architecture.
int getLowestPTXVersion(llvm::StringRef chip);

/// Returns why LLVM cannot generate code for an architecture and features, or
/// an empty string: it ignores what it does not know, and ends the process if
/// the PTX version is too low for the architecture.
std::string getTargetProblem(llvm::StringRef chip, llvm::StringRef features);

/// Returns the architecture with the highest compute capability up to
/// `capability` (times ten) that LLVM knows, whose code a device with this
/// capability runs, or an empty string.
std::string getNewestChip(int capability);

} // namespace mlir::kernel

#endif // ZYN_DIALECT_KERNEL_TRANSFORMS_ARCHITECTURE_H
