// RUN: zyn-translate --zyn-to-ptx --chip sm_90a %s | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: .entry f(
  gpu.func @f(%x: memref<8xi1>, %mask: i32) kernel {
    %i = kernel.thread_id x
    // CHECK: elect.sync {{.*}}, -1;
    %0 = kernel.elect
    kernel.store %0, %x[%i] : i1, memref<8xi1>
    // CHECK: elect.sync {{.*}}, %r
    %1 = kernel.elect mask %mask
    kernel.store %1, %x[%i] : i1, memref<8xi1>
    gpu.return
  }
}
