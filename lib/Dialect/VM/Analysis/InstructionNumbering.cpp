//===- InstructionNumbering.cpp - Program counters ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/VM/Analysis/InstructionNumbering.h"

using namespace mlir;
using namespace mlir::vm;

bool InstructionNumbering::isEncoded(Operation *op) {
  auto jump = dyn_cast<JumpOp>(op);
  return !jump || jump.getTarget() != jump->getBlock()->getNextNode();
}

InstructionNumbering::InstructionNumbering(ProgramOp program) {
  for (auto routine : program.getOps<RoutineOp>())
    for (Block &block : routine.getBody()) {
      blocks[&block] = instructions.size();
      for (Operation &op : block) {
        numbers[&op] = instructions.size();
        if (isEncoded(&op))
          instructions.push_back(&op);
      }
    }
}

uint32_t InstructionNumbering::getNumber(Operation *op) const {
  return numbers.lookup(op);
}
