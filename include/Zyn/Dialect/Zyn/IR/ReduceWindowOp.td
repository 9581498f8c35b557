//===- ReduceWindowOp.td - The op zyn.reduce_window ------ -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_REDUCEWINDOWOP_TD
#define ZYN_DIALECT_ZYN_IR_REDUCEWINDOWOP_TD

include "Zyn/Dialect/Zyn/IR/ZynBase.td"

def Zyn_ReduceWindowOp : Zyn_ComputeOp<"reduce_window", [
    "readsDestination", "getSizeConstraints", "getTilingObstacle",
    "getFlopTerms"],
    [AttrSizedOperandSegments]> {
  let summary = "Reduces windows that slide over an array";
  let description = [{
    Reduces the elements of windows of all inputs, which have the same shape,
    as pooling does. `window` has the size of a window in each dimension.
    `strides`, the distances of neighboring windows, and `dilations`, the
    distances of neighboring elements of a window, also have a number for each
    dimension, which is 1 without them. `padding` has two, how many positions
    before and after the input windows extend to, which is 0 without it:
    `[before #0, after #0, before #1, after #1, ...]`. Element `(p...)` of a
    result combines, for all `r...` in the window, the elements of the input at

    ```
    (p * stride + r * dilation - before)...
    ```

    Positions in the padding have no elements: they are skipped. The sizes of
    the destinations must be the number of windows that fit into the input with
    its padding: `(size + before + after - (window - 1) * dilation - 1) / stride
    + 1`, rounded down and at least 0.

    As for `zyn.reduce`, there are as many destinations as inputs, whose
    elements are the initial values. They are combined in exactly once, and are
    the result of a window without elements. The combiner, which may compute in
    a wider float type, must be associative and commutative. NaNs and infinities
    are what they are for `zyn.reduce`, and have no effect on other windows.

    The maximum of each channel in windows of 3 x 3 pixels:

    ```mlir
    func.func @max_pool(%x: tensor<?x112x112x64xf16>,
                        %y: tensor<?x56x56x64xf16>) -> tensor<?x56x56x64xf16> {
      %r = zyn.reduce_window window = [1, 3, 3, 1] strides = [1, 2, 2, 1]
          padding = [0, 0, 1, 1, 1, 1, 0, 0]
          ins(%x : tensor<?x112x112x64xf16>)
          outs(%y : tensor<?x56x56x64xf16>) {
      ^bb0(%max: f16, %element: f16):
        %next = arith.maximumf %max, %element : f16
        zyn.yield %next : f16
      } -> tensor<?x56x56x64xf16>
      return %r : tensor<?x56x56x64xf16>
    }
    ```
  }];
  let arguments = (ins Variadic<Zyn_Shaped>:$inputs,
                       Variadic<Zyn_Shaped>:$inits,
                       DenseI64ArrayAttr:$window,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$strides,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$padding,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$dilations);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = [{
    `window` `=` $window
    oilist(`strides` `=` $strides | `padding` `=` $padding
           | `dilations` `=` $dilations)
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $inits `:` type($inits) `)`
    attr-dict-with-keyword $combiner (`->` type($results)^)?
  }];
  let extraClassDeclaration = baseClassDeclaration # [{
    ::mlir::Block *getBlock() { return &getCombiner().front(); }
    int64_t getRank() { return getWindow().size(); }
    int64_t getStride(unsigned dim) {
      return getStrides().empty() ? 1 : getStrides()[dim];
    }
    int64_t getDilation(unsigned dim) {
      return getDilations().empty() ? 1 : getDilations()[dim];
    }
    /// The padding before and after dimension `dim`.
    int64_t getPaddingBefore(unsigned dim) {
      return getPadding().empty() ? 0 : getPadding()[2 * dim];
    }
    int64_t getPaddingAfter(unsigned dim) {
      return getPadding().empty() ? 0 : getPadding()[2 * dim + 1];
    }
    /// Whether each window has the index of its result in dimension `dim`.
    bool isPointwise(unsigned dim) {
      return getWindow()[dim] == 1 && getStride(dim) == 1 &&
             getPaddingBefore(dim) == 0 && getPaddingAfter(dim) == 0;
    }
    /// The types of the accumulators: those of the elements, or wider ones.
    ::llvm::SmallVector<::mlir::Type> getAccumulatorTypes();
  }];
}

#endif // ZYN_DIALECT_ZYN_IR_REDUCEWINDOWOP_TD
