//===- ProgramOps.cpp - Programs, routines and phases ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/VM/IR/VM.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::vm;

//===----------------------------------------------------------------------===//
// vm.program
//===----------------------------------------------------------------------===//

uint32_t ProgramOp::getObservedMask() {
  std::optional<ArrayRef<int32_t>> observed = getObserved();
  if (!observed)
    return kRegisterMask;
  uint32_t mask = 0;
  for (int32_t number : *observed)
    mask |= 1u << number;
  return mask;
}

LogicalResult ProgramOp::verify() {
  if (!getWordType().isSignlessInteger(32) && !getWordType().isF32())
    return emitOpError("expected words of i32 or f32, found ") << getWordType();
  for (int32_t number : getObserved().value_or(ArrayRef<int32_t>()))
    if (number < 0 || number >= static_cast<int32_t>(kNumRegisters))
      return emitOpError("expected observed registers from 0 to 26, found ")
             << number;
  for (Operation &op : getBody().front())
    if (!isa<BufferOp, RoutineOp, PhaseOp, LaunchOp>(op))
      return op.emitOpError(
          "expected buffers, routines, phases and launches in "
          "a program");
  return success();
}

//===----------------------------------------------------------------------===//
// vm.buffer
//===----------------------------------------------------------------------===//

LogicalResult BufferOp::verify() {
  auto type = cast<RankedTensorType>(getType());
  if (type.getRank() != 1 || !type.hasStaticShape() ||
      !(type.getElementType().isSignlessInteger(32) ||
        type.getElementType().isF32()))
    return emitOpError("expected a type such as tensor<64xi32> or "
                       "tensor<64xf32>, found ")
           << type;
  if (getSize() < 1 || getSize() > INT32_MAX)
    return emitOpError("expected a size from 1 to 2147483647, found ")
           << getSize();
  if (getKind() == BufferKind::channel && getRole() != BufferRole::temporary)
    return emitOpError("expected a channel without a role, found ")
           << stringifyBufferRole(getRole());
  if (IntegerAttr offset = getOffsetAttr(); offset && offset.getInt() < 0)
    return emitOpError("expected an offset of at least 0, found ")
           << offset.getInt();
  return success();
}

//===----------------------------------------------------------------------===//
// vm.routine
//===----------------------------------------------------------------------===//

ParseResult RoutineOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  OpAsmParser::Argument state;
  if (parser.parseSymbolName(name, getSymNameAttrName(result.name),
                             result.attributes) ||
      parser.parseLParen() || parser.parseArgument(state, /*allowType=*/true) ||
      parser.parseRParen() ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  return parser.parseRegion(*result.addRegion(), state);
}

void RoutineOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << '(';
  if (getBody().getNumArguments() == 1)
    printer.printRegionArgument(getBody().getArgument(0));
  printer << ')';
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {getSymNameAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

/// Verifies that each instruction takes the most recent state: an instance has
/// only one, so that an older state is not available anymore.
static LogicalResult verifyBlock(Block &block, Type stateType) {
  if (block.getNumArguments() != 1 ||
      block.getArgument(0).getType() != stateType) {
    Operation &op = block.empty() ? *block.getParentOp() : block.front();
    return op.emitError("expected one argument of type ")
           << stateType << " for the block";
  }
  Value state = block.getArgument(0);
  for (Operation &op : block) {
    auto instruction = dyn_cast<InstructionOpInterface>(op);
    if (!instruction)
      return op.emitOpError("expected an instruction of the matrix VM");
    if (instruction.getStateBefore() != state)
      return op.emitOpError("expected the most recent state");
    state = instruction.getStateAfter();
  }
  return success();
}

LogicalResult RoutineOp::verifyRegions() {
  auto program = dyn_cast_or_null<ProgramOp>((*this)->getParentOp());
  if (!program || !(program.getWordType().isSignlessInteger(32) ||
                    program.getWordType().isF32()))
    return success(); // diagnosed by the program's verifier
  Type stateType = StateType::get(getContext(), program.getWordType());
  for (Block &block : getBody())
    if (failed(verifyBlock(block, stateType)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// vm.phase, vm.launch
//===----------------------------------------------------------------------===//

LogicalResult PhaseOp::verify() {
  for (Operation &op : getBody().front())
    if (!isa<LaunchOp>(op))
      return op.emitOpError("expected launches in a phase");
  if (!getAfter())
    return success();
  Operation *program = (*this)->getParentOp();
  for (auto name : getAfter()->getAsRange<FlatSymbolRefAttr>())
    if (!isa_and_nonnull<PhaseOp>(SymbolTable::lookupSymbolIn(program, name)))
      return emitOpError("expected a phase of the program, found no ") << name;
  return success();
}

LogicalResult LaunchOp::verify() {
  if (!isa_and_nonnull<ProgramOp, PhaseOp>((*this)->getParentOp()))
    return emitOpError("expected to be in a program or a phase");
  return success();
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  // The symbol table is that of the program, even inside a phase.
  auto program = (*this)->getParentOfType<ProgramOp>();
  if (!symbols.lookupNearestSymbolFrom<RoutineOp>(program, getRoutineAttr()))
    return emitOpError("expected a routine of the program, found no ")
           << getRoutineAttr();
  return success();
}
