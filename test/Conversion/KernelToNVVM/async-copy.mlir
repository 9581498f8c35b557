// RUN: zyn-opt --zyn-to-nvvm %s | zyn-translate --zyn-to-ptx | FileCheck %s
// RUN: %if ptxas %{ %assemble %s sm_80 sm_90a %}

#shared = #gpu.address_space<workgroup>

gpu.module @m {
  // CHECK-LABEL: .entry copies(
  gpu.func @copies(%x: memref<64x64xf32>, %i: index, %n: index) kernel {
    %tile = kernel.shared : memref<16x64xf32, #shared>
    %bars = kernel.shared : memref<2x!kernel.mbarrier, #shared>
    // CHECK: cp.async.cg.shared.global [{{.*}}], [{{.*}}], 16;
    kernel.async_copy %x[%i, %i], %tile[%i, %i] bytes 16 : memref<64x64xf32>, memref<16x64xf32, #shared>
    // CHECK: cp.async.ca.shared.global [{{.*}}], [{{.*}}], 8;
    kernel.async_copy %x[%i, %i], %tile[%i, %i] bytes 8 : memref<64x64xf32>, memref<16x64xf32, #shared>
    // CHECK: cp.async.ca.shared.global [{{.*}}], [{{.*}}], 16, %r{{.*}};
    kernel.async_copy %x[%i, %i], %tile[%i, %i] bytes 16 valid %n cache l1 : memref<64x64xf32>, memref<16x64xf32, #shared>
    // CHECK: cp.async.commit_group
    kernel.async_commit
    // CHECK: cp.async.wait_group 1
    kernel.async_wait 1
    // CHECK: cp.async.mbarrier.arrive.noinc.shared{{(::cta)?}}.b64
    kernel.async_arrive %bars[%i] : memref<2x!kernel.mbarrier, #shared>
    gpu.return
  }
}
