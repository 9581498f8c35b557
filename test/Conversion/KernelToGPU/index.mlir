// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-kernel-to-gpu))' | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: gpu.func @indices
  gpu.func @indices(%out: memref<4xindex>) kernel {
    // CHECK: gpu.thread_id x
    %0 = kernel.thread_id x
    // CHECK: gpu.block_id y
    %1 = kernel.block_id y
    // CHECK: gpu.block_dim z
    %2 = kernel.block_size z
    // CHECK: gpu.grid_dim x
    %3 = kernel.grid_size x
    gpu.return
  }
}
