// RUN: zyn-translate --zyn-to-ptx --chip sm_80 %s | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: .entry barriers(
  gpu.func @barriers(%mask: i32) kernel {
    // CHECK: bar.sync 0;
    kernel.barrier
    // CHECK: bar.sync 3;
    kernel.barrier id = 3
    // CHECK: bar.sync 0, 64;
    kernel.barrier count = 64
    // CHECK: bar.sync 1, 64;
    kernel.barrier id = 1 count = 64
    // CHECK: bar.arrive 1, 64;
    kernel.barrier.arrive id = 1 count = 64
    // CHECK: bar.warp.sync -1;
    kernel.warp_barrier
    // CHECK: bar.warp.sync %r
    kernel.warp_barrier mask %mask
    // CHECK: nanosleep.u32 100;
    kernel.sleep 100
    gpu.return
  }

  // CHECK-LABEL: .entry orders(
  gpu.func @orders(%x: memref<i32>, %v: i32, %w: i32) kernel {
    // The compiler may not move accesses across, and there is no instruction.
    // CHECK: st.global.b32
    // CHECK-NOT: fence
    // CHECK: st.global.b32
    kernel.store %v, %x[] : i32, memref<i32>
    kernel.fence thread
    kernel.store %w, %x[] : i32, memref<i32>
    // CHECK: fence.acq_rel.cta;
    kernel.fence block
    // CHECK: fence.acq_rel.gpu;
    kernel.fence device
    // CHECK: fence.acq_rel.sys;
    kernel.fence system
    // CHECK: fence.sc.gpu;
    kernel.fence device seq_cst
    gpu.return
  }
}
