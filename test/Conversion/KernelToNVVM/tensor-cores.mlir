// RUN: zyn-translate --zyn-to-ptx --chip sm_80 %s | FileCheck %s

#shared = #gpu.address_space<workgroup>

gpu.module @m {
  // Registers of a fragment are loaded at once where they lie together.
  // CHECK-LABEL: .entry bf16(
  gpu.func @bf16(%x: memref<64x64xbf16>, %y: memref<64x64xf32>, %i: index, %j: index)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // CHECK-COUNT-6: ld.global.b32
    // CHECK-COUNT-2: ld.global.v2.b32
    %a = kernel.mma.load %x[%i, %i] : memref<64x64xbf16>, !kernel.fragment<16x16xbf16, a>
    %b = kernel.mma.load %x[%i, %j] column_major : memref<64x64xbf16>, !kernel.fragment<16x8xbf16, b>
    %c = kernel.mma.load %y[%i, %i] : memref<64x64xf32>, !kernel.fragment<16x8xf32, accumulator>
    // CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
    %d = kernel.mma.compute %a, %b, %c
        : !kernel.fragment<16x16xbf16, a>, !kernel.fragment<16x8xbf16, b>, !kernel.fragment<16x8xf32, accumulator>
    // CHECK-COUNT-2: st.global.v2.b32
    kernel.mma.store %d, %y[%i, %i] : !kernel.fragment<16x8xf32, accumulator>, memref<64x64xf32>
    gpu.return
  }

  // CHECK-LABEL: .entry f16(
  gpu.func @f16(%y: memref<64x64xf16>, %i: index, %v: f16) kernel {
    %tile = kernel.shared : memref<64x64xf16, #shared>
    // CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16
    %a = kernel.mma.load_rows %tile[%i, %i] : memref<64x64xf16, #shared>, !kernel.fragment<16x16xf16, a>
    // CHECK: ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16
    %b = kernel.mma.load_rows %tile[%i, %i] transposed : memref<64x64xf16, #shared>, !kernel.fragment<16x8xf16, b>
    %c = kernel.mma.fill %v : !kernel.fragment<16x8xf16, accumulator>
    // CHECK: mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16
    %d = kernel.mma.compute %a, %b, %c
        : !kernel.fragment<16x16xf16, a>, !kernel.fragment<16x8xf16, b>, !kernel.fragment<16x8xf16, accumulator>
    // CHECK: ldmatrix.sync.aligned.m8n8.x1.shared.b16
    %e = kernel.mma.load_rows %tile[%i, %i] : memref<64x64xf16, #shared>, !kernel.fragment<8x8xf16, b>
    // CHECK: ldmatrix.sync.aligned.m8n8.x2.shared.b16
    %f = kernel.mma.load_rows %tile[%i, %i] : memref<64x64xf16, #shared>, !kernel.fragment<16x8xf16, a>
    // CHECK: mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16
    %g = kernel.mma.compute %f, %e, %d
        : !kernel.fragment<16x8xf16, a>, !kernel.fragment<8x8xf16, b>, !kernel.fragment<16x8xf16, accumulator>
    kernel.mma.store %g, %y[%i, %i] : !kernel.fragment<16x8xf16, accumulator>, memref<64x64xf16>
    gpu.return
  }

  // CHECK-LABEL: .entry tf32(
  gpu.func @tf32(%x: memref<64x64xf32>, %i: index) kernel {
    %a = kernel.mma.load %x[%i, %i] : memref<64x64xf32>, !kernel.fragment<16x8xtf32, a>
    %b = kernel.mma.load %x[%i, %i] : memref<64x64xf32>, !kernel.fragment<8x8xtf32, b>
    %c = kernel.mma.load %x[%i, %i] : memref<64x64xf32>, !kernel.fragment<16x8xf32, accumulator>
    // CHECK: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
    %d = kernel.mma.compute %a, %b, %c
        : !kernel.fragment<16x8xtf32, a>, !kernel.fragment<8x8xtf32, b>, !kernel.fragment<16x8xf32, accumulator>
    kernel.mma.store %d, %x[%i, %i] : !kernel.fragment<16x8xf32, accumulator>, memref<64x64xf32>
    gpu.return
  }

  // CHECK-LABEL: .entry f64(
  gpu.func @f64(%x: memref<64x64xf64>, %i: index) kernel {
    %a = kernel.mma.load %x[%i, %i] : memref<64x64xf64>, !kernel.fragment<8x4xf64, a>
    %b = kernel.mma.load %x[%i, %i] : memref<64x64xf64>, !kernel.fragment<4x8xf64, b>
    %c = kernel.mma.load %x[%i, %i] : memref<64x64xf64>, !kernel.fragment<8x8xf64, accumulator>
    // CHECK: mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64
    %d = kernel.mma.compute %a, %b, %c
        : !kernel.fragment<8x4xf64, a>, !kernel.fragment<4x8xf64, b>, !kernel.fragment<8x8xf64, accumulator>
    kernel.mma.store %d, %x[%i, %i] : !kernel.fragment<8x8xf64, accumulator>, memref<64x64xf64>
    gpu.return
  }

  // CHECK-LABEL: .entry i8(
  gpu.func @i8(%x: memref<64x64xi8>, %y: memref<64x64xi32>, %i: index, %v: i32) kernel {
    %a = kernel.mma.load %x[%i, %i] : memref<64x64xi8>, !kernel.fragment<16x32xi8, a>
    %b = kernel.mma.load %x[%i, %i] column_major : memref<64x64xi8>, !kernel.fragment<32x8xi8, b>
    %c = kernel.mma.fill %v : !kernel.fragment<16x8xi32, accumulator>
    // CHECK: mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.s8.s32
    %d = kernel.mma.compute %a, %b, %c unsigned_a saturate
        : !kernel.fragment<16x32xi8, a>, !kernel.fragment<32x8xi8, b>, !kernel.fragment<16x8xi32, accumulator>
    // CHECK: mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32
    %e = kernel.mma.compute %a, %b, %d
        : !kernel.fragment<16x32xi8, a>, !kernel.fragment<32x8xi8, b>, !kernel.fragment<16x8xi32, accumulator>
    kernel.mma.store %e, %y[%i, %i] : !kernel.fragment<16x8xi32, accumulator>, memref<64x64xi32>
    gpu.return
  }
}
