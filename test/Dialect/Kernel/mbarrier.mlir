// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%b: memref<4x!kernel.mbarrier, #shared>, %i: index, %n: i32, %p: i1) kernel {
    // CHECK: kernel.mbarrier.init %[[B:.*]][%[[I:.*]]], %[[N:.*]] : memref<4x!kernel.mbarrier, #gpu.address_space<workgroup>>
    kernel.mbarrier.init %b[%i], %n : memref<4x!kernel.mbarrier, #shared>
    // CHECK: kernel.mbarrier.invalidate %[[B]][%[[I]]] : memref<4x!kernel.mbarrier, #gpu.address_space<workgroup>>
    kernel.mbarrier.invalidate %b[%i] : memref<4x!kernel.mbarrier, #shared>
    // CHECK: kernel.mbarrier.arrive %[[B]][%[[I]]] : memref<4x!kernel.mbarrier, #gpu.address_space<workgroup>>
    kernel.mbarrier.arrive %b[%i] : memref<4x!kernel.mbarrier, #shared>
    // CHECK: kernel.mbarrier.arrive %[[B]][%[[I]]], %[[N]] : memref<4x!kernel.mbarrier, #gpu.address_space<workgroup>>
    kernel.mbarrier.arrive %b[%i], %n : memref<4x!kernel.mbarrier, #shared>
    // CHECK: kernel.mbarrier.expect_tx %[[B]][%[[I]]], %[[N]] : memref<4x!kernel.mbarrier, #gpu.address_space<workgroup>>
    kernel.mbarrier.expect_tx %b[%i], %n : memref<4x!kernel.mbarrier, #shared>
    // CHECK: kernel.mbarrier.arrive_expect_tx %[[B]][%[[I]]], %[[N]] : memref<4x!kernel.mbarrier, #gpu.address_space<workgroup>>
    kernel.mbarrier.arrive_expect_tx %b[%i], %n : memref<4x!kernel.mbarrier, #shared>
    // CHECK: kernel.mbarrier.arrive_remote %[[B]][%[[I]]], block %[[I]] : memref<4x!kernel.mbarrier, #gpu.address_space<workgroup>>
    kernel.mbarrier.arrive_remote %b[%i], block %i : memref<4x!kernel.mbarrier, #shared>
    // CHECK: kernel.mbarrier.wait %[[B]][%[[I]]], %[[N]] : {{.*}}, i32
    kernel.mbarrier.wait %b[%i], %n : memref<4x!kernel.mbarrier, #shared>, i32
    // CHECK: kernel.mbarrier.wait %[[B]][%[[I]]], %{{.*}} scope cluster : {{.*}}, i1
    kernel.mbarrier.wait %b[%i], %p scope cluster : memref<4x!kernel.mbarrier, #shared>, i1
    // CHECK: kernel.mbarrier.test %[[B]][%[[I]]], %{{.*}} : {{.*}}, i1
    %0 = kernel.mbarrier.test %b[%i], %p : memref<4x!kernel.mbarrier, #shared>, i1
    // CHECK: kernel.map_shared %[[B]], %[[I]] : {{.*}} to memref<4x!kernel.mbarrier, #kernel.cluster>
    %r = kernel.map_shared %b, %i : memref<4x!kernel.mbarrier, #shared> to memref<4x!kernel.mbarrier, #kernel.cluster>
    // CHECK: kernel.mbarrier.arrive %{{.*}} : memref<4x!kernel.mbarrier, #kernel.cluster>
    kernel.mbarrier.arrive %r[%i] : memref<4x!kernel.mbarrier, #kernel.cluster>
    // CHECK: kernel.mbarrier.expect_tx %{{.*}} : memref<4x!kernel.mbarrier, #kernel.cluster>
    kernel.mbarrier.expect_tx %r[%i], %n : memref<4x!kernel.mbarrier, #kernel.cluster>
    // CHECK: kernel.mbarrier.arrive_expect_tx %{{.*}} : memref<4x!kernel.mbarrier, #kernel.cluster>
    kernel.mbarrier.arrive_expect_tx %r[%i], %n : memref<4x!kernel.mbarrier, #kernel.cluster>
    gpu.return
  }
}
