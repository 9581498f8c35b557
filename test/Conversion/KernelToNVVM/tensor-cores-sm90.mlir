// RUN: zyn-translate --zyn-to-ptx --chip sm_90 %s | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: .entry f64(
  gpu.func @f64(%x: memref<64x64xf64>, %i: index) kernel {
    %a = kernel.mma.load %x[%i, %i] : memref<64x64xf64>, !kernel.fragment<16x16xf64, a>
    %b = kernel.mma.load %x[%i, %i] : memref<64x64xf64>, !kernel.fragment<16x8xf64, b>
    %c = kernel.mma.load %x[%i, %i] : memref<64x64xf64>, !kernel.fragment<16x8xf64, accumulator>
    // CHECK: mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64
    %d = kernel.mma.compute %a, %b, %c
        : !kernel.fragment<16x16xf64, a>, !kernel.fragment<16x8xf64, b>, !kernel.fragment<16x8xf64, accumulator>
    kernel.mma.store %d, %x[%i, %i] : !kernel.fragment<16x8xf64, accumulator>, memref<64x64xf64>
    gpu.return
  }

  // CHECK-LABEL: .entry rows(
  gpu.func @rows(%v: vector<8xbf16>, %w: vector<2xbf16>, %i: index) kernel {
    %tile = kernel.shared : memref<64x64xbf16, #gpu.address_space<workgroup>>
    %a = kernel.mma.pack %v : !kernel.fragment<16x16xbf16, a>
    %b = kernel.mma.pack %w : !kernel.fragment<8x8xbf16, b>
    // CHECK: stmatrix.sync.aligned.m8n8.x4.shared.b16
    kernel.mma.store_rows %a to %tile[%i, %i] : !kernel.fragment<16x16xbf16, a> to memref<64x64xbf16, #gpu.address_space<workgroup>>
    // CHECK: stmatrix.sync.aligned.m8n8.x1.trans.shared.b16
    kernel.mma.store_rows %b to %tile[%i, %i] transposed : !kernel.fragment<8x8xbf16, b> to memref<64x64xbf16, #gpu.address_space<workgroup>>
    // CHECK: stmatrix.sync.aligned.m8n8.x2.shared.b16
    kernel.mma.store_rows %b, %b to %tile[%i, %i] : !kernel.fragment<8x8xbf16, b>, !kernel.fragment<8x8xbf16, b> to memref<64x64xbf16, #gpu.address_space<workgroup>>
    gpu.return
  }
}
