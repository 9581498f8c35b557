//===- ZynDialect.td - The zyn dialect ------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_ZYNDIALECT_TD
#define ZYN_DIALECT_ZYN_IR_ZYNDIALECT_TD

include "mlir/IR/OpBase.td"

def Zyn_Dialect : Dialect {
  let name = "zyn";
  let cppNamespace = "::mlir::zyn";
  let summary = "Computations on tensors";
  let description = [{
    Ops on tensors and, after `--zyn-bufferize`, on buffers. Each op specifies
    what is computed, not how: tiles, threads and memory are chosen when it is
    lowered to the `kernel` dialect (GPU) or to `linalg` (host).

    Compute ops are in destination-passing style: `outs` defines the shape and
    element type of the results and, if the op accumulates into them, their
    initial values. Dimensions may be dynamic; sizes that must be equal and
    cannot be compared at compile time are compared at run time.

    On buffers, the memory of a destination must not overlap that of another
    operand, unless both are accessed at the point of each element alone, as by
    a map. `--zyn-bufferize` copies tensors where this would not hold.

    Element types: f16, bf16, f32, f64, i32; a map may also compute on any
    other integer or float type.
  }];
  let hasCanonicalizer = 1;
  let hasOperationAttrVerify = 1;
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = ["tensor::TensorDialect"];
}

#endif // ZYN_DIALECT_ZYN_IR_ZYNDIALECT_TD
