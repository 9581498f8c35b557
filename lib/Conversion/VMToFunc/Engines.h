//===- Engines.h - Functions shared by the engines ------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_VMTOFUNC_ENGINES_H
#define ZYN_LIB_CONVERSION_VMTOFUNC_ENGINES_H

#include "Zyn/Dialect/VM/IR/VM.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::zyn {

/// Returns the number of words of the shared buffers of a program, which the
/// instance buffers follow.
int64_t countSharedWords(vm::ProgramOp program);

/// Returns `name`, with a suffix if the parent of the program has such a
/// symbol.
std::string makeUnique(vm::ProgramOp program, const Twine &name);

/// Creates a private function with an empty body, whose arguments are those of
/// `MachineMemory` followed by `numIndices` indices.
func::FuncOp createResume(vm::ProgramOp program, OpBuilder &builder,
                          unsigned numIndices = 1);

/// Builds a function of `MachineMemory` and a position that runs the instance
/// at this position until it ends, blocks or yields. All instructions are
/// compiled, and the state is kept in registers.
func::FuncOp buildAheadOfTime(vm::ProgramOp program, OpBuilder &builder);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_ENGINES_H
