//===- Passes.td - ZynToLinalg passes -------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_ZYNTOLINALG_PASSES_TD
#define ZYN_CONVERSION_ZYNTOLINALG_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertZynToLinalg : Pass<"convert-zyn-to-linalg"> {
  let summary = "Lowers zyn ops on buffers to linalg";
  let description = [{
    `zyn.map` becomes `linalg.generic`, `zyn.reduce` becomes `linalg.reduce`,
    `zyn.scan` becomes loops, in which ops of linalg combine rows unless the
    innermost dimension is scanned, `zyn.sort`, `zyn.topk`, `zyn.gather`,
    `zyn.scatter`, `zyn.reduce_window`, `zyn.spmm` and `zyn.compute` become
    loops, and `zyn.matmul` becomes a `linalg.generic` contraction that
    accumulates into a buffer of the accumulator's type. This buffer is the
    destination itself if the types match and there is no epilogue. Otherwise,
    it is a temporary buffer, and a second `linalg.generic` computes the
    epilogue. `zyn.conv2d` becomes a contraction over windows of its image, to
    which the padding is added in memory. `zyn.attention` becomes a parallel
    loop over batches, heads and blocks of queries, of matmuls, maps and
    reductions that leave out keys which no query of a block sees; for few
    queries of grouped heads, it becomes these ops on whole arrays.

    ```mlir
    // before
    zyn.matmul ins(%a, %b : memref<4x8xf16>, memref<8x2xf16>)
               outs(%c : memref<4x2xf16>)
    // after
    %sum = memref.alloc() : memref<4x2xf32>
    linalg.fill ins(%zero : f32) outs(%sum : memref<4x2xf32>)
    linalg.generic {...} ins(%a, %b : ...) outs(%sum : ...) { extf, mulf, addf }
    linalg.generic {...} ins(%sum : ...) outs(%c : ...) { truncf }
    memref.dealloc %sum : memref<4x2xf32>
    ```

    Rejects zyn ops on tensors, which `--zyn-bufferize` converts first, and ops
    with `ComputeOpInterface` that have no lowering to linalg.
  }];
  let dependentDialects = ["affine::AffineDialect", "arith::ArithDialect",
                           "linalg::LinalgDialect", "LLVM::LLVMDialect",
                           "memref::MemRefDialect", "math::MathDialect",
                           "scf::SCFDialect", "vector::VectorDialect"];
}

#endif // ZYN_CONVERSION_ZYNTOLINALG_PASSES_TD
