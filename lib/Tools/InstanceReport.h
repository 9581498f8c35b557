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

/// A line for each place where instances have trapped: why, how many, and the
/// first one.
runtime::Expected<std::vector<std::string>>
describeTraps(ProgramMemory &memory, const mlir::vm::Executable &program,
              const mlir::vm::Executable::Phase &phase,
              const std::string &file);

/// The error of instances that wait for ever, or have spent their budget: their
/// status is `status`.
runtime::Error describeStopped(ProgramMemory &memory,
                               const mlir::vm::Executable &program,
                               const mlir::vm::Executable::Phase &phase,
                               mlir::vm::Status status,
                               const RunOptions &options);

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_INSTANCEREPORT_H
