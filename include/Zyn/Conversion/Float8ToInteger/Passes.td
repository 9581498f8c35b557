//===- Passes.td - Float8ToInteger passes ---------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_FLOAT8TOINTEGER_PASSES_TD
#define ZYN_CONVERSION_FLOAT8TOINTEGER_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertFloat8ToInteger : Pass<"convert-float8-to-integer"> {
  let summary = "Expands conversions of 8-bit floats to integer arithmetic";
  let description = [{
    LLVM has no 8-bit floats: they become `i8` in memory and in registers, which
    ops that move values support. This pass expands the others for `f8E4M3FN`
    and `f8E5M2`, scalars and vectors.

    `arith.extf` is exact. `arith.truncf` rounds once, to nearest, ties to even,
    from any type; values that are too large become infinity in `f8E5M2`, and
    NaN in `f8E4M3FN`, which has no infinity. A NaN keeps its sign, and becomes
    0x7e in `f8E5M2` and 0x7f in `f8E4M3FN`.

    Other ops of `arith` and `math` and the reductions of `vector` compute in
    f32 and round the result. `arith.negf` and `math.absf` only change the sign
    bit.

    ```mlir
    // before
    %r = arith.extf %a : f8E5M2 to f32
    // after
    %bits = arith.bitcast %a : f8E5M2 to i8
    %wide = arith.extui %bits : i8 to i16
    %half = arith.shli %wide, %c8 : i16
    %x = arith.bitcast %half : i16 to f16
    %r = arith.extf %x : f16 to f32
    ```

    Conversions from types of more than 64 bits, and with a rounding mode other
    than `to_nearest_even`, are left unchanged.
  }];
  let dependentDialects = ["arith::ArithDialect"];
}

#endif // ZYN_CONVERSION_FLOAT8TOINTEGER_PASSES_TD
