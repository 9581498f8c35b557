//===- Passes.td - TMTensorToZyn passes ------------------ -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_TMTENSORTOZYN_PASSES_TD
#define ZYN_CONVERSION_TMTENSORTOZYN_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTMTensorToZyn : Pass<"convert-tm-tensor-to-zyn"> {
  let summary = "Converts tm_tensor, which torch-mlir exports, to zyn";
  let description = [{
    | tm_tensor | zyn |
    |---|---|
    | `attention` | `zyn.attention`, on arrays with a dimension for heads |
    | `scan` | `zyn.scan` |
    | `scatter` | `zyn.scatter`; if it has several indices, along the product of the dimensions that they index |
    | `sort` | `zyn.sort`, with a comparator unless it compares the keys alone; `zyn.topk` if only the first elements and their indices are used |
    | `topk` | `zyn.topk` |

    Results are those of tm_tensor, with these exceptions: a scan may combine
    elements in another order; NaNs are greater than all numbers, as in PyTorch,
    so that they come first in descending order; an index that is out of bounds ends the program with an error.

    ```mlir
    // before
    %r:2 = tm_tensor.sort dimension(1)
        outs(%x, %i : tensor<4x8xf32>, tensor<4x8xi64>) {
    ^bb0(%x0: f32, %x1: f32, %i0: i64, %i1: i64):
      %ordered = arith.cmpf oge, %x0, %x1 : f32
      tm_tensor.yield %ordered : i1
    } -> tensor<4x8xf32>, tensor<4x8xi64>
    // after
    %r:2 = zyn.sort descending ins(%x, %i : tensor<4x8xf32>, tensor<4x8xi64>)
        outs(%keys, %values : tensor<4x8xf32>, tensor<4x8xi64>) dimension = 1
        -> tensor<4x8xf32>, tensor<4x8xi64>
    ```

    Rejects, with an error that names the op and the reason: scans whose
    combiner is not known to be associative or whose second result is used,
    scatters of windows that do not cover whole slices, selections of the first
    elements of another order than that of numbers or with given indices, and
    attention of elements that are not f16, bf16, f32 or f64.
  }];
  let dependentDialects = ["arith::ArithDialect", "linalg::LinalgDialect",
                           "tensor::TensorDialect", "::mlir::zyn::ZynDialect"];
}

#endif // ZYN_CONVERSION_TMTENSORTOZYN_PASSES_TD
