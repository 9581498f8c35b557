//===- TopKOp.td - The op zyn.topk ----------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_TOPKOP_TD
#define ZYN_DIALECT_ZYN_IR_TOPKOP_TD

include "Zyn/Dialect/Zyn/IR/ZynBase.td"

def Zyn_TopKOp : Zyn_ComputeOp<"topk",
    ["getSizeConstraints", "getTilingObstacle"]> {
  let summary = "Selects the largest or smallest elements along a dimension";
  let description = [{
    Returns the `k` largest elements of each line of the input along
    `dimension`, or, with `smallest`, the `k` smallest ones, and their indices
    in the line. There is a destination for the values and one for the indices,
    with the shape of the input, except for `dimension`: its size in the
    destinations is `k`. It must not be greater than the size of the line, which
    is checked when the program runs if it is not known from the types.

    Results are sorted: the largest element, or the smallest one, comes first.
    Of equal elements, those with the lower indices are selected, and they come
    first.

    Elements are signed integers of 8, 16, 32 or 64 bits, or floats, and have
    the order of `zyn.sort`: -0 and +0 are equal, and all NaNs are equal and
    greater than any number, so that NaNs are the first ones of the largest
    elements, and the last ones of the smallest. Values keep their bits. Indices
    are i32 or i64.

    ```mlir
    func.func @best(%scores: tensor<?x1000xf16>, %values: tensor<?x5xf16>,
                    %labels: tensor<?x5xi32>)
        -> (tensor<?x5xf16>, tensor<?x5xi32>) {
      %r:2 = zyn.topk ins(%scores : tensor<?x1000xf16>)
          outs(%values, %labels : tensor<?x5xf16>, tensor<?x5xi32>)
          dimension = 1 -> tensor<?x5xf16>, tensor<?x5xi32>
      return %r#0, %r#1 : tensor<?x5xf16>, tensor<?x5xi32>
    }
    ```
  }];
  let arguments = (ins Zyn_Shaped:$input,
                       Variadic<Zyn_Shaped>:$inits,
                       I64Attr:$dimension,
                       UnitAttr:$smallest);
  let assemblyFormat = [{
    (`smallest` $smallest^)?
    `ins` `(` $input `:` type($input) `)`
    `outs` `(` $inits `:` type($inits) `)`
    `dimension` `=` $dimension
    attr-dict (`->` type($results)^)?
  }];
  let hasRegionVerifier = 0;
  let extraClassDeclaration = baseClassDeclaration # [{
    ::mlir::Value getValues() { return getInits()[0]; }
    ::mlir::Value getIndices() { return getInits()[1]; }
    ::mlir::Type getKeyType() {
      return ::llvm::cast<::mlir::ShapedType>(getInput().getType())
          .getElementType();
    }
  }];
}

#endif // ZYN_DIALECT_ZYN_IR_TOPKOP_TD
