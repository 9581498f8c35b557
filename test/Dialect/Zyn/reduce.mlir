// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func @sum
func.func @sum(%x: tensor<4x?xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: zyn.reduce ins(%{{.*}} : tensor<4x?xf32>) outs(%{{.*}} : tensor<4xf32>) dimensions = [1] {
  %r = zyn.reduce ins(%x : tensor<4x?xf32>) outs(%y : tensor<4xf32>)
      dimensions = [1] {
  ^bb0(%sum: f32, %element: f32):
    %next = arith.addf %sum, %element : f32
    zyn.yield %next : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
