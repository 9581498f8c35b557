//===- InstructionTiming.h - Operands' times ------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_HOST_INSTRUCTIONTIMING_H
#define ZYN_LIB_TARGET_HOST_INSTRUCTIONTIMING_H

#include "MachineDescription.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace zyn::compiler {

struct RegisterRead {
  llvm::MCRegister reg;
  /// Among the operands that the instruction reads, for `getReadAdvance`.
  unsigned index;
};

struct RegisterWrite {
  llvm::MCRegister reg;
  /// From the start of the instruction.
  unsigned cycles;
  /// The kind of write in the scheduling model, for `getReadAdvance`.
  unsigned resource;
  /// Whether the register may also keep what it held.
  bool mayKeep;
};

/// What the scheduling model of the processor says about an instruction.
struct InstructionTiming {
  llvm::SmallVector<RegisterRead, 6> reads;
  llvm::SmallVector<RegisterWrite, 4> writes;
  /// To the last of its results or effects.
  unsigned latency = 0;
  /// Whether it allocates or frees a part of the stack frame.
  bool movesStackPointer = false;
  /// Null if the model does not know the instruction.
  const llvm::MCSchedClassDesc *schedulingClass = nullptr;
};

/// Computes the times of instructions.
class TimingModel {
public:
  explicit TimingModel(const MachineDescription &machine);

  /// Instructions that only direct the control flow or do nothing have no
  /// reads, no writes, and no latency. Calls have no latency, either.
  InstructionTiming compute(const llvm::MCInst &inst) const;

  /// Returns by how many cycles `read` may come after the start of the
  /// instruction, which are negative if it has to be before.
  int getReadAdvance(const InstructionTiming &timing, const RegisterRead &read,
                     unsigned resource) const;

  /// Returns the units that a write of `reg` sets, with those of the upper part
  /// of the registers around it: the targets' instructions clear that part, or
  /// read the register, too.
  llvm::ArrayRef<llvm::MCRegUnit> getWrittenUnits(llvm::MCRegister reg);

  /// Returns the units that depend on a call after it. Which ones the callee
  /// saves is not part of LLVM's description of the instructions.
  llvm::ArrayRef<llvm::MCRegUnit> getCallWrites() const { return callWrites; }

private:
  const llvm::MCSchedClassDesc *
  getSchedulingClass(const llvm::MCInst &inst) const;
  void addReads(const llvm::MCInst &inst, InstructionTiming &timing) const;
  void addWrites(const llvm::MCInst &inst, InstructionTiming &timing) const;
  bool overlapsStackPointer(llvm::MCRegister reg) const;

  const MachineDescription &machine;
  llvm::MCRegister stackPointer;
  llvm::SmallVector<llvm::MCRegUnit> callWrites;
  llvm::DenseMap<unsigned, llvm::SmallVector<llvm::MCRegUnit, 4>> writtenUnits;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_TARGET_HOST_INSTRUCTIONTIMING_H
