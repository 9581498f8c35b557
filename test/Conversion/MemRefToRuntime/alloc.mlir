// RUN: zyn-opt %s --convert-memref-to-runtime --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-DAG: llvm.func @zynrtAlloc(i64) -> !llvm.ptr
// CHECK-DAG: llvm.func @zynrtFree(!llvm.ptr)

// CHECK-LABEL: func.func @temporary
func.func @temporary(%n: index) {
  // CHECK: %[[POINTER:.*]] = llvm.call @zynrtAlloc(%{{.*}}) : (i64) -> !llvm.ptr
  // CHECK: llvm.insertvalue %[[POINTER]], %{{.*}}[0]
  // CHECK: llvm.insertvalue %[[POINTER]], %{{.*}}[1]
  // CHECK: %[[ALLOCATED:.*]] = llvm.extractvalue %{{.*}}[0]
  // CHECK: llvm.call @zynrtFree(%[[ALLOCATED]])
  %x = memref.alloc(%n) : memref<?x4xf32>
  memref.dealloc %x : memref<?x4xf32>
  return
}

// -----

func.func @aligned() -> memref<4xf32> {
  // expected-error @+1 {{failed to legalize operation 'memref.alloc' that was explicitly marked illegal}}
  %x = memref.alloc() {alignment = 4096} : memref<4xf32>
  return %x : memref<4xf32>
}
