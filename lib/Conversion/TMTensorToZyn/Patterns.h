//===- Patterns.h - Patterns that convert tm_tensor to zyn ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_TMTENSORTOZYN_PATTERNS_H
#define ZYN_LIB_CONVERSION_TMTENSORTOZYN_PATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::zyn {

void populateAttentionToZynPatterns(RewritePatternSet &);
void populateScanToZynPatterns(RewritePatternSet &);
void populateScatterToZynPatterns(RewritePatternSet &);
void populateSortToZynPatterns(RewritePatternSet &);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_TMTENSORTOZYN_PATTERNS_H
