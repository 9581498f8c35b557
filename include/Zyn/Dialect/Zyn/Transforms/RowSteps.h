//===- RowSteps.h - Rows as maps and reductions --------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_TRANSFORMS_ROWSTEPS_H
#define ZYN_DIALECT_ZYN_TRANSFORMS_ROWSTEPS_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

namespace mlir::zyn {

/// Creates maps and reductions on buffers that compute the same as `op`, which
/// is on buffers, too. What they exchange is in buffers that are freed again.
void createRowSteps(OpBuilder &builder, RowsOp op);

} // namespace mlir::zyn

#endif // ZYN_DIALECT_ZYN_TRANSFORMS_ROWSTEPS_H
