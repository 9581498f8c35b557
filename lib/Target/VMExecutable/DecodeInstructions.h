//===- DecodeInstructions.h - Decodes instructions ------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_VMEXECUTABLE_DECODEINSTRUCTIONS_H
#define ZYN_LIB_TARGET_VMEXECUTABLE_DECODEINSTRUCTIONS_H

#include "Zyn/Dialect/VM/IR/VM.h"
#include "Zyn/Target/VMExecutable/Executable.h"
#include "mlir/IR/Builders.h"

namespace mlir::vm::executable {

/// Decodes single instructions into ops.
class InstructionDecoder {
public:
  /// Returns the block that begins at an instruction, a branch target.
  using FindBlock = llvm::function_ref<Block *(uint32_t)>;

  InstructionDecoder(const Executable &file, OpBuilder &builder, Type wordType)
      : file(file), builder(builder), wordType(wordType) {}

  Location getLocation(uint32_t number);

  /// Creates the op of an instruction with the operand `state`.
  Operation *decode(uint32_t pc, Value state, FindBlock findBlock);

private:
  Operation *decodeLinear(const Executable::Instruction &fields, Location loc,
                          Value state);
  Operation *decodeOracle(const Executable::Instruction &fields, Location loc,
                          Value state);
  Operation *decodeBranch(const Executable::Instruction &fields, Location loc,
                          Value state, FindBlock findBlock);
  Operation *decodeInputOutput(const Executable::Instruction &fields,
                               Location loc, Value state);
  Matrix decodeMatrix(uint32_t number);
  /// Return an optional register, and the immediate that is present if the
  /// register is not.
  IntegerAttr getRegister(uint32_t number);
  IntegerAttr getImmediate(const Executable::Instruction &fields);

  const Executable &file;
  OpBuilder &builder;
  Type wordType;
};

} // namespace mlir::vm::executable

#endif // ZYN_LIB_TARGET_VMEXECUTABLE_DECODEINSTRUCTIONS_H
