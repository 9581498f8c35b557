//===- RowsOp.td - The op zyn.rows ----------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_ROWSOP_TD
#define ZYN_DIALECT_ZYN_IR_ROWSOP_TD

include "Zyn/Dialect/Zyn/IR/PointOpInterface.td"
include "Zyn/Dialect/Zyn/IR/ZynBase.td"

def Zyn_RowsOp : Zyn_ComputeOp<"rows", ["getNumBodyIndices"],
                              [AttrSizedOperandSegments, Zyn_PointOpInterface]> {
  let summary = "Computes rows from their elements and from reductions of them";
  let description = [{
    Softmax, layer normalization and the like: what is computed for an element
    depends on reductions of its whole row. A row consists of the points of the
    iteration space that differ in `dimensions`, which are in increasing order.

    As in a `zyn.map`, the body gets one element of each input, selected by
    `indexing_maps`, and yields one element of each destination. In addition, it
    can combine values of all points of a row with `zyn.reduce_row`, whose
    result is the same at each of them. A value is uniform if it is the same for
    a whole row: such a result, an element that is read at the same index, and
    what is computed from uniform values alone.

    A destination has either all dimensions of the iteration space, or those
    that are not in `dimensions`. For the latter, the yielded value must be
    uniform; it is stored once for each row. The destinations' old elements are
    not read.

    ```mlir
    func.func @softmax(%x: tensor<?x1000xf32>, %y: tensor<?x1000xf32>)
        -> tensor<?x1000xf32> {
      %r = zyn.rows ins(%x : tensor<?x1000xf32>) outs(%y : tensor<?x1000xf32>)
          dimensions = [1] {
      ^bb0(%element: f32):
        %lowest = arith.constant 0xFF800000 : f32
        %zero = arith.constant 0.0 : f32
        %max = zyn.reduce_row %element init %lowest : f32 {
        ^bb0(%a: f32, %b: f32):
          %m = arith.maximumf %a, %b : f32
          zyn.yield %m : f32
        }
        %shifted = arith.subf %element, %max : f32
        %exp = math.exp %shifted : f32
        %sum = zyn.reduce_row %exp init %zero : f32 {
        ^bb0(%a: f32, %b: f32):
          %s = arith.addf %a, %b : f32
          zyn.yield %s : f32
        }
        %quotient = arith.divf %exp, %sum : f32
        zyn.yield %quotient : f32
      } -> tensor<?x1000xf32>
      return %r : tensor<?x1000xf32>
    }
    ```

    NaNs and infinities have the meaning that the scalar ops give them, and stay
    in their row. The softmax above is 0 for -infinity, and NaN for a whole row
    in which there is a NaN or +infinity, or nothing but -infinity.

    The body works on scalars and has no side effects. `--zyn-fuse` creates this
    op from maps and reductions.
  }];
  let arguments = (ins Variadic<Zyn_Shaped>:$inputs,
                       Variadic<Zyn_Shaped>:$inits,
                       DenseI64ArrayAttr:$dimensions,
                       OptionalAttr<AffineMapArrayAttr>:$indexing_maps);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $inits `:` type($inits) `)`
    `dimensions` `=` $dimensions
    (`indexing_maps` `=` $indexing_maps^)?
    attr-dict-with-keyword $body (`->` type($results)^)?
  }];
  let extraClassDeclaration = baseClassDeclaration # [{
    ::mlir::Block *getBlock() { return &getBody().front(); }
    /// The indexing map of input `i`: the given one, or the identity.
    ::mlir::AffineMap getInputMap(unsigned i);
    /// Number of dimensions of the iteration space.
    unsigned getNumLoops();
    /// The dimensions that are not those of a row, in increasing order.
    ::llvm::SmallVector<int64_t> getKeptDimensions();
    /// Whether destination `i` has one element for each row.
    bool isPerRow(unsigned i);
    /// The values of the body, and of regions in it, that are not uniform.
    ::llvm::DenseSet<::mlir::Value> getVaryingValues();
  }];
}

def Zyn_ReduceRowOp : Zyn_Op<"reduce_row", [
    HasParent<"RowsOp">, IsolatedFromAbove, RecursiveMemoryEffects,
    RecursivelySpeculatable, SameVariadicOperandSize]> {
  let summary = "Combines the values of all points of a row";
  let description = [{
    In the body of `zyn.rows`, combines `elements` of all points of a row. The
    combiner gets the accumulators, followed by the elements, and yields the new
    accumulators. It must be associative and commutative, because elements are
    combined in any order. `inits`, which must be uniform, are combined in
    exactly once; they are the results of an empty row. The combiner does not
    use values from outside, since kernels and reductions contain a copy of it.
    See the example of `zyn.rows`.
  }];
  let arguments = (ins Variadic<Zyn_Element>:$elements, Variadic<Zyn_Element>:$inits);
  let results = (outs Variadic<Zyn_Element>:$results);
  let regions = (region SizedRegion<1>:$combiner);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Block *getBlock() { return &getCombiner().front(); }
  }];
}

#endif // ZYN_DIALECT_ZYN_IR_ROWSOP_TD
