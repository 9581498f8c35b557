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

// Indices are computed where they are combined.
// CHECK-LABEL: func.func @argmax
// CHECK-NOT: memref.alloc
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]} ins(%arg0 : memref<4x?xf32>) outs(%arg1, %arg2 : memref<4xf32>, memref<4xi32>)
// CHECK: linalg.index 1
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @argmax(%x: memref<4x?xf32>, %max: memref<4xf32>, %at: memref<4xi32>, %size: index) {
  %indices = memref.alloc(%size) : memref<4x?xi32>
  zyn.map outs(%indices : memref<4x?xi32>) {
    %i = zyn.index 1 : index
    %index = arith.index_cast %i : index to i32
    zyn.yield %index : i32
  }
  zyn.reduce ins(%x, %indices : memref<4x?xf32>, memref<4x?xi32>) outs(%max, %at : memref<4xf32>, memref<4xi32>)
      dimensions = [1] {
  ^bb0(%max0: f32, %at0: i32, %max1: f32, %at1: i32):
    %greater = arith.cmpf ogt, %max1, %max0 : f32
    %max2 = arith.select %greater, %max1, %max0 : f32
    %at2 = arith.select %greater, %at1, %at0 : i32
    zyn.yield %max2, %at2 : f32, i32
  }
  memref.dealloc %indices : memref<4x?xi32>
  return
}

// The accumulators of a wider type are rounded at the end.
// CHECK-LABEL: func.func @wide
// CHECK: %[[SIZE:.*]] = memref.dim %arg1
// CHECK: %[[SUMS:.*]] = memref.alloc(%[[SIZE]]) : memref<?xf32>
// CHECK: linalg.generic {{.*}} ins(%arg1 : memref<?xbf16>) outs(%[[SUMS]] : memref<?xf32>)
// CHECK: arith.extf
// CHECK: linalg.reduce ins(%arg0 : memref<?x8xbf16>) outs(%[[SUMS]] : memref<?xf32>) dimensions = [1]
// CHECK: arith.extf
// CHECK: arith.addf %{{.*}} : f32
// CHECK: linalg.generic {{.*}} ins(%[[SUMS]] : memref<?xf32>) outs(%arg1 : memref<?xbf16>)
// CHECK: arith.truncf
// CHECK: memref.dealloc %[[SUMS]]
func.func @wide(%x: memref<?x8xbf16>, %y: memref<?xbf16>) {
  zyn.reduce ins(%x : memref<?x8xbf16>) outs(%y : memref<?xbf16>) dimensions = [1] {
  ^bb0(%sum: f32, %element: f32):
    %next = arith.addf %sum, %element : f32
    zyn.yield %next : f32
  }
  return
}
