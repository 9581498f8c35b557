//===- BufferAccess.cpp - Lowering of buffer instructions -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferAccess.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;
using vm::AtomicKind;

BufferView zyn::buildBufferView(ImplicitLocOpBuilder &b, vm::BufferOp buffer,
                                const MachineMemory &memory,
                                int64_t sharedWords, Value lane) {
  Value size = constantI32(b, buffer.getSize());
  Value offset = constantIndex(b, buffer.getOffset().value_or(0));
  if (buffer.getKind() != vm::BufferKind::instance)
    return {size, offset, constantIndex(b, 1)};
  Value base = arith::MulIOp::create(b, offset, memory.lanes);
  base = arith::AddIOp::create(b, base, constantIndex(b, sharedWords));
  return {size, arith::AddIOp::create(b, base, lane), memory.lanes};
}

/// Returns a view of the bytes of the buffers as words of the given type.
static Value viewAs(ImplicitLocOpBuilder &b, Value bytes, Type type) {
  Value zero = constantIndex(b, 0);
  Value size = memref::DimOp::create(b, bytes, zero);
  size = arith::DivUIOp::create(b, size, constantIndex(b, 4));
  auto viewType = MemRefType::get({ShapedType::kDynamic}, type);
  return memref::ViewOp::create(b, viewType, bytes, zero, size);
}

BufferAccess::BufferAccess(ImplicitLocOpBuilder &b, const MachineMemory &memory)
    : b(b), words(viewAs(b, memory.buffers, b.getI32Type())),
      floats(viewAs(b, memory.buffers, b.getF32Type())), slots(memory.slots),
      isKernel(b.getInsertionBlock()
                   ->getParentOp()
                   ->getParentOfType<gpu::GPUModuleOp>()) {}

Value BufferAccess::isInside(const BufferView &view, Value address) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, address,
                               view.size);
}

Value BufferAccess::getIndex(const BufferView &view, Value address) {
  Value distance = arith::MulIOp::create(b, toIndex(b, address), view.stride);
  return arith::AddIOp::create(b, view.base, distance);
}

Value BufferAccess::load(const BufferView &view, Value address) {
  return memref::LoadOp::create(b, words, getIndex(view, address));
}

void BufferAccess::store(const BufferView &view, Value address, Value word) {
  memref::StoreOp::create(b, word, words, getIndex(view, address));
}

//===----------------------------------------------------------------------===//
// Atomics: device code uses the kernel dialect, which has scopes and orders
//===----------------------------------------------------------------------===//

static arith::AtomicRMWKind getHostKind(AtomicKind kind) {
  using K = arith::AtomicRMWKind;
  static constexpr K kinds[] = {K::addi, K::addf, K::mins, K::maxs, K::minu,
                                K::maxu, K::andi, K::ori,  K::xori, K::assign};
  return kinds[static_cast<unsigned>(kind)];
}

static kernel::AtomicKind getDeviceKind(AtomicKind kind) {
  using K = kernel::AtomicKind;
  static constexpr K kinds[] = {K::add,  K::add, K::min, K::max, K::umin,
                                K::umax, K::And, K::Or,  K::Xor, K::exchange};
  return kinds[static_cast<unsigned>(kind)];
}

Value BufferAccess::atomicRMW(AtomicKind kind, Value memory, Value index,
                              Value operand, bool isOrdered) {
  if (!isKernel)
    return memref::AtomicRMWOp::create(b, getHostKind(kind), operand, memory,
                                       index);
  return kernel::AtomicOp::create(
      b, operand.getType(), getDeviceKind(kind), kernel::Scope::device,
      isOrdered ? kernel::MemoryOrder::acq_rel : kernel::MemoryOrder::relaxed,
      operand, memory, index);
}

Value BufferAccess::compareExchange(Value memory, Value index, Value expected,
                                    Value desired) {
  if (isKernel)
    return kernel::AtomicCasOp::create(
        b, expected.getType(), kernel::Scope::device,
        kernel::MemoryOrder::acq_rel, expected, desired, memory, index);
  auto rmw = memref::GenericAtomicRMWOp::create(b, memory, index);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(rmw.getBody());
  Value old = rmw.getCurrentValue();
  Value isExpected =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, old, expected);
  Value next = arith::SelectOp::create(b, isExpected, desired, old);
  memref::AtomicYieldOp::create(b, next);
  return rmw.getResult();
}

Value BufferAccess::atomic(AtomicKind kind, const BufferView &view,
                           Value address, Value word, Value third) {
  Value index = getIndex(view, address);
  if (kind == AtomicKind::cas)
    return compareExchange(words, index, word, third);
  if (kind != AtomicKind::addf)
    return atomicRMW(kind, words, index, word);
  Value number = arith::BitcastOp::create(b, b.getF32Type(), word);
  return arith::BitcastOp::create(b, b.getI32Type(),
                                  atomicRMW(kind, floats, index, number));
}

Value BufferAccess::send(const BufferView &view, Value address, Value word) {
  Value zero = constantI64(b, 0);
  Value full =
      arith::OrIOp::create(b, arith::ExtUIOp::create(b, b.getI64Type(), word),
                           constantI64(b, int64_t(1) << 32));
  Value old = compareExchange(slots, getIndex(view, address), zero, full);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, old, zero);
}

std::pair<Value, Value> BufferAccess::receive(const BufferView &view,
                                              Value address) {
  Value zero = constantI64(b, 0);
  Value old = atomicRMW(AtomicKind::exchange, slots, getIndex(view, address),
                        zero, /*isOrdered=*/true);
  Value isFull = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, old, zero);
  return {isFull, arith::TruncIOp::create(b, b.getI32Type(), old)};
}

/// An instance that finds the buffer full undoes its increment. This never
/// lowers the count below the capacity, so the buffer stays full.
Value BufferAccess::append(const BufferView &view, Value word) {
  Value last = arith::SubIOp::create(b, view.size, constantI32(b, 1));
  Value one = constantI32(b, 1);
  Value index = getIndex(view, constantI32(b, 0));
  Value old = atomicRMW(AtomicKind::addi, words, index, one);
  Value fits = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, old, last);
  Value address = arith::AddIOp::create(b, old, one);
  auto write = scf::IfOp::create(b, fits, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(write.thenBlock()->getTerminator());
  store(view, address, word);
  b.setInsertionPoint(write.elseBlock()->getTerminator());
  atomicRMW(AtomicKind::addi, words, index, constantI32(b, -1));
  return fits;
}
