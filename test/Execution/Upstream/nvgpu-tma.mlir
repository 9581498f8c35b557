// RUN: zyn-translate --zyn-to-ptx --chip=sm_90 %s | FileCheck %s --check-prefix=PTX
// RUN: not zyn-translate --zyn-to-ptx --chip=sm_90 --ptx-version=7.8 %s 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not zyn-run %s --device emulate 2>&1 | FileCheck %s --check-prefix=EMULATE

// TMA copies the tile of 16x32 elements at row 16 and column 32 with nvgpu.
// cuda.test runs it.

// PTX: mbarrier.init
// PTX: cp.async.bulk.tensor.2d.shared::cluster.global
// PTX: mbarrier.try_wait.parity

// OLD: nvgpu-tma.mlir:[[#]]:7: error: 'nvgpu.tma.prefetch.descriptor' needs PTX 8.0, target has PTX 7.8

// EMULATE: nvgpu-tma.mlir:[[#]]:10: error: the emulator does not support 'nvgpu.mbarrier.create'

// CHECK: [1056,   1057,
// CHECK-NEXT: [1120,   1121,
!barrier = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
!map = !nvgpu.tensormap.descriptor<tensor = memref<16x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
memref.global "private" @tile : memref<16x32xf32, 3>
func.func private @printMemrefF32(memref<*xf32>)
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %x = memref.alloc() : memref<64x64xf32>
  %y = memref.alloc() : memref<16x32xf32>
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      %0 = arith.muli %i, %c64 : index
      %1 = arith.addi %0, %j : index
      %2 = arith.index_cast %1 : index to i32
      %3 = arith.sitofp %2 : i32 to f32
      memref.store %3, %x[%i, %j] : memref<64x64xf32>
    }
  }
  %t = gpu.wait async
  %dx, %t1 = gpu.alloc async [%t] () : memref<64x64xf32>
  %dy, %t2 = gpu.alloc async [%t1] () : memref<16x32xf32>
  %t3 = gpu.memcpy async [%t2] %dx, %x : memref<64x64xf32>, memref<64x64xf32>
  gpu.wait [%t3]
  %u = memref.cast %dx : memref<64x64xf32> to memref<*xf32>
  %map = nvgpu.tma.create.descriptor %u box[%c16, %c32] : memref<*xf32> -> !map
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    %bytes = arith.constant 2048 : index
    %ticks = arith.constant 10000000 : index
    %false = arith.constant false
    %tile = memref.get_global @tile : memref<16x32xf32, 3>
    %b = nvgpu.mbarrier.create -> !barrier
    %first = arith.cmpi eq, %tx, %c0 : index
    scf.if %first {
      nvgpu.mbarrier.init %b[%c0], %c1 : !barrier
    }
    gpu.barrier
    scf.if %first {
      nvgpu.tma.prefetch.descriptor %map : !map
      nvgpu.mbarrier.arrive.expect_tx %b[%c0], %bytes : !barrier
      nvgpu.tma.async.load %map[%c32, %c16], %b[%c0] to %tile : !map, !barrier -> memref<16x32xf32, 3>
    }
    nvgpu.mbarrier.try_wait.parity %b[%c0], %false, %ticks : !barrier
    scf.for %i = %c0 to %c16 step %c1 {
      %v = memref.load %tile[%i, %tx] : memref<16x32xf32, 3>
      memref.store %v, %dy[%i, %tx] : memref<16x32xf32>
    }
    gpu.terminator
  }
  %t5 = gpu.wait async
  %t4 = gpu.memcpy async [%t5] %y, %dy : memref<16x32xf32>, memref<16x32xf32>
  gpu.wait [%t4]
  %0 = memref.cast %y : memref<16x32xf32> to memref<*xf32>
  call @printMemrefF32(%0) : (memref<*xf32>) -> ()
  return
}
