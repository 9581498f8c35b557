// RUN: zyn-opt %s --zyn-group-heads --canonicalize --split-input-file | FileCheck %s
// RUN: zyn-opt %s --zyn-group-heads --remarks-filter=zyn-group-heads --split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// REMARK: remark: [Passed] GroupHeads | Category:zyn-group-heads | Reason="4 heads share keys and values, which were repeated"
// REMARK-NOT: remark

// CHECK-LABEL: func.func @repeated(
// CHECK-SAME: %[[Q:.*]]: tensor<2x8x5x64xf32>, %[[K:.*]]: tensor<2x5x2x32xf32>, %[[V:.*]]: tensor<2x2x5x64xf32>
// CHECK: %[[HALVES:.*]]:2 = zyn.map ins(%[[K]] : tensor<2x5x2x32xf32>) outs(%{{.*}}, %{{.*}} : tensor<2x2x5x32xf32>, tensor<2x2x5x32xf32>)
// CHECK: zyn.index 2
// CHECK: %[[KEYS:.*]] = tensor.concat dim(3) %[[HALVES]]#0, %[[HALVES]]#1
// CHECK: %[[VALUES:.*]] = zyn.map ins(%[[V]] : tensor<2x2x5x64xf32>) outs(%{{.*}} : tensor<2x2x5x64xf32>)
// CHECK: zyn.attention group_size = 4 ins(%[[Q]], %[[KEYS]], %[[VALUES]] : tensor<2x8x5x64xf32>, tensor<2x2x5x64xf32>, tensor<2x2x5x64xf32>)
func.func @repeated(%q: tensor<2x8x5x64xf32>, %k: tensor<2x5x2x32xf32>, %v: tensor<2x2x5x64xf32>, %y: tensor<2x8x5x64xf32>) -> tensor<2x8x5x64xf32> {
  %e = tensor.empty() : tensor<2x2x4x5x64xf32>
  %h = tensor.empty() : tensor<2x2x4x5x32xf32>
  %halves:2 = zyn.map ins(%k : tensor<2x5x2x32xf32>) outs(%h, %h : tensor<2x2x4x5x32xf32>, tensor<2x2x4x5x32xf32>)
      indexing_maps = [affine_map<(b, g, r, n, d) -> (b, n, g, d)>] {
  ^bb0(%a: f32):
    %n = zyn.index 3 : index
    %i = arith.index_cast %n : index to i32
    %f = arith.sitofp %i : i32 to f32
    %0 = arith.mulf %a, %f : f32
    %1 = arith.addf %a, %f : f32
    zyn.yield %0, %1 : f32, f32
  } -> tensor<2x2x4x5x32xf32>, tensor<2x2x4x5x32xf32>
  %keys = tensor.concat dim(4) %halves#0, %halves#1 : (tensor<2x2x4x5x32xf32>, tensor<2x2x4x5x32xf32>) -> tensor<2x2x4x5x64xf32>
  %values = zyn.map ins(%v : tensor<2x2x5x64xf32>) outs(%e : tensor<2x2x4x5x64xf32>)
      indexing_maps = [affine_map<(b, g, r, n, d) -> (b, g, n, d)>] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<2x2x4x5x64xf32>
  %k8 = tensor.collapse_shape %keys [[0], [1, 2], [3], [4]] : tensor<2x2x4x5x64xf32> into tensor<2x8x5x64xf32>
  %v8 = tensor.collapse_shape %values [[0], [1, 2], [3], [4]] : tensor<2x2x4x5x64xf32> into tensor<2x8x5x64xf32>
  %r = zyn.attention ins(%q, %k8, %v8 : tensor<2x8x5x64xf32>, tensor<2x8x5x64xf32>, tensor<2x8x5x64xf32>) outs(%y : tensor<2x8x5x64xf32>) -> tensor<2x8x5x64xf32>
  return %r : tensor<2x8x5x64xf32>
}

// -----

// Values of heads that differ.
// CHECK-LABEL: func.func @different(
// CHECK: zyn.attention ins(
func.func @different(%q: tensor<2x8x5x64xf32>, %k: tensor<2x2x5x64xf32>, %v: tensor<2x2x4x5x64xf32>, %y: tensor<2x8x5x64xf32>) -> tensor<2x8x5x64xf32> {
  %e = tensor.empty() : tensor<2x2x4x5x64xf32>
  %keys = zyn.map ins(%k : tensor<2x2x5x64xf32>) outs(%e : tensor<2x2x4x5x64xf32>)
      indexing_maps = [affine_map<(b, g, r, n, d) -> (b, g, n, d)>] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<2x2x4x5x64xf32>
  %values = zyn.map ins(%v : tensor<2x2x4x5x64xf32>) outs(%e : tensor<2x2x4x5x64xf32>) {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    zyn.yield %0 : f32
  } -> tensor<2x2x4x5x64xf32>
  %k8 = tensor.collapse_shape %keys [[0], [1, 2], [3], [4]] : tensor<2x2x4x5x64xf32> into tensor<2x8x5x64xf32>
  %v8 = tensor.collapse_shape %values [[0], [1, 2], [3], [4]] : tensor<2x2x4x5x64xf32> into tensor<2x8x5x64xf32>
  %r = zyn.attention ins(%q, %k8, %v8 : tensor<2x8x5x64xf32>, tensor<2x8x5x64xf32>, tensor<2x8x5x64xf32>) outs(%y : tensor<2x8x5x64xf32>) -> tensor<2x8x5x64xf32>
  return %r : tensor<2x8x5x64xf32>
}
