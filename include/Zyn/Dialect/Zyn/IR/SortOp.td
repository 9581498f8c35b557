//===- SortOp.td - The op zyn.sort ----------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_SORTOP_TD
#define ZYN_DIALECT_ZYN_IR_SORTOP_TD

include "Zyn/Dialect/Zyn/IR/ZynBase.td"

def Zyn_SortOp : Zyn_ComputeOp<"sort", [], [AttrSizedOperandSegments]> {
  let summary = "Sorts along a dimension";
  let description = [{
    Sorts the first input, the keys, along `dimension`, and moves the elements
    of the other inputs, the values, as the keys at the same indices. All inputs
    have the same shape, and each has a destination of its type. The sort is
    stable: equal keys stay in their order. The order is ascending, or, with
    `descending`, the reverse.

    Keys are signed integers of 8, 16, 32 or 64 bits, or floats. Of floats, -0
    and +0 are equal, and all NaNs are equal and greater than any number, so
    that they come last in ascending order. All keys keep their bits.

    With a `comparator`, elements of any type are sorted in the order that it
    defines. It gets an element of each input, followed by another one of each,
    and yields whether the first ones come before the second ones: a strict weak
    order. If it is none, it is undefined which elements the result has.

    ```mlir
    func.func @order(%x: tensor<4x?xf32>, %indices: tensor<4x?xi32>,
                     %sorted: tensor<4x?xf32>, %order: tensor<4x?xi32>)
        -> (tensor<4x?xf32>, tensor<4x?xi32>) {
      %r:2 = zyn.sort descending
          ins(%x, %indices : tensor<4x?xf32>, tensor<4x?xi32>)
          outs(%sorted, %order : tensor<4x?xf32>, tensor<4x?xi32>)
          dimension = 1 -> tensor<4x?xf32>, tensor<4x?xi32>
      return %r#0, %r#1 : tensor<4x?xf32>, tensor<4x?xi32>
    }
    func.func @points(%x: tensor<?xf32>, %y: tensor<?xf32>)
        -> (tensor<?xf32>, tensor<?xf32>) {
      %r:2 = zyn.sort ins(%x, %y : tensor<?xf32>, tensor<?xf32>)
          outs(%x, %y : tensor<?xf32>, tensor<?xf32>) dimension = 0 comparator {
      ^bb0(%x0: f32, %y0: f32, %x1: f32, %y1: f32):
        %left = arith.cmpf olt, %x0, %x1 : f32
        %same = arith.cmpf oeq, %x0, %x1 : f32
        %below = arith.cmpf olt, %y0, %y1 : f32
        %second = arith.andi %same, %below : i1
        %before = arith.ori %left, %second : i1
        zyn.yield %before : i1
      } -> tensor<?xf32>, tensor<?xf32>
      return %r#0, %r#1 : tensor<?xf32>, tensor<?xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Zyn_Shaped>:$inputs,
                       Variadic<Zyn_Shaped>:$inits,
                       I64Attr:$dimension,
                       UnitAttr:$descending);
  let regions = (region AnyRegion:$comparator);
  let assemblyFormat = [{
    (`descending` $descending^)?
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $inits `:` type($inits) `)`
    `dimension` `=` $dimension
    attr-dict (`comparator` $comparator^)? (`->` type($results)^)?
  }];
  let hasFolder = 1;
  let extraClassDeclaration = baseClassDeclaration # [{
    /// Number of dimensions of the inputs, which form the iteration space.
    unsigned getNumLoops() {
      return ::llvm::cast<::mlir::ShapedType>(getInputs()[0].getType())
          .getRank();
    }
    ::mlir::Type getKeyType() {
      return ::llvm::cast<::mlir::ShapedType>(getInputs()[0].getType())
          .getElementType();
    }
  }];
}

#endif // ZYN_DIALECT_ZYN_IR_SORTOP_TD
