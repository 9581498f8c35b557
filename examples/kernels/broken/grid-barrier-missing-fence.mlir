// grid-barrier.mlir with a mistake: the barrier does not release the previous writes of a block.
//
// A barrier across all blocks of a grid, with one counter in global memory. All blocks must be resident at the same
// time, 132 of them on an H200. Each block starts with its own index. In each round, it passes its number to its
// neighbor on the right, so that after `rounds` rounds, block b has the number b - rounds.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    // Waits until all blocks have arrived for the `round`-th time, starting at 1. Writes of a block before the barrier
    // are visible to all blocks after it.
    func.func @grid_barrier(%arrivals: memref<1xi32>, %round: i32) {
      %c0 = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %thread = kernel.thread_id x
      %blocks = kernel.grid_size x
      %count = arith.index_cast %blocks : index to i32
      %all = arith.muli %count, %round : i32
      kernel.barrier
      %isFirst = arith.cmpi eq, %thread, %c0 : index
      scf.if %isFirst {
        %before = kernel.atomic add device relaxed %one, %arrivals[%c0] : i32, memref<1xi32>
        scf.while : () -> () {
          %arrived = kernel.atomic_load device acquire %arrivals[%c0] : memref<1xi32>
          %waits = arith.cmpi ult, %arrived, %all : i32
          scf.condition(%waits)
        } do {
          scf.yield
        }
      }
      kernel.barrier
      return
    }

    gpu.func @clear(%arrivals: memref<1xi32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0 : i32
      kernel.store %zero, %arrivals[%c0] : i32, memref<1xi32>
      gpu.return
    }

    gpu.func @rotate(%values: memref<2x?xi32>, %result: memref<?xi32>, %arrivals: memref<1xi32>, %rounds: i32) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %thread = kernel.thread_id x
      %block = kernel.block_id x
      %blocks = kernel.grid_size x
      %next = arith.addi %block, %c1 : index
      %neighbor = arith.remui %next, %blocks : index
      %isFirst = arith.cmpi eq, %thread, %c0 : index
      %own = arith.index_cast %block : index to i32
      %last = scf.for %round = %zero to %rounds step %one iter_args(%value = %own) -> i32 : i32 {
        // One row is written while the other one may still be read.
        %bit = arith.andi %round, %one : i32
        %row = arith.index_cast %bit : i32 to index
        scf.if %isFirst {
          kernel.store %value, %values[%row, %neighbor] : i32, memref<2x?xi32>
        }
        %number = arith.addi %round, %one : i32
        func.call @grid_barrier(%arrivals, %number) : (memref<1xi32>, i32) -> ()
        %received = kernel.load %values[%row, %block] : memref<2x?xi32>, i32
        scf.yield %received : i32
      }
      scf.if %isFirst {
        kernel.store %last, %result[%block] : i32, memref<?xi32>
      }
      gpu.return
    }
  }

  func.func @main(%blocks: index, %rounds: i32) -> memref<?xi32> {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %values = memref.alloc(%blocks) : memref<2x?xi32>
    %arrivals = memref.alloc() : memref<1xi32>
    %result = memref.alloc(%blocks) : memref<?xi32>
    gpu.launch_func @kernels::@clear blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%arrivals : memref<1xi32>)
    gpu.launch_func @kernels::@rotate blocks in (%blocks, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%values : memref<2x?xi32>, %result : memref<?xi32>, %arrivals : memref<1xi32>, %rounds : i32)
    return %result : memref<?xi32>
  }
}
