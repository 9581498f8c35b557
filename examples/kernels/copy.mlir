// Copies between buffers at memory bandwidth: on the device, with four accesses of 16 bytes in flight per thread, and
// within a block, from shared memory to shared memory.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    // The number of elements is a multiple of 4096: 256 threads, four accesses, four elements each.
    gpu.func @copy(%x: memref<?xf32>, %y: memref<?xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c4 = arith.constant 4 : index
      %c1024 = arith.constant 1024 : index
      %c2048 = arith.constant 2048 : index
      %c3072 = arith.constant 3072 : index
      %c4096 = arith.constant 4096 : index
      %thread = kernel.thread_id x
      %block = kernel.block_id x
      %start = arith.muli %block, %c4096 : index
      %offset = arith.muli %thread, %c4 : index
      %i0 = arith.addi %start, %offset : index
      %i1 = arith.addi %i0, %c1024 : index
      %i2 = arith.addi %i0, %c2048 : index
      %i3 = arith.addi %i0, %c3072 : index
      %v0 = kernel.load %x[%i0] : memref<?xf32>, vector<4xf32>
      %v1 = kernel.load %x[%i1] : memref<?xf32>, vector<4xf32>
      %v2 = kernel.load %x[%i2] : memref<?xf32>, vector<4xf32>
      %v3 = kernel.load %x[%i3] : memref<?xf32>, vector<4xf32>
      kernel.store %v0, %y[%i0] : vector<4xf32>, memref<?xf32>
      kernel.store %v1, %y[%i1] : vector<4xf32>, memref<?xf32>
      kernel.store %v2, %y[%i2] : vector<4xf32>, memref<?xf32>
      kernel.store %v3, %y[%i3] : vector<4xf32>, memref<?xf32>
      gpu.return
    }

    // Copies 16 KiB from one buffer to the other one and back, `rounds` times.
    gpu.func @copy_shared(%x: memref<?xf32>, %y: memref<?xf32>, %rounds: index) kernel
        attributes {known_block_size = array<i32: 1024, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c4096 = arith.constant 4096 : index
      %here = kernel.shared : memref<4096xf32, #gpu.address_space<workgroup>>
      %there = kernel.shared : memref<4096xf32, #gpu.address_space<workgroup>>
      %thread = kernel.thread_id x
      %block = kernel.block_id x
      %i = arith.muli %thread, %c4 : index
      %start = arith.muli %block, %c4096 : index
      %j = arith.addi %start, %i : index
      %v = kernel.load %x[%j] : memref<?xf32>, vector<4xf32>
      kernel.store %v, %here[%i] : vector<4xf32>, memref<4096xf32, #gpu.address_space<workgroup>>
      scf.for %round = %c0 to %rounds step %c1 {
        // The barriers also prevent the values from being kept in registers.
        kernel.barrier
        %v0 = kernel.load %here[%i] : memref<4096xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        kernel.store %v0, %there[%i] : vector<4xf32>, memref<4096xf32, #gpu.address_space<workgroup>>
        kernel.barrier
        %v1 = kernel.load %there[%i] : memref<4096xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        kernel.store %v1, %here[%i] : vector<4xf32>, memref<4096xf32, #gpu.address_space<workgroup>>
      }
      %w = kernel.load %here[%i] : memref<4096xf32, #gpu.address_space<workgroup>>, vector<4xf32>
      kernel.store %w, %y[%j] : vector<4xf32>, memref<?xf32>
      gpu.return
    }
  }

  func.func @main(%x: memref<?xf32>) -> memref<?xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %c4096 = arith.constant 4096 : index
    %size = memref.dim %x, %c0 : memref<?xf32>
    %blocks = arith.divui %size, %c4096 : index
    %y = memref.alloc(%size) : memref<?xf32>
    gpu.launch_func @kernels::@copy blocks in (%blocks, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%x : memref<?xf32>, %y : memref<?xf32>)
    return %y : memref<?xf32>
  }

  func.func @shared(%x: memref<?xf32>, %rounds: index) -> memref<?xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c1024 = arith.constant 1024 : index
    %c4096 = arith.constant 4096 : index
    %size = memref.dim %x, %c0 : memref<?xf32>
    %blocks = arith.divui %size, %c4096 : index
    %y = memref.alloc(%size) : memref<?xf32>
    gpu.launch_func @kernels::@copy_shared blocks in (%blocks, %c1, %c1) threads in (%c1024, %c1, %c1)
        args(%x : memref<?xf32>, %y : memref<?xf32>, %rounds : index)
    return %y : memref<?xf32>
  }
}
