//===- FrequentCallees.h - Functions with many calls ------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_NVVMTOPTX_FREQUENTCALLEES_H
#define ZYN_LIB_CONVERSION_NVVMTOPTX_FREQUENTCALLEES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::zyn {

/// Internal functions with many calls, which are external while code is
/// generated.
///
/// For each argument of a call of an internal function, NVPTX's code generator
/// (of LLVM 22) visits all uses of the function to find out whether its address
/// is taken, which is quadratic in the number of calls. A program of instances
/// calls the functions for unaligned accesses thousands of times.
class FrequentCallees {
public:
  /// Makes the functions external.
  explicit FrequentCallees(llvm::Module &module);
  /// Returns the PTX with the functions internal, so that ptxas knows all of
  /// their calls.
  std::string makeInternal(llvm::StringRef ptx) const;

private:
  llvm::StringSet<> names;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_NVVMTOPTX_FREQUENTCALLEES_H
