// The index ops: of a thread in two dimensions, and of a block in its cluster.
// RUN: zyn-run %s --device emulate | FileCheck %s
// RUN: zyn-run %s --device emulate --seed 5 | FileCheck %s
// RUN: zyn-run %s --device emulate --entry clusters | FileCheck %s --check-prefix CLUSTERS

// Of the last thread: its number in the grid, its warp, the number of warps, and
// its lane.
// CHECK: #0: tensor<4xi64>
// CHECK-NEXT: [255, 3, 4, 31]

// Of the last block: its cluster, the number of blocks of a cluster, the number
// of clusters, its index and its rank in the cluster, the number of threads of a
// block, and the number of blocks.
// CLUSTERS: #0: tensor<7xi64>
// CLUSTERS-NEXT: [2, 2, 3, 1, 1, 4, 6]

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @f(%indices: memref<4xindex>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c255 = arith.constant 255 : index
      %thread = kernel.global_id
      %warp = kernel.warp_id
      %warps = kernel.num_warps
      %lane = kernel.lane_id
      %isLast = arith.cmpi eq, %thread, %c255 : index
      scf.if %isLast {
        kernel.store %thread, %indices[%c0] : index, memref<4xindex>
        kernel.store %warp, %indices[%c1] : index, memref<4xindex>
        kernel.store %warps, %indices[%c2] : index, memref<4xindex>
        %last = kernel.opaque %lane : index
        kernel.store %last, %indices[%c3] : index, memref<4xindex>
      }
      gpu.return
    }

    gpu.func @clusters(%indices: memref<7xindex>) kernel
        attributes {known_cluster_size = array<i32: 2, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %c5 = arith.constant 5 : index
      %c6 = arith.constant 6 : index
      %cluster = kernel.cluster_id x
      %size = kernel.cluster_size x
      %clusters = kernel.cluster_grid_size x
      %block = kernel.block_id_in_cluster x
      %rank = kernel.block_rank_in_cluster
      %threads = kernel.block_size x
      %blocks = kernel.grid_size x
      %thread = kernel.global_id
      %numThreads = arith.muli %threads, %blocks : index
      %last = arith.subi %numThreads, %c1 : index
      %isLast = arith.cmpi eq, %thread, %last : index
      scf.if %isLast {
        kernel.store %cluster, %indices[%c0] : index, memref<7xindex>
        kernel.store %size, %indices[%c1] : index, memref<7xindex>
        kernel.store %clusters, %indices[%c2] : index, memref<7xindex>
        kernel.store %block, %indices[%c3] : index, memref<7xindex>
        kernel.store %rank, %indices[%c4] : index, memref<7xindex>
        kernel.store %threads, %indices[%c5] : index, memref<7xindex>
        kernel.store %blocks, %indices[%c6] : index, memref<7xindex>
      }
      gpu.return
    }
  }
  func.func @main() -> memref<4xindex> {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %indices = memref.alloc() : memref<4xindex>
    gpu.launch_func @m::@f blocks in (%c2, %c1, %c1) threads in (%c8, %c16, %c1)
        args(%indices : memref<4xindex>)
    return %indices : memref<4xindex>
  }
  func.func @clusters() -> memref<7xindex> {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c6 = arith.constant 6 : index
    %indices = memref.alloc() : memref<7xindex>
    gpu.launch_func @m::@clusters blocks in (%c6, %c1, %c1) threads in (%c4, %c1, %c1)
        args(%indices : memref<7xindex>)
    return %indices : memref<7xindex>
  }
}
