//===- Report.h - Statistics about executables ---------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TARGET_VMEXECUTABLE_REPORT_H
#define ZYN_TARGET_VMEXECUTABLE_REPORT_H

#include "Zyn/Target/VMExecutable/Executable.h"

#include "llvm/Support/JSON.h"

namespace mlir::vm {

/// Formats statistics about an executable as tables: instructions by class,
/// sizes of matrices, routines, phases, and buffers.
std::string formatReport(const Executable &executable);

/// Returns the same statistics as data; null is a recursion of unknown depth, a
/// launch of as many instances as the run, or a buffer that is not used.
llvm::json::Object createReport(const Executable &executable);

} // namespace mlir::vm

#endif // ZYN_TARGET_VMEXECUTABLE_REPORT_H
