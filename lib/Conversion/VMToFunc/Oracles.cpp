//===- Oracles.cpp - Lowering of oracles and comparisons ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Oracles.h"
#include "Instance.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::zyn;
using vm::OracleKind;
using vm::Predicate;

namespace {

class Oracle {
public:
  Oracle(ImplicitLocOpBuilder &b, Value lhs, Value rhs, Value third)
      : b(b), lhs(lhs), rhs(rhs), third(third) {}

  Value build(OracleKind kind, const RandomSource &random);

private:
  template <typename OpTy>
  Value binary() {
    return OpTy::create(b, lhs, rhs);
  }
  template <typename OpTy>
  Value binaryFloat() {
    return toBits(OpTy::create(b, toFloat(lhs), toFloat(rhs)));
  }
  template <typename OpTy>
  Value unaryFloat() {
    return toBits(OpTy::create(b, toFloat(lhs)));
  }
  /// Builds a shift by the amount modulo 32, since arith's shifts by 32 or more
  /// are poison.
  template <typename OpTy>
  Value shift() {
    return OpTy::create(b, lhs,
                        arith::AndIOp::create(b, rhs, constantI32(b, 31)));
  }
  Value compare(Predicate predicate) {
    return arith::ExtUIOp::create(b, b.getI32Type(),
                                  buildComparison(b, predicate, lhs, rhs));
  }
  template <typename OpTy>
  Value divideUnsigned() {
    return OpTy::create(b, lhs, replace(rhs, 0, 1));
  }
  Value divideSigned(bool wantsRemainder);
  Value toInteger();

  /// Returns `other` if `value` equals `special`, and `value` otherwise.
  Value replace(Value value, uint32_t special, uint32_t other) {
    Value isSpecial = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, value,
                                            constantI32(b, special));
    return arith::SelectOp::create(b, isSpecial, constantI32(b, other), value);
  }
  Value toFloat(Value bits) {
    return arith::BitcastOp::create(b, b.getF32Type(), bits);
  }
  Value toBits(Value value) {
    return arith::BitcastOp::create(b, b.getI32Type(), value);
  }

  ImplicitLocOpBuilder &b;
  Value lhs, rhs, third;
};

} // namespace

/// Builds a signed division. Division by zero and -2^31 / -1 are undefined
/// behavior in arith, so dividing by -1 becomes a negation, which wraps.
Value Oracle::divideSigned(bool wantsRemainder) {
  Value isNegation = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rhs,
                                           constantI32(b, -1));
  rhs = replace(replace(rhs, 0, 1), -1, 1);
  if (wantsRemainder)
    return binary<arith::RemSIOp>();
  Value negated = arith::SubIOp::create(b, constantI32(b, 0), lhs);
  return arith::SelectOp::create(b, isNegation, negated,
                                 binary<arith::DivSIOp>());
}

/// Builds a saturating conversion, since the result of arith's is poison if it
/// is out of range.
Value Oracle::toInteger() {
  Value value = toFloat(lhs);
  auto constant = [&](float number) -> Value {
    return arith::ConstantFloatOp::create(b, b.getF32Type(), APFloat(number));
  };
  auto is = [&](arith::CmpFPredicate predicate, Value other) -> Value {
    return arith::CmpFOp::create(b, predicate, value, other);
  };
  Value isHigh = is(arith::CmpFPredicate::OGE, constant(2147483648.0f));
  Value isLow = is(arith::CmpFPredicate::OLT, constant(-2147483648.0f));
  Value isNaN = is(arith::CmpFPredicate::UNO, value);
  Value isOutside =
      arith::OrIOp::create(b, arith::OrIOp::create(b, isHigh, isLow), isNaN);
  Value safe = arith::SelectOp::create(b, isOutside, constant(0), value);
  Value result = arith::FPToSIOp::create(b, b.getI32Type(), safe);
  result =
      arith::SelectOp::create(b, isHigh, constantI32(b, INT32_MAX), result);
  return arith::SelectOp::create(b, isLow, constantI32(b, INT32_MIN), result);
}

/// Philox2x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as
/// easy as 1, 2, 3" (2011): the first word.
static Value buildPhilox(ImplicitLocOpBuilder &b, Value counter,
                         const RandomSource &random) {
  constexpr uint32_t multiplier = 0xD256D193, weyl = 0x9E3779B9;
  Value first = counter, second = random.instance, key = random.seed;
  for (int round = 0; round < 10; ++round) {
    auto product =
        arith::MulUIExtendedOp::create(b, first, constantI32(b, multiplier));
    Value mixed = arith::XOrIOp::create(b, product.getHigh(), key);
    first = arith::XOrIOp::create(b, mixed, second);
    second = product.getLow();
    key = arith::AddIOp::create(b, key, constantI32(b, weyl));
  }
  return first;
}

