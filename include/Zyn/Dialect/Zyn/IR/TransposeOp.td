//===- TransposeOp.td - The op zyn.transpose ------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_TRANSPOSEOP_TD
#define ZYN_DIALECT_ZYN_IR_TRANSPOSEOP_TD

include "Zyn/Dialect/Zyn/IR/ZynBase.td"

def Zyn_TransposeOp : Zyn_Op<"transpose",
    [Pure, InferTypeOpAdaptor,
     DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                               ["reifyResultShapes"]>]> {
  let summary = "Returns a view of a tensor with its dimensions in another order";
  let description = [{
    Dimension `i` of the result is dimension `permutation[i]` of the source.
    After bufferization, the result is a strided view: no element moves, and
    ops read the elements where they are. A `zyn.map` with an indexing map
    transposes a tensor in memory instead.

    ```mlir
    // The queries are stored as batch x token x head x feature.
    func.func @attend(%q: tensor<2x?x12x64xf32>, %k: tensor<2x12x?x64xf32>,
                      %v: tensor<2x12x?x64xf32>, %y: tensor<2x12x?x64xf32>)
        -> tensor<2x12x?x64xf32> {
      %heads = zyn.transpose %q permutation = [0, 2, 1, 3]
          : tensor<2x?x12x64xf32>
      %r = zyn.attention
          ins(%heads, %k, %v : tensor<2x12x?x64xf32>, tensor<2x12x?x64xf32>,
                               tensor<2x12x?x64xf32>)
          outs(%y : tensor<2x12x?x64xf32>) -> tensor<2x12x?x64xf32>
      return %r : tensor<2x12x?x64xf32>
    }
    ```
  }];
  let arguments = (ins RankedTensorOf<[Zyn_Element]>:$source,
                       DenseI64ArrayAttr:$permutation);
  let results = (outs RankedTensorOf<[Zyn_Element]>:$result);
  let assemblyFormat = [{
    $source `permutation` `=` $permutation attr-dict `:` type($source)
  }];
  let hasFolder = 1;
}

#endif // ZYN_DIALECT_ZYN_IR_TRANSPOSEOP_TD
