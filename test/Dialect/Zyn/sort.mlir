// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func @keys
func.func @keys(%x: tensor<4x?xf16>, %y: tensor<4x?xf16>) -> tensor<4x?xf16> {
  // CHECK: zyn.sort ins(%{{.*}} : tensor<4x?xf16>) outs(%{{.*}} : tensor<4x?xf16>) dimension = 1 -> tensor<4x?xf16>
  %r = zyn.sort ins(%x : tensor<4x?xf16>) outs(%y : tensor<4x?xf16>) dimension = 1 -> tensor<4x?xf16>
  return %r : tensor<4x?xf16>
}

// CHECK-LABEL: func.func @values
func.func @values(%x: memref<?x8xi64>, %v: memref<?x8xcomplex<f32>>) {
  // CHECK: zyn.sort descending ins(%{{.*}}, %{{.*}} : memref<?x8xi64>, memref<?x8xcomplex<f32>>) outs(%{{.*}}, %{{.*}} : memref<?x8xi64>, memref<?x8xcomplex<f32>>) dimension = 0
  zyn.sort descending ins(%x, %v : memref<?x8xi64>, memref<?x8xcomplex<f32>>)
      outs(%x, %v : memref<?x8xi64>, memref<?x8xcomplex<f32>>) dimension = 0
  return
}
