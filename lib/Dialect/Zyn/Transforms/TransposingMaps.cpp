//===- TransposingMaps.cpp - Maps that transpose tensors ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransposingMaps.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::zyn;

bool mlir::zyn::isTransposing(MapOp map) {
  return map.getInputs().size() == 1 && map->getNumResults() == 1 &&
         map.getInputMap(0).isPermutation() &&
         map.getBlock()->getTerminator()->getOperand(0) ==
             map.getBlock()->getArgument(0);
}

Value mlir::zyn::createTransposingMap(OpBuilder &builder, Location loc,
                                      Value tensor, AffineMap access,
                                      Value init) {
  auto map = MapOp::create(builder, loc, init.getType(), tensor, init,
                           builder.getAffineMapArrayAttr(access));
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&map.getBody(), {},
                                    getElementTypeOrSelf(tensor), loc);
  YieldOp::create(builder, loc, body->getArguments());
  return map->getResult(0);
}
