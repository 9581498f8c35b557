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
    Computes `s' = M·s`, with the state `s` as a column vector: word `i` of the
    result is the sum over `j` of `M[i, j] * s[j]`. `M` is a 32x32 matrix of the
    word type of the state. It is written as the rows that differ from the
    identity, each as a sum of registers and a constant; the constant is the
    element in the column of the word that is always 1. Alternatively, it is
    given as a `dense` or `sparse` constant of all 1024 elements.

    Rows of registers may have non-zeros in the columns of registers and of the
    constant; the rows and columns of the other words are those of the
    identity. All rows read the state before the instruction.

    Zero elements do not contribute to the sum, whatever the value of `s[j]`;
    the empty sum is zero. i32 wraps. For f32, each product is rounded, and the
    terms are added in ascending order of `j`.

    The identity folds away. `--zyn-fuse` combines two consecutive ops into one.

    The optional keyword `csr` or `dense` before the colon is the format of the
    matrix in the executable; `--zyn-select-matrix-format` chooses it.

    ```mlir
    // Words 1 and 2 change simultaneously, word 3 becomes 7.
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
