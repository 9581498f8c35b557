//===- Decode.cpp - Decodes executables -----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/VMExecutable/Decode.h"

#include "DecodeInstructions.h"
#include "Zyn/Dialect/VM/Analysis/InstructionNumbering.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::vm;
using namespace mlir::vm::executable;

namespace {
class RoutineDecoder {
public:
  RoutineDecoder(const Executable &file, OpBuilder &builder, Type wordType)
      : file(file), builder(builder), instructions(file, builder, wordType),
        stateType(StateType::get(builder.getContext(), wordType)) {}

  void decode(const Executable::Routine &routine);

private:
  void findBlocks(const Executable::Routine &routine);
  Block *addBlock(Region &body) {
    return builder.createBlock(&body, body.end(), stateType,
                               builder.getUnknownLoc());
  }

  const Executable &file;
  OpBuilder &builder;
  InstructionDecoder instructions;
  Type stateType;
  /// For each instruction of the routine, true if it begins a block.
  SmallVector<bool> isFirst;
  bool isEntryTarget = false;
};
} // namespace

static bool isTerminator(uint32_t opcode) {
  return opcode == kJump || opcode == kBranch || opcode == kReturn ||
         opcode == kHalt;
}

void RoutineDecoder::findBlocks(const Executable::Routine &routine) {
  isFirst.assign(routine.count + 1, false);
  isFirst[0] = true;
  isEntryTarget = false;
  auto addTarget = [&](uint32_t target) {
    isFirst[target - routine.entry] = true;
    isEntryTarget |= target == routine.entry;
  };
  for (uint32_t i : llvm::seq(routine.count)) {
    auto fields = file.getInstruction(routine.entry + i);
    if (isTerminator(fields.opcode))
      isFirst[i + 1] = true;
    if (fields.opcode == kJump || fields.opcode == kBranch)
      addTarget(fields.x);
    if (fields.opcode == kBranch)
      addTarget(fields.y);
  }
}

void RoutineDecoder::decode(const Executable::Routine &routine) {
  Location loc = instructions.getLocation(routine.location);
  auto op = RoutineOp::create(builder, loc, routine.name);
  OpBuilder::InsertionGuard guard(builder);
  findBlocks(routine);

  Region &body = op.getBody();
  // The entry block of a region must not have predecessors.
  Block *entry = isEntryTarget ? addBlock(body) : nullptr;
  SmallVector<Block *> blocks(routine.count);
  for (uint32_t i : llvm::seq(routine.count))
    if (isFirst[i])
      blocks[i] = addBlock(body);
  auto findBlock = [&](uint32_t pc) { return blocks[pc - routine.entry]; };
  if (entry) {
    builder.setInsertionPointToEnd(entry);
    JumpOp::create(builder, loc, entry->getArgument(0), blocks[0]);
  }

  Value state;
  for (uint32_t i : llvm::seq(routine.count)) {
    if (Block *block = blocks[i]) {
      if (state) // The previous block falls through.
        JumpOp::create(builder, loc, state, block);
      builder.setInsertionPointToEnd(block);
      state = block->getArgument(0);
    }
    uint32_t pc = routine.entry + i;
    Operation *decoded = instructions.decode(pc, state, findBlock);
    state = decoded->getNumResults() ? decoded->getResult(0) : Value();
    auto jump = dyn_cast<JumpOp>(decoded);
    if (!jump || InstructionNumbering::isEncoded(jump))
      continue;
    // A jump to the next block would not be an instruction, so insert a block
    // in between.
    Block *between = builder.createBlock(jump.getTarget(), stateType,
                                         builder.getUnknownLoc());
    JumpOp::create(builder, loc, between->getArgument(0), jump.getTarget());
  }
}

static void decodeBuffers(const Executable &file, OpBuilder &builder) {
  for (uint32_t i : llvm::seq(file.getCount(kBuffers))) {
    Executable::Buffer buffer = file.getBuffer(i);
    Type elementType =
        buffer.type ? Type(builder.getF32Type()) : builder.getI32Type();
    BufferOp::create(builder, builder.getUnknownLoc(), buffer.name,
                     static_cast<BufferKind>(buffer.kind),
                     static_cast<BufferRole>(buffer.role),
                     RankedTensorType::get(buffer.size, elementType),
                     builder.getI64IntegerAttr(buffer.offset));
  }
}

static void decodePlan(const Executable &file, OpBuilder &builder,
                       InstructionDecoder &instructions) {
  for (const Executable::Phase &phase : file.getPhases()) {
    auto op = PhaseOp::create(builder, instructions.getLocation(phase.location),
                              phase.name, nullptr);
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&op.getBody());
    for (const Executable::Launch &launch : phase.launches)
      LaunchOp::create(builder, instructions.getLocation(launch.location),
                       file.getRoutine(launch.routine).name,
                       launch.instances
                           ? builder.getI64IntegerAttr(launch.instances)
                           : IntegerAttr());
  }
}

static DenseI32ArrayAttr decodeObserved(const Executable &file,
                                        OpBuilder &builder) {
  uint32_t mask = file.getHeader(kObserved);
  return mask == kRegisterMask
             ? DenseI32ArrayAttr()
             : builder.getDenseI32ArrayAttr(listRegisters(mask));
}

OwningOpRef<ModuleOp> vm::decodeProgram(const Executable &file,
                                        MLIRContext *context) {
  context->loadDialect<VMDialect>();
  OpBuilder builder(context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());
  Type wordType =
      file.isFloat() ? Type(builder.getF32Type()) : builder.getI32Type();
  auto program = ProgramOp::create(builder, loc, file.getName(), wordType,
                                   file.getHeader(kStackDepth),
                                   decodeObserved(file, builder));
  builder.createBlock(&program.getBody());
  decodeBuffers(file, builder);
  RoutineDecoder routines(file, builder, wordType);
  for (uint32_t i : llvm::seq(file.getCount(kRoutines)))
    routines.decode(file.getRoutine(i));
  InstructionDecoder instructions(file, builder, wordType);
  decodePlan(file, builder, instructions);
  return module;
}
