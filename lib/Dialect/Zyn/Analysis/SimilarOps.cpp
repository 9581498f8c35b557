//===- SimilarOps.cpp - Ops that share a kernel ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Analysis/SimilarOps.h"

#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace mlir::zyn;

bool mlir::zyn::areSimilar(Operation *a, Operation *b) {
  auto isKnown = [](Type type) {
    return cast<ShapedType>(type).hasStaticShape();
  };
  return llvm::all_of(a->getOperandTypes(), isKnown) &&
         OperationEquivalence::isEquivalentTo(
             a, b, OperationEquivalence::ignoreValueEquivalence,
             /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
}
