// A name in PTX does not begin with a digit.
// RUN: zyn-opt --zyn-to-kernel %s | FileCheck %s

// CHECK: gpu.func @_1st_map_0
func.func @"1st"(%y: tensor<4xf32>) -> tensor<4xf32> {
  %r = zyn.map outs(%y : tensor<4xf32>) {
    %c = arith.constant 1.0 : f32
    zyn.yield %c : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
