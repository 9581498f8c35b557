//===- Dispatch.h - Reads and executes one instruction -------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_VMTOFUNC_DISPATCH_H
#define ZYN_LIB_CONVERSION_VMTOFUNC_DISPATCH_H

#include "Image.h"
#include "Oracles.h"

namespace mlir::zyn {

/// Words of one instance in memory: an element of a buffer by the word's number
/// and `suffix`.
struct RegisterFile {
  Value memory;
  SmallVector<Value> suffix;

  Value read(ImplicitLocOpBuilder &b, Value number) const;
  void write(ImplicitLocOpBuilder &b, Value number, Value word) const;
};

/// What an instruction leaves behind, i32 each.
struct StepResult {
  Value pc, status, stackPointer;
};

/// Generates code that reads an instruction of the executable and executes it.
/// Opcodes that the program does not have are left out.
class Dispatch {
public:
  /// `only`: opcodes of that class.
  Dispatch(ImplicitLocOpBuilder &b, vm::ProgramOp program,
           const MachineMemory &memory,
           std::optional<vm::InstructionClass> only = {});

  /// Whether the program has any of the opcodes.
  bool isEmpty() const { return opcodes.empty(); }

  /// One instruction of the instance at `position`. `scratch`, a buffer of 32
  /// words, is a place for a new state.
  StepResult build(const RegisterFile &registers, Value scratch, Value position,
                   Value pc, Value stackPointer);

  /// The class of the instruction at `pc`, an i32.
  Value buildClass(Value pc);

private:
  void collectOpcodes(vm::ProgramOp program,
                      std::optional<vm::InstructionClass> only);
  StepResult buildOpcode(uint32_t opcode);

  StepResult buildShortLinear(uint32_t opcode);
  StepResult buildMatrix(bool isDense);
  Value buildSparseRow(Value row, Value values, Value structure, Value columns);
  Value buildDenseRow(Value row, Value values);
  StepResult buildOracle(vm::OracleKind kind);
  StepResult buildBranch();
  StepResult buildCall();
  StepResult buildReturn();
  StepResult buildBuffer(uint32_t opcode);
  StepResult buildGather(bool isScatter);
  Value buildAtomic(const BufferPlace &place, Value address);

  StepResult next();
  StepResult stop(vm::Status status);
  StepResult trap(vm::Trap trap);
  /// `then` if `condition` holds, or else what `otherwise` is.
  StepResult under(Value condition, function_ref<StepResult()> then,
                   function_ref<StepResult()> otherwise);

  Value load(vm::executable::InstructionWord word) {
    return image.loadInstruction(b, pc, word);
  }
  Value read(Value number) { return registers.read(b, toIndex(b, number)); }
  void write(Value number, Value word) {
    registers.write(b, toIndex(b, number), word);
  }
  Value add(Value lhs, Value rhs);
  Value add(Value lhs, uint32_t rhs);

  ImplicitLocOpBuilder &b;
  vm::ProgramOp program;
  const MachineMemory memory;
  Image image;
  BufferAccess buffers;
  SmallVector<uint32_t> opcodes;
  uint32_t predicates = 0, atomics = 0;

  // Of the instruction that is being built.
  RegisterFile registers;
  Value scratch, position, pc, stackPointer;
  /// Fields, and the second operand: a register or the immediate.
  Value d, a, bField, immediate, lhs, rhs;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_DISPATCH_H
