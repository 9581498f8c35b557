// RUN: zyn-opt %s --zyn-forward-copies | FileCheck %s

// CHECK-LABEL: func.func @forwarded(
// CHECK: %[[WHOLE:.*]] = memref.alloc() : memref<8xf32>
// CHECK: %[[A:.*]] = memref.subview %[[WHOLE]][0] [4] [1]
// CHECK: %[[B:.*]] = memref.subview %[[WHOLE]][4] [4] [1]
// CHECK: zyn.map {{.*}} outs(%[[A]], %[[B]] :
// CHECK-NOT: memref.copy
// CHECK: return %[[WHOLE]]
func.func @forwarded(%x: memref<4xf32>) -> memref<8xf32> {
  %whole = memref.alloc() : memref<8xf32>
  %a = memref.subview %whole[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %own = memref.alloc() : memref<4xf32>
  zyn.map ins(%x : memref<4xf32>) outs(%a, %own : memref<4xf32, strided<[1]>>, memref<4xf32>) {
  ^bb0(%v: f32):
    %0 = arith.negf %v : f32
    zyn.yield %0, %v : f32, f32
  }
  %b = memref.subview %whole[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %own, %b : memref<4xf32> to memref<4xf32, strided<[1], offset: 4>>
  return %whole : memref<8xf32>
}

// The part is read or written in between, the op reads its destination, or
// something else uses it.
// CHECK-LABEL: func.func @kept(
// CHECK-COUNT-4: memref.copy
func.func @kept(%x: memref<4xf32>, %s: memref<4x2xf32>) -> (memref<8xf32>, memref<8xf32>, memref<8xf32>, memref<8xf32>, memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %w0 = memref.alloc() : memref<8xf32>
  %w1 = memref.alloc() : memref<8xf32>
  %w2 = memref.alloc() : memref<8xf32>
  %w3 = memref.alloc() : memref<8xf32>
  %c7 = arith.constant 7 : index

  %o0 = memref.alloc() : memref<4xf32>
  zyn.map ins(%x : memref<4xf32>) outs(%o0 : memref<4xf32>) {
  ^bb0(%v: f32):
    zyn.yield %v : f32
  }
  memref.store %zero, %w0[%c7] : memref<8xf32>
  %p0 = memref.subview %w0[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %o0, %p0 : memref<4xf32> to memref<4xf32, strided<[1], offset: 4>>

  %q1 = memref.subview %w1[1] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 1>>
  %o1 = memref.alloc() : memref<4xf32>
  zyn.map ins(%q1 : memref<4xf32, strided<[1], offset: 1>>) outs(%o1 : memref<4xf32>) {
  ^bb0(%v: f32):
    zyn.yield %v : f32
  }
  %p1 = memref.subview %w1[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %o1, %p1 : memref<4xf32> to memref<4xf32, strided<[1], offset: 4>>

  %o2 = memref.alloc() : memref<4xf32>
  zyn.reduce ins(%s : memref<4x2xf32>) outs(%o2 : memref<4xf32>) dimensions = [1] {
  ^bb0(%v: f32, %w: f32):
    %sum = arith.addf %v, %w : f32
    zyn.yield %sum : f32
  }
  %p2 = memref.subview %w2[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %o2, %p2 : memref<4xf32> to memref<4xf32, strided<[1], offset: 4>>

  %o3 = memref.alloc() : memref<4xf32>
  zyn.map ins(%x : memref<4xf32>) outs(%o3 : memref<4xf32>) {
  ^bb0(%v: f32):
    zyn.yield %v : f32
  }
  %p3 = memref.subview %w3[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %o3, %p3 : memref<4xf32> to memref<4xf32, strided<[1], offset: 4>>
  return %w0, %w1, %w2, %w3, %o3 : memref<8xf32>, memref<8xf32>, memref<8xf32>, memref<8xf32>, memref<4xf32>
}

// A branch may pass the buffer on.
// CHECK-LABEL: func.func @aliased(
// CHECK: zyn.map {{.*}} outs(%[[OWN:.*]] :
// CHECK: memref.copy %[[OWN]]
func.func @aliased(%c: i1, %x: memref<4xf32>, %y: memref<4xf32>) -> memref<8xf32> {
  %whole = memref.alloc() : memref<8xf32>
  %either = scf.if %c -> (memref<8xf32>) {
    scf.yield %whole : memref<8xf32>
  } else {
    %other = memref.alloc() : memref<8xf32>
    scf.yield %other : memref<8xf32>
  }
  %own = memref.alloc() : memref<4xf32>
  zyn.map ins(%x : memref<4xf32>) outs(%own : memref<4xf32>) {
  ^bb0(%v: f32):
    zyn.yield %v : f32
  }
  %read = memref.subview %either[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %read, %y : memref<4xf32, strided<[1], offset: 4>> to memref<4xf32>
  %part = memref.subview %whole[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %own, %part : memref<4xf32> to memref<4xf32, strided<[1], offset: 4>>
  return %whole : memref<8xf32>
}
