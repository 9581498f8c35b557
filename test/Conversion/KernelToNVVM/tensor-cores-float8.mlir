// RUN: zyn-opt --zyn-to-nvvm='chip=sm_89 features=+ptx84' %s | zyn-opt --gpu-module-to-binary=format=isa | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: .entry float8(
  gpu.func @float8(%x: memref<64x64xi8>, %y: memref<64x64xf32>, %i: index, %v: f32) kernel {
    %0 = kernel.mma.load %x[%i, %i] : memref<64x64xi8>, !kernel.fragment<16x32xi8, a>
    %1 = kernel.mma.load %x[%i, %i] : memref<64x64xi8>, !kernel.fragment<32x8xi8, b>
    %2 = kernel.mma.unpack %0 : !kernel.fragment<16x32xi8, a>
    %3 = kernel.mma.unpack %1 : !kernel.fragment<32x8xi8, b>
    %4 = vector.bitcast %2 : vector<16xi8> to vector<16xf8E4M3FN>
    %5 = vector.bitcast %3 : vector<8xi8> to vector<8xf8E5M2>
    %a = kernel.mma.pack %4 : !kernel.fragment<16x32xf8E4M3FN, a>
    %b = kernel.mma.pack %5 : !kernel.fragment<32x8xf8E5M2, b>
    %c = kernel.mma.fill %v : !kernel.fragment<16x8xf32, accumulator>
    // CHECK: mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32
    %d = kernel.mma.compute %a, %b, %c
        : !kernel.fragment<16x32xf8E4M3FN, a>, !kernel.fragment<32x8xf8E5M2, b>, !kernel.fragment<16x8xf32, accumulator>
    kernel.mma.store %d, %y[%i, %i] : !kernel.fragment<16x8xf32, accumulator>, memref<64x64xf32>
    gpu.return
  }
}
