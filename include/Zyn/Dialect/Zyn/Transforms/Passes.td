//===- Passes.td - Passes on the zyn dialect ------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_TRANSFORMS_PASSES_TD
#define ZYN_DIALECT_ZYN_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ZynInsertRuntimeChecks : Pass<"zyn-insert-runtime-checks"> {
  let summary = "Inserts run-time checks of sizes that must be equal";
  let description = [{
    For each op on buffers that implements `ComputeOpInterface`, inserts
    comparisons of the dynamic sizes that must be equal: those of inputs with
    those of the destination if the same loop accesses both according to the
    indexing maps; M, N, K and the batch dimensions of a matmul. If sizes differ
    at run time, the program terminates with a message that contains the op's
    source location. Sizes that are known to be equal from their types are not
    compared. No checks are inserted in functions with
    `#zyn.constraints<unchecked = true>`.

    ```mlir
    // before
    zyn.map ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) {...}
    // after
    %0 = memref.dim %x, %c0 : memref<?xf32>
    %1 = memref.dim %y, %c0 : memref<?xf32>
    %2 = arith.cmpi eq, %0, %1 : index
    cf.assert %2, "f.mlir:4:3: error: size of dimension 0 of input #0 is not that of dimension 0 of 'outs'"
    zyn.map ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) {...}
    ```

    Ops on tensors are left alone: the pass runs after `--zyn-bufferize`.
  }];
  let dependentDialects = ["arith::ArithDialect", "cf::ControlFlowDialect",
                           "memref::MemRefDialect"];
}

#endif // ZYN_DIALECT_ZYN_TRANSFORMS_PASSES_TD
