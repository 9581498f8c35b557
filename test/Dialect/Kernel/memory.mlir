// RUN: zyn-opt %s | zyn-opt | FileCheck %s

gpu.module @m {
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
