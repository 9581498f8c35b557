// transpose.mlir with a mistake: the tile is read before it is complete.
//
// The transpose of a matrix whose sizes are multiples of 32. A block of 32 x 8 threads moves a tile of 32 x 32: it reads
// rows and writes rows, both coalesced, and transposes the tile in shared memory. Column c of row r is stored in column
// c xor r, so that the columns of the tile, like the rows, are spread over all 32 banks.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @transpose(%x: memref<?x?xf32>, %y: memref<?x?xf32>) kernel
        attributes {known_block_size = array<i32: 32, 8, 1>} {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %tile = kernel.shared : memref<32x32xf32, #gpu.address_space<workgroup>>
      %tx = kernel.thread_id x
      %ty = kernel.thread_id y
      %bx = kernel.block_id x
      %by = kernel.block_id y
      %left = arith.muli %bx, %c32 : index
      %top = arith.muli %by, %c32 : index
      scf.for %k = %c0 to %c32 step %c8 {
        %row = arith.addi %k, %ty : index
        %i = arith.addi %top, %row : index
        %j = arith.addi %left, %tx : index
        %value = kernel.load %x[%i, %j] : memref<?x?xf32>, f32
        %column = arith.xori %tx, %row : index
        kernel.store %value, %tile[%row, %column] : f32, memref<32x32xf32, #gpu.address_space<workgroup>>
      }
      scf.for %k = %c0 to %c32 step %c8 {
        %row = arith.addi %k, %ty : index
        %column = arith.xori %row, %tx : index
        %value = kernel.load %tile[%tx, %column] : memref<32x32xf32, #gpu.address_space<workgroup>>, f32
        %i = arith.addi %left, %row : index
        %j = arith.addi %top, %tx : index
        kernel.store %value, %y[%i, %j] : f32, memref<?x?xf32>
      }
      gpu.return
    }
  }

  func.func @main(%x: memref<?x?xf32>) -> memref<?x?xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %rows = memref.dim %x, %c0 : memref<?x?xf32>
    %columns = memref.dim %x, %c1 : memref<?x?xf32>
    %y = memref.alloc(%columns, %rows) : memref<?x?xf32>
    %width = arith.divui %columns, %c32 : index
    %height = arith.divui %rows, %c32 : index
    gpu.launch_func @kernels::@transpose blocks in (%width, %height, %c1) threads in (%c32, %c8, %c1)
        args(%x : memref<?x?xf32>, %y : memref<?x?xf32>)
    return %y : memref<?x?xf32>
  }
}
