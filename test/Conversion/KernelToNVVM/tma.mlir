// RUN: zyn-opt --zyn-to-nvvm=chip=sm_90a %s | zyn-translate --zyn-to-ptx | FileCheck %s
// RUN: %if ptxas %{ %assemble %s sm_90a %}

// A map is 128 bytes by value, slowest coordinates come last.

// CHECK-LABEL: .entry ranks(
// CHECK-NEXT: .param .align 64 .b8 ranks_param_0[128],
#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @ranks(%m1: !kernel.tensor_map<16xf32>,
              %m2: !kernel.tensor_map<2x16xf32>,
              %m3: !kernel.tensor_map<2x2x16xf32>,
              %m4: !kernel.tensor_map<2x2x2x16xf32>,
              %m5: !kernel.tensor_map<2x2x2x2x16xf32>,
              %c0: index, %c1: index, %c2: index, %c3: index, %c4: index) kernel {
    %i = arith.constant 0 : index
    %b = kernel.shared : memref<1x!kernel.mbarrier, #shared>
    %t = kernel.shared {alignment = 128 : i64} : memref<256xf32, #shared>
    // CHECK: cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [{{.*}}], [%rd{{.*}}, {%r{{.*}}}], [{{.*}}];
    kernel.tma.load %m1[%c0], %t[%i], %b[%i] : !kernel.tensor_map<16xf32>, memref<256xf32, #shared>, memref<1x!kernel.mbarrier, #shared>
    // CHECK: cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [%rd{{.*}}, {%r{{.*}}}], [{{.*}}];
    kernel.tma.store %t[%i], %m1[%c0] : memref<256xf32, #shared>, !kernel.tensor_map<16xf32>
    // CHECK: cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile.bulk_group [%rd{{.*}}, {%r{{.*}}}], [{{.*}}];
    kernel.tma.reduce add %t[%i], %m1[%c0] : memref<256xf32, #shared>, !kernel.tensor_map<16xf32>
    // CHECK: cp.async.bulk.prefetch.tensor.1d.L2.global.tile [%rd{{.*}}, {%r{{.*}}}];
    kernel.tma.prefetch %m1[%c0] : !kernel.tensor_map<16xf32>
    // CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [{{.*}}], [%rd{{.*}}, {%r{{.*}}, %r{{.*}}}], [{{.*}}];
    kernel.tma.load %m2[%c0, %c1], %t[%i], %b[%i] : !kernel.tensor_map<2x16xf32>, memref<256xf32, #shared>, memref<1x!kernel.mbarrier, #shared>
    // CHECK: cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd{{.*}}, {%r{{.*}}, %r{{.*}}}], [{{.*}}];
    kernel.tma.store %t[%i], %m2[%c0, %c1] : memref<256xf32, #shared>, !kernel.tensor_map<2x16xf32>
    // CHECK: cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%rd{{.*}}, {%r{{.*}}, %r{{.*}}}], [{{.*}}];
    kernel.tma.reduce add %t[%i], %m2[%c0, %c1] : memref<256xf32, #shared>, !kernel.tensor_map<2x16xf32>
    // CHECK: cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%rd{{.*}}, {%r{{.*}}, %r{{.*}}}];
    kernel.tma.prefetch %m2[%c0, %c1] : !kernel.tensor_map<2x16xf32>
    // CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [{{.*}}], [%rd{{.*}}, {%r{{.*}}, %r{{.*}}, %r{{.*}}}], [{{.*}}];
    kernel.tma.load %m3[%c0, %c1, %c2], %t[%i], %b[%i] : !kernel.tensor_map<2x2x16xf32>, memref<256xf32, #shared>, memref<1x!kernel.mbarrier, #shared>
    // CHECK: cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%rd{{.*}}, {%r{{.*}}, %r{{.*}}, %r{{.*}}}], [{{.*}}];
    kernel.tma.store %t[%i], %m3[%c0, %c1, %c2] : memref<256xf32, #shared>, !kernel.tensor_map<2x2x16xf32>
    // CHECK: cp.reduce.async.bulk.tensor.3d.global.shared::cta.add.tile.bulk_group [%rd{{.*}}, {%r{{.*}}, %r{{.*}}, %r{{.*}}}], [{{.*}}];
    kernel.tma.reduce add %t[%i], %m3[%c0, %c1, %c2] : memref<256xf32, #shared>, !kernel.tensor_map<2x2x16xf32>
    // CHECK: cp.async.bulk.prefetch.tensor.3d.L2.global.tile [%rd{{.*}}, {%r{{.*}}, %r{{.*}}, %r{{.*}}}];
    kernel.tma.prefetch %m3[%c0, %c1, %c2] : !kernel.tensor_map<2x2x16xf32>
    // CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [{{.*}}], [%rd{{.*}}, {%r{{.*}}, %r{{.*}}, %r{{.*}}, %r{{.*}}}], [{{.*}}];
    kernel.tma.load %m4[%c0, %c1, %c2, %c3], %t[%i], %b[%i] : !kernel.tensor_map<2x2x2x16xf32>, memref<256xf32, #shared>, memref<1x!kernel.mbarrier, #shared>
    // CHECK: cp.async.bulk.tensor.4d.global.shared::cta.tile.bulk_group [%rd{{.*}}, {%r{{.*}}, %r{{.*}}, %r{{.*}}, %r{{.*}}}], [{{.*}}];
    kernel.tma.store %t[%i], %m4[%c0, %c1, %c2, %c3] : memref<256xf32, #shared>, !kernel.tensor_map<2x2x2x16xf32>
    // CHECK: cp.reduce.async.bulk.tensor.4d.global.shared::cta.add.tile.bulk_group [%rd{{.*}}, {%r{{.*}}, %r{{.*}}, %r{{.*}}, %r{{.*}}}], [{{.*}}];
    kernel.tma.reduce add %t[%i], %m4[%c0, %c1, %c2, %c3] : memref<256xf32, #shared>, !kernel.tensor_map<2x2x2x16xf32>
    // CHECK: cp.async.bulk.prefetch.tensor.4d.L2.global.tile [%rd{{.*}}, {%r{{.*}}, %r{{.*}}, %r{{.*}}, %r{{.*}}}];
    kernel.tma.prefetch %m4[%c0, %c1, %c2, %c3] : !kernel.tensor_map<2x2x2x16xf32>
    // CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [{{.*}}], [%rd{{.*}}, {%r{{.*}}, %r{{.*}}, %r{{.*}}, %r{{.*}}, %r{{.*}}}], [{{.*}}];
    kernel.tma.load %m5[%c0, %c1, %c2, %c3, %c4], %t[%i], %b[%i] : !kernel.tensor_map<2x2x2x2x16xf32>, memref<256xf32, #shared>, memref<1x!kernel.mbarrier, #shared>
    // CHECK: cp.async.bulk.tensor.5d.global.shared::cta.tile.bulk_group [%rd{{.*}}, {%r{{.*}}, %r{{.*}}, %r{{.*}}, %r{{.*}}, %r{{.*}}}], [{{.*}}];
    kernel.tma.store %t[%i], %m5[%c0, %c1, %c2, %c3, %c4] : memref<256xf32, #shared>, !kernel.tensor_map<2x2x2x2x16xf32>
    // CHECK: cp.reduce.async.bulk.tensor.5d.global.shared::cta.add.tile.bulk_group [%rd{{.*}}, {%r{{.*}}, %r{{.*}}, %r{{.*}}, %r{{.*}}, %r{{.*}}}], [{{.*}}];
    kernel.tma.reduce add %t[%i], %m5[%c0, %c1, %c2, %c3, %c4] : memref<256xf32, #shared>, !kernel.tensor_map<2x2x2x2x16xf32>
    // CHECK: cp.async.bulk.prefetch.tensor.5d.L2.global.tile [%rd{{.*}}, {%r{{.*}}, %r{{.*}}, %r{{.*}}, %r{{.*}}, %r{{.*}}}];
    kernel.tma.prefetch %m5[%c0, %c1, %c2, %c3, %c4] : !kernel.tensor_map<2x2x2x2x16xf32>
    gpu.return
  }
}
