// y = a * x + y, with a grid-stride loop.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @axpy(%x: memref<?xf32>, %y: memref<?xf32>) kernel {
      %c0 = arith.constant 0 : index
      %a = arith.constant 2.5 : f32
      %n = memref.dim %x, %c0 : memref<?xf32>
      %thread = kernel.thread_id x
      %block = kernel.block_id x
      %threads = kernel.block_size x
      %blocks = kernel.grid_size x
      %base = arith.muli %block, %threads : index
      %first = arith.addi %base, %thread : index
      %step = arith.muli %blocks, %threads : index
      scf.for %i = %first to %n step %step {
        %xi = kernel.load %x[%i] : memref<?xf32>, f32
        %yi = kernel.load %y[%i] : memref<?xf32>, f32
        %p = arith.mulf %a, %xi : f32
        %s = arith.addf %p, %yi : f32
        kernel.store %s, %y[%i] : f32, memref<?xf32>
      }
      gpu.return
    }
  }
  func.func @main(%x: memref<?xf32>, %y: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@axpy blocks in (%c64, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%x : memref<?xf32>, %y : memref<?xf32>)
    return
  }
}
