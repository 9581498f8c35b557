//===- ProgramRun.cpp - Runs programs by phases and rounds ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompiledFunctionCode.h"
#include "CompiledProgramCode.h"
#include "InstanceReport.h"
#include "Zyn/Conversion/VMToFunc/VMToFunc.h"
#include "Zyn/Dialect/VM/IR/VM.h"

#include <chrono>

using namespace zyn::compiler;
using mlir::vm::Executable;
using mlir::vm::Status;
using mlir::zyn::Counter;
using zyn::Diagnostic;
using zyn::runtime::Array;
using zyn::runtime::Error;
using zyn::runtime::Expected;
namespace format = mlir::vm::executable;

ProgramRun::ProgramRun(const CompiledProgram &program, ProgramMemory &memory)
    : program(program), memory(memory),
      phases(program.executable().getPhases()) {
  const Executable &executable = program.executable();
  for (uint32_t pc = 0; pc < executable.getNumInstructions(); ++pc) {
    uint32_t opcode = executable.getInstruction(pc).opcode;
    canSuspend |= opcode == format::kYield || opcode == format::kSend ||
                  opcode == format::kReceive;
  }
}

Error ProgramRun::run(bool inspect) {
  traps.clear();
  statistics.clear();
  std::chrono::duration<double> time{};
  if (Error error = checkDevice(program.compilation(), memory.getContext()))
    return error;
  for (auto [number, phase] : llvm::enumerate(phases)) {
    auto start = std::chrono::steady_clock::now();
    if (Error error = memory.enterPhase(number))
      return error;
    if (Error error = runPhase(number))
      return error;
    if (!inspect)
      continue;
    if (Error error = memory.getContext().synchronize())
      return error;
    time += std::chrono::steady_clock::now() - start;
    if (Error error = inspectPhase(phase))
      return error;
  }
  seconds = time.count();
  return Error::success();
}

Error ProgramRun::runPhase(uint32_t number) {
  InstanceReport report(memory, program.executable(), phases[number]);
  for (int32_t round = 0;; ++round) {
    if (canSuspend)
      if (Error error = memory.clearCounters())
        return error;
    std::vector<void *> arguments = memory.getArguments(number, round);
    if (Error error = memory.getContext().invoke(
            program.code->code->jit.entry(), arguments.data()))
      return error;
    if (!canSuspend)
      return Error::success();
    Expected<std::vector<uint32_t>> counters = memory.readCounters();
    if (!counters)
      return counters.takeError();
    auto get = [&](Counter counter) {
      return (*counters)[static_cast<unsigned>(counter)];
    };
    if (get(Counter::OutOfBudget))
      return report.describeStopped(Status::Running);
    if (!get(Counter::Unfinished))
      return Error::success();
    if (!get(Counter::Progress))
      return report.describeStopped(Status::Blocked);
  }
}

Error ProgramRun::inspectPhase(const Executable::Phase &phase) {
  InstanceReport report(memory, program.executable(), phase);
  Expected<std::vector<uint32_t>> counters = memory.readCounters();
  if (!counters)
    return counters.takeError();
  if ((*counters)[static_cast<unsigned>(Counter::OutOfBudget)])
    return report.describeStopped(Status::Running);
  Expected<std::vector<Diagnostic>> found = report.describeTraps();
  if (!found)
    return found.takeError();
  traps.insert(traps.end(), found->begin(), found->end());
  Expected<std::vector<int64_t>> counts =
      memory.readExecuted(memory.countPositions(phase));
  if (!counts)
    return counts.takeError();
  statistics.emplace_back(phase.name.str(), *counts);
  return Error::success();
}

Expected<Array> ProgramRun::readStates() {
  return memory.readState(
      phases.empty() ? 0 : memory.countPositions(phases.back()));
}
