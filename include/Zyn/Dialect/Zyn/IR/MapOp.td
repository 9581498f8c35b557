//===- MapOp.td - The op zyn.map ------------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_MAPOP_TD
#define ZYN_DIALECT_ZYN_IR_MAPOP_TD

include "Zyn/Dialect/Zyn/IR/PointOpInterface.td"
include "Zyn/Dialect/Zyn/IR/ZynBase.td"

def Zyn_MapOp : Zyn_ComputeOp<"map", ["getNumBodyIndices"],
                             [AttrSizedOperandSegments, Zyn_PointOpInterface]> {
  let summary = "Computes every element of the results from the elements of the inputs";
  let description = [{
    For each index `(d0, d1, ...)` of the destinations, the body gets one
    element of each input and yields one element for each destination. All
    destinations have the same shape, which is the iteration space.

    `indexing_maps` defines which element of each input is read at an index.
    Each map is a projection of the dimensions, such as `(i, j) -> (j)` for a
    row that is broadcast over the first dimension. The default is the identity
    for every input. The destinations' old elements are not read.

    The body works on scalars and has no side effects. In it, `zyn.index`
    returns the index along a dimension. Dimensions that are accessed with the
    same index must have the same size; dynamic sizes are compared at run time.

    ```mlir
    func.func @bias(%x: tensor<?x32xf32>, %b: tensor<32xf32>,
                    %y: tensor<?x32xf32>) -> tensor<?x32xf32> {
      %r = zyn.map ins(%x, %b : tensor<?x32xf32>, tensor<32xf32>)
                   outs(%y : tensor<?x32xf32>)
          indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>] {
      ^bb0(%in: f32, %bias: f32):
        %sum = arith.addf %in, %bias : f32
        zyn.yield %sum : f32
      } -> tensor<?x32xf32>
      return %r : tensor<?x32xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Zyn_Shaped>:$inputs,
                       Variadic<Zyn_Shaped>:$inits,
                       OptionalAttr<AffineMapArrayAttr>:$indexing_maps);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $inits `:` type($inits) `)`
    (`indexing_maps` `=` $indexing_maps^)?
    attr-dict-with-keyword $body (`->` type($results)^)?
  }];
  let hasCanonicalizer = 1;
  let extraClassDeclaration = baseClassDeclaration # [{
    /// The indexing map of input `i`: the given one, or the identity.
    ::mlir::AffineMap getInputMap(unsigned i);
    /// Number of dimensions of the iteration space.
    unsigned getNumLoops() {
      return ::llvm::cast<::mlir::ShapedType>(getInits()[0].getType()).getRank();
    }
    ::mlir::Block *getBlock() { return &getBody().front(); }
  }];
}

#endif // ZYN_DIALECT_ZYN_IR_MAPOP_TD
