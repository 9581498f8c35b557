//===- InstanceReport.h - Reports about instances ------------- -*- C++ -*-===//
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

/// Describes how the instances of a phase ended.
class InstanceReport {
public:
  InstanceReport(ProgramMemory &memory, const mlir::vm::Executable &program,
                 const mlir::vm::Executable::Phase &phase)
      : memory(memory), program(program), phase(phase) {}

  /// Returns a warning for each instruction at which instances trapped: the
  /// reason, their number, and the first one.
  runtime::Expected<std::vector<Diagnostic>> describeTraps();

  /// Returns the error for instances with status `status`, which are deadlocked
  /// or have exceeded their budget.
  runtime::Error describeStopped(mlir::vm::Status status);

private:
  /// Creates a diagnostic at an instruction.
  Diagnostic at(uint32_t pc, Severity severity, std::string message) const;
  std::string describeInstance(uint64_t position) const;
  /// Returns a text such as "3 of 8 instances of phase @all".
  std::string describeCount(uint64_t count) const;

  ProgramMemory &memory;
  const mlir::vm::Executable &program;
  const mlir::vm::Executable::Phase &phase;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_INSTANCEREPORT_H
