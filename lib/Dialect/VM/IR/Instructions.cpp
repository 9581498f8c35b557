//===- Instructions.cpp - Linear, oracle and buffer ops -------------------===//
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

static uint32_t maskOf(uint32_t number) { return 1u << number; }
static uint32_t maskOf(std::optional<uint32_t> number) {
  return number ? 1u << *number : 0;
}

//===----------------------------------------------------------------------===//
// vm.linear
//===----------------------------------------------------------------------===//

LogicalResult LinearOp::verify() {
  Type wordType = cast<StateType>(getState().getType()).getWordType();
  if (getMatrix().getWordType() != wordType)
    return emitOpError("expected a matrix of ")
           << wordType << ", found " << getMatrix().getWordType();
  return success();
}

OpFoldResult LinearOp::fold(FoldAdaptor) {
  return getMatrix().getRows() == 0 ? getState() : OpFoldResult();
}

InstructionClass LinearOp::getInstructionClass() {
  return InstructionClass::Linear;
}
uint32_t LinearOp::getReadWords() { return getMatrix().getReadWords(); }
uint32_t LinearOp::getWrittenWords() { return getMatrix().getRows(); }
bool LinearOp::hasEffect() { return false; }

//===----------------------------------------------------------------------===//
// vm.oracle
//===----------------------------------------------------------------------===//

unsigned vm::getNumOperands(OracleKind kind) {
  switch (kind) {
  case OracleKind::popcount:
  case OracleKind::clz:
  case OracleKind::sqrt:
  case OracleKind::floor:
  case OracleKind::sin:
  case OracleKind::cos:
  case OracleKind::exp:
  case OracleKind::log:
  case OracleKind::sitofp:
  case OracleKind::uitofp:
  case OracleKind::fptosi:
  case OracleKind::random:
  case OracleKind::randomf:
    return 1;
  case OracleKind::select:
    return 3;
  default:
    return 2;
  }
}

bool vm::takesFloats(OracleKind kind) {
  switch (kind) {
  case OracleKind::addf:
  case OracleKind::subf:
  case OracleKind::mulf:
  case OracleKind::divf:
  case OracleKind::minf:
  case OracleKind::maxf:
  case OracleKind::oeq:
  case OracleKind::une:
  case OracleKind::olt:
  case OracleKind::ole:
  case OracleKind::pow:
    return true;
  default:
    return false;
  }
}

bool vm::canDivideByZero(OracleKind kind) {
  return kind == OracleKind::divsi || kind == OracleKind::divui ||
         kind == OracleKind::remsi || kind == OracleKind::remui;
}

// The custom syntax guarantees these constraints, the generic form does not.
LogicalResult OracleOp::verify() {
  unsigned count = getNumOperands(getKind());
  StringRef name = stringifyOracleKind(getKind());
  if (getRhs() && getImmediate())
    return emitOpError("expected a register or an immediate as second operand, "
                       "found both");
  bool hasSecond = getRhs() || getImmediate();
  if (hasSecond != (count >= 2) || getThird().has_value() != (count == 3) ||
      (count == 3 && !getRhs()))
    return emitOpError("expected ")
           << count << (count == 1 ? " operand of '" : " operands of '") << name
           << "'";
  return success();
}

InstructionClass OracleOp::getInstructionClass() {
  return InstructionClass::Oracle;
}
uint32_t OracleOp::getReadWords() {
  return maskOf(getLhs()) | maskOf(getRhs()) | maskOf(getThird());
}
uint32_t OracleOp::getWrittenWords() { return maskOf(getDest()); }
bool OracleOp::hasEffect() {
  return canDivideByZero(getKind()) && getImmediate().value_or(0) == 0;
}

//===----------------------------------------------------------------------===//
// Instructions on buffers
//===----------------------------------------------------------------------===//

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
