//===- BufferOps.cpp - Instructions on buffers ----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/VM/IR/VM.h"

#include "RegisterMask.h"

using namespace mlir;
using namespace mlir::vm;

/// Verifies that `name` is a buffer of one of `kinds`.
static LogicalResult verifyBuffer(Operation *op, FlatSymbolRefAttr name,
                                  SymbolTableCollection &symbols,
                                  ArrayRef<BufferKind> kinds,
                                  StringRef expected) {
  auto buffer = symbols.lookupNearestSymbolFrom<BufferOp>(op, name);
  if (!buffer)
    return op->emitOpError("expected a buffer of the program, found no ")
           << name;
  if (!llvm::is_contained(kinds, buffer.getKind()))
    return op->emitOpError("expected ")
           << expected << " buffer, found " << name << ", which is of kind "
           << stringifyBufferKind(buffer.getKind());
  return success();
}

#define ZYN_BUFFER_INSTRUCTION(Op, Kinds, Expected, Read, Written)             \
  LogicalResult Op::verifySymbolUses(SymbolTableCollection &symbols) {         \
    return verifyBuffer(*this, getBufferAttr(), symbols, Kinds, Expected);     \
  }                                                                            \
  InstructionClass Op::getInstructionClass() {                                 \
    return InstructionClass::InputOutput;                                      \
  }                                                                            \
  uint32_t Op::getReadWords() { return Read; }                                 \
  uint32_t Op::getWrittenWords() { return Written; }                           \
  bool Op::hasEffect() { return true; }

/// Returns the mask of `count` registers starting at `first`.
static uint32_t maskOfRange(uint32_t first, uint32_t count) {
  return ((1u << count) - 1) << first;
}

static constexpr BufferKind memoryKinds[] = {BufferKind::shared,
                                             BufferKind::instance};
static constexpr BufferKind sharedKind[] = {BufferKind::shared};
static constexpr BufferKind channelKind[] = {BufferKind::channel};

ZYN_BUFFER_INSTRUCTION(LoadOp, memoryKinds, "a shared or instance",
                       maskOf(getAddress()), maskOf(getDest()))
ZYN_BUFFER_INSTRUCTION(StoreOp, memoryKinds, "a shared or instance",
                       maskOf(getAddress()) | maskOf(getValue()), 0)
ZYN_BUFFER_INSTRUCTION(GatherOp, memoryKinds, "a shared or instance",
                       maskOfRange(getAddress(), getCount()),
                       maskOfRange(getDest(), getCount()))
ZYN_BUFFER_INSTRUCTION(ScatterOp, memoryKinds, "a shared or instance",
                       maskOfRange(getAddress(), getCount()) |
                           maskOfRange(getValue(), getCount()),
                       0)
ZYN_BUFFER_INSTRUCTION(AtomicOp, sharedKind, "a shared",
                       maskOf(getAddress()) | maskOf(getValue()) |
                           maskOf(getThird()),
                       maskOf(getDest()))
ZYN_BUFFER_INSTRUCTION(SendOp, channelKind, "a channel",
                       maskOf(getAddress()) | maskOf(getValue()), 0)
ZYN_BUFFER_INSTRUCTION(ReceiveOp, channelKind, "a channel",
                       maskOf(getAddress()), maskOf(getDest()))
ZYN_BUFFER_INSTRUCTION(OutputOp, sharedKind, "a shared", maskOf(getValue()), 0)

#undef ZYN_BUFFER_INSTRUCTION

/// Verifies that both ranges of `count` registers are in bounds.
static LogicalResult verifyRanges(Operation *op, uint32_t count, uint32_t first,
                                  uint32_t second) {
  if (count < 1 || count > kNumRegisters || first + count > kNumRegisters ||
      second + count > kNumRegisters)
    return op->emitOpError("expected registers r0 to r26, found ")
           << count << " from r" << std::max(first, second);
  return success();
}

LogicalResult GatherOp::verify() {
  return verifyRanges(*this, getCount(), getDest(), getAddress());
}

LogicalResult ScatterOp::verify() {
  return verifyRanges(*this, getCount(), getValue(), getAddress());
}

LogicalResult AtomicOp::verify() {
  if (getThird().has_value() != (getKind() == AtomicKind::cas))
    return emitOpError("expected ") << (getThird() ? 1 : 2) << " operands of '"
                                    << stringifyAtomicKind(getKind()) << "'";
  return success();
}
