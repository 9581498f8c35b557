// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-kernel-to-gpu))' | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: gpu.func @barrier
  gpu.func @barrier() kernel {
    // CHECK: gpu.barrier
    kernel.barrier
    gpu.return
  }
}
