//===- ScanOp.td - The op zyn.scan ----------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_SCANOP_TD
#define ZYN_DIALECT_ZYN_IR_SCANOP_TD

include "Zyn/Dialect/Zyn/IR/ZynBase.td"

def Zyn_ScanOp : Zyn_ComputeOp<"scan", [
    "readsDestination", "canSplitReductions"],
    [AttrSizedOperandSegments]> {
  let summary = "Combines the elements before each element of a dimension";
  let description = [{
    Scans all inputs, which have the same shape, along `dimension`. There is a
    destination for each input, with its shape: an element of the result is the
    combination of the input's elements up to this one, or, with `exclusive`, up
    to the one before. With `reverse`, elements are combined from the last one
    to the first.

    The combiner gets the accumulators, followed by the elements, and yields the
    new accumulators. It must be associative, but need not be commutative. NaNs
    and infinities are what they are for `zyn.reduce`: in a sum, all results from
    the first NaN on are NaNs.

    Optionally, further destinations follow, one for each input and without the
    scanned dimension: the carries. Their elements are the initial values, with
    which each scan starts, and become the combinations of all elements; if the
    scanned dimension is empty, they are unchanged. A scan of a part can
    therefore continue the scan of the part before. An exclusive scan requires
    them, since its first result is the initial value.

    The accumulators have the type of the combiner's arguments. It is the type
    of the input's elements, or, for floats, a wider one, in which sums of f16
    are not rounded at each element. Results have either type, carries the type
    of the accumulators.

    The order in which a target combines elements depends on the sizes and on
    the target only: a float sum has the same bits in every run, but not those
    of a sequential loop.

    ```mlir
    func.func @offsets(%counts: tensor<?xi32>, %offsets: tensor<?xi32>,
                       %zero: tensor<i32>) -> (tensor<?xi32>, tensor<i32>) {
      %r:2 = zyn.scan exclusive ins(%counts : tensor<?xi32>)
                      outs(%offsets, %zero : tensor<?xi32>, tensor<i32>)
          dimension = 0 {
      ^bb0(%sum: i32, %element: i32):
        %next = arith.addi %sum, %element : i32
        zyn.yield %next : i32
      } -> tensor<?xi32>, tensor<i32>
      return %r#0, %r#1 : tensor<?xi32>, tensor<i32>
    }
    func.func @sums(%x: tensor<4x?xf16>, %y: tensor<4x?xf16>)
        -> tensor<4x?xf16> {
      %r = zyn.scan ins(%x : tensor<4x?xf16>) outs(%y : tensor<4x?xf16>)
          dimension = 1 {
      ^bb0(%sum: f32, %element: f32):
        %next = arith.addf %sum, %element : f32
        zyn.yield %next : f32
      } -> tensor<4x?xf16>
      return %r : tensor<4x?xf16>
    }
    ```
  }];
  let arguments = (ins Variadic<Zyn_Shaped>:$inputs,
                       Variadic<Zyn_Shaped>:$inits,
                       I64Attr:$dimension,
                       UnitAttr:$exclusive,
                       UnitAttr:$reverse);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = [{
    (`exclusive` $exclusive^)? (`reverse` $reverse^)?
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $inits `:` type($inits) `)`
    `dimension` `=` $dimension
    attr-dict-with-keyword $combiner (`->` type($results)^)?
  }];
  let hasFolder = 1;
  let extraClassDeclaration = baseClassDeclaration # [{
    ::mlir::Block *getBlock() { return &getCombiner().front(); }
    /// Number of dimensions of the inputs, which form the iteration space.
    unsigned getNumLoops() {
      return ::llvm::cast<::mlir::ShapedType>(getInputs()[0].getType())
          .getRank();
    }
    /// The destinations of the scanned arrays.
    ::mlir::OperandRange getOutputs() {
      return getInits().take_front(getInputs().size());
    }
    /// The destinations that have the initial values, or nothing.
    ::mlir::OperandRange getCarries() {
      return getInits().drop_front(getInputs().size());
    }
    /// The types in which the elements of each input are combined.
    ::llvm::SmallVector<::mlir::Type> getAccumulatorTypes();
  }];
}

#endif // ZYN_DIALECT_ZYN_IR_SCANOP_TD
