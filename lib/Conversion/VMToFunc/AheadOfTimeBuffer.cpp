//===- AheadOfTimeBuffer.cpp - Buffers in the ahead-of-time engine --------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AheadOfTime.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::zyn;

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
