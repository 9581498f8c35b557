//===- AheadOfTimeInstructions.cpp - Ahead-of-time engine -----------------===//
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
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::zyn;

void AheadOfTime::build(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](vm::LinearOp linear) { buildLinear(linear); })
      .Case([&](vm::OracleOp oracle) { buildOracle(oracle); })
      .Case([&](vm::JumpOp jump) {
        spent += vm::InstructionNumbering::isEncoded(op);
        spend();
        cf::BranchOp::create(b, blocks[jump.getTarget()]);
      })
      .Case([&](vm::BranchOp branch) { buildBranch(branch); })
      .Case([&](vm::CallOp call) { buildCall(call); })
      .Case([&](vm::ReturnOp end) { buildReturn(end); })
      .Case([&](vm::YieldOp yield) { buildYield(yield); })
      .Case([&](vm::HaltOp) {
        ++spent;
        exit(vm::Status::Halted, numbering.getNumber(op));
      })
      .Case([&](vm::LoadOp load) { buildLoad(load); })
      .Case([&](vm::StoreOp store) { buildStore(store); })
      .Case([&](vm::GatherOp gather) { buildGather(gather); })
      .Case([&](vm::ScatterOp scatter) { buildScatter(scatter); })
      .Case([&](vm::AtomicOp atomic) { buildAtomic(atomic); })
      .Case([&](vm::SendOp send) { buildSend(send); })
      .Case([&](vm::ReceiveOp receive) { buildReceive(receive); })
      .Case([&](vm::OutputOp output) { buildOutput(output); });
}

void AheadOfTime::buildLinear(vm::LinearOp op) {
  vm::Matrix matrix = op.getMatrix().toMatrix();
  RowSum sum(b, program.getWordType());
  SmallVector<std::pair<unsigned, Value>> rows;
  for (unsigned row = 0; row < vm::kNumRegisters; ++row) {
    if (!(op.getMatrix().getRows() >> row & 1))
      continue;
    Value total;
    for (unsigned column = 0; column < vm::kNumWords; ++column) {
      uint32_t factor = matrix.at(row, column);
      if (matrix.isZero(factor))
        continue;
      Value term;
      if (column == vm::kOne)
        term = constantI32(b, factor);
      else if (factor == matrix.getOneBits())
        term = word(column);
      else
        term = sum.multiply(constantI32(b, factor), word(column));
      total = total ? sum.add(total, term) : term;
    }
    rows.emplace_back(row, total ? total : constantI32(b, 0));
  }
  // All rows read the state before the instruction.
  for (auto [row, value] : rows)
    setWord(row, value);
  ++spent;
}

void AheadOfTime::buildOracle(vm::OracleOp op) {
  Value rhs, third;
  if (op.getImmediate())
    rhs = constantI32(b, *op.getImmediate());
  else if (op.getRhs())
    rhs = word(*op.getRhs());
  if (op.getThird())
    third = word(*op.getThird());
  if (op.hasEffect())
    trapUnless(buildComparison(b, vm::Predicate::ne, rhs, constantI32(b, 0)),
               vm::Trap::DivisionByZero, op);
  RandomSource random = {memory.seed, get(instance)};
  setWord(op.getDest(), zyn::buildOracle(b, op.getKind(), word(op.getLhs()),
                                         rhs, third, random));
  ++spent;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

Value AheadOfTime::address(std::optional<uint32_t> number, uint32_t offset) {
  Value constant = constantI32(b, offset);
  if (!number)
    return constant;
  return arith::AddIOp::create(b, word(*number), constant);
}

BufferView AheadOfTime::getView(FlatSymbolRefAttr name) {
  auto buffer = cast<vm::BufferOp>(SymbolTable::lookupSymbolIn(program, name));
  return buildBufferView(b, buffer, memory, sharedWords,
                         toIndex(b, get(instance)));
}

void AheadOfTime::buildLoad(vm::LoadOp op) {
  BufferView from = getView(op.getBufferAttr());
  Value where = address(op.getAddress(), op.getOffset());
  trapUnless(buffers->isInside(from, where), vm::Trap::OutOfBounds, op);
  setWord(op.getDest(), buffers->load(from, where));
  ++spent;
}

void AheadOfTime::buildStore(vm::StoreOp op) {
  BufferView to = getView(op.getBufferAttr());
  Value where = address(op.getAddress(), op.getOffset());
  trapUnless(buffers->isInside(to, where), vm::Trap::OutOfBounds, op);
  buffers->store(to, where, word(op.getValue()));
  ++spent;
}

void AheadOfTime::buildGather(vm::GatherOp op) {
  BufferView from = getView(op.getBufferAttr());
  for (unsigned i = 0; i < op.getCount(); ++i)
    trapUnless(buffers->isInside(from, word(op.getAddress() + i)),
               vm::Trap::OutOfBounds, op);
  SmallVector<Value> loaded;
  for (unsigned i = 0; i < op.getCount(); ++i)
    loaded.push_back(buffers->load(from, word(op.getAddress() + i)));
  for (auto [i, value] : llvm::enumerate(loaded))
    setWord(op.getDest() + i, value);
  ++spent;
}

void AheadOfTime::buildScatter(vm::ScatterOp op) {
  BufferView to = getView(op.getBufferAttr());
  for (unsigned i = 0; i < op.getCount(); ++i)
    trapUnless(buffers->isInside(to, word(op.getAddress() + i)),
               vm::Trap::OutOfBounds, op);
  for (unsigned i = 0; i < op.getCount(); ++i)
    buffers->store(to, word(op.getAddress() + i), word(op.getValue() + i));
  ++spent;
}

void AheadOfTime::buildAtomic(vm::AtomicOp op) {
  BufferView in = getView(op.getBufferAttr());
  Value where = address(op.getAddress(), op.getOffset());
  trapUnless(buffers->isInside(in, where), vm::Trap::OutOfBounds, op);
  Value third = op.getThird() ? word(*op.getThird()) : Value();
  setWord(op.getDest(),
          buffers->atomic(op.getKind(), in, where, word(op.getValue()), third));
  ++spent;
}

void AheadOfTime::buildSend(vm::SendOp op) {
  resumeAt(op);
  BufferView to = getView(op.getBufferAttr());
  Value where = address(op.getAddress(), op.getOffset());
  trapUnless(buffers->isInside(to, where), vm::Trap::OutOfBounds, op);
  exitUnless(buffers->send(to, where, word(op.getValue())),
             static_cast<uint32_t>(vm::Status::Blocked), op);
  ++spent;
}

void AheadOfTime::buildReceive(vm::ReceiveOp op) {
  resumeAt(op);
  BufferView from = getView(op.getBufferAttr());
  Value where = address(op.getAddress(), op.getOffset());
  trapUnless(buffers->isInside(from, where), vm::Trap::OutOfBounds, op);
  auto [isFull, received] = buffers->receive(from, where);
  exitUnless(isFull, static_cast<uint32_t>(vm::Status::Blocked), op);
  setWord(op.getDest(), received);
  ++spent;
}

void AheadOfTime::buildOutput(vm::OutputOp op) {
  Value isAppended =
      buffers->append(getView(op.getBufferAttr()), word(op.getValue()));
  trapUnless(isAppended, vm::Trap::OutOfBounds, op);
  ++spent;
}
