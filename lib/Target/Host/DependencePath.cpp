//===- DependencePath.cpp - Latency of machine code -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/Host/DependencePath.h"

#include "ControlFlow.h"
#include "InstructionTiming.h"
#include "MachineCode.h"
#include "MachineDescription.h"
#include "SourcePlaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

#include <algorithm>

using namespace zyn::compiler;

namespace {
/// When a register or an effect is ready, and because of which write.
struct Arrival {
  static constexpr unsigned kNone = ~0u;

  uint64_t cycle = 0;
  /// The index of the instruction, or none for an argument of the function.
  unsigned producer = kNone;
  unsigned resource = 0;

  void joinWith(const Arrival &other) {
    if (other.cycle > cycle || (producer == kNone && other.cycle == cycle))
      *this = other;
  }
};

/// The times at one place of the program.
struct ArrivalState {
  /// For each register unit.
  std::vector<Arrival> units;
  /// When everything so far is done that is not about the stack frame.
  Arrival all;

  void joinWith(const ArrivalState &other) {
    for (auto [unit, otherUnit] : llvm::zip_equal(units, other.units))
      unit.joinWith(otherUnit);
    all.joinWith(other.all);
  }
};

/// Propagates arrival times through the control flow.
class Propagation {
public:
  Propagation(const MachineCode &code, const ControlFlow &controlFlow,
              const MachineDescription &machine)
      : code(code), controlFlow(controlFlow), machine(machine), model(machine),
        lastOperands(code.instructions.size()) {}

  /// Returns the arrival of the last result of all.
  Arrival run();

  /// For each instruction, that of the operand which arrives last.
  const Arrival &getLastOperand(unsigned index) const {
    return lastOperands[index];
  }

private:
  void visit(unsigned index, ArrivalState &state);

  const MachineCode &code;
  const ControlFlow &controlFlow;
  const MachineDescription &machine;
  TimingModel model;
  std::vector<Arrival> lastOperands;
};
} // namespace

void Propagation::visit(unsigned index, ArrivalState &state) {
  const llvm::MCInst &inst = code.instructions[index].inst;
  if (machine.analysis->isCall(inst)) {
    lastOperands[index] = state.all;
    state.all.producer = index;
    for (llvm::MCRegUnit unit : model.getCallWrites())
      state.units[static_cast<unsigned>(unit)] = {state.all.cycle, index};
    return;
  }
  InstructionTiming timing = model.compute(inst);
  Arrival last;
  uint64_t start = 0;
  for (const RegisterRead &read : timing.reads)
    for (llvm::MCRegUnit unit : machine.registers.regunits(read.reg)) {
      const Arrival &arrival = state.units[static_cast<unsigned>(unit)];
      int64_t needed = static_cast<int64_t>(arrival.cycle) -
                       model.getReadAdvance(timing, read, arrival.resource);
      if (needed <= static_cast<int64_t>(start))
        continue;
      last = arrival;
      start = needed;
    }
  lastOperands[index] = last;
  // With a read advance, a short result may seem to precede the operand.
  auto finish = [&](unsigned cycles, unsigned resource) -> Arrival {
    return {std::max(start + cycles, last.cycle), index, resource};
  };
  for (const RegisterWrite &write : timing.writes) {
    Arrival arrival = finish(write.cycles, write.resource);
    for (llvm::MCRegUnit unit : model.getWrittenUnits(write.reg)) {
      Arrival &held = state.units[static_cast<unsigned>(unit)];
      if (write.mayKeep)
        held.joinWith(arrival);
      else
        held = arrival;
    }
  }
  if (timing.latency && !timing.movesStackPointer)
    state.all.joinWith(finish(timing.latency, 0));
}

Arrival Propagation::run() {
  std::vector<ArrivalState> states(controlFlow.blocks.size());
  Arrival last;
  if (!controlFlow.order.empty())
    states[0].units.resize(machine.registers.getNumRegUnits());
  for (unsigned block : controlFlow.order) {
    ArrivalState state = std::move(states[block]);
    const BasicBlock &instructions = controlFlow.blocks[block];
    for (unsigned index = instructions.begin; index < instructions.end; ++index)
      visit(index, state);
    last.joinWith(state.all);
    for (unsigned successor : instructions.successors) {
      if (!controlFlow.isForward(block, successor))
        continue;
      if (states[successor].units.empty())
        states[successor] = state;
      else
        states[successor].joinWith(state);
    }
  }
  return last;
}

