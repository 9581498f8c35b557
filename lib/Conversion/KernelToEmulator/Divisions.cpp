//===- Divisions.cpp - Divisions of integers ------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The result of a division by zero on a GPU is unspecified, but the kernel
// continues. The host traps, and LLVM treats a division as unreachable if it
// can prove that the divisor is zero. Therefore such a divisor is replaced with
// a valid one and, with checks, reported as a finding.
//
//===----------------------------------------------------------------------===//

#include "EmulatorLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

static bool isSigned(Operation *op) {
  return isa<arith::DivSIOp, arith::RemSIOp, arith::CeilDivSIOp,
             arith::FloorDivSIOp>(op);
}

static bool isDivision(Operation *op) {
  return isSigned(op) ||
         isa<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp>(op);
}

/// Returns whether the divisor is a constant that never traps.
static bool neverTraps(Operation *op) {
  std::optional<int64_t> divisor = getConstantIntValue(op->getOperand(1));
  return divisor && *divisor != 0 && (*divisor != -1 || !isSigned(op));
}

static void guard(Operation *op, bool check) {
  ImplicitLocOpBuilder b(op->getLoc(), op);
  Value dividend = op->getOperand(0), divisor = op->getOperand(1);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(
        b, b.getIntegerAttr(divisor.getType(), value));
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value x,
                     Value y) -> Value {
    return arith::CmpIOp::create(b, predicate, x, y);
  };
  if (check)
    cf::AssertOp::create(
        b, compare(arith::CmpIPredicate::ne, divisor, constant(0)),
        "division by zero; expected a nonzero divisor");
  Value traps = compare(arith::CmpIPredicate::eq, divisor, constant(0));
  if (isSigned(op)) {
    // The smallest integer divided by -1 is not representable. Divided by 1, it
    // gives the same results as on a GPU: itself, and a remainder of 0.
    Type type = divisor.getType();
    unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
    Value least = arith::ConstantOp::create(
        b, b.getIntegerAttr(type, APInt::getSignedMinValue(width)));
    Value overflows = arith::AndIOp::create(
        b, compare(arith::CmpIPredicate::eq, dividend, least),
        compare(arith::CmpIPredicate::eq, divisor, constant(-1)));
    traps = arith::OrIOp::create(b, traps, overflows);
  }
  op->setOperand(1, arith::SelectOp::create(b, traps, constant(1), divisor));
}

void mlir::zyn::emulator::guardDivisions(gpu::GPUModuleOp module, bool check) {
  SmallVector<Operation *> divisions;
  module.walk([&](Operation *op) {
    if (isDivision(op) && op->getOperand(1).getType().isIntOrIndex() &&
        !neverTraps(op))
      divisions.push_back(op);
  });
  for (Operation *division : divisions)
    guard(division, check);
}
