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
  let summary = "What a tensor program computes";
  let description = [{
    Ops on tensors, and on buffers once `--zyn-bufferize` has run. Each op says
    what is computed, never how: tiles, threads and memory are chosen when it
    is lowered to the `kernel` dialect (GPU) or to `linalg` (host).

    Every op is in destination style: `outs` gives the shape and element type
    of the results and, where the op combines into them, their initial value.
    Dimensions may be dynamic; sizes that have to agree and cannot be compared
    at compile time are compared when the program runs.

    Element types: f16, bf16, f32, f64, i32; a map may also compute on any
    other integer or float type.
  }];
  let hasOperationAttrVerify = 1;
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = ["tensor::TensorDialect"];
}

#endif // ZYN_DIALECT_ZYN_IR_ZYNDIALECT_TD
