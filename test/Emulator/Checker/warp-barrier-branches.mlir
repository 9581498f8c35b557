// Lanes may come to a warp barrier at different program points (PTX ISA,
// bar.warp.sync, from sm_70 on): one in each branch, with one mask.
// RUN: zyn-run %s --device emulate | FileCheck %s
// RUN: zyn-run %s --device emulate --seed 3 | FileCheck %s
// CHECK: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30]

// Masks that differ are different barriers.
// RUN: sed '0,/^ *kernel.warp_barrier$/s// kernel.warp_barrier mask %even_lanes/; s/^      %c2 = arith/      %even_lanes = arith.constant 0x55555555 : i32\n&/' %s > %t.mlir
// RUN: not zyn-run %t.mlir --device emulate 2>&1 | FileCheck %s --check-prefix MASKS
// MASKS: error: deadlock: 16 threads of block (0,0,0), starting with (1,0,0), wait at kernel.warp_barrier

#shared = #gpu.address_space<workgroup>
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%out: memref<16xi32>) kernel {
      %buf = kernel.shared : memref<16xi32, #shared>
      %c2 = arith.constant 2 : index
      %c0 = arith.constant 0 : index
      %t = kernel.thread_id x
      %p = arith.divui %t, %c2 : index
      %b = arith.remui %t, %c2 : index
      %v = arith.index_cast %t : index to i32
      %even = arith.cmpi eq, %b, %c0 : index
      scf.if %even {
        kernel.store %v, %buf[%p] : i32, memref<16xi32, #shared>
        kernel.warp_barrier
      } else {
        kernel.warp_barrier
        %w = kernel.load %buf[%p] : memref<16xi32, #shared>, i32
        kernel.store %w, %out[%p] : i32, memref<16xi32>
      }
      gpu.return
    }
  }
  func.func @main() -> memref<16xi32> {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %out = memref.alloc() : memref<16xi32>
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) args(%out : memref<16xi32>)
    return %out : memref<16xi32>
  }
}
