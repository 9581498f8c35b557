//===- AttentionOp.td - The op zyn.attention ------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_ATTENTIONOP_TD
#define ZYN_DIALECT_ZYN_IR_ATTENTIONOP_TD

include "Zyn/Dialect/Zyn/IR/EpilogueOpInterface.td"
include "Zyn/Dialect/Zyn/IR/ZynBase.td"

def Zyn_AttentionOp : Zyn_ComputeOp<"attention", [
    "getTilingObstacle", "getSizeConstraints", "getOperandName",
    "getFlopTerms", "acceptsPermutedDimensions"],
    [AttrSizedOperandSegments, Zyn_EpilogueOpInterface]> {
  let summary = "Averages values with the softmax of products as weights";
  let description = [{
    Computes `softmax(Q·Kᵀ * scale + mask)·V` for each head of each batch:

    | operand | shape | elements |
    |---|---|---|
    | queries Q | `batch x heads x M x D` | f16, bf16, f32 or f64 |
    | keys K | `batch x heads/group_size x N x D` | as Q |
    | values V | `batch x heads/group_size x N x E` | as Q |
    | mask | what `mask_map` selects of `batch x heads x M x N` | i1 or float |
    | lengths | `batch` | i32 or i64 |
    | destination | `batch x heads x M x E` | as Q, or the accumulator; with an epilogue, any |
    | log-sum-exp | `batch x heads x M` | the accumulator |

    The accumulator is f64 for f64 and f32 otherwise. The score of a query and a
    key is the product of both, times `scale`, which is `1/sqrt(D)` by default,
    plus the element of a mask of floats. Each element of the destination is the
    sum of the values, weighted by the exponentials of the scores, and divided
    by the sum of these. The optional second destination gets the natural
    logarithm of that sum, with which results for parts of the keys can be
    combined.

    `group_size` neighboring heads of the queries share a head of the keys and
    values. A query does not see

    - keys where a mask of i1 is false,
    - with `causal`, keys after the query, if the last query and the last key
      are at the same position: query `i` sees keys up to `i + N - M`,
    - keys of batch `b` from `lengths[b]` on, which have no effect, whatever
      they and their values contain. This length replaces N also for `causal`.
      Lengths are limited to 0 to N.

    `mask_map` maps the indices of batch, head, query and key to those of the
    mask; the default is the identity.

    If a query sees no key, or only keys whose scores are -infinity, the result
    is 0, and the log-sum-exp is -infinity. If one of the scores is a NaN or
    +infinity, both are NaN. The weight of a key that is not seen is 0: if its
    value is a NaN or infinite, the result may be a NaN, unless the key is past
    `lengths`.

    The optional epilogue gets the result, in the accumulator's type, and one
    element of each of `epilogue_ins`, and yields the element that is stored,
    whose type may be any. `epilogue_maps` maps batch, head, query and element
    to the indices of each of `epilogue_ins`; the default is the identity. The
    log-sum-exp does not change.

    Sums are accumulated in any order. The weights are rounded to the elements'
    type before they are multiplied by the values. A score whose magnitude is
    2^127 or more may be taken for an infinity; if the elements are f16 or bf16
    and there is no mask of floats, one whose magnitude is 2^27 or more.

    ```mlir
    func.func @attend(%q: tensor<?x32x?x128xbf16>, %k: tensor<?x8x?x128xbf16>,
                      %v: tensor<?x8x?x128xbf16>, %y: tensor<?x32x?x128xbf16>)
        -> tensor<?x32x?x128xbf16> {
      %r = zyn.attention causal group_size = 4
          ins(%q, %k, %v : tensor<?x32x?x128xbf16>, tensor<?x8x?x128xbf16>,
                           tensor<?x8x?x128xbf16>)
          outs(%y : tensor<?x32x?x128xbf16>) -> tensor<?x32x?x128xbf16>
      return %r : tensor<?x32x?x128xbf16>
    }
    func.func @masked(%q: tensor<2x8x?x64xf32>, %k: tensor<2x8x?x64xf32>,
                      %v: tensor<2x8x?x64xf32>, %bias: tensor<8x?x?xf32>,
                      %lengths: tensor<2xi32>, %y: tensor<2x8x?x64xf32>,
                      %lse: tensor<2x8x?xf32>)
        -> (tensor<2x8x?x64xf32>, tensor<2x8x?xf32>) {
      %r:2 = zyn.attention scale = 1.0
          ins(%q, %k, %v : tensor<2x8x?x64xf32>, tensor<2x8x?x64xf32>,
                           tensor<2x8x?x64xf32>)
          mask(%bias : tensor<8x?x?xf32>)
          mask_map = affine_map<(b, h, i, j) -> (h, i, j)>
          lengths(%lengths : tensor<2xi32>)
          outs(%y, %lse : tensor<2x8x?x64xf32>, tensor<2x8x?xf32>)
          -> tensor<2x8x?x64xf32>, tensor<2x8x?xf32>
      return %r#0, %r#1 : tensor<2x8x?x64xf32>, tensor<2x8x?xf32>
    }
    func.func @gated(%q: tensor<2x8x?x64xbf16>, %k: tensor<2x8x?x64xbf16>,
                     %v: tensor<2x8x?x64xbf16>, %gate: tensor<2x?x8x64xbf16>,
                     %y: tensor<2x8x?x64xbf16>) -> tensor<2x8x?x64xbf16> {
      %r = zyn.attention
          ins(%q, %k, %v : tensor<2x8x?x64xbf16>, tensor<2x8x?x64xbf16>,
                           tensor<2x8x?x64xbf16>)
          outs(%y : tensor<2x8x?x64xbf16>)
          epilogue_ins(%gate : tensor<2x?x8x64xbf16>)
          epilogue_maps = [affine_map<(b, h, i, e) -> (b, i, h, e)>]
          epilogue {
      ^bb0(%result: f32, %factor: bf16):
        %wide = arith.extf %factor : bf16 to f32
        %product = arith.mulf %result, %wide : f32
        %half = arith.truncf %product : f32 to bf16
        zyn.yield %half : bf16
      } -> tensor<2x8x?x64xbf16>
      return %r : tensor<2x8x?x64xbf16>
    }
    ```
  }];
  let arguments = (ins Zyn_Shaped:$queries, Zyn_Shaped:$keys,
                       Zyn_Shaped:$values, Optional<Zyn_Shaped>:$mask,
                       Optional<Zyn_Shaped>:$lengths,
                       Variadic<Zyn_Shaped>:$epilogue_inputs,
                       Variadic<Zyn_Shaped>:$inits,
                       OptionalAttr<AffineMapAttr>:$mask_map,
                       OptionalAttr<AffineMapArrayAttr>:$epilogue_maps,
                       OptionalAttr<F64Attr>:$scale,
                       DefaultValuedAttr<I64Attr, "1">:$group_size,
                       UnitAttr:$causal);
  let regions = (region AnyRegion:$epilogue);
  let assemblyFormat = [{
    oilist(`causal` $causal | `scale` `=` $scale
           | `group_size` `=` $group_size)
    `ins` `(` $queries `,` $keys `,` $values `:`
              type($queries) `,` type($keys) `,` type($values) `)`
    (`mask` `(` $mask^ `:` type($mask) `)`)? (`mask_map` `=` $mask_map^)?
    (`lengths` `(` $lengths^ `:` type($lengths) `)`)?
    `outs` `(` $inits `:` type($inits) `)`
    (`epilogue_ins` `(` $epilogue_inputs^ `:` type($epilogue_inputs) `)`)?
    (`epilogue_maps` `=` $epilogue_maps^)?
    (`epilogue` $epilogue^)?
    attr-dict-with-keyword (`->` type($results)^)?
  }];
  let extraClassDeclaration = baseClassDeclaration # [{
    ::mlir::Value getInit() { return getInits()[0]; }
    /// The destination of the log-sum-exps, or null.
    ::mlir::Value getLogSumExp() {
      return getInits().size() > 1 ? getInits()[1] : ::mlir::Value();
    }
    /// The element type of the operands.
    ::mlir::Type getElementType() {
      return ::llvm::cast<::mlir::ShapedType>(getQueries().getType())
          .getElementType();
    }
    /// The type of scores and sums.
    ::mlir::Type getAccumulatorType();
    /// The map from batch, head, query and key to the indices of the mask.
    ::mlir::AffineMap getMaskMapOrIdentity();
  }];
}

#endif // ZYN_DIALECT_ZYN_IR_ATTENTIONOP_TD
