//===- PhaseOrder.h - The order of phases --------------------- -*- C++ -*-===//
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

/// The phases of a program as they run one after the other: as `after` asks
/// for, and else as they are written. Phases that wait for each other are an
/// error, which names them.
FailureOr<SmallVector<PhaseOp>> orderPhases(ProgramOp program);

} // namespace mlir::vm

#endif // ZYN_DIALECT_VM_ANALYSIS_PHASEORDER_H
