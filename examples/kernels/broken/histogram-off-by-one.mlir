// histogram.mlir with a mistake: bins are indexed from 1, so that the last value has no bin.
//
// The number of occurrences of each of 256 values. A block counts in shared memory, where atomics are fast, and adds
// its counts to those in global memory.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @clear(%counts: memref<256xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %zero = arith.constant 0 : i32
      %thread = kernel.thread_id x
      kernel.store %zero, %counts[%thread] : i32, memref<256xi32>
      gpu.return
    }

    gpu.func @count(%x: memref<?xi8>, %counts: memref<256xi32>) kernel
        attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c256 = arith.constant 256 : index
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %own = kernel.shared : memref<256xi32, #gpu.address_space<workgroup>>
      %thread = kernel.thread_id x
      %blocks = kernel.grid_size x
      %first = kernel.global_id
      %stride = arith.muli %blocks, %c256 : index
      %size = memref.dim %x, %c0 : memref<?xi8>
      kernel.store %zero, %own[%thread] : i32, memref<256xi32, #gpu.address_space<workgroup>>
      kernel.barrier
      scf.for %i = %first to %size step %stride {
        %value = kernel.load %x[%i] : memref<?xi8>, i8
        %zero_based = arith.index_castui %value : i8 to index
        %bin = arith.addi %zero_based, %c1 : index
        %before = kernel.atomic add block relaxed %one, %own[%bin] : i32, memref<256xi32, #gpu.address_space<workgroup>>
      }
      kernel.barrier
      %count = kernel.load %own[%thread] : memref<256xi32, #gpu.address_space<workgroup>>, i32
      %before = kernel.atomic add device relaxed %count, %counts[%thread] : i32, memref<256xi32>
      gpu.return
    }
  }

  func.func @main(%x: memref<?xi8>) -> memref<256xi32> {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %counts = memref.alloc() : memref<256xi32>
    gpu.launch_func @kernels::@clear blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%counts : memref<256xi32>)
    gpu.launch_func @kernels::@count blocks in (%c64, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%x : memref<?xi8>, %counts : memref<256xi32>)
    return %counts : memref<256xi32>
  }
}
