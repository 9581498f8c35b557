// RUN: zyn-opt %s | zyn-opt | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: gpu.func @shared
  gpu.func @shared() kernel {
    // The default alignment is not printed.
    // CHECK: kernel.shared : memref<32x33xf32, #gpu.address_space<workgroup>>
    %0 = kernel.shared {alignment = 16} : memref<32x33xf32, #gpu.address_space<workgroup>>
    // CHECK: kernel.shared {alignment = 128 : i64} : memref<f16, #gpu.address_space<workgroup>>
    %1 = kernel.shared {alignment = 128} : memref<f16, #gpu.address_space<workgroup>>
    // CHECK: kernel.barrier
    kernel.barrier
    gpu.return
  }

  // CHECK-LABEL: gpu.func @access
  // CHECK-SAME: %[[X:.*]]: memref<64xf32>, %[[Y:.*]]: memref<?x8xbf16, strided<[16, 1], offset: ?>>, %[[Z:.*]]: memref<i1>
  gpu.func @access(%x: memref<64xf32>,
                   %y: memref<?x8xbf16, strided<[16, 1], offset: ?>>,
                   %z: memref<i1>) kernel {
    // CHECK: %[[I:.*]] = kernel.thread_id x
    %i = kernel.thread_id x
    // CHECK: %[[V:.*]] = kernel.load %[[X]][%[[I]]] : memref<64xf32>, f32
    %v = kernel.load %x[%i] : memref<64xf32>, f32
    // CHECK: kernel.store %[[V]], %[[X]][%[[I]]] : f32, memref<64xf32>
    kernel.store %v, %x[%i] : f32, memref<64xf32>
    // CHECK: %[[W:.*]] = kernel.load %[[Y]][%[[I]], %[[I]]] : memref<?x8xbf16, strided<[16, 1], offset: ?>>, vector<8xbf16>
    %w = kernel.load %y[%i, %i] : memref<?x8xbf16, strided<[16, 1], offset: ?>>, vector<8xbf16>
    // CHECK: kernel.store %[[W]], %[[Y]][%[[I]], %[[I]]] : vector<8xbf16>, memref<?x8xbf16, strided<[16, 1], offset: ?>>
    kernel.store %w, %y[%i, %i] : vector<8xbf16>, memref<?x8xbf16, strided<[16, 1], offset: ?>>
    // CHECK: kernel.load %[[Z]][] : memref<i1>, i1
    %b = kernel.load %z[] : memref<i1>, i1
    gpu.return
  }

  // CHECK-LABEL: gpu.func @memory
  gpu.func @memory(%x: memref<64xf32>, %i: index) kernel {
    // CHECK: kernel.dynamic_shared %{{.*}} : memref<64xbf16, #gpu.address_space<workgroup>>
    %0 = kernel.dynamic_shared %i {alignment = 16} : memref<64xbf16, #gpu.address_space<workgroup>>
    // CHECK: kernel.constant dense<[1, 2]> : tensor<2xi32> : memref<2xi32, #kernel.constant>
    %1 = kernel.constant dense<[1, 2]> : tensor<2xi32> : memref<2xi32, #kernel.constant>
    // CHECK: kernel.local : memref<8xf32, #gpu.address_space<private>>
    %2 = kernel.local : memref<8xf32, #gpu.address_space<private>>
    // CHECK: kernel.load %{{.*}}[%{{.*}}] : memref<64xf32>, f32
    %3 = kernel.load %x[%i] cache = default : memref<64xf32>, f32
    // CHECK: kernel.load %{{.*}}[%{{.*}}] cache = l1 : memref<64xf32>, vector<4xf32>
    %4 = kernel.load %x[%i] cache = l1 : memref<64xf32>, vector<4xf32>
    // CHECK: kernel.store %{{.*}}, %{{.*}}[%{{.*}}] cache = streaming : vector<4xf32>, memref<64xf32>
    kernel.store %4, %x[%i] cache = streaming : vector<4xf32>, memref<64xf32>
    // CHECK: kernel.prefetch l1 %{{.*}}[%{{.*}}] : memref<64xf32>
    kernel.prefetch l1 %x[%i] : memref<64xf32>
    gpu.return
  }
}
