//===- Oracles.h - Lowering of oracles and comparisons -------- -*- C++ -*-===//
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

/// Inputs of random numbers besides the operand, each an i32.
struct RandomSource {
  Value seed, instance;
};

/// Builds the result of an oracle. All words are i32; operands that the kind
/// does not have may be null. The result of a division by zero is unspecified,
/// but not undefined behavior.
Value buildOracle(ImplicitLocOpBuilder &b, vm::OracleKind kind, Value lhs,
                  Value rhs, Value third, const RandomSource &random);

/// Builds a comparison of two words, which are i32 or the bits of f32. Returns
/// an i1.
Value buildComparison(ImplicitLocOpBuilder &b, vm::Predicate predicate,
                      Value lhs, Value rhs);

/// Builds the sum of `factor * word` over a row of a matrix in the arithmetic
/// of the program's word type. Terms must be added in ascending order of
/// columns; they are passed as i32.
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
