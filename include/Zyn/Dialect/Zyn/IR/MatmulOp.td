//===- MatmulOp.td - The op zyn.matmul ------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_MATMULOP_TD
#define ZYN_DIALECT_ZYN_IR_MATMULOP_TD

include "Zyn/Dialect/Zyn/IR/ProductOpInterface.td"
include "Zyn/Dialect/Zyn/IR/ZynAttributes.td"
include "Zyn/Dialect/Zyn/IR/ZynBase.td"

def Zyn_MatmulOp : Zyn_ComputeOp<"matmul", [
    "readsDestination", "canSplitReductions", "getOperandName",
    "getFlopTerms", "acceptsPermutedDimensions"],
    [AttrSizedOperandSegments, Zyn_ProductOpInterface]> {
  let summary = "Multiplies batches of matrices";
  let description = [{
    Computes `C = A·B`, or `C = C + A·B` with `accumulate`. A is
    `batch... x M x K` (`batch... x K x M` with `transpose_a`), B is
    `batch... x K x N` (`batch... x N x K` with `transpose_b`), the destination
    is `batch... x M x N`. A and B have the same element type, or any 8-bit
    float types:

    | elements of A and B | accumulator |
    |---|---|
    | f8E4M3FN, f8E5M2, f16, bf16, f32 | f32 |
    | f64 | f64 |
    | i8 (signed), i32 | i32, which wraps |

    Terms are summed in any order. The sum is converted to the destination's
    element type, which is that of A, unless that is i8, or of the accumulator.
    For operands of 8-bit floats, warpgroups drop those bits of a sum that are
    below the 2^-13-th part of its greatest term.

    `precision` says how exactly f32 is multiplied at least, so that tensor
    cores can be used:

    | precision | products of f32 |
    |---|---|
    | `ieee` (default) | of the elements |
    | `tf32` | of the elements, rounded to 10 bits after the binary point |
    | `tf32x3` | with about twice as many bits: an element is the sum of two numbers of tf32, and three products of these are added. An infinity may become a NaN |

    The optional epilogue gets the sum and one element of each of
    `epilogue_ins`, and yields the element that is stored. `epilogue_maps` maps
    the destination's dimensions to the indices of each of `epilogue_ins`; the
    default is the identity.

    ```mlir
    func.func @layer(%x: tensor<?x64xf16>, %w: tensor<64x32xf16>,
                     %b: tensor<32xf32>, %y: tensor<?x32xf16>) -> tensor<?x32xf16> {
      %r = zyn.matmul ins(%x, %w : tensor<?x64xf16>, tensor<64x32xf16>)
                      outs(%y : tensor<?x32xf16>)
          epilogue_ins(%b : tensor<32xf32>)
          epilogue_maps = [affine_map<(i, j) -> (j)>]
          epilogue {
      ^bb0(%sum: f32, %bias: f32):
        %biased = arith.addf %sum, %bias : f32
        %half = arith.truncf %biased : f32 to f16
        zyn.yield %half : f16
      } -> tensor<?x32xf16>
      return %r : tensor<?x32xf16>
    }
    ```
  }];
  let arguments = (ins Zyn_Shaped:$lhs, Zyn_Shaped:$rhs,
                       Variadic<Zyn_Shaped>:$epilogue_inputs,
                       Variadic<Zyn_Shaped>:$inits,
                       OptionalAttr<AffineMapArrayAttr>:$epilogue_maps,
                       UnitAttr:$transpose_a, UnitAttr:$transpose_b,
                       UnitAttr:$accumulate,
                       DefaultValuedAttr<Zyn_MatmulPrecision,
                           "::mlir::zyn::MatmulPrecision::IEEE">:$precision);
  let regions = (region AnyRegion:$epilogue);
  let assemblyFormat = [{
    oilist(`transpose_a` $transpose_a | `transpose_b` $transpose_b
           | `accumulate` $accumulate | `precision` `=` $precision)
    `ins` `(` $lhs `,` $rhs `:` type($lhs) `,` type($rhs) `)`
    `outs` `(` $inits `:` type($inits) `)`
    (`epilogue_ins` `(` $epilogue_inputs^ `:` type($epilogue_inputs) `)`)?
    (`epilogue_maps` `=` $epilogue_maps^)?
    (`epilogue` $epilogue^)?
    attr-dict-with-keyword (`->` type($results)^)?
  }];
  let extraClassDeclaration = baseClassDeclaration # [{
    ::mlir::Value getInit() { return getInits()[0]; }
    /// The dimension numbers of M and K in A, and of K and N in B.
    int64_t getLhsM() { return getRank() - (getTransposeA() ? 1 : 2); }
    int64_t getLhsK() { return getRank() - (getTransposeA() ? 2 : 1); }
    int64_t getRhsK() { return getRank() - (getTransposeB() ? 1 : 2); }
    int64_t getRhsN() { return getRank() - (getTransposeB() ? 2 : 1); }
  }];
}

#endif // ZYN_DIALECT_ZYN_IR_MATMULOP_TD
