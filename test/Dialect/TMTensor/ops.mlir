// RUN: zyn-opt %s | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --emit-bytecode | zyn-opt | FileCheck %s

// The syntax of torch-mlir.
// CHECK-LABEL: func.func @ops
//       CHECK:   tm_tensor.scan dimension(1) inclusive(true) ins(%arg0 : tensor<4x?xf32>) outs(%arg0, %arg1 : tensor<4x?xf32>, tensor<4xf32>) {
//       CHECK:     tm_tensor.yield %{{.*}} : f32
//       CHECK:   } -> tensor<4x?xf32>, tensor<4xf32>
//       CHECK:   tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%arg3, %arg2 : tensor<3x1x?xf32>, tensor<3x1xi64>) outs(%arg0 : tensor<4x?xf32>) {
//       CHECK:   tm_tensor.sort dimension(1) outs(%arg0 : tensor<4x?xf32>) {
//       CHECK:   tm_tensor.topk dimension(1) ins(%arg0 : tensor<4x?xf32>) outs(%arg4, %arg5 : tensor<4x2xf32>, tensor<4x2xi32>) {
//       CHECK:   tm_tensor.attention ins(%arg0, %arg0, %arg0 : tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) -> tensor<4x?xf32>
func.func @ops(%x: tensor<4x?xf32>, %z: tensor<4xf32>, %i: tensor<3x1xi64>, %u: tensor<3x1x?xf32>, %v: tensor<4x2xf32>,
               %w: tensor<4x2xi32>) {
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<4x?xf32>) outs(%x, %z : tensor<4x?xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tm_tensor.yield %s : f32
  } -> tensor<4x?xf32>, tensor<4xf32>
  %1 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false)
      ins(%u, %i : tensor<3x1x?xf32>, tensor<3x1xi64>) outs(%x : tensor<4x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<4x?xf32>
  %2 = tm_tensor.sort dimension(1) outs(%x : tensor<4x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.cmpf ole, %a, %b : f32
    tm_tensor.yield %s : i1
  } -> tensor<4x?xf32>
  %3:2 = tm_tensor.topk dimension(1) ins(%x : tensor<4x?xf32>) outs(%v, %w : tensor<4x2xf32>, tensor<4x2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %s : i1
  } -> tensor<4x2xf32>, tensor<4x2xi32>
  %4 = tm_tensor.attention ins(%x, %x, %x : tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>) outs(%x : tensor<4x?xf32>)
      -> tensor<4x?xf32>
  return
}
