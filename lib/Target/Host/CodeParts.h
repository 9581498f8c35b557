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
/// others. Functions that nothing refers to are in none of several parts. The
/// parts do not depend on the machine. There is one part, the module itself, if
/// it is small.
///
/// Upstream's `SplitModule` keeps functions together that use the same internal
/// ones, and the address of a task is such a use, or it separates functions
/// from their callees.
class CodeParts {
public:
  /// `entry` is the function that is called from outside. Local functions and
  /// variables get names if they have none.
  CodeParts(llvm::Module &module, llvm::StringRef entry);

  size_t size() const { return functions.size(); }

  /// Reads a part if there are several. What is in other parts is declared
  /// only. Thread-safe.
  std::unique_ptr<llvm::Module> read(size_t part,
                                     llvm::LLVMContext &context) const;

  /// The functions of a part that others or the entry's callers refer to.
  llvm::ArrayRef<std::string> getVisible(size_t part) const {
    return visible[part];
  }

private:
  /// The names of the functions of each part. The first part has the entry and
  /// all variables.
  std::vector<std::vector<std::string>> functions, visible;
  std::string name;
  /// The module if there are several parts.
  llvm::SmallVector<char, 0> bitcode;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_TARGET_HOST_CODEPARTS_H
