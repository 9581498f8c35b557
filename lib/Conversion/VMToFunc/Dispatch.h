//===- Dispatch.h - Decoding of single instructions ----------- -*- C++ -*-===//
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

/// The words of one instance in memory, indexed by the number of the word
/// followed by `suffix`.
struct RegisterFile {
  Value memory;
  SmallVector<Value> suffix;

  Value read(ImplicitLocOpBuilder &b, Value number) const;
  void write(ImplicitLocOpBuilder &b, Value number, Value word) const;
};

/// System words after an instruction, each an i32.
struct StepResult {
  Value pc, status, stackPointer;
};

/// Builds code that decodes an instruction of the executable and executes it.
/// Opcodes that do not occur in the program are omitted.
class Dispatch {
public:
  /// If `only` is given, omits all opcodes that are not of that class.
  Dispatch(ImplicitLocOpBuilder &b, vm::ProgramOp program,
           const MachineMemory &memory,
           std::optional<vm::InstructionClass> only = {});

  /// Returns true if the program has none of the opcodes.
  bool isEmpty() const { return opcodes.empty(); }

  /// Builds the execution of one instruction of the instance at `position`.
  /// `scratch` is a buffer of 32 words for intermediate results.
  StepResult build(const RegisterFile &registers, Value scratch, Value position,
                   Value pc, Value stackPointer);

  /// Returns the class of the instruction at `pc`, an i32.
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
  Value buildAtomic(const BufferView &view, Value address);

  StepResult next();
  StepResult stop(vm::Status status);
  StepResult trap(vm::Trap trap);
  /// Builds an `scf.if` that returns the result of one of its branches.
  StepResult select(Value condition, function_ref<StepResult()> then,
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

  // The instruction that is being built.
  RegisterFile registers;
  Value scratch, position, pc, stackPointer;
  /// Fields of the instruction, and the values of both operands; the second one
  /// is a register or the immediate.
  Value d, a, bField, immediate, lhs, rhs;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_DISPATCH_H
