// scan.mlir with a mistake: only the sums of 31 warps are stored, but those of 32 are read.
//
// Inclusive prefix sums of up to 1,048,576 integers. A warp scans its 32 values with shuffles, and a block of 1024
// threads the sums of its warps; then, one block scans the sums of all blocks, and the last launch adds them.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    // The sum of the values of this lane and of the previous lanes of the warp.
    func.func @scan_warp(%value: i32) -> i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c5 = arith.constant 5 : index
      %one = arith.constant 1 : i32
      %scanned = scf.for %step = %c0 to %c5 step %c1 iter_args(%sum = %value) -> i32 {
        %bits = arith.index_cast %step : index to i32
        %distance = arith.shli %one, %bits : i32
        %before, %exists = kernel.shuffle up %sum, %distance : i32
        %with = arith.addi %sum, %before : i32
        %next = arith.select %exists, %with, %sum : i32
        scf.yield %next : i32
      }
      return %scanned : i32
    }

    gpu.func @scan_blocks(%x: memref<?xi32>, %y: memref<?xi32>, %sums: memref<?xi32>) kernel
        attributes {known_block_size = array<i32: 1024, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c31 = arith.constant 31 : index
      %c1023 = arith.constant 1023 : index
      %zero = arith.constant 0 : i32
      %warps = kernel.shared : memref<32xi32, #gpu.address_space<workgroup>>
      %i = kernel.global_id
      %thread = kernel.thread_id x
      %lane = kernel.lane_id
      %warp = kernel.warp_id
      %size = memref.dim %x, %c0 : memref<?xi32>
      %exists = arith.cmpi ult, %i, %size : index
      %value = scf.if %exists -> i32 {
        %loaded = kernel.load %x[%i] : memref<?xi32>, i32
        scf.yield %loaded : i32
      } else {
        scf.yield %zero : i32
      }
      %inWarp = func.call @scan_warp(%value) : (i32) -> i32
      %isLast = arith.cmpi eq, %lane, %c31 : index
      %isNotLastWarp = arith.cmpi ult, %warp, %c31 : index
      %stores = arith.andi %isLast, %isNotLastWarp : i1
      scf.if %stores {
        kernel.store %inWarp, %warps[%warp] : i32, memref<32xi32, #gpu.address_space<workgroup>>
      }
      kernel.barrier
      %isFirstWarp = arith.cmpi eq, %warp, %c0 : index
      scf.if %isFirstWarp {
        %sum = kernel.load %warps[%lane] : memref<32xi32, #gpu.address_space<workgroup>>, i32
        %scanned = func.call @scan_warp(%sum) : (i32) -> i32
        kernel.store %scanned, %warps[%lane] : i32, memref<32xi32, #gpu.address_space<workgroup>>
      }
      kernel.barrier
      %isLater = arith.cmpi ugt, %warp, %c0 : index
      %before = scf.if %isLater -> i32 {
        %previous = arith.subi %warp, %c1 : index
        %sum = kernel.load %warps[%previous] : memref<32xi32, #gpu.address_space<workgroup>>, i32
        scf.yield %sum : i32
      } else {
        scf.yield %zero : i32
      }
      %scanned = arith.addi %inWarp, %before : i32
      scf.if %exists {
        kernel.store %scanned, %y[%i] : i32, memref<?xi32>
      }
      %isEnd = arith.cmpi eq, %thread, %c1023 : index
      scf.if %isEnd {
        %block = kernel.block_id x
        kernel.store %scanned, %sums[%block] : i32, memref<?xi32>
      }
      gpu.return
    }

    gpu.func @add_sums(%y: memref<?xi32>, %sums: memref<?xi32>) kernel
        attributes {known_block_size = array<i32: 1024, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %i = kernel.global_id
      %block = kernel.block_id x
      %size = memref.dim %y, %c0 : memref<?xi32>
      %exists = arith.cmpi ult, %i, %size : index
      %isLater = arith.cmpi ugt, %block, %c0 : index
      %adds = arith.andi %exists, %isLater : i1
      scf.if %adds {
        %previous = arith.subi %block, %c1 : index
        %sum = kernel.load %sums[%previous] : memref<?xi32>, i32
        %value = kernel.load %y[%i] : memref<?xi32>, i32
        %total = arith.addi %value, %sum : i32
        kernel.store %total, %y[%i] : i32, memref<?xi32>
      }
      gpu.return
    }
  }

  func.func @main(%x: memref<?xi32>) -> memref<?xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c1024 = arith.constant 1024 : index
    %size = memref.dim %x, %c0 : memref<?xi32>
    %blocks = arith.ceildivui %size, %c1024 : index
    %y = memref.alloc(%size) : memref<?xi32>
    %sums = memref.alloc(%blocks) : memref<?xi32>
    %total = memref.alloc(%c1) : memref<?xi32>
    gpu.launch_func @kernels::@scan_blocks blocks in (%blocks, %c1, %c1) threads in (%c1024, %c1, %c1)
        args(%x : memref<?xi32>, %y : memref<?xi32>, %sums : memref<?xi32>)
    gpu.launch_func @kernels::@scan_blocks blocks in (%c1, %c1, %c1) threads in (%c1024, %c1, %c1)
        args(%sums : memref<?xi32>, %sums : memref<?xi32>, %total : memref<?xi32>)
    gpu.launch_func @kernels::@add_sums blocks in (%blocks, %c1, %c1) threads in (%c1024, %c1, %c1)
        args(%y : memref<?xi32>, %sums : memref<?xi32>)
    return %y : memref<?xi32>
  }
}
