//===- ReduceOp.td - The op zyn.reduce ------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_REDUCEOP_TD
#define ZYN_DIALECT_ZYN_IR_REDUCEOP_TD

include "Zyn/Dialect/Zyn/IR/PointOpInterface.td"
include "Zyn/Dialect/Zyn/IR/ZynBase.td"

def Zyn_ReduceOp : Zyn_ComputeOp<"reduce", [
    "readsDestination", "canSplitReductions"],
    [AttrSizedOperandSegments,
     DeclareOpInterfaceMethods<Zyn_PointOpInterface, ["hasCombiner"]>]> {
  let summary = "Reduces some dimensions";
  let description = [{
    Reduces all inputs, which have the same shape, over `dimensions`, which are
    in increasing order. There are as many destinations as inputs, with the
    shape of the remaining dimensions. The combiner gets the accumulators,
    followed by the elements, and yields the new accumulators. It must be
    associative and commutative, because elements are combined in any order;
    sums of floats are therefore not bitwise identical to those of a sequential
    loop. The destinations' elements are the initial values, which are combined
    in exactly once; if a reduced dimension is empty, they are the result.

    NaNs and infinities are elements like others, and the combiner says what
    becomes of them: `arith.maximumf` returns a NaN if there is one,
    `arith.maxnumf` ignores NaNs, and a sum is a NaN if it has a NaN or infinities
    of both signs, in any order of its elements. A combiner of comparisons, such
    as that of the argmax below, is not associative for NaNs, unless it says
    which one it prefers: then the result may be any of the elements. A sum of
    finite elements may overflow in one order and not in another.

    The combiner may compute in f16, bf16, f32 or f64 if the elements are
    narrower floats. Then, elements and initial values are extended, and only
    the final results are rounded:

    ```mlir
    func.func @sum_bf16(%x: tensor<4x?xbf16>, %y: tensor<4xbf16>)
        -> tensor<4xbf16> {
      %r = zyn.reduce ins(%x : tensor<4x?xbf16>) outs(%y : tensor<4xbf16>)
          dimensions = [1] {
      ^bb0(%sum: f32, %element: f32):
        %next = arith.addf %sum, %element : f32
        zyn.yield %next : f32
      } -> tensor<4xbf16>
      return %r : tensor<4xbf16>
    }
    ```

    Sums of the elements' own type:

    ```mlir
    func.func @sum(%x: tensor<4x?xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
      %r = zyn.reduce ins(%x : tensor<4x?xf32>) outs(%y : tensor<4xf32>)
          dimensions = [1] {
      ^bb0(%sum: f32, %element: f32):
        %next = arith.addf %sum, %element : f32
        zyn.yield %next : f32
      } -> tensor<4xf32>
      return %r : tensor<4xf32>
    }
    ```

    Arrays that only depend on indices, such as the second input of an argmax,
    are not stored if a `zyn.map` computes them and only reductions read them:

    ```mlir
    func.func @argmax(%x: tensor<4x8xf32>, %best: tensor<4xf32>,
                      %at: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
      %empty = tensor.empty() : tensor<4x8xi32>
      %indices = zyn.map outs(%empty : tensor<4x8xi32>) {
        %i = zyn.index 1 : index
        %index = arith.index_cast %i : index to i32
        zyn.yield %index : i32
      } -> tensor<4x8xi32>
      %r:2 = zyn.reduce ins(%x, %indices : tensor<4x8xf32>, tensor<4x8xi32>)
                        outs(%best, %at : tensor<4xf32>, tensor<4xi32>)
          dimensions = [1] {
      ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):
        %greater = arith.cmpf ogt, %b, %a : f32
        %equal = arith.cmpf oeq, %b, %a : f32
        %smaller = arith.cmpi slt, %j, %i : i32
        %tie = arith.andi %equal, %smaller : i1
        %take = arith.ori %greater, %tie : i1
        %value = arith.select %take, %b, %a : f32
        %index = arith.select %take, %j, %i : i32
        zyn.yield %value, %index : f32, i32
      } -> tensor<4xf32>, tensor<4xi32>
      return %r#0, %r#1 : tensor<4xf32>, tensor<4xi32>
    }
    ```
  }];
  let arguments = (ins Variadic<Zyn_Shaped>:$inputs,
                       Variadic<Zyn_Shaped>:$inits,
                       DenseI64ArrayAttr:$dimensions);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = [{
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $inits `:` type($inits) `)`
    `dimensions` `=` $dimensions
    attr-dict-with-keyword $combiner (`->` type($results)^)?
  }];
  let extraClassDeclaration = baseClassDeclaration # [{
    ::mlir::Block *getBlock() { return &getCombiner().front(); }
    /// Number of dimensions of the inputs, which form the iteration space.
    unsigned getNumLoops() {
      return ::llvm::cast<::mlir::ShapedType>(getInputs()[0].getType())
          .getRank();
    }
    /// The types of the accumulators: those of the elements, or wider ones.
    ::llvm::SmallVector<::mlir::Type> getAccumulatorTypes();
    /// Whether results are rounded because the combiner has wider types.
    bool isWidened();
    /// The dimensions that are not reduced, in increasing order.
    ::llvm::SmallVector<int64_t> getKeptDimensions();
  }];
}

#endif // ZYN_DIALECT_ZYN_IR_REDUCEOP_TD
