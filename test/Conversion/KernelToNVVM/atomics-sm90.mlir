// RUN: zyn-translate --zyn-to-ptx --chip sm_90 %s | FileCheck %s

// What needs compute capability 9.0.

gpu.module @m {
  // CHECK-LABEL: .entry f(
  gpu.func @f(%i: memref<8xi32>, %b: memref<8xbf16>, %vi: i32, %vb: bf16) kernel {
    %n = kernel.thread_id x
    // CHECK: atom.relaxed.cluster.add.u32
    %0 = kernel.atomic add cluster %vi, %i[%n] : i32, memref<8xi32>
    kernel.store %0, %i[%n] : i32, memref<8xi32>
    // CHECK: red.relaxed.gpu.add.noftz.bf16
    %1 = kernel.atomic add %vb, %b[%n] : bf16, memref<8xbf16>
    // CHECK: ld.acquire.cluster.global.b32
    %2 = kernel.atomic_load cluster acquire %i[%n] : memref<8xi32>
    // CHECK: st.release.cluster.global.b32
    kernel.atomic_store cluster release %2, %i[%n] : i32, memref<8xi32>
    gpu.return
  }
}
