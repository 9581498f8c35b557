//===- BranchOps.cpp - Control-flow instructions --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/VM/IR/VM.h"

#include "RegisterMask.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::vm;

#define ZYN_BRANCH_INSTRUCTION(Op, Read, Written, Effect)                      \
  InstructionClass Op::getInstructionClass() {                                 \
    return InstructionClass::Branch;                                           \
  }                                                                            \
  uint32_t Op::getReadWords() { return Read; }                                 \
  uint32_t Op::getWrittenWords() { return Written; }                           \
  bool Op::hasEffect() { return Effect; }

// A call conservatively reads all registers and sets all but the saved ones.
ZYN_BRANCH_INSTRUCTION(CallOp, kRegisterMask, kRegisterMask & ~getSavedMask(),
                       true)
ZYN_BRANCH_INSTRUCTION(JumpOp, 0, 0, true)
ZYN_BRANCH_INSTRUCTION(BranchOp, maskOf(getLhs()) | maskOf(getRhs()), 0, true)
ZYN_BRANCH_INSTRUCTION(YieldOp, 0, 0, true)
ZYN_BRANCH_INSTRUCTION(ReturnOp, kRegisterMask, 0, true)
ZYN_BRANCH_INSTRUCTION(HaltOp, kRegisterMask, 0, true)

#undef ZYN_BRANCH_INSTRUCTION

// The successor's argument is declared as produced by the op rather than
// forwarded: if only jumps follow, a forwarded argument would be dead, and
// region simplification would remove it.
template <typename OpTy>
static SuccessorOperands makeState(OpTy op) {
  return SuccessorOperands(/*producedOperandCount=*/1,
                           MutableOperandRange(op, /*start=*/0, /*length=*/0));
}

SuccessorOperands JumpOp::getSuccessorOperands(unsigned) {
  return makeState(*this);
}

SuccessorOperands BranchOp::getSuccessorOperands(unsigned) {
  return makeState(*this);
}

bool vm::comparesFloats(Predicate predicate) {
  return predicate >= Predicate::oeq;
}

LogicalResult BranchOp::verify() {
  if (getRhs().has_value() == getImmediate().has_value())
    return emitOpError("expected a register or an immediate to compare with");
  return success();
}

SmallVector<int32_t> vm::listRegisters(uint32_t mask) {
  SmallVector<int32_t> numbers;
  for (unsigned number = 0; number < kNumRegisters; ++number)
    if (mask >> number & 1)
      numbers.push_back(number);
  return numbers;
}

uint32_t CallOp::getSavedMask() {
  uint32_t mask = 0;
  for (int32_t number : getSaved())
    mask |= 1u << number;
  return mask;
}

LogicalResult CallOp::verify() {
  uint32_t seen = 0;
  for (int32_t number : getSaved()) {
    if (number < 0 || number >= static_cast<int32_t>(kNumRegisters))
      return emitOpError("expected registers r0 to r26, found ") << number;
    if (seen >> number & 1)
      return emitOpError("expected each saved register once, found r")
             << number << " twice";
    seen |= 1u << number;
  }
  if (getSaved().size() > kMaxSaved)
    return emitOpError("expected at most ")
           << kMaxSaved << " saved registers, found " << getSaved().size();
  return success();
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (!symbols.lookupNearestSymbolFrom<RoutineOp>(*this, getCalleeAttr()))
    return emitOpError("expected a routine of the program, found no ")
           << getCalleeAttr();
  return success();
}
