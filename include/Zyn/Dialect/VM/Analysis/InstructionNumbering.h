//===- InstructionNumbering.h - Places in the executable ------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_ANALYSIS_INSTRUCTIONNUMBERING_H
#define ZYN_DIALECT_VM_ANALYSIS_INSTRUCTIONNUMBERING_H

#include "Zyn/Dialect/VM/IR/VM.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::vm {

/// The number that each instruction of a program has in the executable: that is
/// the value of the program counter, for every engine. Routines follow each
/// other as they are written, and so do blocks and ops. A jump to the block
/// that comes next is no instruction.
class InstructionNumbering {
public:
  explicit InstructionNumbering(ProgramOp program);

  /// Whether `op` is an instruction of the executable: a jump may be none.
  static bool isEncoded(Operation *op);

  uint32_t getNumInstructions() const { return instructions.size(); }
  ArrayRef<Operation *> getInstructions() const { return instructions; }
  /// The number of an op; of a jump that is none, that of where it goes.
  uint32_t getNumber(Operation *op) const;
  /// The number of the first instruction of a block.
  uint32_t getNumber(Block *block) const { return blocks.lookup(block); }
  uint32_t getEntry(RoutineOp routine) const {
    return getNumber(&routine.getBody().front());
  }

private:
  SmallVector<Operation *> instructions;
  DenseMap<Operation *, uint32_t> numbers;
  DenseMap<Block *, uint32_t> blocks;
};

} // namespace mlir::vm

#endif // ZYN_DIALECT_VM_ANALYSIS_INSTRUCTIONNUMBERING_H
