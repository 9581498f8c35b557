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

// CHECK-LABEL: func.func @comparator
func.func @comparator(%x: tensor<?xcomplex<f32>>, %y: tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>> {
  // CHECK: zyn.sort ins(%{{.*}} : tensor<?xcomplex<f32>>) outs(%{{.*}} : tensor<?xcomplex<f32>>) dimension = 0 comparator {
  // CHECK-NEXT: ^bb0(%{{.*}}: complex<f32>, %{{.*}}: complex<f32>):
  %r = zyn.sort ins(%x : tensor<?xcomplex<f32>>) outs(%y : tensor<?xcomplex<f32>>) dimension = 0 comparator {
  ^bb0(%a: complex<f32>, %b: complex<f32>):
    %ra = complex.re %a : complex<f32>
    %rb = complex.re %b : complex<f32>
    %c = arith.cmpf olt, %ra, %rb : f32
    zyn.yield %c : i1
  // CHECK: } -> tensor<?xcomplex<f32>>
  } -> tensor<?xcomplex<f32>>
  return %r : tensor<?xcomplex<f32>>
}
