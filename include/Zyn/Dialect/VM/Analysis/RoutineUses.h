//===- RoutineUses.h - Who begins a routine ------------------- -*- C++ -*-===//
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

/// Whether a routine begins with an instance, and ends with it: it is launched
/// and never called.
bool isOnlyLaunched(RoutineOp routine);

} // namespace mlir::vm

#endif // ZYN_DIALECT_VM_ANALYSIS_ROUTINEUSES_H
