//===- InstanceReport.h - How instances have ended ------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_INSTANCEREPORT_H
#define ZYN_LIB_COMPILER_INSTANCEREPORT_H

#include "Zyn/Compiler/ProgramMemory.h"
#include "Zyn/Dialect/VM/IR/VM.h"

namespace zyn::compiler {

/// Describes how the instances of a phase have ended.
class InstanceReport {
public:
  InstanceReport(ProgramMemory &memory, const mlir::vm::Executable &program,
                 const mlir::vm::Executable::Phase &phase)
      : memory(memory), program(program), phase(phase) {}

  /// A warning for each instruction where instances have trapped: why, how
  /// many, and the first one.
  runtime::Expected<std::vector<Diagnostic>> describeTraps();

  /// The error of instances that wait forever, or have spent their budget:
  /// their status is `status`.
  runtime::Error describeStopped(mlir::vm::Status status);

private:
  /// A diagnostic at an instruction.
  Diagnostic at(uint32_t pc, Severity severity, std::string message) const;
  std::string describeInstance(uint64_t position) const;
  /// "3 of 8 instances of phase @all".
  std::string describeCount(uint64_t count) const;

  ProgramMemory &memory;
  const mlir::vm::Executable &program;
  const mlir::vm::Executable::Phase &phase;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_INSTANCEREPORT_H
