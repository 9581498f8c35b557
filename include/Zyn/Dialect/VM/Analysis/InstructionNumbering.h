//===- InstructionNumbering.h - Program counters -------------- -*- C++ -*-===//
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

/// Numbers the instructions of a program as the executable does. The number of
/// an instruction is its program counter in every engine. Routines, blocks and
/// ops are numbered in program order. A jump to the next block is not encoded
/// as an instruction.
class InstructionNumbering {
public:
  explicit InstructionNumbering(ProgramOp program);

  /// Returns true if `op` is encoded as an instruction, which is not the case
  /// for a jump to the next block.
  static bool isEncoded(Operation *op);

  uint32_t getNumInstructions() const { return instructions.size(); }
  ArrayRef<Operation *> getInstructions() const { return instructions; }
  /// Returns the number of an op; that of its target for a jump that is not
  /// encoded.
  uint32_t getNumber(Operation *op) const;
  /// Returns the number of the first instruction of a block.
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
