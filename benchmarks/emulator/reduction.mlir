// The sum of the 256 elements of each block, by a tree in shared memory with a barrier for each level.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @sum(%x: memref<?xf32>, %sums: memref<?xf32>) kernel {
      %tile = kernel.shared : memref<256xf32, #gpu.address_space<workgroup>>
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c128 = arith.constant 128 : index
      %thread = kernel.thread_id x
      %block = kernel.block_id x
      %threads = kernel.block_size x
      %base = arith.muli %block, %threads : index
      %i = arith.addi %base, %thread : index
      %v = kernel.load %x[%i] : memref<?xf32>, f32
      kernel.store %v, %tile[%thread] : f32, memref<256xf32, #gpu.address_space<workgroup>>
      kernel.barrier
      %end = scf.while (%half = %c128) : (index) -> index {
        %more = arith.cmpi ugt, %half, %c0 : index
        scf.condition(%more) %half : index
      } do {
      ^bb0(%half: index):
        %isActive = arith.cmpi ult, %thread, %half : index
        scf.if %isActive {
          %other = arith.addi %thread, %half : index
          %a = kernel.load %tile[%thread] : memref<256xf32, #gpu.address_space<workgroup>>, f32
          %b = kernel.load %tile[%other] : memref<256xf32, #gpu.address_space<workgroup>>, f32
          %s = arith.addf %a, %b : f32
          kernel.store %s, %tile[%thread] : f32, memref<256xf32, #gpu.address_space<workgroup>>
        }
        kernel.barrier
        %next = arith.shrui %half, %c1 : index
        scf.yield %next : index
      }
      %isFirst = arith.cmpi eq, %thread, %c0 : index
      scf.if %isFirst {
        %s = kernel.load %tile[%c0] : memref<256xf32, #gpu.address_space<workgroup>>, f32
        kernel.store %s, %sums[%block] : f32, memref<?xf32>
      }
      gpu.return
    }
  }
  func.func @main(%x: memref<?xf32>, %sums: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %blocks = memref.dim %sums, %c0 : memref<?xf32>
    gpu.launch_func @kernels::@sum blocks in (%blocks, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%x : memref<?xf32>, %sums : memref<?xf32>)
    return
  }
}
