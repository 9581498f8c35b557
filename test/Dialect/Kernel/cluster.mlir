// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%x: memref<64x?xf32, strided<[?, 1]>, #shared>, %i: index) kernel {
    // CHECK: kernel.cluster_barrier
    kernel.cluster_barrier
    // CHECK: kernel.cluster_barrier.arrive
    kernel.cluster_barrier.arrive
    // CHECK: kernel.cluster_barrier.wait
    kernel.cluster_barrier.wait
    // CHECK: kernel.cluster_barrier.arrive relaxed
    kernel.cluster_barrier.arrive relaxed
    // CHECK: kernel.map_shared %{{.*}}, %{{.*}} : memref<64x?xf32, strided<[?, 1]>, #gpu.address_space<workgroup>> to memref<64x?xf32, strided<[?, 1]>, #kernel.cluster>
    %y = kernel.map_shared %x, %i : memref<64x?xf32, strided<[?, 1]>, #shared>
      to memref<64x?xf32, strided<[?, 1]>, #kernel.cluster>
    gpu.return
  }
}
