//===- IndexOp.td - The op zyn.index --------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_INDEXOP_TD
#define ZYN_DIALECT_ZYN_IR_INDEXOP_TD

include "Zyn/Dialect/Zyn/IR/ZynBase.td"

def Zyn_IndexOp : Zyn_Op<"index", [Pure]> {
  let summary = "Returns the index of the current point in a body";
  let description = [{
    Returns the index along dimension `dimension` of the iteration space of the
    enclosing op, which must be an op whose body may depend on indices:
    `zyn.map`, `zyn.rows` or `zyn.compute`.

    ```mlir
    func.func @iota(%y: tensor<8xi32>) -> tensor<8xi32> {
      %r = zyn.map outs(%y : tensor<8xi32>) {
        %i = zyn.index 0 : index
        %v = arith.index_cast %i : index to i32
        zyn.yield %v : i32
      } -> tensor<8xi32>
      return %r : tensor<8xi32>
    }
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension);
  let results = (outs Index:$result);
  let assemblyFormat = "$dimension attr-dict `:` type($result)";
  let hasVerifier = 1;
}

#endif // ZYN_DIALECT_ZYN_IR_INDEXOP_TD
