//===- Passes.td - LinalgToZyn passes -------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_LINALGTOZYN_PASSES_TD
#define ZYN_CONVERSION_LINALGTOZYN_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertLinalgToZyn : Pass<"convert-linalg-to-zyn"> {
  let summary = "Raises linalg on tensors to zyn";
  let description = [{
    Recognizes ops by their iteration space and body, so that a `linalg.generic`
    is raised like the named op that it is equivalent to:

    | linalg | zyn |
    |---|---|
    | contractions: matmuls of any transposes and batches, matvec, dot | `zyn.matmul` |
    | convolutions in one or two dimensions, of NHWC, NCHW or other layouts, with groups, depthwise | `zyn.conv2d` |
    | reductions of windows: pooling | `zyn.reduce_window` |
    | ops without reductions: elementwise, fill, transpose, broadcast, copy | `zyn.map` |
    | reductions with associative and commutative combiners, after elementwise ops | `zyn.reduce` |
    | reductions to the greatest or smallest element and its index | `zyn.reduce` of two values |
    | reads of slices of a tensor at indices that are loaded: embeddings, selections | `zyn.gather` |
    | everything else, such as bodies that read tensors at several computed indices | `zyn.compute` |

    A product absorbs the ops around it: transposed operands become
    `transpose_a` and `transpose_b`, broadcast batches become rows, padding with
    zeros becomes `padding`, a destination that is filled with zeros is not
    read, and one that is broadcast becomes an epilogue. Products of f16 and
    bf16 are summed in f32, also where linalg sums them in their own type, and
    operands that were extended from these types to f32 are multiplied as they
    were: the products are the same, and the sums are those of tensor cores.

    A reduction with an index starts with constants, and its combiner compares
    the indices of equal elements, since it gets elements in any order. If the
    maximum propagates NaNs, the index is that of the first NaN of a row; linalg
    keeps the index before it.

    Before, results that nothing uses are dropped, and so are dimensions of size
    1 whose index is the constant 0. After the products, `tensor.pad` and other
    ops that create tensors become linalg, elementwise ops read what their
    inputs are broadcast from, and all dimensions of size 1 of a
    `linalg.generic` are dropped, unless it computes an index from several
    dimensions, so that `--zyn-fuse` finds no reshapes between ops. An
    elementwise op on arguments and constants whose result is expanded for
    another one, such as the conversion of weights that have a scale for each
    group, computes the expanded result.

    ```mlir
    // before
    %t = linalg.transpose ins(%w : tensor<8x16xf32>)
                          outs(%empty : tensor<16x8xf32>) permutation = [1, 0]
    %zeros = linalg.fill ins(%zero : f32) outs(%c : tensor<4x8xf32>)
    %r = linalg.matmul ins(%x, %t : tensor<4x16xf32>, tensor<16x8xf32>)
                       outs(%zeros : tensor<4x8xf32>)
    // after
    %r = zyn.matmul transpose_b ins(%x, %w : tensor<4x16xf32>, tensor<8x16xf32>)
                    outs(%c : tensor<4x8xf32>)
    ```

    A remark says for each op that is raised to `zyn.compute`, or not at all,
    what was not recognized. Ops on buffers are left unchanged, and so are those
    on elements that zyn does not have. With `loop-nests=false`, as for the host,
    whose loops are those of linalg, nothing is raised to `zyn.gather` and
    `zyn.compute`.
  }];
  let options = [
    Option<"loopNests", "loop-nests", "bool", "true",
           "raise loop nests that are none of the other ops to zyn.gather and "
           "zyn.compute">
  ];
  let dependentDialects = ["affine::AffineDialect", "arith::ArithDialect",
                           "linalg::LinalgDialect", "scf::SCFDialect",
                           "tensor::TensorDialect", "::mlir::zyn::ZynDialect"];
}

#endif // ZYN_CONVERSION_LINALGTOZYN_PASSES_TD