/// Returns "file:line:column" of the first instruction from `begin` to `end`
/// whose place is known, or an empty string.
static std::string describePlace(const MachineCode &code,
                                 const SourcePlaces &places, unsigned begin,
                                 unsigned end) {
  for (unsigned i = begin; i < end; ++i)
    if (SourcePlace place =
            places.find(code.section, code.instructions[i].offset);
        !place.file.empty())
      return place.file + ":" + std::to_string(place.line) + ":" +
             std::to_string(place.column);
  return {};
}

/// Finds the functions that are called from blocks that count.
static void findCalls(const MachineCode &code, const ControlFlow &controlFlow,
                      const MachineDescription &machine,
                      const SourcePlaces &places, DependencePath &path) {
  std::vector<unsigned> blocks = controlFlow.order;
  llvm::sort(blocks);
  llvm::SetVector<llvm::StringRef> names;
  for (unsigned block : blocks) {
    const BasicBlock &instructions = controlFlow.blocks[block];
    for (unsigned i = instructions.begin; i < instructions.end; ++i) {
      const MachineInstruction &instruction = code.instructions[i];
      bool isCall = machine.analysis->isCall(instruction.inst);
      bool isTailCall =
          instructions.leaves && i + 1 == instructions.end &&
          machine.analysis->isBranch(instruction.inst) &&
          (!instruction.callee.empty() || !controlFlow.hasIndirectBranches);
      if (!isCall && !isTailCall)
        continue;
      if (names.empty())
        path.callPlace = describePlace(code, places, i, i + 1);
      names.insert(instruction.callee.empty() ? "<unknown>"
                                              : instruction.callee);
    }
  }
  path.callees.assign(names.begin(), names.end());
}

static std::string printInstruction(const MachineInstruction &instruction,
                                    const MachineDescription &machine) {
  // The address of the callee is unknown before programs are linked.
  if (!instruction.callee.empty())
    return machine.printMnemonic(instruction.inst) + " " +
           instruction.callee.str();
  return machine.print(instruction.inst);
}

llvm::Expected<DependencePath>
zyn::compiler::findDependencePath(llvm::MemoryBufferRef buffer,
                                  llvm::StringRef function,
                                  const llvm::TargetMachine &targetMachine) {
  llvm::Expected<std::unique_ptr<llvm::object::ObjectFile>> object =
      llvm::object::ObjectFile::createObjectFile(buffer);
  if (!object)
    return object.takeError();
  llvm::Expected<std::unique_ptr<MachineDescription>> description =
      MachineDescription::create(targetMachine);
  if (!description)
    return description.takeError();
  const MachineDescription &machine = **description;
  llvm::Expected<MachineCode> code =
      disassembleFunction(**object, function, machine);
  if (!code)
    return code.takeError();
  ControlFlow controlFlow(*code, machine);
  Propagation propagation(*code, controlFlow, machine);

  DependencePath path;
  path.function = function.str();
  path.processor = machine.subtarget.getCPU().str();
  SourcePlaces places(**object);
  path.hasLoops = !controlFlow.loopHeaders.empty();
  if (path.hasLoops) {
    const BasicBlock &header =
        controlFlow.blocks[*llvm::min_element(controlFlow.loopHeaders)];
    path.loopPlace = describePlace(*code, places, header.begin, header.end);
  }
  path.hasIndirectBranches = controlFlow.hasIndirectBranches;
  findCalls(*code, controlFlow, machine, places, path);
  Arrival arrival = propagation.run();
  path.cycles = arrival.cycle;
  while (arrival.producer != Arrival::kNone) {
    const MachineInstruction &instruction =
        code->instructions[arrival.producer];
    const Arrival &operand = propagation.getLastOperand(arrival.producer);
    SourcePlace place = places.find(code->section, instruction.offset);
    path.steps.push_back({printInstruction(instruction, machine),
                          arrival.cycle - operand.cycle, std::move(place.file),
                          place.line, place.column});
    arrival = operand;
  }
  std::reverse(path.steps.begin(), path.steps.end());
  return path;
}
