//===- DecodeInstructions.h - Words to instructions ----------- -*- C++ -*-===//
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

/// Makes ops of single instructions.
class InstructionDecoder {
public:
  /// `findBlock` gives the block of an instruction that is gone to.
  using FindBlock = llvm::function_ref<Block *(uint32_t)>;

  InstructionDecoder(const Executable &file, OpBuilder &builder, Type wordType)
      : file(file), builder(builder), wordType(wordType) {}

  Location getLocation(uint32_t number);

  /// The op of an instruction; it takes `state`.
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
  /// An optional register, and an immediate that is there if it is not.
  IntegerAttr getRegister(uint32_t number);
  IntegerAttr getImmediate(const Executable::Instruction &fields);

  const Executable &file;
  OpBuilder &builder;
  Type wordType;
};

} // namespace mlir::vm::executable

#endif // ZYN_LIB_TARGET_VMEXECUTABLE_DECODEINSTRUCTIONS_H
