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
  return a->getName() == b->getName() &&
         a->getAttrDictionary() == b->getAttrDictionary() &&
         a->getOperandTypes() == b->getOperandTypes() &&
         a->getResultTypes() == b->getResultTypes() &&
         llvm::all_of(a->getOperandTypes(), isKnown) &&
         llvm::all_of_zip(a->getRegions(), b->getRegions(),
                          [](Region &x, Region &y) {
                            return OperationEquivalence::isRegionEquivalentTo(
                                &x, &y, OperationEquivalence::IgnoreLocations);
                          });
}
