//===- Passes.td - TosaToZyn passes ---------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_TOSATOZYN_PASSES_TD
#define ZYN_CONVERSION_TOSATOZYN_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTosaScatterToZyn
    : Pass<"convert-tosa-scatter-to-zyn", "::mlir::func::FuncOp"> {
  let summary = "Converts tosa.scatter to zyn.scatter";
  let description = [{
    The batches of the destination, in which the rows are that the indices
    select, become one dimension. Upstream's `--tosa-to-scf` would make a loop
    that copies a row at a time. As in TOSA, the indices of a batch differ; one
    that is out of bounds ends the program with an error.

    ```mlir
    // before
    %r = tosa.scatter %x, %i, %updates : (tensor<2x8x4xf32>, tensor<2x3xi32>,
                                          tensor<2x3x4xf32>) -> tensor<2x8x4xf32>
    // after, where %rows are the indices from 0 to 15
    %y = tensor.collapse_shape %x [[0, 1], [2]]
        : tensor<2x8x4xf32> into tensor<16x4xf32>
    %s = zyn.scatter unordered
        ins(%updates, %rows : tensor<2x3x4xf32>, tensor<2x3xindex>)
        outs(%y : tensor<16x4xf32>) dimension = 0 {
    ^bb0(%old: f32, %new: f32):
      zyn.yield %new : f32
    } -> tensor<16x4xf32>
    %r = tensor.expand_shape %s [[0, 1], [2]] output_shape [2, 8, 4]
        : tensor<16x4xf32> into tensor<2x8x4xf32>
    ```
  }];
  let dependentDialects = ["arith::ArithDialect", "linalg::LinalgDialect",
                           "tensor::TensorDialect", "::mlir::zyn::ZynDialect"];
}

#endif // ZYN_CONVERSION_TOSATOZYN_PASSES_TD
