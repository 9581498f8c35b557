// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-kernel-to-gpu))' | FileCheck %s

gpu.module @m {
  // Shared memory becomes attributions of the function, with their alignment.
  // CHECK-LABEL: gpu.func @shared
  // CHECK-SAME: workgroup(%[[A:[^ ]*]] : memref<32x33xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}, %[[B:[^ ]*]] : memref<f32, #gpu.address_space<workgroup>> {llvm.align = 128 : i64})
  gpu.func @shared(%i: index) kernel {
    %0 = kernel.shared : memref<32x33xf32, #gpu.address_space<workgroup>>
    %1 = kernel.shared {alignment = 128} : memref<f32, #gpu.address_space<workgroup>>
    // CHECK: %[[V:.*]] = memref.load %[[A]][%{{.*}}, %{{.*}}]
    %v = kernel.load %0[%i, %i] : memref<32x33xf32, #gpu.address_space<workgroup>>, f32
    // CHECK: memref.store %[[V]], %[[B]][]
    kernel.store %v, %1[] : f32, memref<f32, #gpu.address_space<workgroup>>
    gpu.return
  }

  // A vector access is one access: its alignment is its size in bytes.
  // CHECK-LABEL: gpu.func @vectors
  gpu.func @vectors(%x: memref<64xf32>, %y: memref<64xbf16>, %i: index) kernel {
    // CHECK: %[[V:.*]] = vector.load %{{.*}} {alignment = 16 : i64} : memref<64xf32>, vector<4xf32>
    %v = kernel.load %x[%i] : memref<64xf32>, vector<4xf32>
    // CHECK: vector.store %[[V]], %{{.*}} {alignment = 16 : i64} : memref<64xf32>, vector<4xf32>
    kernel.store %v, %x[%i] : vector<4xf32>, memref<64xf32>
    // CHECK: vector.load %{{.*}} {alignment = 4 : i64} : memref<64xbf16>, vector<2xbf16>
    %w = kernel.load %y[%i] : memref<64xbf16>, vector<2xbf16>
    gpu.return
  }
}
