//===- Axpy.td - The axpy dialect ------------------------ -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AXPY_TD
#define AXPY_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Pass/PassBase.td"

def Axpy_Dialect : Dialect {
  let name = "axpy";
  let summary = "One op that Zyn does not have";
  let cppNamespace = "::axpy";
}

def Axpy_AxpyOp : Op<Axpy_Dialect, "axpy", [
    Pure, AllTypesMatch<["x", "y", "result"]>]> {
  let summary = "Computes `a * x + y` for each element";
  let arguments = (ins F32:$a, 1DTensorOf<[F32]>:$x, 1DTensorOf<[F32]>:$y);
  let results = (outs 1DTensorOf<[F32]>:$result);
  let assemblyFormat = "$a `,` $x `,` $y attr-dict `:` type($result)";
}

def ConvertAxpyToZyn : Pass<"convert-axpy-to-zyn"> {
  let summary = "Converts axpy.axpy to zyn.map";
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::zyn::ZynDialect"];
}

#endif // AXPY_TD
