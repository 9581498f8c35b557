//===- Conv2dOp.td - The op zyn.conv2d -------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_CONV2DOP_TD
#define ZYN_DIALECT_ZYN_IR_CONV2DOP_TD

include "Zyn/Dialect/Zyn/IR/ProductOpInterface.td"
include "Zyn/Dialect/Zyn/IR/ZynAttributes.td"
include "Zyn/Dialect/Zyn/IR/ZynBase.td"

def Zyn_Conv2dOp : Zyn_ComputeOp<"conv2d", [
    "readsDestination", "canSplitReductions", "getTilingObstacle",
    "getSizeConstraints", "getOperandName",
    "getFlopTerms"],
    [AttrSizedOperandSegments, Zyn_ProductOpInterface]> {
  let summary = "Convolves batches of images with filters";
  let description = [{
    Computes one channel of the results for each filter, or adds it to the
    destination with `accumulate`: element `(n, p, q, f)` of the destination is
    the sum, over `r`, `s` and `c`, of the products of element
    `(n, p * stride + r * dilation - top, q * stride + s * dilation - left, c)`
    of the image and element `(f, r, s, c)` of the filters. Elements outside of
    the image are 0.

    | layout | image | filters | destination |
    |---|---|---|---|
    | `nhwc` (default) | `N x H x W x C` | `F x R x S x C/groups` | `N x P x Q x F` |
    | `nchw` | `N x C x H x W` | `F x C/groups x R x S` | `N x F x P x Q` |

    `nhwc` is the layout of the kernels. With `nchw`, the GPU transposes the
    operands and the result in memory; `--zyn-propagate-layouts` avoids that
    between convolutions.

    `strides` and `dilations` have a number for each of the two spatial
    dimensions, `padding` has the numbers of rows and columns that are added to
    the image: `[top, bottom, left, right]`. The sizes of the result must be the
    number of windows that fit into the image with its padding:
    `P = (H + top + bottom - (R - 1) * dilation - 1) / stride + 1`, rounded down
    and at least 0, and Q likewise. A convolution in one dimension is one of
    images of height 1.

    With `groups`, the channels of the image and the filters are divided into as
    many groups, and the filters of a group are only applied to the channels of
    that group. If each group has one channel and one filter (a depthwise
    convolution), a kernel of its own computes it.

    Element types, accumulation, `precision` and the epilogue are those of
    `zyn.matmul`. `tf32x3` multiplies all bits of f32.

    ```mlir
    func.func @layer(%x: tensor<?x56x56x64xbf16>, %w: tensor<32x3x3x64xbf16>,
                     %b: tensor<32xf32>, %y: tensor<?x28x28x32xbf16>)
        -> tensor<?x28x28x32xbf16> {
      %r = zyn.conv2d strides = [2, 2] padding = [1, 1, 1, 1]
          ins(%x, %w : tensor<?x56x56x64xbf16>, tensor<32x3x3x64xbf16>)
          outs(%y : tensor<?x28x28x32xbf16>)
          epilogue_ins(%b : tensor<32xf32>)
          epilogue_maps = [affine_map<(n, p, q, f) -> (f)>]
          epilogue {
      ^bb0(%sum: f32, %bias: f32):
        %biased = arith.addf %sum, %bias : f32
        %rounded = arith.truncf %biased : f32 to bf16
        zyn.yield %rounded : bf16
      } -> tensor<?x28x28x32xbf16>
      return %r : tensor<?x28x28x32xbf16>
    }
    ```
  }];
  let arguments = (ins Zyn_Shaped:$image, Zyn_Shaped:$filters,
                       Variadic<Zyn_Shaped>:$epilogue_inputs,
                       Variadic<Zyn_Shaped>:$inits,
                       OptionalAttr<AffineMapArrayAttr>:$epilogue_maps,
                       DefaultValuedAttr<Zyn_Conv2dLayout,
                           "::mlir::zyn::Conv2dLayout::NHWC">:$layout,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{1, 1}">:$strides,
                       DefaultValuedAttr<DenseI64ArrayAttr,
                                         "{0, 0, 0, 0}">:$padding,
                       DefaultValuedAttr<DenseI64ArrayAttr,
                                         "{1, 1}">:$dilations,
                       DefaultValuedAttr<I64Attr, "1">:$groups,
                       UnitAttr:$accumulate,
                       DefaultValuedAttr<Zyn_MatmulPrecision,
                           "::mlir::zyn::MatmulPrecision::IEEE">:$precision);
  let regions = (region AnyRegion:$epilogue);
  let assemblyFormat = [{
    oilist(`layout` `=` $layout | `strides` `=` $strides
           | `padding` `=` $padding | `dilations` `=` $dilations
           | `groups` `=` $groups | `accumulate` $accumulate
           | `precision` `=` $precision)
    `ins` `(` $image `,` $filters `:` type($image) `,` type($filters) `)`
    `outs` `(` $inits `:` type($inits) `)`
    (`epilogue_ins` `(` $epilogue_inputs^ `:` type($epilogue_inputs) `)`)?
    (`epilogue_maps` `=` $epilogue_maps^)?
    (`epilogue` $epilogue^)?
    attr-dict-with-keyword (`->` type($results)^)?
  }];
  let hasCanonicalizer = 1;
  let extraClassDeclaration = baseClassDeclaration # [{
    ::mlir::Value getInit() { return getInits()[0]; }
    ::mlir::Value getLhs() { return getImage(); }
    ::mlir::Value getRhs() { return getFilters(); }
    /// The number of spatial dimensions.
    static constexpr unsigned kSpatialRank = 2;
    /// The dimension numbers of the first spatial dimension and of the channels
    /// in the image, the filters and the destination.
    int64_t getSpatialDim() {
      return getLayout() == Conv2dLayout::NHWC ? 1 : 2;
    }
    int64_t getChannelDim() {
      return getLayout() == Conv2dLayout::NHWC ? 3 : 1;
    }
    /// The padding before and after each spatial dimension.
    int64_t getPaddingBefore(unsigned spatial) {
      return getPadding()[2 * spatial];
    }
    int64_t getPaddingAfter(unsigned spatial) {
      return getPadding()[2 * spatial + 1];
    }
    /// Whether there are several groups, each of one channel and one filter.
    bool hasFilterPerChannel();
  }];
}

#endif // ZYN_DIALECT_ZYN_IR_CONV2DOP_TD
