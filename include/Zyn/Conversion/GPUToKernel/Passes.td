//===- Passes.td - GPUToKernel passes -------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_GPUTOKERNEL_PASSES_TD
#define ZYN_CONVERSION_GPUTOKERNEL_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertGPUToKernel
    : Pass<"convert-gpu-to-kernel", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Raises upstream's gpu ops in kernels to the kernel dialect";
  let description = [{
    The emulator only supports the kernel dialect. This pass lets it run and
    check kernels in upstream's gpu dialect like any others.

    | before | after |
    |---|---|
    | `gpu.thread_id`, `gpu.block_id`, `gpu.block_dim`, ... | `kernel.thread_id`, `kernel.block_id`, `kernel.block_size`, ... |
    | `gpu.barrier` | `kernel.barrier` |
    | `gpu.all_reduce`, `gpu.subgroup_reduce` | shuffles and shared memory, with upstream's patterns |
    | `gpu.shuffle` | `kernel.shuffle`, with a mask for fewer than 32 lanes |
    | `gpu.subgroup_mma_load_matrix`, `..._compute`, `..._elementwise`, ... | `kernel.mma.load`, `kernel.mma.compute`, ... on fragments |
    | `memref.atomic_rmw` | `kernel.atomic` |
    | `gpu.printf` | a call to `printf` |

    ```mlir
    // before
    %i = gpu.thread_id x
    %sum, %valid = gpu.shuffle xor %v, %offset, %c32 : f32
    // after
    %i = kernel.thread_id x
    %sum, %valid = kernel.shuffle xor %v, %offset : f32
    ```

    Rejects gpu ops that have no counterpart, matrices of integers, and matrices
    whose `leadDimension` differs from the layout of the buffer's type.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::kernel::KernelDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // ZYN_CONVERSION_GPUTOKERNEL_PASSES_TD
