//===- OracleOps.cpp - The op vm.oracle -----------------------------------===//
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
