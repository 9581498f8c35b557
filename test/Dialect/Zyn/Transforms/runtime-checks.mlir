// RUN: zyn-opt %s --zyn-insert-runtime-checks | FileCheck %s

// CHECK-LABEL: func.func @map
// CHECK-SAME: (%[[X:.*]]: memref<?x32xf32>, %[[B:.*]]: memref<?xf32>, %[[Y:.*]]: memref<?x?xf32>)
func.func @map(%x: memref<?x32xf32>, %b: memref<?xf32>, %y: memref<?x?xf32>) {
  // CHECK: %[[X0:.*]] = memref.dim %[[X]]
  // CHECK: %[[Y0:.*]] = memref.dim %[[Y]]
  // CHECK: %[[EQ:.*]] = arith.cmpi eq, %[[X0]], %[[Y0]]
  // CHECK: cf.assert %[[EQ]], "{{.*}}runtime-checks.mlir:14:3: error: size of dimension 0 of input #0 is not that of dimension 0 of 'outs'"
  // CHECK: cf.assert %{{.*}} size of dimension 1 of input #0 is not that of dimension 1 of 'outs'"
  // CHECK: cf.assert %{{.*}} size of dimension 0 of input #1 is not that of dimension 1 of 'outs'"
  // CHECK-NOT: cf.assert
  // CHECK: zyn.map
  zyn.map ins(%x, %b : memref<?x32xf32>, memref<?xf32>) outs(%y : memref<?x?xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>] {
  ^bb0(%in: f32, %bias: f32):
    %sum = arith.addf %in, %bias : f32
    zyn.yield %sum : f32
  }
  return
}

// CHECK-LABEL: func.func @static
func.func @static(%x: memref<4x8xf32>, %y: memref<4xf32>) {
  // CHECK-NOT: cf.assert
  zyn.reduce ins(%x : memref<4x8xf32>) outs(%y : memref<4xf32>) dimensions = [1] {
  ^bb0(%sum: f32, %element: f32):
    %next = arith.addf %sum, %element : f32
    zyn.yield %next : f32
  }
  return
}

// CHECK-LABEL: func.func @matmul
func.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  // CHECK: cf.assert %{{.*}} size of dimension 1 of A is not that of dimension 0 of 'outs'"
  // CHECK: cf.assert %{{.*}} size of dimension 0 of B is not that of dimension 0 of A"
  // CHECK: cf.assert %{{.*}} size of dimension 1 of B is not that of dimension 1 of 'outs'"
  // CHECK: zyn.matmul
  zyn.matmul transpose_a ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>)
             outs(%c : memref<?x?xf32>)
  return
}

// CHECK-LABEL: func.func @unchecked
func.func @unchecked(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>)
    attributes {zyn.constraints = #zyn.constraints<unchecked = true>} {
  // CHECK-NOT: cf.assert
  zyn.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}
