//===- Optimizer.h - LLVM's optimizations of kernels ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_NVVMTOPTX_OPTIMIZER_H
#define ZYN_LIB_CONVERSION_NVVMTOPTX_OPTIMIZER_H

namespace llvm {
class Function;
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::zyn {

/// Returns whether a block of the function has so many instructions that the
/// compiler must have unrolled a loop. Numbering its values takes a time that
/// is quadratic in its loads and stores, more than everything else.
bool hasUnrolledBlock(const llvm::Function &function);

/// Runs LLVM's optimizations at `level`, from 0 to 3, and prepares the module
/// for the code generator of `target`.
///
/// Values of functions with unrolled blocks are not numbered with the
/// dependences of their loads (GVN): EarlyCSE has already removed the redundant
/// loads of a block.
void optimize(llvm::Module &module, unsigned level,
              llvm::TargetMachine &target);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_NVVMTOPTX_OPTIMIZER_H
