//===- InstanceReport.cpp - How instances have ended ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstanceReport.h"

#include "llvm/ADT/MapVector.h"

using namespace zyn::tools;
using mlir::vm::Executable;
using mlir::vm::Status;
using mlir::vm::Trap;
using zyn::runtime::Error;
using zyn::runtime::Expected;

namespace {
/// Instances that have ended in the same way at the same place.
struct Group {
  uint64_t count = 0, first = 0;
};
/// By status word and program counter.
using Groups = llvm::MapVector<std::pair<uint32_t, uint32_t>, Group>;
} // namespace

/// Places that are named; more of them help nobody.
static constexpr size_t maxPlaces = 5;

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

static std::string describePlace(const Executable &program, uint32_t pc,
                                 const std::string &file) {
  std::string place = program.describe(pc);
  // An instruction without a line is one of the file.
  return place.find(':') == place.npos ? file + ": " + place : place;
}

Expected<std::vector<std::string>>
zyn::tools::describeTraps(ProgramMemory &memory, const Executable &program,
                          const Executable::Phase &phase,
                          const std::string &file) {
  uint64_t positions = memory.countPositions(phase);
  Expected<Groups> groups = collect(memory, positions, Status::Trapped);
  if (!groups)
    return groups.takeError();
  std::vector<std::string> lines;
  for (const auto &[key, group] : *groups) {
    if (lines.size() == maxPlaces) {
      lines.push_back(file + ": warning: instances trapped at " +
                      std::to_string(groups->size() - maxPlaces) +
                      " more places of phase @" + phase.name.str());
      break;
    }
    lines.push_back(describePlace(program, key.second, file) +
                    ": warning: " + describe(key.first) + ": " +
                    std::to_string(group.count) + " of " +
                    std::to_string(positions) + " instances of phase @" +
                    phase.name.str() + " trapped here, the first is " +
                    std::to_string(group.first));
  }
  return lines;
}

Error zyn::tools::describeStopped(ProgramMemory &memory,
                                  const Executable &program,
                                  const Executable::Phase &phase, Status status,
                                  const RunOptions &options) {
  uint64_t positions = memory.countPositions(phase);
  Expected<Groups> groups = collect(memory, positions, status);
  if (!groups)
    return groups.takeError();
  uint64_t count = 0;
  for (const auto &[key, group] : *groups)
    count += group.count;
  const auto &[key, group] = groups->front();
  std::string number = std::to_string(count) + " of " +
                       std::to_string(positions) + " instances of phase @" +
                       phase.name.str();
  std::string where =
      ", the first of them, " + std::to_string(group.first) + ", here";
  std::string place = describePlace(program, key.second, options.file);
  if (status == Status::Blocked)
    return Error(place + ": error: deadlock: " + number +
                 " wait for others that cannot go on" + where);
  return Error(place + ": error: " + number + " have not ended after " +
               std::to_string(options.maxEpochs.value_or(0)) + " instructions" +
               where + "; --max-epochs allows more");
}
