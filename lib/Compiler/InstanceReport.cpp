//===- InstanceReport.cpp - Reports about instances -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstanceReport.h"

#include "llvm/ADT/MapVector.h"

using namespace zyn::compiler;
using mlir::vm::Executable;
using mlir::vm::Status;
using mlir::vm::Trap;
using zyn::Diagnostic;
using zyn::Severity;
using zyn::runtime::Error;
using zyn::runtime::Expected;

namespace {
/// Instances that ended in the same way at the same instruction.
struct Group {
  uint64_t count = 0, first = 0;
};
/// Groups by status word and program counter.
using Groups = llvm::MapVector<std::pair<uint32_t, uint32_t>, Group>;
} // namespace

/// Maximum number of instructions that are reported.
static constexpr size_t maxInstructions = 5;

static Expected<Groups> collect(ProgramMemory &memory, uint64_t positions,
                                Status status) {
  Expected<std::vector<uint32_t>> statuses =
      memory.readWord(mlir::vm::kStatus, positions);
  if (!statuses)
    return statuses.takeError();
  Expected<std::vector<uint32_t>> counters =
      memory.readWord(mlir::vm::kProgramCounter, positions);
  if (!counters)
    return counters.takeError();
  Groups groups;
  for (uint64_t i = 0; i < positions; ++i) {
    if (((*statuses)[i] & 0xff) != static_cast<uint32_t>(status))
      continue;
    Group &group = groups[{(*statuses)[i], (*counters)[i]}];
    if (group.count++ == 0)
      group.first = i;
  }
  return groups;
}

static const char *describe(uint32_t status) {
  switch (static_cast<Trap>(status >> 8 & 0xff)) {
  case Trap::DivisionByZero:
    return "division by zero";
  case Trap::StackOverflow:
    return "stack overflow";
  case Trap::OutOfBounds:
    return "out of bounds";
  }
  return "unknown reason";
}

Diagnostic InstanceReport::at(uint32_t pc, Severity severity,
                              std::string message) const {
  Diagnostic diagnostic{severity, {memory.getOptions().file}, {}, {}};
  if (auto location =
          program.getLocation(program.getInstruction(pc).location)) {
    diagnostic.location = {mlir::vm::escape(location->file), location->line,
                           location->column};
    diagnostic.message = std::move(message);
  } else {
    diagnostic.message = program.describe(pc) + ": " + message;
  }
  return diagnostic;
}

std::string InstanceReport::describeInstance(uint64_t position) const {
  for (const Executable::Launch &launch : phase.launches) {
    uint64_t count = memory.countPositions(launch);
    if (position < count)
      return "instance " + std::to_string(position) + " of @" +
             mlir::vm::escape(program.getRoutine(launch.routine).name);
    position -= count;
  }
  return "none";
}

std::string InstanceReport::describeCount(uint64_t count) const {
  return std::to_string(count) + " of " +
         std::to_string(memory.countPositions(phase)) +
         " instances of phase @" + mlir::vm::escape(phase.name);
}

Expected<std::vector<Diagnostic>> InstanceReport::describeTraps() {
  Expected<Groups> groups =
      collect(memory, memory.countPositions(phase), Status::Trapped);
  if (!groups)
    return groups.takeError();
  std::vector<Diagnostic> traps;
  for (const auto &[key, group] : *groups) {
    if (traps.size() == maxInstructions) {
      traps.push_back({Severity::Warning,
                       {memory.getOptions().file},
                       "instances trapped at " +
                           std::to_string(groups->size() - maxInstructions) +
                           " more instructions of phase @" +
                           mlir::vm::escape(phase.name),
                       {}});
      break;
    }
    traps.push_back(
        at(key.second, Severity::Warning,
           describe(key.first) + (": " + describeCount(group.count)) +
               " trapped here, the first is " + describeInstance(group.first)));
  }
  return traps;
}

Error InstanceReport::describeStopped(Status status) {
  Expected<Groups> groups =
      collect(memory, memory.countPositions(phase), status);
  if (!groups)
    return groups.takeError();
  if (groups->empty())
    return Error(Diagnostic{Severity::Error,
                            {memory.getOptions().file},
                            "the instances of phase @" +
                                mlir::vm::escape(phase.name) +
                                " have not ended",
                            {}});
  uint64_t count = 0;
  for (const auto &[key, group] : *groups)
    count += group.count;
  const auto &[key, group] = groups->front();
  std::string number = describeCount(count),
              first = describeInstance(group.first);
  if (status == Status::Blocked)
    return Error(at(key.second, Severity::Error,
                    "deadlock: " + number +
                        " wait for others that cannot continue, " + first +
                        " is here"));
  int64_t most = memory.getOptions().maxInstructions.value_or(0);
  return Error(at(key.second, Severity::Error,
                  number + " have not ended after " + std::to_string(most) +
                      " instructions, " + first +
                      " is here; use --max-epochs to allow more"));
}
