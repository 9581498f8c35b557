//===- AtomicOps.cpp - Atomic accesses ------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Dialect/Kernel/IR/MemorySpaces.h"

using namespace mlir;
using namespace mlir::kernel;

/// Checks the common properties of atomic ops. Local and constant memory do not
/// need atomics.
static LogicalResult verifyAtomic(Operation *op, MemRefType memref,
                                  size_t numIndices, Type accessed,
                                  Scope scope) {
  if (failed(verifyBuffer(op, memref, numIndices,
                          {MemorySpace::Constant, MemorySpace::Local},
                          "expected a buffer in generic, global or shared "
                          "memory, which other threads can access")))
    return failure();
  if (accessed != memref.getElementType())
    return op->emitOpError("expected a value of the buffer's element type ")
           << memref.getElementType() << ", found " << accessed;
  if (scope == Scope::thread || scope == Scope::warp)
    return op->emitOpError("expected the scope block, cluster, device or "
                           "system, found ")
           << stringifyScope(scope)
           << "; block is the narrowest scope of the hardware";
  return success();
}

/// Returns whether `type` is an integer or float of one of these widths.
static bool isScalarOfBits(Type type, std::initializer_list<unsigned> widths) {
  return (type.isSignlessInteger() || isa<FloatType>(type)) &&
         llvm::is_contained(widths, type.getIntOrFloatBitWidth());
}

/// Describes the kinds that the hardware supports for a type; empty if there
/// are none.
static StringRef getAtomicKinds(Type type) {
  if (type.isSignlessInteger(32))
    return "any kind";
  if (type.isSignlessInteger(64))
    return "any kind but inc and dec";
  if (type.isF32() || type.isF64())
    return "add, sub or exchange";
  if (type.isF16() || type.isBF16())
    return "add or sub";
  return "";
}

static bool hasAtomicKind(Type type, AtomicKind kind) {
  switch (kind) {
  case AtomicKind::add:
  case AtomicKind::sub:
    return !getAtomicKinds(type).empty();
  case AtomicKind::exchange:
    return isScalarOfBits(type, {32, 64});
  case AtomicKind::inc:
  case AtomicKind::dec:
    return type.isSignlessInteger(32);
  default:
    return type.isSignlessInteger(32) || type.isSignlessInteger(64);
  }
}

LogicalResult AtomicOp::verify() {
  Type type = getValue().getType();
  if (failed(verifyAtomic(*this, getMemref().getType(), getIndices().size(),
                          type, getScope())))
    return failure();
  if (getAtomicKinds(type).empty())
    return emitOpError("expected i32, i64, f16, bf16, f32 or f64, found ")
           << type;
  if (hasAtomicKind(type, getKind()))
    return success();
  return emitOpError("expected ")
         << getAtomicKinds(type) << " for " << type << ", found "
         << stringifyAtomicKind(getKind())
         << "; for others, use a loop around kernel.atomic_cas";
}

LogicalResult AtomicCasOp::verify() {
  Type type = getExpected().getType();
  if (failed(verifyAtomic(*this, getMemref().getType(), getIndices().size(),
                          type, getScope())))
    return failure();
  if (!isScalarOfBits(type, {16, 32, 64}))
    return emitOpError("expected an integer or float of 16, 32 or 64 bits, "
                       "found ")
           << type;
  return success();
}

/// Checks the common properties of atomic loads and stores. `order` is the
/// valid order besides relaxed.
template <typename OpTy>
static LogicalResult verifyLoadOrStore(OpTy op, Type type, MemoryOrder order) {
  if (failed(verifyAtomic(op, op.getMemref().getType(), op.getIndices().size(),
                          type, op.getScope())))
    return failure();
  if (!isScalarOfBits(type, {8, 16, 32, 64}))
    return op.emitOpError("expected an integer or float of 8, 16, 32 or 64 "
                          "bits, found ")
           << type;
  if (op.getOrder() != MemoryOrder::relaxed && op.getOrder() != order)
    return op.emitOpError("expected the order relaxed or ")
           << stringifyMemoryOrder(order) << ", found "
           << stringifyMemoryOrder(op.getOrder());
  return success();
}

LogicalResult AtomicLoadOp::verify() {
  return verifyLoadOrStore(*this, getResult().getType(), MemoryOrder::acquire);
}

LogicalResult AtomicStoreOp::verify() {
  return verifyLoadOrStore(*this, getValue().getType(), MemoryOrder::release);
}

//===----------------------------------------------------------------------===//
// Target requirements
//===----------------------------------------------------------------------===//

static TargetRequirement getScopeRequirement(Scope scope) {
  return scope == Scope::cluster ? TargetRequirement{90, 78}
                                 : TargetRequirement{70, 70};
}

TargetRequirement AtomicOp::getTargetRequirement() {
  if (getValue().getType().isBF16())
    return {90, 78};
  return getScopeRequirement(getScope());
}

TargetRequirement AtomicCasOp::getTargetRequirement() {
  return getScopeRequirement(getScope());
}

TargetRequirement AtomicLoadOp::getTargetRequirement() {
  return getScopeRequirement(getScope());
}

TargetRequirement AtomicStoreOp::getTargetRequirement() {
  return getScopeRequirement(getScope());
}
