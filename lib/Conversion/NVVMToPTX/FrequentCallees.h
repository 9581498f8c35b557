//===- FrequentCallees.h - Functions with many calls ------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_NVVMTOPTX_FREQUENTCALLEES_H
#define ZYN_LIB_CONVERSION_NVVMTOPTX_FREQUENTCALLEES_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::zyn {

class InternalSymbols;

/// Makes internal functions with many calls external while code is generated.
///
/// For each argument of a call of an internal function, NVPTX's code generator
/// (of LLVM 22) visits all uses of the function to find out whether its address
/// is taken, which is quadratic in the number of calls. A program of instances
/// calls the functions for unaligned accesses thousands of times.
void makeFrequentCalleesExternal(llvm::Module &module,
                                 InternalSymbols &symbols);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_NVVMTOPTX_FREQUENTCALLEES_H
