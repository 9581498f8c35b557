// RUN: zyn-opt %s --zyn-drop-deallocations | FileCheck %s

// CHECK-LABEL: func.func @buffers
func.func @buffers(%x: memref<?xf32>) {
  // CHECK-NEXT: memref.alloc()
  // CHECK: memref.copy
  // CHECK-NEXT: return
  %0 = memref.alloc() : memref<8xf32>
  %1 = memref.cast %0 : memref<8xf32> to memref<?xf32>
  memref.copy %x, %1 : memref<?xf32> to memref<?xf32>
  memref.dealloc %0 : memref<8xf32>
  return
}

// What waits for a deallocation waits for what that depended on.
// CHECK-LABEL: func.func @tokens
func.func @tokens() {
  // CHECK-NEXT: %[[A:.*]] = gpu.wait async
  // CHECK-NEXT: %{{.*}}, %[[B:.*]] = gpu.alloc async [%[[A]]]
  // CHECK-NEXT: %[[C:.*]] = gpu.wait async [%[[B]]]
  // CHECK-NEXT: gpu.wait [%[[C]]]
  %t0 = gpu.wait async
  %0, %t1 = gpu.alloc async [%t0] () : memref<8xf32>
  %t2 = gpu.dealloc async [%t1] %0 : memref<8xf32>
  gpu.wait [%t2]
  return
}

// Kernels are left alone.
// CHECK-LABEL: gpu.func @device
// CHECK: memref.dealloc
gpu.module @m {
  gpu.func @device(%x: memref<8xf32>) kernel {
    memref.dealloc %x : memref<8xf32>
    gpu.return
  }
}
