//===- RedundantPolls.h - Polls that loops do not need -------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_NVVMTOPTX_REDUNDANTPOLLS_H
#define ZYN_LIB_CONVERSION_NVVMTOPTX_REDUNDANTPOLLS_H

#include "llvm/IR/PassManager.h"

namespace mlir::zyn {

/// Removes conditional calls of functions with the attribute `zyn-poll`, by
/// which the host stops a thread, where the thread also polls elsewhere: after
/// another poll of the same iteration of a loop, and in innermost loops that
/// execute at most 2^18 instructions, except for functions with the attribute
/// `zyn-brief`, if the loop around polls in each iteration. What no loop is
/// around does not poll unless the function may be recursive.
///
/// Runs after LLVM's optimizations, which unroll loops with polls, and find out
/// how often a loop can run before one of its accesses is out of bounds.
class RedundantPollsPass : public llvm::PassInfoMixin<RedundantPollsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_NVVMTOPTX_REDUNDANTPOLLS_H
