//===- StateTransfer.h - States between rounds ---------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_VMTOFUNC_STATETRANSFER_H
#define ZYN_LIB_CONVERSION_VMTOFUNC_STATETRANSFER_H

#include "Dispatch.h"

namespace mlir::zyn {

/// What an instance begins a round with, i32 both, and its instructions before,
/// an i64.
struct InstanceBegin {
  Value pc, stackPointer, executed;
};

/// The state into the register file: that of a new instance, or what it had.
InstanceBegin buildBegin(ImplicitLocOpBuilder &b, vm::ProgramOp program,
                         const MachineMemory &memory, Value position,
                         const RegisterFile &file);

/// Instructions that an instance had executed before this round.
Value buildExecutedBefore(ImplicitLocOpBuilder &b, const MachineMemory &memory,
                          Value position);

/// The state back to memory, and what the run wants to know. The last
/// instruction counts in `executed` whatever became of it.
void buildEnd(ImplicitLocOpBuilder &b, vm::ProgramOp program,
              const MachineMemory &memory, Value position,
              const RegisterFile &file, const StepResult &last, Value executed,
              Value before);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_STATETRANSFER_H
