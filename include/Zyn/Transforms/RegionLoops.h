//===- RegionLoops.h - Unrolls loops in a CFG ----------------- -*- C++ -*-===//
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

/// Unrolls the natural loops of the scope's blocks. Returns their number.
unsigned unrollRegionLoops(RewriterBase &rewriter,
                           EvaluationScopeOpInterface scope,
                           const UnrollOptions &options);

/// Registers the implementation of `UnrollableOpInterface` for `scf.for`.
void registerUnrollableLoops(DialectRegistry &registry);

} // namespace zyn
} // namespace mlir

#endif // ZYN_TRANSFORMS_REGIONLOOPS_H
