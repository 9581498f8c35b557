//===- PhaseOrder.h - Execution order of phases --------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_ANALYSIS_PHASEORDER_H
#define ZYN_DIALECT_VM_ANALYSIS_PHASEORDER_H

#include "Zyn/Dialect/VM/IR/VM.h"

namespace mlir::vm {

/// Returns the phases of a program in execution order: a topological order of
/// the dependences that `after` declares, and program order otherwise. Emits an
/// error that names the phases of a cycle if there is one.
FailureOr<SmallVector<PhaseOp>> orderPhases(ProgramOp program);

} // namespace mlir::vm

#endif // ZYN_DIALECT_VM_ANALYSIS_PHASEORDER_H
