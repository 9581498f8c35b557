//===- RegionLoops.h - Loops of branches ---------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TRANSFORMS_REGIONLOOPS_H
#define ZYN_TRANSFORMS_REGIONLOOPS_H

#include "Zyn/Interfaces/PartialEvaluation.h"
#include "Zyn/Interfaces/UnrollableOpInterface.h"

namespace mlir {
class DialectRegistry;

namespace zyn {

/// Unrolls the natural loops of the scope's blocks; returns how many.
unsigned unrollRegionLoops(RewriterBase &rewriter,
                           EvaluationScopeOpInterface scope,
                           const UnrollOptions &options);

/// Makes `scf.for` implement `UnrollableOpInterface`.
void registerUnrollableLoops(DialectRegistry &registry);

} // namespace zyn
} // namespace mlir

#endif // ZYN_TRANSFORMS_REGIONLOOPS_H
