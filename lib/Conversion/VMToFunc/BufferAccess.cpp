//===- BufferAccess.cpp - What instructions on buffers do -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferAccess.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;
using vm::AtomicKind;

BufferPlace zyn::buildPlace(ImplicitLocOpBuilder &b, vm::BufferOp buffer,
                            const MachineMemory &memory, int64_t sharedWords,
                            Value lane) {
  Value size = constantI32(b, buffer.getSize());
  Value offset = constantIndex(b, buffer.getOffset().value_or(0));
  if (buffer.getKind() != vm::BufferKind::instance)
    return {size, offset, constantIndex(b, 1)};
  Value base = arith::MulIOp::create(b, offset, memory.lanes);
  base = arith::AddIOp::create(b, base, constantIndex(b, sharedWords));
  return {size, arith::AddIOp::create(b, base, lane), memory.lanes};
}

/// A view of the buffers' bytes as words of a type.
static Value viewAs(ImplicitLocOpBuilder &b, Value bytes, Type type) {
  Value zero = constantIndex(b, 0);
  Value size = memref::DimOp::create(b, bytes, zero);
  size = arith::DivUIOp::create(b, size, constantIndex(b, 4));
  auto viewType = MemRefType::get({ShapedType::kDynamic}, type);
  return memref::ViewOp::create(b, viewType, bytes, zero, size);
}

BufferAccess::BufferAccess(ImplicitLocOpBuilder &b, const MachineMemory &memory)
    : b(b), words(viewAs(b, memory.buffers, b.getI32Type())),
      floats(viewAs(b, memory.buffers, b.getF32Type())), slots(memory.slots) {}

Value BufferAccess::isInside(const BufferPlace &place, Value address) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, address,
                               place.size);
}

Value BufferAccess::getIndex(const BufferPlace &place, Value address) {
  Value distance = arith::MulIOp::create(b, toIndex(b, address), place.stride);
  return arith::AddIOp::create(b, place.base, distance);
}

Value BufferAccess::load(const BufferPlace &place, Value address) {
  return memref::LoadOp::create(b, words, getIndex(place, address));
}

void BufferAccess::store(const BufferPlace &place, Value address, Value word) {
  memref::StoreOp::create(b, word, words, getIndex(place, address));
}

/// The old element of `memory`, which `update` has changed at once.
Value BufferAccess::buildUpdate(
    Value memory, Value index,
    function_ref<Value(ImplicitLocOpBuilder &, Value)> update) {
  auto rmw = memref::GenericAtomicRMWOp::create(b, memory, index);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(rmw.getBody());
  memref::AtomicYieldOp::create(b, update(b, rmw.getCurrentValue()));
  return rmw.getResult();
}

static std::optional<arith::AtomicRMWKind> getKind(AtomicKind kind) {
  switch (kind) {
  case AtomicKind::addi:
    return arith::AtomicRMWKind::addi;
  case AtomicKind::addf:
    return arith::AtomicRMWKind::addf;
  case AtomicKind::minsi:
    return arith::AtomicRMWKind::mins;
  case AtomicKind::maxsi:
    return arith::AtomicRMWKind::maxs;
  case AtomicKind::minui:
    return arith::AtomicRMWKind::minu;
  case AtomicKind::maxui:
    return arith::AtomicRMWKind::maxu;
  case AtomicKind::andi:
    return arith::AtomicRMWKind::andi;
  case AtomicKind::ori:
    return arith::AtomicRMWKind::ori;
  case AtomicKind::xori:
    return arith::AtomicRMWKind::xori;
  case AtomicKind::exchange:
    return arith::AtomicRMWKind::assign;
  case AtomicKind::cas:
    return std::nullopt;
  }
  llvm_unreachable("all kinds are above");
}

Value BufferAccess::atomic(AtomicKind kind, const BufferPlace &place,
                           Value address, Value word, Value third) {
  Value index = getIndex(place, address);
  if (kind == AtomicKind::addf) {
    Value number = arith::BitcastOp::create(b, b.getF32Type(), word);
    Value old =
        memref::AtomicRMWOp::create(b, *getKind(kind), number, floats, index);
    return arith::BitcastOp::create(b, b.getI32Type(), old);
  }
  if (std::optional<arith::AtomicRMWKind> rmw = getKind(kind))
    return memref::AtomicRMWOp::create(b, *rmw, word, words, index);
  return buildUpdate(words, index, [&](ImplicitLocOpBuilder &b, Value old) {
    Value isExpected =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, old, word);
    return arith::SelectOp::create(b, isExpected, third, old);
  });
}

Value BufferAccess::send(const BufferPlace &place, Value address, Value word) {
  Value full =
      arith::OrIOp::create(b, arith::ExtUIOp::create(b, b.getI64Type(), word),
                           constantI64(b, int64_t(1) << 32));
  Value zero = constantI64(b, 0);
  auto isEmpty = [&](Value slot) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, slot, zero);
  };
  Value old = buildUpdate(
      slots, getIndex(place, address), [&](ImplicitLocOpBuilder &b, Value old) {
        return arith::SelectOp::create(b, isEmpty(old), full, old);
      });
  return isEmpty(old);
}

std::pair<Value, Value> BufferAccess::receive(const BufferPlace &place,
                                              Value address) {
  Value zero = constantI64(b, 0);
  Value old = memref::AtomicRMWOp::create(b, arith::AtomicRMWKind::assign, zero,
                                          slots, getIndex(place, address));
  Value isFull = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, old, zero);
  return {isFull, arith::TruncIOp::create(b, b.getI32Type(), old)};
}

Value BufferAccess::append(const BufferPlace &place, Value word) {
  Value last = arith::SubIOp::create(b, place.size, constantI32(b, 1));
  Value zero = constantI32(b, 0), one = constantI32(b, 1);
  auto hasRoom = [&](Value count) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, count, last);
  };
  Value old = buildUpdate(
      words, getIndex(place, zero), [&](ImplicitLocOpBuilder &b, Value count) {
        Value next = arith::AddIOp::create(b, count, one);
        return arith::SelectOp::create(b, hasRoom(count), next, count);
      });
  Value fits = hasRoom(old);
  Value address = arith::AddIOp::create(b, old, one);
  auto write = scf::IfOp::create(b, fits, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(write.thenBlock()->getTerminator());
  store(place, address, word);
  return fits;
}
