// A product of a warpgroup, twice from one buffer: right as it is, and each
// fault in it found.
// RUN: zyn-run %s --device emulate ones:f32:64x64 | FileCheck %s
// RUN: zyn-run %s --device emulate ones:f32:64x64 --seed 3 | FileCheck %s
// CHECK: #0: tensor<64x8xf32>
// CHECK-NEXT: [32, 32

// RUN: grep -v "proxy_async" %s > %t.proxy.mlir
// RUN: not zyn-run %t.proxy.mlir --device emulate ones:f32:64x64 2>&1 | FileCheck %s --check-prefix PROXY
// PROXY: error: data race: {{.*}}fence.proxy_async

// RUN: sed 's/kernel.wgmma.wait 0, %d0/kernel.wgmma.wait 1, %d0/' %s > %t.wait.mlir
// RUN: not zyn-run %t.wait.mlir --device emulate ones:f32:64x64 2>&1 | FileCheck %s --check-prefix WAIT
// WAIT: error: data race: {{.*}}kernel.wgmma.compute

// RUN: sed 's/kernel.wgmma.fence(%c)/kernel.wgmma.wait 0, %c/' %s > %t.fence.mlir
// RUN: not zyn-run %t.fence.mlir --device emulate ones:f32:64x64 2>&1 | FileCheck %s --check-prefix FENCE
// FENCE: warpgroup-faults.mlir.tmp.fence.mlir:{{[0-9]+}}:{{[0-9]+}}: error: kernel.wgmma.compute: kernel.wgmma.fence is missing before it

// RUN: sed 's/arith.constant 8 : index/arith.constant 4 : index/' %s > %t.row.mlir
// RUN: not zyn-run %t.row.mlir --device emulate ones:f32:64x64 2>&1 | FileCheck %s --check-prefix ROW
// ROW: error: kernel.wgmma.compute: expected a first row that is a multiple of 8

// RUN: grep -v kernel.barrier %s > %t.barrier.mlir
// RUN: not zyn-run %t.barrier.mlir --device emulate ones:f32:64x64 2>&1 | FileCheck %s --check-prefix BARRIER
// BARRIER: error: data race: {{.*}}kernel.wgmma.compute

#shared = #gpu.address_space<workgroup>
!tile = memref<80x64xbf16, #shared>
!sum = !kernel.fragment<64x8xf32, accumulator, warpgroup>

module attributes {gpu.container_module} {
  gpu.module @m {
    // Every element is 1, so the swizzle does not matter.
    gpu.func @product(%x: memref<64x64xf32>, %out: memref<64x8xf32>) kernel
        attributes {known_block_size = array<i32: 128, 1, 1>} {
      %a = kernel.shared {alignment = 1024} : !tile
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %first = arith.constant 8 : index
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %c64 = arith.constant 64 : index
      %t = kernel.thread_id x
      %zero = arith.constant 0.0 : f32
      %c = kernel.mma.fill %zero : !sum
      %row = arith.remui %t, %c64 : index
      scf.for %j = %c0 to %c64 step %c1 {
        %v = kernel.load %x[%row, %j] : memref<64x64xf32>, f32
        %w = arith.truncf %v : f32 to bf16
        %isFirst = arith.cmpi ult, %t, %c64 : index
        scf.if %isFirst {
          kernel.store %w, %a[%row, %j] : bf16, !tile
        }
        %isSecond = arith.cmpi ult, %t, %c16 : index
        scf.if %isSecond {
          %last = arith.addi %row, %c64 : index
          kernel.store %w, %a[%last, %j] : bf16, !tile
        }
      }
      kernel.fence.proxy_async
      kernel.barrier
      %ready = kernel.wgmma.fence(%c) : !sum
      %d = kernel.wgmma.compute %a[%c0, %c0] swizzle = 128, %a[%first, %c16] swizzle = 128 column_major, %ready : !tile, !tile, !sum
      %d0 = kernel.wgmma.compute %a[%c0, %c0] swizzle = 128, %a[%first, %c32] swizzle = 128 column_major, %d : !tile, !tile, !sum
      kernel.wgmma.commit
      %s = kernel.wgmma.wait 0, %d0 : !sum
      kernel.mma.store %s, %out[%c0, %c0] : !sum, memref<64x8xf32>
      // The factor is overwritten, by a thread that has waited for the product.
      %v = arith.constant 2.0 : bf16
      %isFirst = arith.cmpi eq, %t, %c0 : index
      scf.if %isFirst {
        kernel.store %v, %a[%c0, %c0] : bf16, !tile
      }
      gpu.return
    }
  }
  func.func @main(%x: memref<64x64xf32>) -> memref<64x8xf32> {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %out = memref.alloc() : memref<64x8xf32>
    gpu.launch_func @m::@product blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
        args(%x : memref<64x64xf32>, %out : memref<64x8xf32>)
    return %out : memref<64x8xf32>
  }
}
