//===- GatherOp.td - The op zyn.gather ------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_GATHEROP_TD
#define ZYN_DIALECT_ZYN_IR_GATHEROP_TD

include "Zyn/Dialect/Zyn/IR/ZynBase.td"

def Zyn_GatherOp : Zyn_ComputeOp<"gather",
    ["getSizeConstraints", "getTilingObstacle", "getNumIndexChecks"], [],
    /*speculatability=*/[]> {
  let summary = "Gathers slices at indices";
  let description = [{
    Copies the slices of the first input, the source, that the second one, the
    indices, selects along `dimension`. The dimensions of the indices take the
    place of that dimension:

    ```
    result[i..., j..., k...] = source[i..., indices[j...], k...]
    ```

    Indices are signed integers of 8, 16, 32 or 64 bits, or index. An index that
    is negative, or not less than the size of the dimension, ends the program
    with an error if an element is read there. With `unchecked`, here or in the
    function's `#zyn.constraints`, it is undefined what happens.

    ```mlir
    func.func @embed(%table: tensor<?x512xf16>, %words: tensor<8x?xi32>,
                     %y: tensor<8x?x512xf16>) -> tensor<8x?x512xf16> {
      %r = zyn.gather ins(%table, %words : tensor<?x512xf16>, tensor<8x?xi32>)
          outs(%y : tensor<8x?x512xf16>) dimension = 0 -> tensor<8x?x512xf16>
      return %r : tensor<8x?x512xf16>
    }
    ```
  }];
  let arguments = (ins Zyn_Shaped:$source,
                       Zyn_Shaped:$indices,
                       Variadic<Zyn_Shaped>:$inits,
                       I64Attr:$dimension,
                       UnitAttr:$unchecked);
  let assemblyFormat = [{
    (`unchecked` $unchecked^)?
    `ins` `(` $source `,` $indices `:` type($source) `,` type($indices) `)`
    `outs` `(` $inits `:` type($inits) `)`
    `dimension` `=` $dimension
    attr-dict (`->` type($results)^)?
  }];
  let hasRegionVerifier = 0;
  let extraClassDeclaration = baseClassDeclaration # [{
    ::mlir::Value getInit() { return getInits()[0]; }
    /// Whether indices have to be compared with the size of the dimension.
    bool isChecked();
    /// The error of a program with an index that is out of bounds.
    ::std::string getBadIndexMessage();
  }];
}

#endif // ZYN_DIALECT_ZYN_IR_GATHEROP_TD