Value Oracle::build(OracleKind kind, const RandomSource &random) {
  switch (kind) {
  case OracleKind::addi:
    return binary<arith::AddIOp>();
  case OracleKind::subi:
    return binary<arith::SubIOp>();
  case OracleKind::muli:
    return binary<arith::MulIOp>();
  case OracleKind::mulhui:
    return arith::MulUIExtendedOp::create(b, lhs, rhs).getHigh();
  case OracleKind::divsi:
    return divideSigned(/*wantsRemainder=*/false);
  case OracleKind::divui:
    return divideUnsigned<arith::DivUIOp>();
  case OracleKind::remsi:
    return divideSigned(/*wantsRemainder=*/true);
  case OracleKind::remui:
    return divideUnsigned<arith::RemUIOp>();
  case OracleKind::shli:
    return shift<arith::ShLIOp>();
  case OracleKind::shrsi:
    return shift<arith::ShRSIOp>();
  case OracleKind::shrui:
    return shift<arith::ShRUIOp>();
  case OracleKind::andi:
    return binary<arith::AndIOp>();
  case OracleKind::ori:
    return binary<arith::OrIOp>();
  case OracleKind::xori:
    return binary<arith::XOrIOp>();
  case OracleKind::minsi:
    return binary<arith::MinSIOp>();
  case OracleKind::maxsi:
    return binary<arith::MaxSIOp>();
  case OracleKind::minui:
    return binary<arith::MinUIOp>();
  case OracleKind::maxui:
    return binary<arith::MaxUIOp>();
  case OracleKind::eq:
    return compare(Predicate::eq);
  case OracleKind::ne:
    return compare(Predicate::ne);
  case OracleKind::slt:
    return compare(Predicate::slt);
  case OracleKind::sle:
    return compare(Predicate::sle);
  case OracleKind::ult:
    return compare(Predicate::ult);
  case OracleKind::ule:
    return compare(Predicate::ule);
  case OracleKind::popcount:
    return math::CtPopOp::create(b, lhs);
  case OracleKind::clz:
    return math::CountLeadingZerosOp::create(b, lhs);
  case OracleKind::addf:
    return binaryFloat<arith::AddFOp>();
  case OracleKind::subf:
    return binaryFloat<arith::SubFOp>();
  case OracleKind::mulf:
    return binaryFloat<arith::MulFOp>();
  case OracleKind::divf:
    return binaryFloat<arith::DivFOp>();
  case OracleKind::minf:
    return binaryFloat<arith::MinNumFOp>();
  case OracleKind::maxf:
    return binaryFloat<arith::MaxNumFOp>();
  case OracleKind::oeq:
    return compare(Predicate::oeq);
  case OracleKind::une:
    return compare(Predicate::une);
  case OracleKind::olt:
    return compare(Predicate::olt);
  case OracleKind::ole:
    return compare(Predicate::ole);
  case OracleKind::sqrt:
    return unaryFloat<math::SqrtOp>();
  case OracleKind::floor:
    return unaryFloat<math::FloorOp>();
  case OracleKind::sin:
    return unaryFloat<math::SinOp>();
  case OracleKind::cos:
    return unaryFloat<math::CosOp>();
  case OracleKind::exp:
    return unaryFloat<math::ExpOp>();
  case OracleKind::log:
    return unaryFloat<math::LogOp>();
  case OracleKind::pow:
    return binaryFloat<math::PowFOp>();
  case OracleKind::sitofp:
    return toBits(arith::SIToFPOp::create(b, b.getF32Type(), lhs));
  case OracleKind::uitofp:
    return toBits(arith::UIToFPOp::create(b, b.getF32Type(), lhs));
  case OracleKind::fptosi:
    return toInteger();
  case OracleKind::random:
    return buildPhilox(b, lhs, random);
  case OracleKind::randomf: {
    Value bits = arith::ShRUIOp::create(b, buildPhilox(b, lhs, random),
                                        constantI32(b, 8));
    Value whole = arith::UIToFPOp::create(b, b.getF32Type(), bits);
    Value scale =
        arith::ConstantFloatOp::create(b, b.getF32Type(), APFloat(0x1p-24f));
    return toBits(arith::MulFOp::create(b, whole, scale));
  }
  case OracleKind::select: {
    Value isSet = buildComparison(b, Predicate::ne, lhs, constantI32(b, 0));
    return arith::SelectOp::create(b, isSet, rhs, third);
  }
  }
  llvm_unreachable("all kinds are above");
}

Value zyn::buildOracle(ImplicitLocOpBuilder &b, OracleKind kind, Value lhs,
                       Value rhs, Value third, const RandomSource &random) {
  return Oracle(b, lhs, rhs, third).build(kind, random);
}

Value zyn::buildComparison(ImplicitLocOpBuilder &b, Predicate predicate,
                           Value lhs, Value rhs) {
  using I = arith::CmpIPredicate;
  using F = arith::CmpFPredicate;
  static constexpr I integers[] = {I::eq,  I::ne,  I::slt, I::sle, I::sgt,
                                   I::sge, I::ult, I::ule, I::ugt, I::uge};
  static constexpr F floats[] = {F::OEQ, F::UNE, F::OLT,
                                 F::OLE, F::OGT, F::OGE};
  auto number = static_cast<unsigned>(predicate);
  if (!vm::comparesFloats(predicate))
    return arith::CmpIOp::create(b, integers[number], lhs, rhs);
  auto toFloat = [&](Value bits) -> Value {
    return arith::BitcastOp::create(b, b.getF32Type(), bits);
  };
  return arith::CmpFOp::create(b, floats[number - std::size(integers)],
                               toFloat(lhs), toFloat(rhs));
}

Value RowSum::toFloat(Value bits) {
  return arith::BitcastOp::create(b, b.getF32Type(), bits);
}

Value RowSum::toBits(Value value) {
  return arith::BitcastOp::create(b, b.getI32Type(), value);
}

Value RowSum::multiply(Value factor, Value word) {
  if (!isFloat)
    return arith::MulIOp::create(b, factor, word);
  return toBits(arith::MulFOp::create(b, toFloat(factor), toFloat(word)));
}

Value RowSum::add(Value lhs, Value rhs) {
  if (!isFloat)
    return arith::AddIOp::create(b, lhs, rhs);
  return toBits(arith::AddFOp::create(b, toFloat(lhs), toFloat(rhs)));
}
