// RUN: zyn-opt %s --canonicalize --cse --zyn-fuse --canonicalize | FileCheck %s

// A layer normalization is one op. Both sums start from the same zeros, which are
// computed again for the second one, and the quotients of sums count once for each
// row.

// CHECK-LABEL: func.func @main
// CHECK-NOT: zyn.map
// CHECK: zyn.rows ins(%{{.*}}, %{{.*}}, %{{.*}} :
// CHECK-COUNT-2: zyn.reduce_row
// CHECK-NOT: zyn.rows
// CHECK-NOT: zyn.map
// CHECK: return

func.func @main(%x: tensor<131072x128xf32>, %weight: tensor<128xf32>, %bias: tensor<128xf32>) -> tensor<131072x128xf32> {
  %empty_init_sum = tensor.empty() : tensor<131072xf32>
  %init_sum = zyn.map outs(%empty_init_sum : tensor<131072xf32>) {
    %y = arith.constant 0.0 : f32
    zyn.yield %y : f32
  } -> tensor<131072xf32>
  %sum = zyn.reduce ins(%x : tensor<131072x128xf32>) outs(%init_sum : tensor<131072xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %y = arith.addf %a, %b : f32
    zyn.yield %y : f32
  } -> tensor<131072xf32>
  %empty_mean = tensor.empty() : tensor<131072xf32>
  %mean = zyn.map ins(%sum : tensor<131072xf32>) outs(%empty_mean : tensor<131072xf32>) {
  ^bb0(%e0: f32):
    %n = arith.constant 128.0 : f32
    %y = arith.divf %e0, %n : f32
    zyn.yield %y : f32
  } -> tensor<131072xf32>
  %empty_centered = tensor.empty() : tensor<131072x128xf32>
  %centered = zyn.map ins(%x, %mean : tensor<131072x128xf32>, tensor<131072xf32>) outs(%empty_centered : tensor<131072x128xf32>) indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] {
  ^bb0(%e0: f32, %e1: f32):
    %y = arith.subf %e0, %e1 : f32
    zyn.yield %y : f32
  } -> tensor<131072x128xf32>
  %empty_squares = tensor.empty() : tensor<131072x128xf32>
  %squares = zyn.map ins(%centered : tensor<131072x128xf32>) outs(%empty_squares : tensor<131072x128xf32>) {
  ^bb0(%e0: f32):
    %y = arith.mulf %e0, %e0 : f32
    zyn.yield %y : f32
  } -> tensor<131072x128xf32>
  %empty_init_total = tensor.empty() : tensor<131072xf32>
  %init_total = zyn.map outs(%empty_init_total : tensor<131072xf32>) {
    %y = arith.constant 0.0 : f32
    zyn.yield %y : f32
  } -> tensor<131072xf32>
  %total = zyn.reduce ins(%squares : tensor<131072x128xf32>) outs(%init_total : tensor<131072xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %y = arith.addf %a, %b : f32
    zyn.yield %y : f32
  } -> tensor<131072xf32>
  %empty_scale = tensor.empty() : tensor<131072xf32>
  %scale = zyn.map ins(%total : tensor<131072xf32>) outs(%empty_scale : tensor<131072xf32>) {
  ^bb0(%e0: f32):
    %n = arith.constant 128.0 : f32
    %v = arith.divf %e0, %n : f32
    %epsilon = arith.constant 1.0e-5 : f32
    %w = arith.addf %v, %epsilon : f32
    %y = math.rsqrt %w : f32
    zyn.yield %y : f32
  } -> tensor<131072xf32>
  %empty_result = tensor.empty() : tensor<131072x128xf32>
  %result = zyn.map ins(%centered, %scale, %weight, %bias : tensor<131072x128xf32>, tensor<131072xf32>, tensor<128xf32>, tensor<128xf32>) outs(%empty_result : tensor<131072x128xf32>) indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j)>] {
  ^bb0(%e0: f32, %e1: f32, %e2: f32, %e3: f32):
    %s = arith.mulf %e0, %e1 : f32
    %t = arith.mulf %s, %e2 : f32
    %y = arith.addf %t, %e3 : f32
    zyn.yield %y : f32
  } -> tensor<131072x128xf32>
  return %result : tensor<131072x128xf32>
}
