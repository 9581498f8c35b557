// C = A·B, 128 x 128: each block of 16 x 16 threads computes a tile, with tiles of A and B in shared memory.
#shared = #gpu.address_space<workgroup>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @matmul(%a: memref<128x128xf32>, %b: memref<128x128xf32>, %c: memref<128x128xf32>) kernel {
      %tileA = kernel.shared : memref<16x16xf32, #shared>
      %tileB = kernel.shared : memref<16x16xf32, #shared>
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %c128 = arith.constant 128 : index
      %zero = arith.constant 0.0 : f32
      %tx = kernel.thread_id x
      %ty = kernel.thread_id y
      %bx = kernel.block_id x
      %by = kernel.block_id y
      %row0 = arith.muli %by, %c16 : index
      %column0 = arith.muli %bx, %c16 : index
      %row = arith.addi %row0, %ty : index
      %column = arith.addi %column0, %tx : index
      %sum = scf.for %k = %c0 to %c128 step %c16 iter_args(%outer = %zero) -> f32 {
        %ka = arith.addi %k, %tx : index
        %kb = arith.addi %k, %ty : index
        %va = kernel.load %a[%row, %ka] : memref<128x128xf32>, f32
        %vb = kernel.load %b[%kb, %column] : memref<128x128xf32>, f32
        kernel.store %va, %tileA[%ty, %tx] : f32, memref<16x16xf32, #shared>
        kernel.store %vb, %tileB[%ty, %tx] : f32, memref<16x16xf32, #shared>
        kernel.barrier
        %inner = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %outer) -> f32 {
          %x = kernel.load %tileA[%ty, %i] : memref<16x16xf32, #shared>, f32
          %y = kernel.load %tileB[%i, %tx] : memref<16x16xf32, #shared>, f32
          %p = arith.mulf %x, %y : f32
          %t = arith.addf %s, %p : f32
          scf.yield %t : f32
        }
        kernel.barrier
        scf.yield %inner : f32
      }
      kernel.store %sum, %c[%row, %column] : f32, memref<128x128xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<128x128xf32>, %b: memref<128x128xf32>) -> memref<128x128xf32> {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c = memref.alloc() : memref<128x128xf32>
    gpu.launch_func @kernels::@matmul blocks in (%c8, %c8, %c1) threads in (%c16, %c16, %c1)
        args(%a : memref<128x128xf32>, %b : memref<128x128xf32>, %c : memref<128x128xf32>)
    return %c : memref<128x128xf32>
  }
}
