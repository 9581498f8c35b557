// RUN: zyn-opt --zyn-buffer-results-to-arguments %s | FileCheck %s

// A function whose address is taken keeps its type in another function, which allocates the result.
// CHECK-LABEL: func.func @allocated(
// CHECK-SAME: memref<4xf32>, %{{.*}}: memref<4xf32> {bufferize.result}) {
func.func @allocated(%x: memref<4xf32>) -> memref<4xf32> {
  %r = memref.alloc() : memref<4xf32>
  memref.copy %x, %r : memref<4xf32> to memref<4xf32>
  return %r : memref<4xf32>
}
// CHECK-LABEL: func.func private @allocated_indirect(
// CHECK-SAME: %[[x:.*]]: memref<4xf32>) -> memref<4xf32> {
// CHECK: %[[r:.*]] = memref.alloc() : memref<4xf32>
// CHECK: call @allocated(%[[x]], %[[r]])
// CHECK: return %[[r]]

// A result that is an argument is dropped, but not from the type of the other function.
// CHECK-LABEL: func.func private @same(
// CHECK-SAME: memref<4xf32>) {
func.func private @same(%x: memref<4xf32>) -> memref<4xf32> {
  return %x : memref<4xf32>
}
// CHECK-LABEL: func.func private @same_indirect(
// CHECK-SAME: %[[x:.*]]: memref<4xf32>) -> memref<4xf32> {
// CHECK: call @same(%[[x]])
// CHECK: return %[[x]]

// CHECK-LABEL: func.func @caller(
// CHECK: constant @allocated_indirect : (memref<4xf32>) -> memref<4xf32>
// CHECK: constant @same_indirect : (memref<4xf32>) -> memref<4xf32>
// CHECK: constant @scalar_indirect : (f32) -> f32
// CHECK: call @same(%{{.*}}) : (memref<4xf32>) -> ()
func.func @caller(%c: i1, %x: memref<4xf32>, %s: f32) -> f32 {
  %f = func.constant @allocated : (memref<4xf32>) -> memref<4xf32>
  %g = func.constant @same : (memref<4xf32>) -> memref<4xf32>
  %scalar = func.constant @scalar : (f32) -> f32
  %h = arith.select %c, %f, %g : (memref<4xf32>) -> memref<4xf32>
  %y = func.call_indirect %h(%x) : (memref<4xf32>) -> memref<4xf32>
  %z = call @same(%y) : (memref<4xf32>) -> memref<4xf32>
  %c0 = arith.constant 0 : index
  %v = memref.load %z[%c0] : memref<4xf32>
  %r = func.call_indirect %scalar(%v) : (f32) -> f32
  return %r : f32
}
// CHECK-LABEL: func.func private @scalar(%{{.*}}: f32) {
func.func private @scalar(%x: f32) -> f32 {
  return %x : f32
}
// CHECK-LABEL: func.func private @scalar_indirect(
// CHECK-SAME: %[[x:.*]]: f32) -> f32 {
// CHECK: return %[[x]]
