//===- DecodeInstructions.cpp - Decodes instructions ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecodeInstructions.h"

#include "ShortForms.h"

using namespace mlir;
using namespace mlir::vm;
using namespace mlir::vm::executable;

Location InstructionDecoder::getLocation(uint32_t number) {
  std::optional<Executable::Location> loc = file.getLocation(number);
  if (!loc)
    return builder.getUnknownLoc();
  return FileLineColLoc::get(builder.getContext(), loc->file, loc->line,
                             loc->column);
}

IntegerAttr InstructionDecoder::getRegister(uint32_t number) {
  return number == kNoRegister ? IntegerAttr()
                               : builder.getI32IntegerAttr(number);
}

IntegerAttr
InstructionDecoder::getImmediate(const Executable::Instruction &fields) {
  return fields.b == kNoRegister
             ? builder.getI32IntegerAttr(static_cast<int32_t>(fields.immediate))
             : IntegerAttr();
}

Matrix InstructionDecoder::decodeMatrix(uint32_t number) {
  Executable::Matrix stored = file.getMatrix(number);
  Matrix matrix(wordType);
  uint32_t position = 0; // index among the stored rows
  for (unsigned row = 0; row < kNumRegisters; ++row) {
    if (!(stored.rows >> row & 1))
      continue;
    matrix.clearRow(row);
    if (stored.format == 1)
      for (unsigned column = 0; column < kNumWords; ++column)
        matrix.at(row, column) =
            file.getValue(stored.valueOffset + position * kNumWords + column);
    else
      for (uint32_t i = file.getRowStart(stored, position),
                    end = file.getRowStart(stored, position + 1);
           i < end; ++i)
        matrix.at(row, file.getColumn(stored, i)) =
            file.getValue(stored.valueOffset + i);
    ++position;
  }
  return matrix;
}

Operation *
InstructionDecoder::decodeLinear(const Executable::Instruction &fields,
                                 Location loc, Value state) {
  MLIRContext *context = builder.getContext();
  if (fields.opcode != kCSRMatrix && fields.opcode != kDenseMatrix) {
    Matrix matrix = expandShortForm(
        {fields.opcode, fields.d, fields.a, fields.b, fields.immediate},
        wordType);
    return LinearOp::create(builder, loc, state,
                            MatrixAttr::get(context, matrix), nullptr);
  }
  auto format = MatrixFormatAttr::get(context, fields.opcode == kCSRMatrix
                                                   ? MatrixFormat::csr
                                                   : MatrixFormat::dense);
  return LinearOp::create(builder, loc, state,
                          MatrixAttr::get(context, decodeMatrix(fields.x)),
                          format);
}

Operation *
InstructionDecoder::decodeOracle(const Executable::Instruction &fields,
                                 Location loc, Value state) {
  auto kind = static_cast<OracleKind>(fields.opcode - kOracle);
  unsigned count = getNumOperands(kind);
  return OracleOp::create(builder, loc, state, kind, fields.d, fields.a,
                          count >= 2 ? getRegister(fields.b) : IntegerAttr(),
                          count == 3 ? getRegister(fields.x) : IntegerAttr(),
                          count == 2 ? getImmediate(fields) : IntegerAttr());
}

Operation *
InstructionDecoder::decodeBranch(const Executable::Instruction &fields,
                                 Location loc, Value state,
                                 FindBlock findBlock) {
  switch (fields.opcode) {
  case kJump:
    return JumpOp::create(builder, loc, state, findBlock(fields.x));
  case kBranch:
    return BranchOp::create(builder, loc, state,
                            static_cast<Predicate>(fields.d), fields.a,
                            getRegister(fields.b), getImmediate(fields),
                            findBlock(fields.x), findBlock(fields.y));
  case kCall:
    return CallOp::create(builder, loc, state,
                          file.getRoutine(fields.immediate).name,
                          listRegisters(fields.y));
  case kReturn:
    return ReturnOp::create(builder, loc, state);
  case kYield:
    return YieldOp::create(builder, loc, state);
  default:
    return HaltOp::create(builder, loc, state);
  }
}

Operation *
InstructionDecoder::decodeInputOutput(const Executable::Instruction &fields,
                                      Location loc, Value state) {
  StringRef buffer = file.getBuffer(fields.x).name;
  auto [opcode, d, a, b, offset, x, y, location] = fields;
  switch (opcode) {
  case kLoad:
    return LoadOp::create(builder, loc, state, buffer, d, getRegister(a),
                          offset);
  case kReceive:
    return ReceiveOp::create(builder, loc, state, buffer, d, getRegister(a),
                             offset);
  case kStore:
    return StoreOp::create(builder, loc, state, buffer, getRegister(a), offset,
                           b);
  case kSend:
    return SendOp::create(builder, loc, state, buffer, getRegister(a), offset,
                          b);
  case kGather:
    return GatherOp::create(builder, loc, state, buffer, d, a, b);
  case kScatter:
    return ScatterOp::create(builder, loc, state, buffer, a, d, b);
  case kAtomic: {
    auto kind = static_cast<AtomicKind>(y & 0xff);
    return AtomicOp::create(
        builder, loc, state, buffer, kind, d, getRegister(a), offset, b,
        kind == AtomicKind::cas ? getRegister(y >> 8) : IntegerAttr());
  }
  default:
    return OutputOp::create(builder, loc, state, buffer, b);
  }
}

Operation *InstructionDecoder::decode(uint32_t pc, Value state,
                                      FindBlock findBlock) {
  Executable::Instruction fields = file.getInstruction(pc);
  Location loc = getLocation(fields.location);
  switch (getClass(fields.opcode)) {
  case InstructionClass::Linear:
    return decodeLinear(fields, loc, state);
  case InstructionClass::Oracle:
    return decodeOracle(fields, loc, state);
  case InstructionClass::Branch:
    return decodeBranch(fields, loc, state, findBlock);
  case InstructionClass::InputOutput:
    return decodeInputOutput(fields, loc, state);
  }
  llvm_unreachable("an opcode has one of four classes");
}
