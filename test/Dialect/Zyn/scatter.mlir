// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func @sums
func.func @sums(%u: tensor<3x?x8xf32>, %i: tensor<3x?xi32>, %y: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // CHECK: zyn.scatter ins(%{{.*}}, %{{.*}} : tensor<3x?x8xf32>, tensor<3x?xi32>) outs(%{{.*}} : tensor<?x8xf32>) dimension = 0 {
  // CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32):
  %r = zyn.scatter ins(%u, %i : tensor<3x?x8xf32>, tensor<3x?xi32>) outs(%y : tensor<?x8xf32>) dimension = 0 {
  ^bb0(%old: f32, %update: f32):
    %sum = arith.addf %old, %update : f32
    zyn.yield %sum : f32
  // CHECK: } -> tensor<?x8xf32>
  } -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @replace
func.func @replace(%u: memref<4xi1>, %i: memref<index>, %y: memref<4x8xi1>) {
  // CHECK: zyn.scatter unordered unchecked ins(%{{.*}}, %{{.*}} : memref<4xi1>, memref<index>) outs(%{{.*}} : memref<4x8xi1>) dimension = 1
  zyn.scatter unordered unchecked ins(%u, %i : memref<4xi1>, memref<index>) outs(%y : memref<4x8xi1>) dimension = 1 {
  ^bb0(%old: i1, %update: i1):
    zyn.yield %update : i1
  }
  return
}
