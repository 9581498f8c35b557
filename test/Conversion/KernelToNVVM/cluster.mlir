// RUN: zyn-opt --zyn-to-nvvm=chip=sm_90a %s | zyn-translate --zyn-to-ptx | FileCheck %s
// RUN: %if ptxas %{ %assemble %s sm_90a %}

// CHECK: .reqnctapercluster 2, 1, 1
#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%i: index, %x: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>} {
    %t = kernel.thread_id x
    %mine = kernel.shared : memref<64xf32, #shared>
    %v = kernel.load %x[%t] : memref<64xf32>, f32
    // CHECK: st.shared.b32
    kernel.store %v, %mine[%t] : f32, memref<64xf32, #shared>
    // CHECK: barrier.cluster.arrive;
    // CHECK: barrier.cluster.wait;
    kernel.cluster_barrier
    // CHECK: mapa.shared::cluster.u64
    %other = kernel.map_shared %mine, %i : memref<64xf32, #shared> to memref<64xf32, #kernel.cluster>
    // CHECK: ld.shared::cluster.b32
    %w = kernel.load %other[%t] : memref<64xf32, #kernel.cluster>, f32
    // CHECK: barrier.cluster.arrive.relaxed;
    kernel.cluster_barrier.arrive relaxed
    // CHECK: barrier.cluster.wait;
    kernel.cluster_barrier.wait
    // CHECK: st.shared::cluster.b32
    kernel.store %w, %other[%t] : f32, memref<64xf32, #kernel.cluster>
    // CHECK: barrier.cluster.arrive;
    kernel.cluster_barrier.arrive
    // CHECK: barrier.cluster.wait;
    kernel.cluster_barrier.wait
    gpu.return
  }
}
