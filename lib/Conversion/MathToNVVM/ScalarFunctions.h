//===- ScalarFunctions.h - Functions as sequences of scalar ops  -*- C++
//-*-===//
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
/// Infinities, zeros and NaN give what IEEE 754 recommends.

/// f32. 2^n * 2^f, with f on `ex2.approx`: 3 ulp.
Value buildExpF32(ImplicitLocOpBuilder &b, Value x);

/// f64, 2 ulp each; erf is within 2^-52 of the result in absolute terms.
Value buildExpF64(ImplicitLocOpBuilder &b, Value x);
Value buildExpM1F64(ImplicitLocOpBuilder &b, Value x);
Value buildLogF64(ImplicitLocOpBuilder &b, Value x);
Value buildTanhF64(ImplicitLocOpBuilder &b, Value x);
Value buildErfF64(ImplicitLocOpBuilder &b, Value x);

/// f32 and f64, 2 ulp of 1 for |x| up to 1e5; beyond, the reduced argument
/// loses digits.
Value buildSin(ImplicitLocOpBuilder &b, Value x);
Value buildCos(ImplicitLocOpBuilder &b, Value x);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_MATHTONVVM_SCALARFUNCTIONS_H
