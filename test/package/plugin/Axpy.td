//===- Axpy.td - The axpy dialect ------------------------ -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AXPY_TD
#define AXPY_TD

include "Zyn/Interfaces/ComputeOpInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Pass/PassBase.td"

def Axpy_Dialect : Dialect {
  let name = "axpy";
  let summary = "An op that Zyn does not have";
  let cppNamespace = "::axpy";
}

def Axpy_Vector : AnyTypeOf<[1DTensorOf<[F32]>, MemRefRankOf<[F32], [1]>]>;

def Axpy_AxpyOp : Op<Axpy_Dialect, "axpy", [
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<Zyn_ComputeOpInterface, ["readsDestination"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    AllTypesMatch<["x", "y"]>]> {
  let summary = "Adds `a * x` to `y`";
  let arguments = (ins F32Attr:$a, Axpy_Vector:$x, Axpy_Vector:$y);
  let results = (outs Optional<1DTensorOf<[F32]>>:$result);
  let assemblyFormat = [{
    $a `*` $x `outs` `(` $y `:` type($y) `)` attr-dict (`->` type($result)^)?
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getYMutable(); }
  }];
}

def ConvertAxpyToZyn : Pass<"convert-axpy-to-zyn"> {
  let summary = "Converts axpy.axpy to zyn.map";
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::zyn::ZynDialect"];
}

#endif // AXPY_TD
