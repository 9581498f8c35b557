//===- IndexChecks.h - Assertions about indices -----------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_LINALGTOZYN_INDEXCHECKS_H
#define ZYN_LIB_CONVERSION_LINALGTOZYN_INDEXCHECKS_H

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

namespace mlir::zyn {

/// Whether `check` holds if the reads of elements in its block are in bounds,
/// which `zyn.element` and `zyn.gather` check themselves.
bool isIndexCheck(cf::AssertOp check);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_LINALGTOZYN_INDEXCHECKS_H
