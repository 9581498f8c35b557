//===- Oracles.h - What oracle instructions compute ----------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_VMTOFUNC_ORACLES_H
#define ZYN_LIB_CONVERSION_VMTOFUNC_ORACLES_H

#include "Zyn/Dialect/VM/IR/VM.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::zyn {

/// What random numbers depend on besides the operand, i32 each.
struct RandomSource {
  Value seed, instance;
};

/// The result of an oracle, an i32, of operands that are i32; those that the
/// kind does not have may be null. A division by zero gives something.
Value buildOracle(ImplicitLocOpBuilder &b, vm::OracleKind kind, Value lhs,
                  Value rhs, Value third, const RandomSource &random);

/// Whether a comparison of two i32, or of f32 by their bits, holds: an i1.
Value buildComparison(ImplicitLocOpBuilder &b, vm::Predicate predicate,
                      Value lhs, Value rhs);

/// The sum of `factor * word` over a row of a matrix, by the rules of the
/// program's type: terms are given in ascending order of columns, as i32.
class RowSum {
public:
  RowSum(ImplicitLocOpBuilder &b, Type wordType)
      : b(b), isFloat(wordType.isF32()) {}
  Value multiply(Value factor, Value word);
  Value add(Value lhs, Value rhs);

private:
  Value toFloat(Value bits);
  Value toBits(Value value);

  ImplicitLocOpBuilder &b;
  bool isFloat;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_ORACLES_H
