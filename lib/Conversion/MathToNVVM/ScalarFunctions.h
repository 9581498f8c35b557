//===- ScalarFunctions.h - Functions of scalars --------------- -*- C++ -*-===//
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

/// Each builds one function of scalar `x` where `b` stands. Arguments are
/// reduced in two or three parts (Cody and Waite, "Software Manual for the
/// Elementary Functions", 1980); what is left goes through a Taylor polynomial
/// in Horner's form, long enough that its error is below the type's rounding.
/// Infinities and NaN give what IEEE 754 recommends. The errors measured are in
/// the description of `--convert-math-to-nvvm`.

/// f32. 2^n * 2^f, with f on `ex2.approx`.
Value buildExpF32(ImplicitLocOpBuilder &b, Value x);

/// f64; the error of erf is bounded in absolute terms, not relative to it.
Value buildExpF64(ImplicitLocOpBuilder &b, Value x);
Value buildExpM1F64(ImplicitLocOpBuilder &b, Value x);
Value buildLogF64(ImplicitLocOpBuilder &b, Value x);
Value buildLog1pF64(ImplicitLocOpBuilder &b, Value x);
Value buildTanhF64(ImplicitLocOpBuilder &b, Value x);
Value buildErfF64(ImplicitLocOpBuilder &b, Value x);

/// f32 and f64, for |x| up to 1e5: beyond, the reduced argument loses digits,
/// until the result means nothing. The sign of a zero is lost.
Value buildSin(ImplicitLocOpBuilder &b, Value x);
Value buildCos(ImplicitLocOpBuilder &b, Value x);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_MATHTONVVM_SCALARFUNCTIONS_H
