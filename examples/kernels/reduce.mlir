// The sum of any number of floats. Each thread adds up elements in a grid-stride loop; then, a tree in shared memory
// halves the number of sums of the block in each step. A second launch, with a single block, adds up the blocks' sums.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @sum(%x: memref<?xf32>, %sums: memref<?xf32>) kernel
        attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %c128 = arith.constant 128 : index
      %zero = arith.constant 0.0 : f32
      %tree = kernel.shared : memref<256xf32, #gpu.address_space<workgroup>>
      %thread = kernel.thread_id x
      %block = kernel.block_id x
      %blocks = kernel.grid_size x
      %first = kernel.global_id
      %threads = kernel.block_size x
      %stride = arith.muli %blocks, %threads : index
      %size = memref.dim %x, %c0 : memref<?xf32>
      %own = scf.for %i = %first to %size step %stride iter_args(%sum = %zero) -> f32 {
        %value = kernel.load %x[%i] : memref<?xf32>, f32
        %next = arith.addf %sum, %value : f32
        scf.yield %next : f32
      }
      kernel.store %own, %tree[%thread] : f32, memref<256xf32, #gpu.address_space<workgroup>>
      // Adds 128, 64, ..., 1 pairs.
      scf.for %step = %c0 to %c8 step %c1 {
        %pairs = arith.shrui %c128, %step : index
        kernel.barrier
        %adds = arith.cmpi ult, %thread, %pairs : index
        scf.if %adds {
          %other = arith.addi %thread, %pairs : index
          %left = kernel.load %tree[%thread] : memref<256xf32, #gpu.address_space<workgroup>>, f32
          %right = kernel.load %tree[%other] : memref<256xf32, #gpu.address_space<workgroup>>, f32
          %sum = arith.addf %left, %right : f32
          kernel.store %sum, %tree[%thread] : f32, memref<256xf32, #gpu.address_space<workgroup>>
        }
      }
      // The thread that computed the last sum stores it.
      %isFirst = arith.cmpi eq, %thread, %c0 : index
      scf.if %isFirst {
        %sum = kernel.load %tree[%c0] : memref<256xf32, #gpu.address_space<workgroup>>, f32
        kernel.store %sum, %sums[%block] : f32, memref<?xf32>
      }
      gpu.return
    }
  }

  func.func @main(%x: memref<?xf32>) -> memref<1xf32> {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %partial = memref.alloc(%c64) : memref<?xf32>
    %result = memref.alloc() : memref<1xf32>
    %sum = memref.cast %result : memref<1xf32> to memref<?xf32>
    gpu.launch_func @kernels::@sum blocks in (%c64, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%x : memref<?xf32>, %partial : memref<?xf32>)
    gpu.launch_func @kernels::@sum blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%partial : memref<?xf32>, %sum : memref<?xf32>)
    return %result : memref<1xf32>
  }
}
