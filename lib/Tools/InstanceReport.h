//===- InstanceReport.h - How instances have ended ------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_INSTANCEREPORT_H
#define ZYN_LIB_TOOLS_INSTANCEREPORT_H

#include "ProgramMemory.h"

namespace zyn::tools {

/// Describes how the instances of a phase have ended.
class InstanceReport {
public:
  InstanceReport(ProgramMemory &memory, const mlir::vm::Executable &program,
                 const mlir::vm::Executable::Phase &phase,
                 const RunOptions &options)
      : memory(memory), program(program), phase(phase), options(options) {}

  /// A line for each place where instances have trapped: why, how many, and the
  /// first one.
  runtime::Expected<std::vector<std::string>> describeTraps();

  /// The error of instances that wait for ever, or have spent their budget:
  /// their status is `status`.
  runtime::Error describeStopped(mlir::vm::Status status);

private:
  std::string describePlace(uint32_t pc) const;
  std::string describeInstance(uint64_t position) const;
  /// "3 of 8 instances of phase @all".
  std::string describeCount(uint64_t count) const;

  ProgramMemory &memory;
  const mlir::vm::Executable &program;
  const mlir::vm::Executable::Phase &phase;
  const RunOptions &options;
};

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_INSTANCEREPORT_H
