//===- VMOps.td - Ops of the vm dialect ------------------ -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_IR_VMOPS_TD
#define ZYN_DIALECT_VM_IR_VMOPS_TD

include "Zyn/Dialect/VM/IR/VMTypes.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class VM_Op<string mnemonic, list<Trait> traits = []>
    : Op<VM_Dialect, mnemonic, traits>;

def VM_LinearOp : VM_Op<"linear", [Pure, SameOperandsAndResultType]> {
  let summary = "Multiplies the state by a constant matrix";
  let description = [{
    `s' = M·s`, with the state `s` as a column vector: word `i` of the result
    is the sum over `j` of `M[i, j] * s[j]`. The matrix has 32 rows and 32
    columns of the state's word type and is a `dense` or a `sparse` constant.

    Elements of the matrix that are zero are no part of the sum, whatever `s[j]`
    is, so dense and sparse constants mean the same; the sum of no terms is
    zero. i32 wraps. For f32, the terms are added in the order of `j`; whether
    a product is rounded before it is added is left open.

    The identity folds away. Two neighbouring ops on i32 become one with the
    product of the matrices, where the first has no other use; it wraps, so
    that this is exact. Those on f32 stay as they are, for they would be rounded
    in another way.

    ```mlir
    // Word 0 becomes word 1 plus twice word 2, all others become zero.
    func.func @step(%s: !vm.state<i32>) -> !vm.state<i32> {
      %0 = vm.linear %s, sparse<[[0, 1], [0, 2]], [1, 2]> : tensor<32x32xi32>
          : !vm.state<i32>
      return %0 : !vm.state<i32>
    }
    ```
  }];
  let arguments = (ins VM_StateType:$state, ElementsAttr:$matrix);
  let results = (outs VM_StateType:$result);
  let assemblyFormat = [{
    $state `,` $matrix attr-dict `:` qualified(type($state))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

#endif // ZYN_DIALECT_VM_IR_VMOPS_TD
