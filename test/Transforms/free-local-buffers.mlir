// RUN: zyn-opt %s --zyn-free-local-buffers | FileCheck %s

// CHECK-LABEL: func.func @after_last_use
// CHECK: %[[A:.*]] = memref.alloc() {bufferization.manual_deallocation}
// CHECK: zyn.map
// CHECK: memref.load
// CHECK-NEXT: memref.dealloc %[[A]] {bufferization.manual_deallocation}
// CHECK-NEXT: zyn.map
func.func @after_last_use(%x: memref<8xf32>, %y: memref<8xf32>, %i: index) -> f32 {
  %a = memref.alloc() : memref<8xf32>
  zyn.map ins(%x : memref<8xf32>) outs(%a : memref<8xf32>) {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  }
  %view = memref.subview %a[0] [4] [1] : memref<8xf32> to memref<4xf32>
  %r = memref.load %view[%i] : memref<4xf32>
  zyn.map ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  }
  return %r : f32
}

// The loop is the last op of the buffer's block that uses it.
// CHECK-LABEL: func.func @loop
// CHECK: scf.for
// CHECK: memref.copy
// CHECK: }
// CHECK-NEXT: memref.dealloc
func.func @loop(%x: memref<8xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = memref.alloc() : memref<8xf32>
  scf.for %i = %zero to %n step %one {
    memref.copy %x, %a : memref<8xf32> to memref<8xf32>
  }
  return
}

// CHECK-LABEL: func.func @returned
// CHECK-NOT: manual_deallocation
func.func @returned() -> memref<8xf32> {
  %a = memref.alloc() : memref<8xf32>
  %view = memref.cast %a : memref<8xf32> to memref<?xf32>
  %back = memref.cast %view : memref<?xf32> to memref<8xf32>
  return %back : memref<8xf32>
}

// Both may be what the select returns, which is used later.
// CHECK-LABEL: func.func @chosen
// CHECK-NOT: manual_deallocation
func.func @chosen(%c: i1, %i: index) -> f32 {
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  %s = arith.select %c, %a, %b : memref<8xf32>
  %r = memref.load %s[%i] : memref<8xf32>
  return %r : f32
}

// An address that is a number can be used at any time.
// CHECK-LABEL: func.func @address
// CHECK-NOT: manual_deallocation
func.func @address() -> index {
  %a = memref.alloc() : memref<8xf32>
  %r = memref.extract_aligned_pointer_as_index %a : memref<8xf32> -> index
  return %r : index
}

// CHECK-LABEL: func.func @stored
// CHECK-NOT: manual_deallocation
func.func @stored(%x: memref<1xmemref<8xf32>>, %i: index) {
  %a = memref.alloc() : memref<8xf32>
  memref.store %a, %x[%i] : memref<1xmemref<8xf32>>
  return
}
