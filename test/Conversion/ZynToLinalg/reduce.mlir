// RUN: zyn-opt %s --convert-zyn-to-linalg | FileCheck %s

// Sizes known of any operand are known of all.
// CHECK-LABEL: func.func @reduce
func.func @reduce(%x: memref<?x?xf32>, %y: memref<4xf32>) {
  // CHECK: %[[X:.*]] = memref.cast %{{.*}} : memref<?x?xf32> to memref<4x?xf32>
  // CHECK: linalg.reduce ins(%[[X]] : memref<4x?xf32>) outs(%{{.*}} : memref<4xf32>) dimensions = [1]
  // CHECK-NEXT: (%[[IN:.*]]: f32, %[[ACC:.*]]: f32) {
  // CHECK-NEXT: arith.cmpf ogt, %[[ACC]], %[[IN]]
  zyn.reduce ins(%x : memref<?x?xf32>) outs(%y : memref<4xf32>) dimensions = [1] {
  ^bb0(%sum: f32, %element: f32):
    %more = arith.cmpf ogt, %sum, %element : f32
    %next = arith.select %more, %sum, %element : f32
    zyn.yield %next : f32
  }
  return
}
