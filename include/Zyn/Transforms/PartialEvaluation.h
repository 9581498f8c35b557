//===- PartialEvaluation.h - Partial evaluation of regions ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TRANSFORMS_PARTIALEVALUATION_H
#define ZYN_TRANSFORMS_PARTIALEVALUATION_H

#include "Zyn/Interfaces/PartialEvaluation.h"

namespace mlir::zyn {

/// The number of simplified ops and of unreachable blocks.
struct PartialEvaluationCounts {
  unsigned simplified = 0, unreachable = 0;
};

/// Partially evaluates the region of `scope`, as `--zyn-partial-evaluate` does.
PartialEvaluationCounts partiallyEvaluate(RewriterBase &rewriter,
                                          EvaluationScopeOpInterface scope);

} // namespace mlir::zyn

#endif // ZYN_TRANSFORMS_PARTIALEVALUATION_H
