// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func @largest
func.func @largest(%x: tensor<4x?xf16>, %v: tensor<4x8xf16>, %i: tensor<4x8xi32>)
    -> (tensor<4x8xf16>, tensor<4x8xi32>) {
  // CHECK: zyn.topk ins(%{{.*}} : tensor<4x?xf16>) outs(%{{.*}}, %{{.*}} : tensor<4x8xf16>, tensor<4x8xi32>) dimension = 1 -> tensor<4x8xf16>, tensor<4x8xi32>
  %r:2 = zyn.topk ins(%x : tensor<4x?xf16>) outs(%v, %i : tensor<4x8xf16>, tensor<4x8xi32>) dimension = 1
      -> tensor<4x8xf16>, tensor<4x8xi32>
  return %r#0, %r#1 : tensor<4x8xf16>, tensor<4x8xi32>
}

// CHECK-LABEL: func.func @smallest
func.func @smallest(%x: memref<100x8xi64>, %v: memref<?x8xi64>, %i: memref<?x8xi64>) {
  // CHECK: zyn.topk smallest ins(%{{.*}} : memref<100x8xi64>) outs(%{{.*}}, %{{.*}} : memref<?x8xi64>, memref<?x8xi64>) dimension = 0
  zyn.topk smallest ins(%x : memref<100x8xi64>) outs(%v, %i : memref<?x8xi64>, memref<?x8xi64>) dimension = 0
  return
}
