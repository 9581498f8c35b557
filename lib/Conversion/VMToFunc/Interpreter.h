//===- Interpreter.h - Interpreter engine --------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_VMTOFUNC_INTERPRETER_H
#define ZYN_LIB_CONVERSION_VMTOFUNC_INTERPRETER_H

#include "Dispatch.h"

namespace mlir::zyn {

/// Builds a loop that decodes and executes instructions of the instance at a
/// position until it ends, blocks or yields. `file` is memory for its state.
void buildInterpreter(ImplicitLocOpBuilder &b, vm::ProgramOp program,
                      const MachineMemory &memory, Value position,
                      const RegisterFile &file);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_INTERPRETER_H
