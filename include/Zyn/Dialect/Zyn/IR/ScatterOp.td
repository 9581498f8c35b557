//===- ScatterOp.td - The op zyn.scatter ----------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_SCATTEROP_TD
#define ZYN_DIALECT_ZYN_IR_SCATTEROP_TD

include "Zyn/Dialect/Zyn/IR/ZynBase.td"

def Zyn_ScatterOp : Zyn_ComputeOp<"scatter",
    ["readsDestination", "getSizeConstraints", "getTilingObstacle",
     "getNumIndexChecks"], [],
    /*speculatability=*/[]> {
  let summary = "Combines slices with those of the destination at indices";
  let description = [{
    Combines the slices of the first input, the updates, with the slices of the
    destination that the second input, the indices, selects along `dimension`.
    The result is the destination after this assignment, for all `j...` in
    row-major order:

    ```
    result[i..., indices[j...], k...] =
        combiner(result[i..., indices[j...], k...], updates[i..., j..., k...])
    ```

    The combiner gets the element of the destination and that of the updates.
    Elements that no index selects are unchanged. All elements have the same
    type. The result has the same bits in every run, and on every target on
    which the combiner's ops have. With `unordered`, updates at the same index
    are combined in any order.

    Indices are those of `zyn.gather`: an index that is out of bounds ends the
    program with an error if an element is combined there, unless `unchecked`.

    ```mlir
    func.func @histogram(%bins: tensor<?xi64>, %ones: tensor<?xi32>,
                         %counts: tensor<256xi32>) -> tensor<256xi32> {
      %r = zyn.scatter ins(%ones, %bins : tensor<?xi32>, tensor<?xi64>)
          outs(%counts : tensor<256xi32>) dimension = 0 {
      ^bb0(%count: i32, %one: i32):
        %sum = arith.addi %count, %one : i32
        zyn.yield %sum : i32
      } -> tensor<256xi32>
      return %r : tensor<256xi32>
    }
    ```
  }];
  let arguments = (ins Zyn_Shaped:$updates,
                       Zyn_Shaped:$indices,
                       Variadic<Zyn_Shaped>:$inits,
                       I64Attr:$dimension,
                       UnitAttr:$unordered,
                       UnitAttr:$unchecked);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = [{
    (`unordered` $unordered^)? (`unchecked` $unchecked^)?
    `ins` `(` $updates `,` $indices `:` type($updates) `,` type($indices) `)`
    `outs` `(` $inits `:` type($inits) `)`
    `dimension` `=` $dimension
    attr-dict-with-keyword $combiner (`->` type($results)^)?
  }];
  let extraClassDeclaration = baseClassDeclaration # [{
    ::mlir::Block *getBlock() { return &getCombiner().front(); }
    ::mlir::Value getInit() { return getInits()[0]; }
    /// Whether indices have to be compared with the size of the dimension.
    bool isChecked();
    /// The error of a program with an index that is out of bounds.
    ::std::string getBadIndexMessage();
  }];
}

#endif // ZYN_DIALECT_ZYN_IR_SCATTEROP_TD
