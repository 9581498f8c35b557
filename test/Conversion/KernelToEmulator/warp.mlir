// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-kernel-to-emulator{check=false}))' | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: llvm.func @f(
  // CHECK-SAME: %[[THREAD:[a-z0-9]+]]: !llvm.ptr
  gpu.func @f() kernel {
    // CHECK: llvm.call @zynemuActiveMask(%[[THREAD]], %{{.*}}) : (!llvm.ptr, !llvm.ptr) -> i32
    %0 = kernel.active_mask
    // CHECK: %[[ALL:.*]] = llvm.mlir.constant(-1 : i32)
    // CHECK: llvm.call @zynemuElect(%[[THREAD]], %{{.*}}, %[[ALL]]) : (!llvm.ptr, !llvm.ptr, i32) -> i32
    %1 = kernel.elect
    gpu.return
  }
}
