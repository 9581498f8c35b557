//===- CodeParts.h - Parts of a module for the host ----------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_HOST_CODEPARTS_H
#define ZYN_LIB_TARGET_HOST_CODEPARTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace zyn::compiler {

/// The functions of a module in parts that can be optimized and compiled
/// independently, each in an LLVM context of its own. A function is in the part
/// of its callees, so that no call is optimized less; those that are only
/// called through their address, such as the tasks of parallel loops, may be in
/// others. The parts do not depend on the machine. There is one part if the
/// module is small.
///
/// Upstream's `SplitModule` keeps functions together that use the same internal
/// ones, and the address of a task is such a use, or it separates functions
/// from their callees.
class CodeParts {
public:
  /// Local functions and variables get names if they have none.
  explicit CodeParts(llvm::Module &module);

  size_t size() const { return functions.size(); }

  /// Reads a part if there are several. Functions and variables of other parts
  /// are declarations, and those of its functions that are in `visible` are
  /// external. Thread-safe.
  std::unique_ptr<llvm::Module> read(size_t part,
                                     llvm::LLVMContext &context) const;

  /// The functions of a part that others refer to.
  llvm::ArrayRef<std::string> getVisible(size_t part) const {
    return visible[part];
  }

private:
  /// The names of the functions of each part, the largest part first.
  std::vector<std::vector<std::string>> functions, visible;
  std::string name;
  /// The module if there are several parts.
  llvm::SmallVector<char, 0> bitcode;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_TARGET_HOST_CODEPARTS_H
