// RUN: zyn-opt %s --cse --canonicalize | FileCheck %s

// Equal ops of a body and of a combiner are not merged: a combiner uses no values
// from outside.
// CHECK-LABEL: func.func @combiner
// CHECK: zyn.rows
// CHECK: zyn.reduce_row
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.constant
// CHECK: zyn.yield
func.func @combiner(%x: tensor<4x8xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %r = zyn.rows ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [1]
      indexing_maps = [affine_map<(i, j) -> (i, j)>] {
  ^bb0(%v: f32):
    %c = arith.constant 3.0 : f32
    %k = math.exp %c : f32
    %p = arith.mulf %v, %k : f32
    %s = zyn.reduce_row %p init %c : f32 {
    ^bb0(%a: f32, %b: f32):
      %c2 = arith.constant 3.0 : f32
      %k2 = math.exp %c2 : f32
      %u = arith.addf %a, %b : f32
      %t = arith.mulf %u, %k2 : f32
      zyn.yield %t : f32
    }
    zyn.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
