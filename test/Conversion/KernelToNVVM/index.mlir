// RUN: zyn-translate --zyn-to-ptx --chip sm_90 %s | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: .entry linear(
  gpu.func @linear(%x: memref<8xindex>) kernel {
    // CHECK-DAG: %laneid
    // CHECK-DAG: %tid.z
    // CHECK-DAG: %ntid.y
    // CHECK-DAG: %nctaid.x
    // CHECK-DAG: %ctaid.z
    %lane = kernel.lane_id
    %warp = kernel.warp_id
    %warps = kernel.num_warps
    %thread = kernel.global_id
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    kernel.store %lane, %x[%c0] : index, memref<8xindex>
    kernel.store %warp, %x[%c1] : index, memref<8xindex>
    kernel.store %warps, %x[%c2] : index, memref<8xindex>
    kernel.store %thread, %x[%c3] : index, memref<8xindex>
    // CHECK: ret;
    gpu.return
  }

  // CHECK-LABEL: .entry clusters(
  gpu.func @clusters(%x: memref<8xindex>) kernel {
    // CHECK-DAG: %clusterid.x
    // CHECK-DAG: %nclusterid.y
    // CHECK-DAG: %cluster_nctaid.z
    // CHECK-DAG: %cluster_ctaid.x
    // CHECK-DAG: %cluster_ctarank
    %0 = kernel.cluster_id x
    %1 = kernel.cluster_grid_size y
    %2 = kernel.cluster_size z
    %3 = kernel.block_id_in_cluster x
    %4 = kernel.block_rank_in_cluster
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    kernel.store %0, %x[%c0] : index, memref<8xindex>
    kernel.store %1, %x[%c1] : index, memref<8xindex>
    kernel.store %2, %x[%c2] : index, memref<8xindex>
    kernel.store %3, %x[%c3] : index, memref<8xindex>
    kernel.store %4, %x[%c4] : index, memref<8xindex>
    // CHECK: ret;
    gpu.return
  }

  // The address is computed in each iteration.
  // CHECK-LABEL: .entry opaque(
  // CHECK-NOT: xor.b64
  // CHECK: $L__BB2_{{.*}}:
  // CHECK: mov.b64
  // CHECK: xor.b64
  // CHECK: st.global
  gpu.func @opaque(%x: memref<64xf32, #gpu.address_space<global>>, %value: f32, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %thread = kernel.thread_id x
    scf.for %i = %c0 to %n step %c1 {
      %0 = kernel.opaque %thread : index
      %1 = arith.xori %0, %c1 : index
      kernel.store %value, %x[%1] : f32, memref<64xf32, #gpu.address_space<global>>
    }
    gpu.return
  }
}
