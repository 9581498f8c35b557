//===- Passes.td - LinalgToHostLoops passes -------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_LINALGTOHOSTLOOPS_PASSES_TD
#define ZYN_CONVERSION_LINALGTOHOSTLOOPS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertLinalgToHostLoops : Pass<"convert-linalg-to-host-loops"> {
  let summary = "Lowers linalg on buffers to multithreaded, vectorized loops";
  let description = [{
    - A contraction with one M, N and K dimension (and any batch dimensions)
      is tiled; each tile is a task of an `scf.parallel`. A task packs blocks of
      A and B into its own buffers, converted to the accumulator's type and
      with transposed squares of a B that is contiguous along K, and keeps the
      accumulators in vector registers. A preceding fill with zero is fused into
      the tile, and so is a subsequent elementwise op that is the only reader of
      a temporary destination.
    - A `linalg.reduce` whose innermost dimension is reduced keeps partial
      results in vectors, which reorders the elements, as the op allows. A
      reduction of a whole buffer also has partial results per task.
    - Any other op becomes loops with vectors along the last dimension of its
      destination, and a scalar loop for the remaining elements. The results of
      at most 64 reduced elements stay in registers, and start with the value of
      a preceding fill.

    Tasks process about 16384 elements. Ops in a parallel loop are not split
    into tasks. `memref.copy` is treated like an elementwise op.

    ```mlir
    // before
    linalg.map { math.absf } ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
    // after
    scf.parallel (%start) = (%c0) to (%n) step (%c16384) {
      scf.for %i = %start to %middle step %c16 {
        %0 = vector.load %x[%i] : memref<?xf32>, vector<16xf32>
        %1 = math.absf %0 : vector<16xf32>
        vector.store %1, %y[%i] : memref<?xf32>, vector<16xf32>
      }
      scf.for %i = %middle to %end step %c1 {...}
    }
    ```

    Ops on tensors are left unchanged.
  }];
  let options = [
    Option<"vectorBytes", "vector-bytes", "int64_t", "0",
           "size of a vector register in bytes: 16, 32, 64, or 0 for that of "
           "the compiling machine">
  ];
  let dependentDialects = ["affine::AffineDialect", "arith::ArithDialect",
                           "linalg::LinalgDialect", "memref::MemRefDialect",
                           "scf::SCFDialect", "vector::VectorDialect"];
}

#endif // ZYN_CONVERSION_LINALGTOHOSTLOOPS_PASSES_TD
