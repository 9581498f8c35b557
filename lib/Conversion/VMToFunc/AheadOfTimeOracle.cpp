//===- AheadOfTimeOracle.cpp - vm.oracle in the ahead-of-time engine ------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AheadOfTime.h"
#include "Oracles.h"

using namespace mlir;
using namespace mlir::zyn;

void AheadOfTime::buildOracle(vm::OracleOp op) {
  Value rhs, third;
  if (op.getImmediate())
    rhs = constantI32(b, *op.getImmediate());
  else if (op.getRhs())
    rhs = word(*op.getRhs());
  if (op.getThird())
    third = word(*op.getThird());
  if (op.hasEffect())
    trapUnless(buildComparison(b, vm::Predicate::ne, rhs, constantI32(b, 0)),
               vm::Trap::DivisionByZero, op);
  RandomSource random = {memory.seed, get(instance)};
  setWord(op.getDest(), zyn::buildOracle(b, op.getKind(), word(op.getLhs()),
                                         rhs, third, random));
  ++spent;
}
