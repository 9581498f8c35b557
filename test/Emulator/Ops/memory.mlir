// Dynamic shared, constant and local memory, hints for caches, and a function
// that the kernel calls.
// RUN: zyn-run %s --device emulate | FileCheck %s
// RUN: zyn-run %s --device emulate --seed 5 | FileCheck %s

// Twice the table's element of the thread to the right, in each warp's order.
// CHECK: #0: tensor<8xf32>
// CHECK-NEXT: [4, 6, 8, 2, 4, 6, 8, 2]

module attributes {gpu.container_module} {
  gpu.module @m {
    func.func private @twice(%x: f32) -> f32 {
      %0 = arith.addf %x, %x : f32
      return %0 : f32
    }
    gpu.func @f(%x: memref<8xf32>) kernel
        attributes {kernel.max_threads = 128, kernel.min_blocks = 2} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c1024 = arith.constant 1024 : index
      %table = kernel.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32> : memref<4xf32, #kernel.constant>
      %tile = kernel.dynamic_shared %c1024 : memref<128xf32, #gpu.address_space<workgroup>>
      %own = kernel.local : memref<2xf32, #gpu.address_space<private>>
      %tx = kernel.thread_id x
      %ty = kernel.thread_id y
      %row = arith.muli %ty, %c8 : index
      %t = arith.addi %row, %tx : index
      %slot = arith.remui %t, %c4 : index
      %v = kernel.load %table[%slot] : memref<4xf32, #kernel.constant>, f32
      %parity = arith.remui %t, %c2 : index
      kernel.store %v, %own[%parity] : f32, memref<2xf32, #gpu.address_space<private>>
      %w = kernel.load %own[%parity] : memref<2xf32, #gpu.address_space<private>>, f32
      kernel.store %w, %tile[%t] : f32, memref<128xf32, #gpu.address_space<workgroup>>
      kernel.barrier
      %after = arith.addi %t, %c1 : index
      %c128 = arith.constant 128 : index
      %right = arith.remui %after, %c128 : index
      %n = kernel.load %tile[%right] : memref<128xf32, #gpu.address_space<workgroup>>, f32
      %d = func.call @twice(%n) : (f32) -> f32
      %block = kernel.block_id x
      %isFirstBlock = arith.cmpi eq, %block, %c0 : index
      %isLow = arith.cmpi ult, %t, %c8 : index
      %isShown = arith.andi %isFirstBlock, %isLow : i1
      scf.if %isShown {
        kernel.store %d, %x[%t] cache = streaming : f32, memref<8xf32>
        kernel.prefetch l2 %x[%t] : memref<8xf32>
        %again = kernel.load %x[%t] cache = l2 : memref<8xf32>, f32
        kernel.store %again, %x[%t] cache = l2 : f32, memref<8xf32>
      }
      gpu.return
    }
  }
  func.func @main() -> memref<8xf32> {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %bytes = arith.constant 1536 : i32
    %x = memref.alloc() : memref<8xf32>
    gpu.launch_func @m::@f blocks in (%c2, %c1, %c1) threads in (%c8, %c16, %c1)
        dynamic_shared_memory_size %bytes
        args(%x : memref<8xf32>)
    return %x : memref<8xf32>
  }
}
