// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-kernel-to-emulator{check=false}))' | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: llvm.func @f(
  // CHECK-SAME: %[[THREAD:[a-z0-9]+]]: !llvm.ptr
  gpu.func @f(%i: index, %bytes: i32, %parity: i1) kernel {
    %bars = kernel.shared : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
    // CHECK: llvm.call @zynemuMBarrierExpectTx(%[[THREAD]], %{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32) -> ()
    kernel.mbarrier.expect_tx %bars[%i], %bytes : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
    // CHECK: %[[PARITY:.*]] = llvm.zext %{{.*}} : i1 to i32
    // CHECK: %[[DONE:.*]] = llvm.call @zynemuMBarrierTest(%[[THREAD]], %{{.*}}, %{{.*}}, %[[PARITY]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, i32) -> i32
    // CHECK: llvm.trunc %[[DONE]] : i32 to i1
    %0 = kernel.mbarrier.test %bars[%i], %parity : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>, i1
    // CHECK: llvm.call @zynemuMBarrierInvalidate(%[[THREAD]], %{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
    kernel.mbarrier.invalidate %bars[%i] : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
    gpu.return
  }
}
