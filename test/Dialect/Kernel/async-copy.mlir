// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

#shared = #gpu.address_space<workgroup>

gpu.module @m {
  // CHECK-LABEL: gpu.func @copies
  gpu.func @copies(%x: memref<64x64xf32>, %y: memref<?xi8, #gpu.address_space<global>>,
                   %i: index, %n: index) kernel {
    %tile = kernel.shared : memref<16x64xf32, #shared>
    %bytes = kernel.shared : memref<64xi8, #shared>
    %bars = kernel.shared : memref<2x!kernel.mbarrier, #shared>
    // CHECK: kernel.async_copy %{{.*}}[%[[I:.*]], %[[I]]], %{{.*}}[%[[I]], %[[I]]] bytes 16 : memref<64x64xf32>, memref<16x64xf32, #gpu.address_space<workgroup>>
    kernel.async_copy %x[%i, %i], %tile[%i, %i] bytes 16 : memref<64x64xf32>, memref<16x64xf32, #shared>
    // CHECK: bytes 8 valid %{{.*}} cache l1 : memref<?xi8, #gpu.address_space<global>>
    kernel.async_copy %y[%i], %bytes[%i] bytes 8 valid %n cache l1
      : memref<?xi8, #gpu.address_space<global>>, memref<64xi8, #shared>
    // CHECK: bytes 16 cache l2 :
    kernel.async_copy %y[%i], %bytes[%i] bytes 16 cache l2
      : memref<?xi8, #gpu.address_space<global>>, memref<64xi8, #shared>
    // CHECK: bytes 4 cache streaming :
    kernel.async_copy %y[%i], %bytes[%i] bytes 4 cache streaming
      : memref<?xi8, #gpu.address_space<global>>, memref<64xi8, #shared>
    // CHECK: kernel.async_commit
    kernel.async_commit
    // CHECK: kernel.async_wait 3
    kernel.async_wait 3
    // CHECK: kernel.async_arrive %{{.*}}[%{{.*}}] : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
    kernel.async_arrive %bars[%i] : memref<2x!kernel.mbarrier, #shared>
    gpu.return
  }
}
