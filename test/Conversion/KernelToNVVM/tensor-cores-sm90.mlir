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
}
