// RUN: zyn-opt --zyn-to-nvvm=chip=sm_90a %s | zyn-translate --zyn-to-ptx | FileCheck %s
// RUN: %if ptxas %{ %assemble %s sm_90a %}

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @others(%map: !kernel.tensor_map<64x64xbf16, swizzle = 128>,
              %im2col: !kernel.tensor_map<128x64xf16, swizzle = 128, im2col = [-1, -1] to [1, 1]>,
              %integers: !kernel.tensor_map<16x32xi32>, %r: index, %c: index, %m: i16) kernel {
    %i = arith.constant 0 : index
    %b = kernel.shared : memref<1x!kernel.mbarrier, #shared>
    %t = kernel.shared {alignment = 1024 : i64} : memref<64x64xbf16, #shared>
    %u = kernel.shared {alignment = 1024 : i64} : memref<8192xf16, #shared>
    %w = kernel.shared {alignment = 128 : i64} : memref<16x32xi32, #shared>
    // CHECK: prefetch.tensormap [%rd
    kernel.tma.prefetch_map %map : !kernel.tensor_map<64x64xbf16, swizzle = 128>
    // CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [{{.*}}], [%rd{{.*}}, {%r{{.*}}, %r{{.*}}}], [{{.*}}], %rs{{.*}};
    kernel.tma.load %map[%r, %c], %t[%i, %i], %b[%i] multicast %m : !kernel.tensor_map<64x64xbf16, swizzle = 128>, memref<64x64xbf16, #shared>, memref<1x!kernel.mbarrier, #shared>
    // CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [{{.*}}], [%rd{{.*}}, {%r{{.*}}, %r{{.*}}, %r{{.*}}, %r{{.*}}}], [{{.*}}], {%rs{{.*}}, %rs{{.*}}};
    kernel.tma.load %im2col[%r, %r, %c, %c] offsets [%r, %c], %u[%i], %b[%i]
      : !kernel.tensor_map<128x64xf16, swizzle = 128, im2col = [-1, -1] to [1, 1]>, memref<8192xf16, #shared>, memref<1x!kernel.mbarrier, #shared>
    // CHECK: cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs.bulk_group
    kernel.tma.store %u[%i], %im2col[%r, %r, %c, %c] : memref<8192xf16, #shared>, !kernel.tensor_map<128x64xf16, swizzle = 128, im2col = [-1, -1] to [1, 1]>
    // CHECK: cp.async.bulk.prefetch.tensor.4d.L2.global.im2col
    kernel.tma.prefetch %im2col[%r, %r, %c, %c] offsets [%r, %c] : !kernel.tensor_map<128x64xf16, swizzle = 128, im2col = [-1, -1] to [1, 1]>
    // CHECK: cp.reduce.async.bulk.tensor.2d.global.shared::cta.min.tile.bulk_group
    kernel.tma.reduce min %w[%i, %i], %integers[%r, %c] : memref<16x32xi32, #shared>, !kernel.tensor_map<16x32xi32>
    // CHECK: cp.reduce.async.bulk.tensor.2d.global.shared::cta.max.tile.bulk_group
    kernel.tma.reduce max %w[%i, %i], %integers[%r, %c] : memref<16x32xi32, #shared>, !kernel.tensor_map<16x32xi32>
    // CHECK: cp.reduce.async.bulk.tensor.2d.global.shared::cta.inc.tile.bulk_group
    kernel.tma.reduce inc %w[%i, %i], %integers[%r, %c] : memref<16x32xi32, #shared>, !kernel.tensor_map<16x32xi32>
    // CHECK: cp.reduce.async.bulk.tensor.2d.global.shared::cta.dec.tile.bulk_group
    kernel.tma.reduce dec %w[%i, %i], %integers[%r, %c] : memref<16x32xi32, #shared>, !kernel.tensor_map<16x32xi32>
    // CHECK: cp.reduce.async.bulk.tensor.2d.global.shared::cta.and.tile.bulk_group
    kernel.tma.reduce and %w[%i, %i], %integers[%r, %c] : memref<16x32xi32, #shared>, !kernel.tensor_map<16x32xi32>
    // CHECK: cp.reduce.async.bulk.tensor.2d.global.shared::cta.or.tile.bulk_group
    kernel.tma.reduce or %w[%i, %i], %integers[%r, %c] : memref<16x32xi32, #shared>, !kernel.tensor_map<16x32xi32>
    // CHECK: cp.reduce.async.bulk.tensor.2d.global.shared::cta.xor.tile.bulk_group
    kernel.tma.reduce xor %w[%i, %i], %integers[%r, %c] : memref<16x32xi32, #shared>, !kernel.tensor_map<16x32xi32>
    // CHECK: cp.async.bulk.commit_group;
    kernel.tma.commit
    // CHECK: cp.async.bulk.wait_group.read 1;
    kernel.tma.wait 1 read
    // CHECK: cp.async.bulk.wait_group 0;
    kernel.tma.wait 0
    gpu.return
  }
}
