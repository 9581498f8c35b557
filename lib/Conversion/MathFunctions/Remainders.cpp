//===- Remainders.cpp - Remainders of divisions ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/MathFunctions/MathFunctions.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;

Value mlir::zyn::buildRemainder(ImplicitLocOpBuilder &b, Value x, Value y) {
  FloatBuilder f(b, x.getType());
  Value magnitude = f.abs(x), divisor = f.abs(y);
  // Subtracts multiples q * d * 2^k of the divisor d until less than d remains.
  // q is a quotient of less than the precision, so that the product and the
  // difference are exact. If q was rounded up, the difference is negative.
  int64_t maxBits = f.mantissaBits - 1;
  Value isValid = arith::AndIOp::create(b, f.less(magnitude, f.infinity()),
                                        f.greater(divisor, 0));
  Value start = f.select(isValid, magnitude, f.constant(0));
  auto exponentOf = [&](Value value) {
    return f.toInteger(splitFloat(f, value).exponent);
  };
  Value divisorExponent = exponentOf(divisor);
  auto loop = scf::WhileOp::create(b, TypeRange{f.type}, ValueRange{start});
  {
    OpBuilder::InsertionGuard guard(b);
    Location loc = b.getLoc();
    Block *before = b.createBlock(&loop.getBefore(), {}, {f.type}, {loc});
    Value rest = before->getArgument(0);
    Value repeats = f.compare(arith::CmpFPredicate::OGE, rest, divisor);
    scf::ConditionOp::create(b, repeats, rest);
    Block *after = b.createBlock(&loop.getAfter(), {}, {f.type}, {loc});
    rest = after->getArgument(0);
    Value distance =
        arith::SubIOp::create(b, exponentOf(rest), divisorExponent);
    Value shift = arith::MaxSIOp::create(
        b, arith::SubIOp::create(b, distance, f.integer(maxBits)),
        f.integer(0));
    // What `scale` supports.
    shift = arith::MinSIOp::create(b, shift, f.integer(2 * f.bias));
    Value multiple = f.scale(divisor, shift);
    Value quotient = f.trunc(f.div(rest, multiple));
    Value difference = f.fma(f.neg(quotient), multiple, rest);
    difference = f.select(f.less(difference, 0), f.add(difference, multiple),
                          difference);
    scf::YieldOp::create(b, difference);
  }
  Value result = f.copySign(loop.getResult(0), x);
  Value isNumber = f.compare(arith::CmpFPredicate::ORD, x, y);
  result = f.select(isValid, result, f.notANumber());
  return f.select(isNumber, result, f.notANumber());
}
