// RUN: zyn-opt %s | zyn-opt | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: gpu.func @warp
  gpu.func @warp(%x: memref<64x64xbf16>, %y: memref<64x64xf32>, %i: index, %v: f32) kernel {
    // CHECK: %[[A:.*]] = kernel.mma.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<64x64xbf16>, !kernel.fragment<16x16xbf16, a>
    %a = kernel.mma.load %x[%i, %i] : memref<64x64xbf16>, !kernel.fragment<16x16xbf16, a>
    // CHECK: %[[B:.*]] = kernel.mma.load %{{.*}}[%{{.*}}, %{{.*}}] column_major : memref<64x64xbf16>, !kernel.fragment<16x8xbf16, b>
    %b = kernel.mma.load %x[%i, %i] column_major : memref<64x64xbf16>, !kernel.fragment<16x8xbf16, b>
    // CHECK: %[[C:.*]] = kernel.mma.fill %{{.*}} : !kernel.fragment<16x8xf32, accumulator>
    %c = kernel.mma.fill %v : !kernel.fragment<16x8xf32, accumulator>
    // CHECK: %[[D:.*]] = kernel.mma.compute %[[A]], %[[B]], %[[C]] : !kernel.fragment<16x16xbf16, a>, !kernel.fragment<16x8xbf16, b>, !kernel.fragment<16x8xf32, accumulator>
    %d = kernel.mma.compute %a, %b, %c : !kernel.fragment<16x16xbf16, a>, !kernel.fragment<16x8xbf16, b>, !kernel.fragment<16x8xf32, accumulator>
    // CHECK: kernel.mma.store %[[D]], %{{.*}}[%{{.*}}, %{{.*}}] : !kernel.fragment<16x8xf32, accumulator>, memref<64x64xf32>
    kernel.mma.store %d, %y[%i, %i] : !kernel.fragment<16x8xf32, accumulator>, memref<64x64xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @rows
  gpu.func @rows(%i: index) kernel {
    %tile = kernel.shared : memref<64x64xf16, #gpu.address_space<workgroup>>
    // CHECK: kernel.mma.load_rows %{{.*}}[%{{.*}}, %{{.*}}] : memref<64x64xf16, #gpu.address_space<workgroup>>, !kernel.fragment<16x16xf16, a>
    %a = kernel.mma.load_rows %tile[%i, %i] : memref<64x64xf16, #gpu.address_space<workgroup>>, !kernel.fragment<16x16xf16, a>
    // CHECK: %{{.*}}:2 = kernel.mma.load_rows %{{.*}}[%{{.*}}, %{{.*}}] transposed : memref<64x64xf16, #gpu.address_space<workgroup>>, !kernel.fragment<16x8xf16, b>, !kernel.fragment<16x8xf16, b>
    %b:2 = kernel.mma.load_rows %tile[%i, %i] transposed : memref<64x64xf16, #gpu.address_space<workgroup>>, !kernel.fragment<16x8xf16, b>, !kernel.fragment<16x8xf16, b>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @stored_rows
  gpu.func @stored_rows(%v: vector<8xbf16>, %w: vector<2xbf16>, %i: index) kernel {
    %tile = kernel.shared : memref<64x64xbf16, #gpu.address_space<workgroup>>
    %a = kernel.mma.pack %v : !kernel.fragment<16x16xbf16, a>
    %b = kernel.mma.pack %w : !kernel.fragment<8x8xbf16, b>
    // CHECK: kernel.mma.store_rows %{{.*}} to %{{.*}}[%{{.*}}, %{{.*}}] : !kernel.fragment<16x16xbf16, a> to memref<64x64xbf16, #gpu.address_space<workgroup>>
    kernel.mma.store_rows %a to %tile[%i, %i] : !kernel.fragment<16x16xbf16, a> to memref<64x64xbf16, #gpu.address_space<workgroup>>
    // CHECK: kernel.mma.store_rows %[[B:.*]], %[[B]] to %{{.*}}[%{{.*}}, %{{.*}}] transposed : !kernel.fragment<8x8xbf16, b>, !kernel.fragment<8x8xbf16, b> to memref<64x64xbf16, #gpu.address_space<workgroup>>
    kernel.mma.store_rows %b, %b to %tile[%i, %i] transposed : !kernel.fragment<8x8xbf16, b>, !kernel.fragment<8x8xbf16, b> to memref<64x64xbf16, #gpu.address_space<workgroup>>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @integers
  gpu.func @integers(%a: vector<16xi8>, %b: vector<8xi8>, %v: i32) kernel {
    // CHECK: %[[A:.*]] = kernel.mma.pack %{{.*}} : !kernel.fragment<16x32xi8, a>
    %0 = kernel.mma.pack %a : !kernel.fragment<16x32xi8, a>
    %1 = kernel.mma.pack %b : !kernel.fragment<32x8xi8, b>
    %c = kernel.mma.fill %v : !kernel.fragment<16x8xi32, accumulator>
    // CHECK: %[[D:.*]] = kernel.mma.compute %[[A]], %{{.*}}, %{{.*}} unsigned_a saturate : !kernel.fragment<16x32xi8, a>
    %d = kernel.mma.compute %0, %1, %c unsigned_a saturate : !kernel.fragment<16x32xi8, a>, !kernel.fragment<32x8xi8, b>, !kernel.fragment<16x8xi32, accumulator>
    // CHECK: kernel.mma.unpack %[[D]] : !kernel.fragment<16x8xi32, accumulator>
    %e = kernel.mma.unpack %d : !kernel.fragment<16x8xi32, accumulator>
    gpu.return
  }
}
