// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-kernel-to-emulator{check=false}))' | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: llvm.func @f(
  // CHECK-SAME: %[[THREAD:[a-z0-9]+]]: !llvm.ptr
  gpu.func @f() kernel {
    // CHECK: %[[DEVICE:.*]] = llvm.mlir.constant(4 : i32)
    // CHECK: llvm.call @zynemuFence(%[[THREAD]], %{{.*}}, %[[DEVICE]])
    kernel.fence device
    // CHECK: llvm.call @zynemuFenceProxyAsync(%[[THREAD]], %{{.*}})
    kernel.fence.proxy_async
    gpu.return
  }
}
