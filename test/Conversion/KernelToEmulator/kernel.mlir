// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-kernel-to-emulator{check=false}))' | FileCheck %s
// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-kernel-to-emulator))' | FileCheck %s --check-prefix CHECKED

// The record of the kernel: function, name, place, bytes of shared memory.
// CHECK: llvm.mlir.global external constant @f_kernel()
// CHECK-DAG: llvm.mlir.addressof @f_entry
// CHECK-DAG: llvm.mlir.constant(516 : i64)
// CHECK: llvm.mlir.global internal constant @f_buffers()

// CHECK-LABEL: llvm.func @f(
// CHECK-SAME: %[[THREAD:[^:]*]]: !llvm.ptr
// Shared memory is the second field of the thread, its id the fourth.
// CHECK: %[[SHARED:.*]] = llvm.getelementptr %[[THREAD]][1]
// CHECK: %[[BASE:.*]] = llvm.load %[[SHARED]]
// CHECK: llvm.getelementptr %[[BASE]][0] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK: llvm.getelementptr %{{.*}}[4] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK: llvm.getelementptr %[[THREAD]][3]
// CHECK-NOT: zynemuAccess
// CHECK: %[[SITE:.*]] = llvm.mlir.addressof @"zynemu:{{.*}}kernel.mlir:[[#@LINE+22]]:5:kernel.barrier"
// CHECK: llvm.call @zynemuBarrier(%[[THREAD]], %[[SITE]],
// CHECK: llvm.call @zynemuExit(%[[THREAD]],

// CHECKED-LABEL: llvm.func @f(
// CHECKED-SAME: %[[THREAD:[^:]*]]: !llvm.ptr
// CHECKED: %[[WITHIN:.*]] = llvm.icmp "ult"
// CHECKED: llvm.cond_br %[[WITHIN]], ^[[INSIDE:.*]], ^[[OUTSIDE:.*]]
// CHECKED: ^[[INSIDE]]:
// CHECKED: %[[ALLOWED:.*]] = llvm.call @zynemuAccess(%[[THREAD]],
// CHECKED: llvm.br ^[[AFTER:.*]](%[[ALLOWED]] : !llvm.ptr)
// CHECKED: ^[[OUTSIDE]]:
// CHECKED: llvm.call @zynemuOutOfBounds(%[[THREAD]],
// CHECKED: ^[[AFTER]](%[[ADDRESS:.*]]: !llvm.ptr):
// CHECKED: llvm.load %[[ADDRESS]]
gpu.module @m {
  gpu.func @f(%x: memref<?xf32>) kernel {
    %one = kernel.shared {alignment = 4} : memref<1xf32, #gpu.address_space<workgroup>>
    %tile = kernel.shared {alignment = 4} : memref<128xf32, #gpu.address_space<workgroup>>
    %t = kernel.thread_id x
    %v = kernel.load %x[%t] : memref<?xf32>, f32
    kernel.store %v, %tile[%t] : f32, memref<128xf32, #gpu.address_space<workgroup>>
    kernel.barrier
    gpu.return
  }
}
