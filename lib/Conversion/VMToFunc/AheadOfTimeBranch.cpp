//===- AheadOfTimeBranch.cpp - Branches in the ahead-of-time engine -------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AheadOfTime.h"
#include "Oracles.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::zyn;

void AheadOfTime::buildJump(vm::JumpOp op) {
  spent += vm::InstructionNumbering::isEncoded(op);
  spend();
  cf::BranchOp::create(b, blocks[op.getTarget()]);
}

void AheadOfTime::buildBranch(vm::BranchOp op) {
  ++spent;
  spend();
  Value rhs =
      op.getRhs() ? word(*op.getRhs()) : constantI32(b, *op.getImmediate());
  Value condition =
      buildComparison(b, op.getPredicate(), word(op.getLhs()), rhs);
  cf::CondBranchOp::create(b, condition, blocks[op.getTrueTarget()],
                           blocks[op.getFalseTarget()]);
}

SmallVector<Value> AheadOfTime::frame(Value depth, unsigned field) {
  return {toIndex(b, depth), constantIndex(b, field), position};
}

/// A routine returns by a switch on the pc of the call, which is in the frame.
/// The continuation knows statically which registers to restore.
void AheadOfTime::buildCall(vm::CallOp op) {
  Value depth = get(stackPointer);
  Value hasRoom =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, depth,
                            constantI32(b, program.getStackDepth()));
  trapUnless(hasRoom, vm::Trap::StackOverflow, op);
  uint32_t pc = numbering.getNumber(op);
  auto push = [&](unsigned field, Value value) {
    memref::StoreOp::create(b, value, memory.frames, frame(depth, field));
  };
  push(0, constantI32(b, pc));
  push(1, constantI32(b, op.getSavedMask()));
  SmallVector<int32_t> saved = vm::listRegisters(op.getSavedMask());
  for (auto [i, number] : llvm::enumerate(saved))
    push(2 + i, word(number));
  set(stackPointer, arith::AddIOp::create(b, depth, constantI32(b, 1)));
  ++spent;
  spend();
  auto callee = cast<vm::RoutineOp>(
      SymbolTable::lookupSymbolIn(program, op.getCalleeAttr()));
  cf::BranchOp::create(b, blocks[&callee.getBody().front()]);

  for (auto [number, block] : continuations[op.getCalleeAttr().getAttr()])
    if (number == pc)
      enter(block);
  depth = get(stackPointer);
  for (auto [i, number] : llvm::enumerate(saved))
    setWord(number,
            memref::LoadOp::create(b, memory.frames, frame(depth, 2 + i)));
}

void AheadOfTime::buildReturn(vm::ReturnOp op) {
  ++spent;
  spend();
  StringAttr name = op->getParentOfType<vm::RoutineOp>().getSymNameAttr();
  auto *calls = continuations.find(name);
  if (calls == continuations.end())
    return exit(vm::Status::Halted, numbering.getNumber(op));
  if (launched.contains(name)) {
    Value isCalled = buildComparison(b, vm::Predicate::ne, get(stackPointer),
                                     constantI32(b, 0));
    exitUnless(isCalled, static_cast<uint32_t>(vm::Status::Halted), op);
  }
  Value depth = arith::SubIOp::create(b, get(stackPointer), constantI32(b, 1));
  set(stackPointer, depth);
  Value from = memref::LoadOp::create(b, memory.frames, frame(depth, 0));
  buildSwitch(from, calls->second);
}

void AheadOfTime::buildYield(vm::YieldOp op) {
  ++spent;
  Operation *next = op->getNextNode();
  exit(vm::Status::Yielded, numbering.getNumber(next));
  Block *block = createBlock();
  resumePoints.insert({numbering.getNumber(next), block});
  enter(block);
}

void AheadOfTime::buildHalt(vm::HaltOp op) {
  ++spent;
  exit(vm::Status::Halted, numbering.getNumber(op));
}
