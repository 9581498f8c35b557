// RUN: zyn-translate --zyn-to-ptx --chip=sm_90a %s | FileCheck %s --check-prefix=PTX

// A matmul of a warpgroup, whose operands TMA copies, with nvgpu. cuda.test runs
// it.

// PTX: cp.async.bulk.tensor.2d.shared::cluster.global
// PTX: wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16

// CHECK: largest difference:
// CHECK-NEXT: {{^}}0
!barrier = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c128 = arith.constant 128 : index
  %shared = arith.constant 32768 : i32
  %a = memref.alloc() : memref<64x64xf16>
  %b = memref.alloc() : memref<64x64xf16>
  %d = memref.alloc() : memref<64x64xf32>
  %expected = memref.alloc() : memref<64x64xf32>
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      %0 = arith.addi %i, %j : index
      %1 = arith.remui %0, %c5 : index
      %2 = arith.index_cast %1 : index to i32
      %3 = arith.sitofp %2 : i32 to f16
      memref.store %3, %a[%i, %j] : memref<64x64xf16>
      %4 = arith.muli %i, %c3 : index
      %5 = arith.addi %4, %j : index
      %6 = arith.remui %5, %c5 : index
      %7 = arith.index_cast %6 : index to i32
      %8 = arith.sitofp %7 : i32 to f16
      memref.store %8, %b[%i, %j] : memref<64x64xf16>
      memref.store %zero, %expected[%i, %j] : memref<64x64xf32>
    }
  }
  %t = gpu.wait async
  %da, %t1 = gpu.alloc async [%t] () : memref<64x64xf16>
  %db, %t2 = gpu.alloc async [%t1] () : memref<64x64xf16>
  %dd, %t3 = gpu.alloc async [%t2] () : memref<64x64xf32>
  %t4 = gpu.memcpy async [%t3] %da, %a : memref<64x64xf16>, memref<64x64xf16>
  %t5 = gpu.memcpy async [%t4] %db, %b : memref<64x64xf16>, memref<64x64xf16>
  gpu.wait [%t5]
  %ua = memref.cast %da : memref<64x64xf16> to memref<*xf16>
  %ub = memref.cast %db : memref<64x64xf16> to memref<*xf16>
  %mapA = nvgpu.tma.create.descriptor %ua box[%c64, %c64] : memref<*xf16> -> !map
  %mapB = nvgpu.tma.create.descriptor %ub box[%c64, %c64] : memref<*xf16> -> !map
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c128, %ny = %c1, %nz = %c1)
             dynamic_shared_memory_size %shared {
    %bytes = arith.constant 16384 : index
    %half = arith.constant 8192 : index
    %ticks = arith.constant 10000000 : index
    %false = arith.constant false
    %bar = nvgpu.mbarrier.create -> !barrier
    %first = arith.cmpi eq, %tx, %c0 : index
    scf.if %first {
      nvgpu.mbarrier.init %bar[%c0], %c1 : !barrier
    }
    gpu.barrier
    %memory = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %sa = memref.view %memory[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64x64xf16, #gpu.address_space<workgroup>>
    %sb = memref.view %memory[%half][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64x64xf16, #gpu.address_space<workgroup>>
    scf.if %first {
      nvgpu.mbarrier.arrive.expect_tx %bar[%c0], %bytes : !barrier
      nvgpu.tma.async.load %mapA[%c0, %c0], %bar[%c0] to %sa : !map, !barrier -> memref<64x64xf16, #gpu.address_space<workgroup>>
      nvgpu.tma.async.load %mapB[%c0, %c0], %bar[%c0] to %sb : !map, !barrier -> memref<64x64xf16, #gpu.address_space<workgroup>>
    }
    nvgpu.mbarrier.try_wait.parity %bar[%c0], %false, %ticks : !barrier
    %acc = nvgpu.warpgroup.mma.init.accumulator -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>
    %wa = nvgpu.warpgroup.generate.descriptor %sa, %mapA : memref<64x64xf16, #gpu.address_space<workgroup>>, !map -> !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>>
    %wb = nvgpu.warpgroup.generate.descriptor %sb, %mapB : memref<64x64xf16, #gpu.address_space<workgroup>>, !map -> !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>>
    %r = nvgpu.warpgroup.mma %wa, %wb, %acc {transposeB} : <tensor = memref<64x64xf16, 3>>, <tensor = memref<64x64xf16, 3>>, <fragmented = vector<64x64xf32>> -> <fragmented = vector<64x64xf32>>
    nvvm.wgmma.wait.group.sync.aligned 0
    nvgpu.warpgroup.mma.store %r, %dd : <fragmented = vector<64x64xf32>> to memref<64x64xf32>
    gpu.terminator
  }
  %t6 = gpu.wait async
  %t7 = gpu.memcpy async [%t6] %d, %dd : memref<64x64xf32>, memref<64x64xf32>
  gpu.wait [%t7]
  linalg.matmul ins(%a, %b : memref<64x64xf16>, memref<64x64xf16>) outs(%expected : memref<64x64xf32>)
  %largest = scf.for %i = %c0 to %c64 step %c1 iter_args(%m = %zero) -> f32 {
    %row = scf.for %j = %c0 to %c64 step %c1 iter_args(%n = %m) -> f32 {
      %0 = memref.load %d[%i, %j] : memref<64x64xf32>
      %1 = memref.load %expected[%i, %j] : memref<64x64xf32>
      %2 = arith.subf %0, %1 : f32
      %3 = math.absf %2 : f32
      %4 = arith.maximumf %n, %3 : f32
      scf.yield %4 : f32
    }
    scf.yield %row : f32
  }
  vector.print str "largest difference:"
  vector.print %largest : f32
  return
}
