// RUN: zyn-opt %s --zyn-promote-task-buffers=max-bytes=1024 | FileCheck %s

// CHECK-LABEL: func.func @tasks
func.func @tasks(%x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // The function's own buffer is allocated once.
  // CHECK: memref.alloc() : memref<4xf32>
  %shared = memref.alloc() : memref<4xf32>
  // CHECK: scf.parallel
  // CHECK-DAG: memref.alloca() {alignment = 64 : i64} : memref<8x16xf32>
  // CHECK-DAG: memref.alloca() {alignment = 64 : i64} : memref<64xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %a = memref.alloc() {alignment = 64 : i64} : memref<8x16xf32>
    // 256 of the 1,024 bytes are left for a buffer of an inner loop, and none for another one.
    // CHECK: scf.for
    // CHECK-NOT: memref.alloc() : memref<64xf32>
    // CHECK: memref.alloc() : memref<65xf32>
    scf.for %j = %c0 to %n step %c1 {
      %b = memref.alloc() : memref<64xf32>
      %c = memref.alloc() : memref<65xf32>
      %e = memref.load %b[%j] : memref<64xf32>
      memref.store %e, %c[%j] : memref<65xf32>
      memref.store %e, %a[%c0, %c0] : memref<8x16xf32>
      memref.store %e, %shared[%c0] : memref<4xf32>
      // CHECK-NOT: memref.dealloc {{.*}} : memref<64xf32>
      // CHECK: memref.dealloc {{.*}} : memref<65xf32>
      memref.dealloc %b : memref<64xf32>
      memref.dealloc %c : memref<65xf32>
    }
    // CHECK: memref.alloc(%{{.*}}) : memref<?xf32>
    %d = memref.alloc(%n) : memref<?xf32>
    memref.dealloc %d : memref<?xf32>
    // CHECK-NOT: memref.dealloc {{.*}} : memref<8x16xf32>
    memref.dealloc %a : memref<8x16xf32>
  }
  // CHECK: memref.dealloc {{.*}} : memref<4xf32>
  memref.dealloc %shared : memref<4xf32>
  return
}

// These become sequential loops, in which the stack would grow.
// CHECK-LABEL: func.func @sequential
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @sequential(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      %a = memref.alloc() : memref<8xf32>
      memref.dealloc %a : memref<8xf32>
    }
  }
  %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f32 {
    %a = memref.alloc() : memref<8xf32>
    %e = memref.load %a[%c0] : memref<8xf32>
    memref.dealloc %a : memref<8xf32>
    scf.reduce(%e : f32) {
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      scf.reduce.return %z : f32
    }
  }
  return %sum : f32
}

// An element without a size in bytes.
// CHECK-LABEL: func.func @nested_type
func.func @nested_type(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    // CHECK: memref.alloc() : memref<4xmemref<4xf32>>
    %a = memref.alloc() : memref<4xmemref<4xf32>>
    memref.dealloc %a : memref<4xmemref<4xf32>>
  }
  return
}
