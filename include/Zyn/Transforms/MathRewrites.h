//===- MathRewrites.h - Rewrites of functions ----------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TRANSFORMS_MATHREWRITES_H
#define ZYN_TRANSFORMS_MATHREWRITES_H

#include "mlir/Rewrite/FrozenRewritePatternSet.h"

namespace mlir::zyn {

/// Applies patterns to the math ops and the remainders in `root`, and to what
/// they become. Other ops are neither visited nor folded, which would take most
/// of the time, since few ops of a large program are functions.
LogicalResult rewriteMath(Operation *root,
                          const FrozenRewritePatternSet &patterns);

} // namespace mlir::zyn

#endif // ZYN_TRANSFORMS_MATHREWRITES_H
