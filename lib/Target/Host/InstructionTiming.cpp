//===- InstructionTiming.cpp - Times of operands --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionTiming.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCDwarf.h"

using namespace zyn::compiler;

/// Returns the stack pointer, from which addresses of frames are computed at
/// the start of functions.
static llvm::MCRegister findStackPointer(const MachineDescription &machine) {
  using Instruction = llvm::MCCFIInstruction;
  for (const Instruction &frame : machine.assembly.getInitialFrameState())
    if (frame.getOperation() == Instruction::OpDefCfa ||
        frame.getOperation() == Instruction::OpDefCfaRegister)
      if (std::optional<llvm::MCRegister> reg =
              machine.registers.getLLVMRegNum(frame.getRegister(),
                                              /*isEH=*/true))
        return *reg;
  return {};
}

TimingModel::TimingModel(const MachineDescription &machine)
    : machine(machine), stackPointer(findStackPointer(machine)) {
  const llvm::MCRegisterInfo &registers = machine.registers;
  llvm::BitVector found(registers.getNumRegUnits());
  // Modes, such as that of rounding, are in no class.
  for (const llvm::MCRegisterClass &registerClass : registers.regclasses())
    for (llvm::MCRegister reg : registerClass)
      for (llvm::MCRegUnit unit : registers.regunits(reg))
        found.set(static_cast<unsigned>(unit));
  for (llvm::MCRegister reg : {stackPointer, registers.getProgramCounter()})
    if (reg)
      for (llvm::MCRegUnit unit : getWrittenUnits(reg))
        found.reset(static_cast<unsigned>(unit));
  for (unsigned unit : found.set_bits())
    callWrites.push_back(static_cast<llvm::MCRegUnit>(unit));
}

bool TimingModel::overlapsStackPointer(llvm::MCRegister reg) const {
  return stackPointer && machine.registers.regsOverlap(reg, stackPointer);
}

const llvm::MCSchedClassDesc *
TimingModel::getSchedulingClass(const llvm::MCInst &inst) const {
  const llvm::MCSchedModel &model = machine.subtarget.getSchedModel();
  unsigned index = machine.describe(inst).getSchedClass();
  while (index && model.getSchedClassDesc(index)->isVariant())
    index = machine.subtarget.resolveVariantSchedClass(
        index, &inst, &machine.instructions, model.getProcessorID());
  const llvm::MCSchedClassDesc *found = model.getSchedClassDesc(index);
  return index && found->isValid() ? found : nullptr;
}

/// Returns which of the operands that `inst` reads do not matter for the
/// result, such as those of `xor eax, eax`. A bit for each, implicit ones last.
static llvm::APInt findIndependentReads(const llvm::MCInst &inst,
                                        unsigned numExplicit, unsigned numReads,
                                        const MachineDescription &machine) {
  unsigned processor = machine.subtarget.getSchedModel().getProcessorID();
  llvm::APInt mask;
  if (!machine.analysis->isZeroIdiom(inst, mask, processor) &&
      !machine.analysis->isDependencyBreaking(inst, mask, processor))
    return llvm::APInt::getZero(numReads);
  return mask.isZero() ? llvm::APInt::getLowBitsSet(numReads, numExplicit)
                       : mask.zextOrTrunc(numReads);
}

void TimingModel::addReads(const llvm::MCInst &inst,
                           InstructionTiming &timing) const {
  const llvm::MCInstrDesc &description = machine.describe(inst);
  unsigned numDefs = description.getNumDefs();
  unsigned numExplicit =
      description.getNumOperands() - numDefs - description.hasOptionalDef();
  llvm::ArrayRef<llvm::MCPhysReg> implicit = description.implicit_uses();
  llvm::APInt independent = findIndependentReads(
      inst, numExplicit, numExplicit + implicit.size(), machine);
  auto add = [&](llvm::MCRegister reg, unsigned index) {
    if (reg && !machine.registers.isConstant(reg) &&
        (index >= independent.getBitWidth() || !independent[index]))
      timing.reads.push_back({reg, index});
  };
  for (unsigned index = 0; index < numExplicit; ++index)
    if (const llvm::MCOperand &operand = inst.getOperand(numDefs + index);
        operand.isReg())
      add(operand.getReg(), index);
  for (auto [index, reg] : llvm::enumerate(implicit))
    add(reg, numExplicit + index);
  if (description.variadicOpsAreDefs())
    return;
  for (unsigned index = description.getNumOperands();
       index < inst.getNumOperands(); ++index)
    if (inst.getOperand(index).isReg())
      add(inst.getOperand(index).getReg(), index - numDefs + implicit.size());
}

