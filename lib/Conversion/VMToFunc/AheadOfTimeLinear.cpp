//===- AheadOfTimeLinear.cpp - vm.linear in the ahead-of-time engine ------===//
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

void AheadOfTime::buildLinear(vm::LinearOp op) {
  vm::Matrix matrix = op.getMatrix().toMatrix();
  RowSum sum(b, program.getWordType());
  SmallVector<std::pair<unsigned, Value>> rows;
  for (unsigned row = 0; row < vm::kNumRegisters; ++row) {
    if (!(op.getMatrix().getRows() >> row & 1))
      continue;
    Value total;
    for (unsigned column = 0; column < vm::kNumWords; ++column) {
      uint32_t factor = matrix.at(row, column);
      if (matrix.isZero(factor))
        continue;
      Value term;
      if (column == vm::kOne)
        term = constantI32(b, factor);
      else if (factor == matrix.getOneBits())
        term = word(column);
      else
        term = sum.multiply(constantI32(b, factor), word(column));
      total = total ? sum.add(total, term) : term;
    }
    rows.emplace_back(row, total ? total : constantI32(b, 0));
  }
  // All rows read the state before the instruction.
  for (auto [row, value] : rows)
    setWord(row, value);
  ++spent;
}
