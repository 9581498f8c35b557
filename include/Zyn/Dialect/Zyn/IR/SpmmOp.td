//===- SpmmOp.td - The op zyn.spmm ----------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_SPMMOP_TD
#define ZYN_DIALECT_ZYN_IR_SPMMOP_TD

include "Zyn/Dialect/Zyn/IR/ProductOpInterface.td"
include "Zyn/Dialect/Zyn/IR/ZynAttributes.td"
include "Zyn/Dialect/Zyn/IR/ZynBase.td"

def Zyn_SpmmOp : Zyn_ComputeOp<"spmm", [
    "readsDestination", "getSizeConstraints", "getTilingObstacle",
    "getOperandName", "getFlopTerms", "getNumIndexChecks"],
    [AttrSizedOperandSegments, Zyn_ProductOpInterface], /*speculatability=*/[]> {
  let summary = "Multiplies a sparse matrix with a dense one";
  let description = [{
    Computes `C = A·B`, or `C = C + A·B` with `accumulate`, where A is an M x K
    matrix in compressed sparse row (CSR) format, B a dense K x N matrix and C
    a dense M x N matrix. A consists of three arrays: the `M + 1` row offsets,
    and the columns and the values of its elements. The elements of row `i` are
    those from number `offsets[i]` to `offsets[i + 1] - 1`. Their columns may be
    in any order, and a column that occurs several times adds up:

    ```
    C[i, j] = sum of values[e] * B[columns[e], j]
              for all e with offsets[i] <= e < offsets[i + 1]
    ```

    Element types, accumulation and the epilogue are those of `zyn.matmul`. Sums
    have the same bits in every run. An element of B whose column is not in a
    row of A does not contribute to it, even if it is infinite or a NaN.

    Offsets and columns are signed integers of 8, 16, 32 or 64 bits, or index.
    Offsets that decrease, or exceed the number of values, and columns that are
    negative or not less than K end the program with an error if an element of
    the result depends on them. With
    `unchecked`, here or in the function's `#zyn.constraints`, it is undefined
    what happens.

    ```mlir
    func.func @layer(%offsets: tensor<?xi32>, %columns: tensor<?xi32>,
                     %values: tensor<?xf16>, %x: tensor<?x64xf16>,
                     %b: tensor<?xf32>, %y: tensor<?x64xf16>)
        -> tensor<?x64xf16> {
      %r = zyn.spmm ins(%offsets, %columns, %values, %x
                        : tensor<?xi32>, tensor<?xi32>, tensor<?xf16>,
                          tensor<?x64xf16>)
                    outs(%y : tensor<?x64xf16>)
          epilogue_ins(%b : tensor<?xf32>)
          epilogue_maps = [affine_map<(i, j) -> (i)>]
          epilogue {
      ^bb0(%sum: f32, %bias: f32):
        %biased = arith.addf %sum, %bias : f32
        %half = arith.truncf %biased : f32 to f16
        zyn.yield %half : f16
      } -> tensor<?x64xf16>
      return %r : tensor<?x64xf16>
    }
    ```
  }];
  let arguments = (ins Zyn_Shaped:$offsets, Zyn_Shaped:$columns,
                       Zyn_Shaped:$values, Zyn_Shaped:$dense,
                       Variadic<Zyn_Shaped>:$epilogue_inputs,
                       Variadic<Zyn_Shaped>:$inits,
                       OptionalAttr<AffineMapArrayAttr>:$epilogue_maps,
                       UnitAttr:$accumulate, UnitAttr:$unchecked);
  let regions = (region AnyRegion:$epilogue);
  let assemblyFormat = [{
    oilist(`accumulate` $accumulate | `unchecked` $unchecked)
    `ins` `(` $offsets `,` $columns `,` $values `,` $dense `:`
    type($offsets) `,` type($columns) `,` type($values) `,` type($dense) `)`
    `outs` `(` $inits `:` type($inits) `)`
    (`epilogue_ins` `(` $epilogue_inputs^ `:` type($epilogue_inputs) `)`)?
    (`epilogue_maps` `=` $epilogue_maps^)?
    (`epilogue` $epilogue^)?
    attr-dict-with-keyword (`->` type($results)^)?
  }];
  let hasCanonicalizeMethod = 1;
  let extraClassDeclaration = baseClassDeclaration # [{
    ::mlir::Value getInit() { return getInits()[0]; }
    ::mlir::Value getLhs() { return getValues(); }
    ::mlir::Value getRhs() { return getDense(); }
    ::mlir::zyn::MatmulPrecision getPrecision() {
      return ::mlir::zyn::MatmulPrecision::IEEE;
    }
    /// Whether offsets and columns have to be compared with the sizes.
    bool isChecked();
    /// The errors of a program with offsets or columns that are out of bounds.
    ::std::string getBadOffsetMessage();
    ::std::string getBadIndexMessage();
  }];
}

#endif // ZYN_DIALECT_ZYN_IR_SPMMOP_TD
