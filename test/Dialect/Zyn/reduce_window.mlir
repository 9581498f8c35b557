// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func @pool
func.func @pool(%x: tensor<?x9x9x8xf16>, %y: tensor<?x5x4x8xf16>) -> tensor<?x5x4x8xf16> {
  // CHECK: zyn.reduce_window window = [1, 3, 3, 1] strides = [1, 2, 2, 1] padding = [0, 0, 1, 1, 0, 0, 0, 0] ins(%{{.*}} : tensor<?x9x9x8xf16>) outs(%{{.*}} : tensor<?x5x4x8xf16>) {
  %r = zyn.reduce_window window = [1, 3, 3, 1] strides = [1, 2, 2, 1] padding = [0, 0, 1, 1, 0, 0, 0, 0]
      ins(%x : tensor<?x9x9x8xf16>) outs(%y : tensor<?x5x4x8xf16>) {
  ^bb0(%sum: f32, %element: f32):
    %next = arith.addf %sum, %element : f32
    zyn.yield %next : f32
  } -> tensor<?x5x4x8xf16>
  return %r : tensor<?x5x4x8xf16>
}

// Two arrays; without strides and padding, those of the defaults.
// CHECK-LABEL: func.func @arrays
func.func @arrays(%x: memref<9xf32>, %i: memref<9xi32>, %y: memref<5xf32>, %at: memref<5xi32>) {
  // CHECK: zyn.reduce_window window = [3] dilations = [2] ins(%{{.*}}, %{{.*}} : memref<9xf32>, memref<9xi32>) outs(%{{.*}}, %{{.*}} : memref<5xf32>, memref<5xi32>) {
  zyn.reduce_window window = [3] strides = [] dilations = [2]
      ins(%x, %i : memref<9xf32>, memref<9xi32>) outs(%y, %at : memref<5xf32>, memref<5xi32>) {
  ^bb0(%a: f32, %j: i32, %b: f32, %k: i32):
    %is_greater = arith.cmpf ogt, %b, %a : f32
    %value = arith.select %is_greater, %b, %a : f32
    %index = arith.select %is_greater, %k, %j : i32
    zyn.yield %value, %index : f32, i32
  }
  return
}
