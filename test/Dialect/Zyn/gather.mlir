// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func @rows
func.func @rows(%x: tensor<?x8xf32>, %i: tensor<3x?xi32>, %y: tensor<3x?x8xf32>) -> tensor<3x?x8xf32> {
  // CHECK: zyn.gather ins(%{{.*}}, %{{.*}} : tensor<?x8xf32>, tensor<3x?xi32>) outs(%{{.*}} : tensor<3x?x8xf32>) dimension = 0 -> tensor<3x?x8xf32>
  %r = zyn.gather ins(%x, %i : tensor<?x8xf32>, tensor<3x?xi32>) outs(%y : tensor<3x?x8xf32>) dimension = 0 -> tensor<3x?x8xf32>
  return %r : tensor<3x?x8xf32>
}

// CHECK-LABEL: func.func @slice
func.func @slice(%x: memref<4x8xi1>, %i: memref<index>, %y: memref<4xi1>) {
  // CHECK: zyn.gather unchecked ins(%{{.*}}, %{{.*}} : memref<4x8xi1>, memref<index>) outs(%{{.*}} : memref<4xi1>) dimension = 1
  zyn.gather unchecked ins(%x, %i : memref<4x8xi1>, memref<index>) outs(%y : memref<4xi1>) dimension = 1
  return
}
