// RUN: zyn-opt %s | zyn-opt | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: gpu.func @blocks
  gpu.func @blocks() kernel {
    // CHECK: kernel.thread_id x
    %0 = kernel.thread_id x
    // CHECK: kernel.block_id y
    %1 = kernel.block_id y
    // CHECK: kernel.block_size z
    %2 = kernel.block_size z
    // CHECK: kernel.grid_size x
    %3 = kernel.grid_size x
    gpu.return
  }

  // CHECK-LABEL: gpu.func @clusters
  gpu.func @clusters() kernel {
    // CHECK: kernel.cluster_id x
    %0 = kernel.cluster_id x
    // CHECK: kernel.cluster_size y
    %1 = kernel.cluster_size y
    // CHECK: kernel.cluster_grid_size z
    %2 = kernel.cluster_grid_size z
    // CHECK: kernel.block_id_in_cluster x
    %3 = kernel.block_id_in_cluster x
    // CHECK: kernel.lane_id
    %4 = kernel.lane_id
    // CHECK: kernel.warp_id
    %5 = kernel.warp_id
    // CHECK: kernel.num_warps
    %6 = kernel.num_warps
    // CHECK: kernel.global_id
    %7 = kernel.global_id
    // CHECK: kernel.block_rank_in_cluster
    %8 = kernel.block_rank_in_cluster
    // CHECK: kernel.opaque %{{.*}} : index
    %9 = kernel.opaque %8 : index
    gpu.return
  }
}
