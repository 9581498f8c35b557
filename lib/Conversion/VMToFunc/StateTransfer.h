//===- StateTransfer.h - Loading and storing of states -------- -*- C++ -*-===//
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

/// System words of an instance at the start of a round (i32) and the number of
/// instructions that it has executed before (i64).
struct InstanceBegin {
  Value pc, stackPointer, executed;
};

/// Initializes the state in the register file in the first round, or loads it.
InstanceBegin buildBegin(ImplicitLocOpBuilder &b, vm::ProgramOp program,
                         const MachineMemory &memory, Value position,
                         const RegisterFile &file);

/// Returns the number of instructions executed before this round, an i64.
Value buildExecutedBefore(ImplicitLocOpBuilder &b, const MachineMemory &memory,
                          Value position);

/// Stores the state and updates the counters of the round. `executed` includes
/// the last instruction, even if it trapped or blocked.
void buildEnd(ImplicitLocOpBuilder &b, vm::ProgramOp program,
              const MachineMemory &memory, Value position,
              const RegisterFile &file, const StepResult &last, Value executed,
              Value before);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_STATETRANSFER_H
