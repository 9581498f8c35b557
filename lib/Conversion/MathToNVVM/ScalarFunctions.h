//===- ScalarFunctions.h - Functions of scalars -----------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_MATHTONVVM_SCALARFUNCTIONS_H
#define ZYN_LIB_CONVERSION_MATHTONVVM_SCALARFUNCTIONS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::zyn {

/// Each builds one function of the scalar `x` at the insertion point of `b`.
/// Arguments are reduced in two or three parts (Cody and Waite, "Software
/// Manual for the Elementary Functions", 1980); the reduced argument is
/// evaluated with a Taylor polynomial in Horner's form that is long enough for
/// its error to be below the type's rounding error. Results for infinities and
/// NaN are those that IEEE 754 recommends. The description of
/// `--convert-math-to-nvvm` lists the measured errors.

/// f32, as 2^n * 2^f, with 2^f by `ex2.approx`.
Value buildExpF32(ImplicitLocOpBuilder &b, Value x);

/// f64. The error of erf is bounded in absolute terms, not relative to the
/// result.
Value buildExpF64(ImplicitLocOpBuilder &b, Value x);
Value buildExpM1F64(ImplicitLocOpBuilder &b, Value x);
Value buildLogF64(ImplicitLocOpBuilder &b, Value x);
Value buildLog1pF64(ImplicitLocOpBuilder &b, Value x);
Value buildTanhF64(ImplicitLocOpBuilder &b, Value x);
Value buildErfF64(ImplicitLocOpBuilder &b, Value x);

/// f32 and f64, for |x| up to 1e5: beyond that, the reduced argument loses
/// digits until the result is meaningless. The sign of a zero is lost.
Value buildSin(ImplicitLocOpBuilder &b, Value x);
Value buildCos(ImplicitLocOpBuilder &b, Value x);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_MATHTONVVM_SCALARFUNCTIONS_H
