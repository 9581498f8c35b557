//===- Engines.h - The functions that run one instance -------- -*- C++ -*-===//
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

/// Words of all shared buffers of a program: those of instances lie behind.
int64_t countSharedWords(vm::ProgramOp program);

/// `name`, or `name` and a number if there is such a symbol beside the program.
std::string makeUnique(vm::ProgramOp program, const Twine &name);

/// A private function of `MachineMemory` and `numIndices` more arguments, which
/// are indices, with an empty block.
func::FuncOp createResume(vm::ProgramOp program, OpBuilder &builder,
                          unsigned numIndices = 1);

/// A function of `MachineMemory` and a position that runs the instance there
/// until it ends, blocks or yields. Every instruction is compiled, with the
/// state in registers.
func::FuncOp buildAheadOfTime(vm::ProgramOp program, OpBuilder &builder);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_ENGINES_H
