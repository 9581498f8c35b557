//===- LinearOps.td - Linear instructions ---------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_IR_LINEAROPS_TD
#define ZYN_DIALECT_VM_IR_LINEAROPS_TD

include "Zyn/Dialect/VM/IR/VMBase.td"

def VM_LinearOp : VM_Instruction<"linear", [Pure]> {
  let summary = "Multiplies the state by a constant matrix";
  let description = [{
    `s' = M·s`, with the state `s` as a column vector: word `i` of the result
    is the sum over `j` of `M[i, j] * s[j]`. The matrix has 32 rows and columns
    of the state's word type. It is written by the rows that differ from the
    identity's, each as a sum of registers and a constant, the column of the
    word that is always 1. Or else it is a `dense` or `sparse` constant of all
    1024 elements.

    Rows of registers have non-zeros in the columns of registers and of the
    constant; the rows and columns of the other words are those of the
    identity. All rows read the state before.

    Elements that are zero are no part of the sum, whatever `s[j]` is; the sum
    of no terms is zero. i32 wraps. For f32, each product is rounded, and the
    terms are added in the order of `j`, beginning with the first.

    The identity folds away. Two neighbouring ops become one by `--zyn-fuse`.

    `csr` or `dense` before the colon is how the executable stores the matrix;
    `--zyn-select-matrix-format` chooses.

    ```mlir
    // Words 1 and 2 change at once, word 3 becomes 7.
    func.func @step(%s: !vm.state<i32>) -> !vm.state<i32> {
      %0 = vm.linear %s {r1 = r2 + 2 * r4 - 1, r2 = r1, r3 = 7} : i32
      return %0 : !vm.state<i32>
    }
    ```
  }];
  let arguments = (ins VM_StateType:$state, VM_MatrixAttr:$matrix,
                       OptionalAttr<VM_MatrixFormat>:$format);
  let assemblyFormat = [{
    $state custom<Matrix>($matrix, $format, type($state)) attr-dict
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

#endif // ZYN_DIALECT_VM_IR_LINEAROPS_TD
