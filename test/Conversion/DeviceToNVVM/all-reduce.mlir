// The reduction of a block becomes shuffles of its warps, and an exchange through shared memory.
// RUN: zyn-translate --zyn-to-ptx --chip=sm_90a %s -o %t.ptx
// RUN: FileCheck %s --input-file %t.ptx
// RUN: %if ptxas %{ ptxas -arch=sm_90a %t.ptx -o /dev/null %}

// CHECK-LABEL: .entry sum(
// CHECK: shfl.sync.bfly
// CHECK: st.shared
// CHECK: bar{{(rier)?}}.sync
gpu.module @kernels {
  gpu.func @sum(%from: memref<128xf32>, %to: memref<128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %i = gpu.thread_id x
    %x = memref.load %from[%i] : memref<128xf32>
    %r = gpu.all_reduce add %x uniform {} : (f32) -> (f32)
    memref.store %r, %to[%i] : memref<128xf32>
    gpu.return
  }
}
