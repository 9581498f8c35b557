//===- Passes.td - KernelToGPU passes -------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_KERNELTOGPU_PASSES_TD
#define ZYN_CONVERSION_KERNELTOGPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertKernelToGPU
    : Pass<"convert-kernel-to-gpu", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lowers kernel ops to upstream's gpu, memref and vector ops";
  let description = [{
    | before | after |
    |---|---|
    | `kernel.thread_id x` | `gpu.thread_id x` |
    | `kernel.block_id x` | `gpu.block_id x` |
    | `kernel.block_size x` | `gpu.block_dim x` |
    | `kernel.grid_size x` | `gpu.grid_dim x` |
    | `kernel.cluster_id x`, `kernel.cluster_grid_size x` | `gpu.cluster_id x`, `gpu.cluster_dim x` |
    | `kernel.block_id_in_cluster x`, `kernel.cluster_size x` | `gpu.cluster_block_id x`, `gpu.cluster_dim_blocks x` |
    | `kernel.lane_id` | `gpu.lane_id` |
    | `kernel.warp_id`, `kernel.num_warps`, `kernel.global_id` | arithmetic on the above |
    | `kernel.barrier` without `id` and `count` | `gpu.barrier` |
    | `kernel.shared` | a workgroup attribution of the function |
    | `kernel.local` | `memref.alloca` |
    | `kernel.load`, `kernel.store` without a hint | `memref.load`, `vector.load`, ... |
    | `kernel.mma.load`, `kernel.mma.store` | the accesses of each thread to its elements |

    ```mlir
    // before
    gpu.func @f(%x: memref<64xf32>) kernel {
      %tile = kernel.shared : memref<32x33xf32, #gpu.address_space<workgroup>>
      %i = kernel.thread_id x
      %0 = kernel.load %x[%i] : memref<64xf32>, vector<4xf32>
    // after
    gpu.func @f(%x: memref<64xf32>)
        workgroup(%tile : memref<32x33xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel {
      %i = gpu.thread_id x
      %0 = vector.load %x[%i] {alignment = 16 : i64} : memref<64xf32>, vector<4xf32>
    ```

    Attributes of kernels, such as `kernel.max_threads`, become nvvm attributes.
    The other ops of the dialect are left to `--convert-device-to-nvvm`. This
    pass rejects nothing: it can lower all ops that pass verification.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // ZYN_CONVERSION_KERNELTOGPU_PASSES_TD
