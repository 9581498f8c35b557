// matmul-mma.mlir with a mistake: the tiles are used before their copies are complete.
//
// C = A * B with warp-level MMA: A and B are bf16, C is f32; M is a multiple of 64, N and K are multiples of 32. A block
// of four warps computes a tile of 64 x 32 of C in steps of 32 along K, 16 rows per warp. The tiles of the next step
// are copied asynchronously while those of the current step are multiplied.
!a_tile = memref<2x64x32xbf16, #gpu.address_space<workgroup>>
!b_tile = memref<2x32x32xbf16, #gpu.address_space<workgroup>>
!a = !kernel.fragment<16x16xbf16, a>
!b = !kernel.fragment<16x8xbf16, b>
!sum = !kernel.fragment<16x8xf32, accumulator>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // Starts the copies of the tiles at `k`, with the rows from `row` of A and the columns from `column` of B. A copy
    // has 16 bytes; each thread issues two copies for A and one for B.
    func.func @copy_tiles(%a: memref<?x?xbf16>, %b: memref<?x?xbf16>, %a_tile: !a_tile, %b_tile: !b_tile,
                          %stage: index, %row: index, %column: index, %k: index) {
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %thread = kernel.thread_id x
      %tile_row = arith.divui %thread, %c4 : index
      %chunk = arith.remui %thread, %c4 : index
      %offset = arith.muli %chunk, %c8 : index
      %k_offset = arith.addi %k, %offset : index
      %a_row = arith.addi %row, %tile_row : index
      kernel.async_copy %a[%a_row, %k_offset], %a_tile[%stage, %tile_row, %offset] bytes 16
          : memref<?x?xbf16>, !a_tile
      %tile_row2 = arith.addi %tile_row, %c32 : index
      %a_row2 = arith.addi %row, %tile_row2 : index
      kernel.async_copy %a[%a_row2, %k_offset], %a_tile[%stage, %tile_row2, %offset] bytes 16
          : memref<?x?xbf16>, !a_tile
      %b_row = arith.addi %k, %tile_row : index
      %b_column = arith.addi %column, %offset : index
      kernel.async_copy %b[%b_row, %b_column], %b_tile[%stage, %tile_row, %offset] bytes 16
          : memref<?x?xbf16>, !b_tile
      kernel.async_commit
      return
    }

    gpu.func @matmul(%a: memref<?x?xbf16>, %b: memref<?x?xbf16>, %c: memref<?x?xf32>) kernel
        attributes {known_block_size = array<i32: 128, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c8 = arith.constant 8 : index
      %c16 = arith.constant 16 : index
      %c24 = arith.constant 24 : index
      %c32 = arith.constant 32 : index
      %c64 = arith.constant 64 : index
      %zero = arith.constant 0.0 : f32
      %a_tile = kernel.shared : !a_tile
      %b_tile = kernel.shared : !b_tile
      %bx = kernel.block_id x
      %by = kernel.block_id y
      %row = arith.muli %by, %c64 : index
      %column = arith.muli %bx, %c32 : index
      %warp = kernel.warp_id
      %warp_row = arith.muli %warp, %c16 : index
      %k = memref.dim %a, %c1 : memref<?x?xbf16>
      func.call @copy_tiles(%a, %b, %a_tile, %b_tile, %c0, %row, %column, %c0)
          : (memref<?x?xbf16>, memref<?x?xbf16>, !a_tile, !b_tile, index, index, index, index) -> ()
      %nothing = kernel.mma.fill %zero : !sum
      %sums:4 = scf.for %i = %c0 to %k step %c32
          iter_args(%s0 = %nothing, %s1 = %nothing, %s2 = %nothing, %s3 = %nothing) -> (!sum, !sum, !sum, !sum) {
        %step = arith.divui %i, %c32 : index
        %stage = arith.remui %step, %c2 : index
        %next = arith.addi %i, %c32 : index
        %is_more = arith.cmpi ult, %next, %k : index
        scf.if %is_more {
          %other = arith.subi %c1, %stage : index
          func.call @copy_tiles(%a, %b, %a_tile, %b_tile, %other, %row, %column, %next)
              : (memref<?x?xbf16>, memref<?x?xbf16>, !a_tile, !b_tile, index, index, index, index) -> ()
          kernel.async_wait 2
        } else {
          kernel.async_wait 0
        }
        // The copies of this thread are complete; after the barrier, those of all threads are.
        kernel.barrier
        %r:4 = scf.for %kk = %c0 to %c32 step %c16
            iter_args(%t0 = %s0, %t1 = %s1, %t2 = %s2, %t3 = %s3) -> (!sum, !sum, !sum, !sum) {
          %af = kernel.mma.load %a_tile[%stage, %warp_row, %kk] : !a_tile, !a
          %b0 = kernel.mma.load %b_tile[%stage, %kk, %c0] : !b_tile, !b
          %b1 = kernel.mma.load %b_tile[%stage, %kk, %c8] : !b_tile, !b
          %b2 = kernel.mma.load %b_tile[%stage, %kk, %c16] : !b_tile, !b
          %b3 = kernel.mma.load %b_tile[%stage, %kk, %c24] : !b_tile, !b
          %u0 = kernel.mma.compute %af, %b0, %t0 : !a, !b, !sum
          %u1 = kernel.mma.compute %af, %b1, %t1 : !a, !b, !sum
          %u2 = kernel.mma.compute %af, %b2, %t2 : !a, !b, !sum
          %u3 = kernel.mma.compute %af, %b3, %t3 : !a, !b, !sum
          scf.yield %u0, %u1, %u2, %u3 : !sum, !sum, !sum, !sum
        }
        // All threads must have read this stage before a thread copies into it again.
        kernel.barrier
        scf.yield %r#0, %r#1, %r#2, %r#3 : !sum, !sum, !sum, !sum
      }
      %c_row = arith.addi %row, %warp_row : index
      %column1 = arith.addi %column, %c8 : index
      %column2 = arith.addi %column, %c16 : index
      %column3 = arith.addi %column, %c24 : index
      kernel.mma.store %sums#0, %c[%c_row, %column] : !sum, memref<?x?xf32>
      kernel.mma.store %sums#1, %c[%c_row, %column1] : !sum, memref<?x?xf32>
      kernel.mma.store %sums#2, %c[%c_row, %column2] : !sum, memref<?x?xf32>
      kernel.mma.store %sums#3, %c[%c_row, %column3] : !sum, memref<?x?xf32>
      gpu.return
    }
  }

  func.func @main(%a: memref<?x?xbf16>, %b: memref<?x?xbf16>) -> memref<?x?xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %m = memref.dim %a, %c0 : memref<?x?xbf16>
    %n = memref.dim %b, %c1 : memref<?x?xbf16>
    %c = memref.alloc(%m, %n) : memref<?x?xf32>
    %width = arith.divui %n, %c32 : index
    %height = arith.divui %m, %c64 : index
    gpu.launch_func @kernels::@matmul blocks in (%width, %height, %c1) threads in (%c128, %c1, %c1)
        args(%a : memref<?x?xbf16>, %b : memref<?x?xbf16>, %c : memref<?x?xf32>)
    return %c : memref<?x?xf32>
  }
}
