// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func @inclusive
func.func @inclusive(%x: tensor<4x?xf16>, %y: tensor<4x?xf16>) -> tensor<4x?xf16> {
  // CHECK: zyn.scan ins(%{{.*}} : tensor<4x?xf16>) outs(%{{.*}} : tensor<4x?xf16>) dimension = 1 {
  // CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32):
  %r = zyn.scan ins(%x : tensor<4x?xf16>) outs(%y : tensor<4x?xf16>) dimension = 1 {
  ^bb0(%sum: f32, %element: f32):
    %next = arith.addf %sum, %element : f32
    zyn.yield %next : f32
  } -> tensor<4x?xf16>
  return %r : tensor<4x?xf16>
}

// CHECK-LABEL: func.func @exclusive
func.func @exclusive(%x: memref<?x8xi32>, %y: memref<?x8xi32>, %carry: memref<8xi32>) {
  // CHECK: zyn.scan exclusive reverse ins(%{{.*}} : memref<?x8xi32>) outs(%{{.*}}, %{{.*}} : memref<?x8xi32>, memref<8xi32>) dimension = 0 {
  zyn.scan exclusive reverse ins(%x : memref<?x8xi32>) outs(%y, %carry : memref<?x8xi32>, memref<8xi32>)
      dimension = 0 {
  ^bb0(%most: i32, %element: i32):
    %next = arith.maxsi %most, %element : i32
    zyn.yield %next : i32
  }
  return
}
