//===- SimilarOps.h - Ops that share a kernel ------------------- -*- C++ -*-=//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_ANALYSIS_SIMILAROPS_H
#define ZYN_DIALECT_ZYN_ANALYSIS_SIMILAROPS_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

namespace mlir::zyn {

/// Whether two ops on tensors or buffers only differ in their operands, whose
/// types are the same and have known sizes.
bool areSimilar(Operation *a, Operation *b);

} // namespace mlir::zyn

#endif // ZYN_DIALECT_ZYN_ANALYSIS_SIMILAROPS_H
