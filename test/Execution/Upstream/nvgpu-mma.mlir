// RUN: zyn-translate --zyn-to-ptx --chip=sm_80 %s | FileCheck %s --check-prefix=PTX

// A matrix of a warp is copied to shared memory and multiplied with nvgpu: the
// sum over k of (i + k) * j. cuda.test runs it.

// PTX: cp.async
// PTX: ldmatrix
// PTX: mma.sync

// CHECK: [0,   120,   240,   360,
// CHECK-NEXT: [0,   136,   272,   408,
func.func private @printMemrefF32(memref<*xf32>)
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %x = memref.alloc() : memref<16x16xf16>
  %w = memref.alloc() : memref<16x8xf16>
  %y = memref.alloc() : memref<16x8xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    scf.for %j = %c0 to %c16 step %c1 {
      %1 = arith.addi %i, %j : index
      %2 = arith.index_cast %1 : index to i32
      %3 = arith.sitofp %2 : i32 to f16
      memref.store %3, %x[%i, %j] : memref<16x16xf16>
    }
    scf.for %j = %c0 to %c8 step %c1 {
      %2 = arith.index_cast %j : index to i32
      %3 = arith.sitofp %2 : i32 to f16
      memref.store %3, %w[%i, %j] : memref<16x8xf16>
    }
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1)
             workgroup(%sx : memref<16x16xf16, #gpu.address_space<workgroup>>, %sw : memref<16x8xf16, #gpu.address_space<workgroup>>) {
    %row = arith.divui %tx, %c2 : index
    %half = arith.remui %tx, %c2 : index
    %col = arith.muli %half, %c8 : index
    %a0 = nvgpu.device_async_copy %x[%row, %col], %sx[%row, %col], 8 : memref<16x16xf16> to memref<16x16xf16, #gpu.address_space<workgroup>>
    %colw = arith.muli %half, %c4 : index
    %a1 = nvgpu.device_async_copy %w[%row, %colw], %sw[%row, %colw], 4 : memref<16x8xf16> to memref<16x8xf16, #gpu.address_space<workgroup>>
    %g = nvgpu.device_async_create_group %a0, %a1
    nvgpu.device_async_wait %g {numGroups = 0 : i32}
    gpu.barrier
    %lr = arith.remui %tx, %c16 : index
    %lq = arith.divui %tx, %c16 : index
    %lc = arith.muli %lq, %c8 : index
    %fa = nvgpu.ldmatrix %sx[%lr, %lc] {transpose = false, numTiles = 4 : i32} : memref<16x16xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
    %fb = nvgpu.ldmatrix %sw[%lr, %c0] {transpose = true, numTiles = 2 : i32} : memref<16x8xf16, #gpu.address_space<workgroup>> -> vector<2x2xf16>
    %z = arith.constant dense<0.0> : vector<2x2xf32>
    %d = nvgpu.mma.sync (%fa, %fb, %z) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
    %q = arith.divui %tx, %c4 : index
    %p = arith.remui %tx, %c4 : index
    %pc = arith.muli %p, %c2 : index
    %r0 = vector.extract %d[0] : vector<2xf32> from vector<2x2xf32>
    %r1 = vector.extract %d[1] : vector<2xf32> from vector<2x2xf32>
    vector.store %r0, %y[%q, %pc] : memref<16x8xf32>, vector<2xf32>
    %q8 = arith.addi %q, %c8 : index
    vector.store %r1, %y[%q8, %pc] : memref<16x8xf32>, vector<2xf32>
    gpu.terminator
  }
  %0 = memref.cast %y : memref<16x8xf32> to memref<*xf32>
  call @printMemrefF32(%0) : (memref<*xf32>) -> ()
  return
}
