// matmul-wgmma.mlir with a mistake: a consumer waits for the phase before the one that fills its stage.
//
// C = A * B^T in bf16, with Hopper's TMA and wgmma. A is M x K, B is N x K; M is a multiple of 128, N of 256,
// K of 64.
//
// A block computes a tile of 128 x 256 of C in steps of 64 along K. Its three warpgroups are specialized: one thread of
// the first one starts the copies of both tiles into a ring of four stages; each of the other two multiplies 64 rows.
// Each stage has two mbarriers: `full` counts the bytes that have arrived, `empty` the warpgroups that are done with it.
// The phase of a barrier is the number of the pass over the ring, so its parity is the last bit of that number.
//
// Blocks that run at the same time compute about 16 x 8 adjacent tiles of C, so that the parts of A and B that they
// read stay in the L2 cache.
!a = memref<4x128x64xbf16, #gpu.address_space<workgroup>>
!b = memref<4x256x64xbf16, #gpu.address_space<workgroup>>
!barriers = memref<4x!kernel.mbarrier, #gpu.address_space<workgroup>>
!map_a = !kernel.tensor_map<128x64xbf16, swizzle = 128>
!map_b = !kernel.tensor_map<256x64xbf16, swizzle = 128>
!sum = !kernel.fragment<64x256xf32, accumulator, warpgroup>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @matmul(%map_a: !map_a, %map_b: !map_b, %c: memref<?x?xbf16>, %k: index) kernel
        attributes {known_block_size = array<i32: 384, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %c48 = arith.constant 48 : index
      %c64 = arith.constant 64 : index
      %c128 = arith.constant 128 : index
      %c256 = arith.constant 256 : index
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %stage_bytes = arith.constant 49152 : i32
      %b_offset = arith.constant 65536 : index

      %a = kernel.dynamic_shared %c0 {alignment = 1024} : !a
      %b = kernel.dynamic_shared %b_offset {alignment = 1024} : !b
      %full = kernel.shared : !barriers
      %empty = kernel.shared : !barriers

      // The tile of this block: bands of 16 rows of tiles, each of them column by column.
      %block = kernel.block_id x
      %m = memref.dim %c, %c0 : memref<?x?xbf16>
      %n = memref.dim %c, %c1 : memref<?x?xbf16>
      %tiles_m = arith.divui %m, %c128 : index
      %tiles_n = arith.divui %n, %c256 : index
      %band_size = arith.muli %c16, %tiles_n : index
      %band = arith.divui %block, %band_size : index
      %in_band = arith.remui %block, %band_size : index
      %band_start = arith.muli %band, %c16 : index
      %rows_left = arith.subi %tiles_m, %band_start : index
      %band_rows = arith.minui %rows_left, %c16 : index
      %tile_row = arith.remui %in_band, %band_rows : index
      %tile_column = arith.divui %in_band, %band_rows : index
      %tile_m = arith.addi %band_start, %tile_row : index
      %row = arith.muli %tile_m, %c128 : index
      %column = arith.muli %tile_column, %c256 : index

      %thread = kernel.thread_id x
      %is_first = arith.cmpi eq, %thread, %c0 : index
      scf.if %is_first {
        scf.for %stage = %c0 to %c4 step %c1 {
          kernel.mbarrier.init %full[%stage], %one : !barriers
          kernel.mbarrier.init %empty[%stage], %two : !barriers
        }
        kernel.fence.mbarrier_init
      }
      kernel.barrier

      %warpgroup = arith.divui %thread, %c128 : index
      %is_producer = arith.cmpi eq, %warpgroup, %c0 : index
      scf.if %is_producer {
        kernel.set_max_registers decrease 24
        scf.if %is_first {
          scf.for %i = %c0 to %k step %c64 {
            %step = arith.divui %i, %c64 : index
            %stage = arith.remui %step, %c4 : index
            %pass = arith.divui %step, %c4 : index
            // Until it was used, a stage is free: of the parity of the phase before the first, a wait returns at once.
            %pass32 = arith.index_cast %pass : index to i32
            %before = arith.subi %pass32, %one : i32
            %bit = arith.andi %before, %one : i32
            kernel.mbarrier.wait %empty[%stage], %bit : !barriers, i32
            kernel.mbarrier.arrive_expect_tx %full[%stage], %stage_bytes : !barriers
            kernel.tma.load %map_a[%row, %i], %a[%stage, %c0, %c0], %full[%stage] : !map_a, !a, !barriers
            kernel.tma.load %map_b[%column, %i], %b[%stage, %c0, %c0], %full[%stage] : !map_b, !b, !barriers
          }
        }
      } else {
        kernel.set_max_registers increase 240
        %consumer = arith.subi %warpgroup, %c1 : index
        %a_row = arith.muli %consumer, %c64 : index
        %in_group = arith.remui %thread, %c128 : index
        %is_leader = arith.cmpi eq, %in_group, %c0 : index
        %zero = arith.constant 0.0 : f32
        %nothing = kernel.mma.fill %zero : !sum
        %sum = scf.for %i = %c0 to %k step %c64 iter_args(%so_far = %nothing) -> !sum {
          %step = arith.divui %i, %c64 : index
          %stage = arith.remui %step, %c4 : index
          %pass = arith.divui %step, %c4 : index
          %pass32 = arith.index_cast %pass : index to i32
          %before = arith.subi %pass32, %one : i32
          %bit = arith.andi %before, %one : i32
          kernel.mbarrier.wait %full[%stage], %bit : !barriers, i32
          %s0 = kernel.wgmma.fence (%so_far) : !sum
          %s1 = kernel.wgmma.compute %a[%stage, %a_row, %c0] swizzle = 128,
              %b[%stage, %c0, %c0] swizzle = 128 column_major, %s0 : !a, !b, !sum
          %s2 = kernel.wgmma.compute %a[%stage, %a_row, %c16] swizzle = 128,
              %b[%stage, %c0, %c16] swizzle = 128 column_major, %s1 : !a, !b, !sum
          %s3 = kernel.wgmma.compute %a[%stage, %a_row, %c32] swizzle = 128,
              %b[%stage, %c0, %c32] swizzle = 128 column_major, %s2 : !a, !b, !sum
          %s4 = kernel.wgmma.compute %a[%stage, %a_row, %c48] swizzle = 128,
              %b[%stage, %c0, %c48] swizzle = 128 column_major, %s3 : !a, !b, !sum
          kernel.wgmma.commit
          %next = kernel.wgmma.wait 0, %s4 : !sum
          scf.if %is_leader {
            kernel.mbarrier.arrive %empty[%stage] : !barriers
          }
          scf.yield %next : !sum
        }
        %c_row = arith.addi %row, %a_row : index
        kernel.mma.store %sum, %c[%c_row, %column] aligned : !sum, memref<?x?xbf16>
      }
      gpu.return
    }
  }

  func.func @main(%a: memref<?x?xbf16>, %b: memref<?x?xbf16>) -> memref<?x?xbf16> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c256 = arith.constant 256 : index
    %c384 = arith.constant 384 : index
    %shared = arith.constant 196608 : i32
    %m = memref.dim %a, %c0 : memref<?x?xbf16>
    %n = memref.dim %b, %c0 : memref<?x?xbf16>
    %k = memref.dim %a, %c1 : memref<?x?xbf16>
    %tiles_m = arith.divui %m, %c128 : index
    %tiles_n = arith.divui %n, %c256 : index
    %blocks = arith.muli %tiles_m, %tiles_n : index
    %c = memref.alloc(%m, %n) : memref<?x?xbf16>
    %map_a = kernel.tensor_map.encode %a : memref<?x?xbf16> to !map_a
    %map_b = kernel.tensor_map.encode %b : memref<?x?xbf16> to !map_b
    gpu.launch_func @kernels::@matmul blocks in (%blocks, %c1, %c1) threads in (%c384, %c1, %c1)
        dynamic_shared_memory_size %shared
        args(%map_a : !map_a, %map_b : !map_b, %c : memref<?x?xbf16>, %k : index)
    return %c : memref<?x?xbf16>
  }
}
