//===- RoutineUses.h - How routines are entered --------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_ANALYSIS_ROUTINEUSES_H
#define ZYN_DIALECT_VM_ANALYSIS_ROUTINEUSES_H

#include "Zyn/Dialect/VM/IR/VM.h"

namespace mlir::vm {

/// Returns true if a routine is launched and never called: instances start at
/// its entry and end at its returns.
bool isOnlyLaunched(RoutineOp routine);

} // namespace mlir::vm

#endif // ZYN_DIALECT_VM_ANALYSIS_ROUTINEUSES_H
