// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-kernel-to-emulator{check=false}))' | FileCheck %s
// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-kernel-to-emulator))' | FileCheck %s --check-prefix CHECKED

gpu.module @m {
  // CHECK-LABEL: llvm.func @f(
  // CHECK-SAME: %[[THREAD:[a-z0-9]+]]: !llvm.ptr
  // CHECKED-LABEL: llvm.func @f(
  gpu.func @f(%h: memref<f16>, %i: memref<i64>, %value: f16, %a: i64, %b: i64) kernel {
    // CHECK: %[[BITS:.*]] = llvm.bitcast %{{.*}} : f16 to i16
    // CHECK: %[[WIDE:.*]] = llvm.zext %[[BITS]] : i16 to i64
    // CHECK: %[[OLD:.*]] = llvm.call @zynemuAtomic(%[[THREAD]], %{{.*}}, %{{.*}}, %[[WIDE]], {{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i32, i32, i32, i32) -> i64
    // CHECK: %[[NARROW:.*]] = llvm.trunc %[[OLD]] : i64 to i16
    // CHECK: llvm.bitcast %[[NARROW]] : i16 to f16
    // The address of an atomic is checked as one of kind 2.
    // CHECKED: %[[KIND:.*]] = llvm.mlir.constant(2 : i32)
    // CHECKED: llvm.call @zynemuAccess(%{{.*}}, %[[KIND]])
    // CHECKED: llvm.call @zynemuAtomic(
    %0 = kernel.atomic add %value, %h[] : f16, memref<f16>
    // CHECK: llvm.call @zynemuAtomicCas(%[[THREAD]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64, i32, i32, i32) -> i64
    %1 = kernel.atomic_cas device acquire %a, %b, %i[] : i64, memref<i64>
    // CHECK: llvm.call @zynemuAtomicLoad(
    %2 = kernel.atomic_load acquire %i[] : memref<i64>
    // CHECK: llvm.call @zynemuAtomicStore(
    kernel.atomic_store device release %2, %i[] : i64, memref<i64>
    gpu.return
  }
}