void TimingModel::addWrites(const llvm::MCInst &inst,
                            InstructionTiming &timing) const {
  const llvm::MCInstrDesc &description = machine.describe(inst);
  const llvm::MCSchedClassDesc *known = timing.schedulingClass;
  auto add = [&](llvm::MCRegister reg, unsigned index, bool mayKeep) {
    if (!reg || machine.registers.isConstant(reg))
      return;
    timing.movesStackPointer |= overlapsStackPointer(reg);
    RegisterWrite write{reg, timing.latency, 0, mayKeep};
    if (known && index < known->NumWriteLatencyEntries) {
      const llvm::MCWriteLatencyEntry &entry =
          *machine.subtarget.getWriteLatencyEntry(known, index);
      if (entry.Cycles >= 0)
        write.cycles = entry.Cycles;
      write.resource = entry.WriteResourceID;
    }
    timing.writes.push_back(write);
  };
  unsigned numDefs = description.getNumDefs();
  for (unsigned index = 0; index < numDefs; ++index)
    if (inst.getOperand(index).isReg())
      add(inst.getOperand(index).getReg(), index, /*mayKeep=*/false);
  // `push`, `pop`, `call`, and `ret` change the stack pointer when they are
  // decoded, by what the manuals call a stack engine. `vzeroupper` is described
  // as a write of all vector registers, of which it keeps the lower half.
  for (auto [index, reg] : llvm::enumerate(description.implicit_defs()))
    if (overlapsStackPointer(reg))
      timing.movesStackPointer = true;
    else
      add(reg, numDefs + index, description.hasUnmodeledSideEffects());
  unsigned size = description.getNumOperands();
  unsigned numKnown = known ? known->NumWriteLatencyEntries : 0;
  if (description.hasOptionalDef() && inst.getOperand(size - 1).isReg())
    add(inst.getOperand(size - 1).getReg(), numKnown, /*mayKeep=*/false);
  if (description.variadicOpsAreDefs())
    for (unsigned index = size; index < inst.getNumOperands(); ++index)
      if (inst.getOperand(index).isReg())
        add(inst.getOperand(index).getReg(), numKnown, /*mayKeep=*/false);
}

InstructionTiming TimingModel::compute(const llvm::MCInst &inst) const {
  const llvm::MCInstrDesc &description = machine.describe(inst);
  const llvm::MCInstrAnalysis &analysis = *machine.analysis;
  InstructionTiming timing;
  // Branches are taken to be predicted.
  if (analysis.isBranch(inst) || analysis.isReturn(inst) ||
      analysis.isCall(inst))
    return timing;
  timing.schedulingClass = getSchedulingClass(inst);
  const llvm::MCSchedModel &model = machine.subtarget.getSchedModel();
  int latency = timing.schedulingClass
                    ? llvm::MCSchedModel::computeInstrLatency(
                          machine.subtarget, *timing.schedulingClass)
                    : -1;
  timing.latency = latency < 0 ? model.HighLatency : latency;
  addReads(inst, timing);
  addWrites(inst, timing);
  bool hasEffects = description.mayLoad() || description.mayStore() ||
                    description.hasUnmodeledSideEffects();
  bool isNop = timing.writes.empty() && (!hasEffects || timing.reads.empty());
  return isNop ? InstructionTiming() : timing;
}

int TimingModel::getReadAdvance(const InstructionTiming &timing,
                                const RegisterRead &read,
                                unsigned resource) const {
  if (!timing.schedulingClass)
    return 0;
  return machine.subtarget.getReadAdvanceCycles(timing.schedulingClass,
                                                read.index, resource);
}

llvm::ArrayRef<llvm::MCRegUnit>
TimingModel::getWrittenUnits(llvm::MCRegister reg) {
  auto [entry, isNew] = writtenUnits.try_emplace(reg.id());
  if (!isNew)
    return entry->second;
  // Such registers around it as have no other parts of their own: `x0` around
  // `w0`, but not the pair of `x0` and `x1`, and not `ax` around `al`.
  const llvm::MCRegisterInfo &registers = machine.registers;
  auto isReal = [&](llvm::MCRegUnit unit) {
    return !registers.isArtificialRegUnit(unit);
  };
  auto countReal = [&](llvm::MCRegister of) {
    return llvm::count_if(registers.regunits(of), isReal);
  };
  auto numReal = countReal(reg);
  llvm::MCRegister widest = reg;
  for (llvm::MCRegister around : registers.superregs(reg))
    if (countReal(around) == numReal &&
        registers.isSuperRegister(widest, around))
      widest = around;
  llvm::append_range(entry->second, registers.regunits(widest));
  return entry->second;
}
