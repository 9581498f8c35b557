// RUN: zyn-opt %s --zyn-propagate-layouts --cse --split-input-file --mlir-print-local-scope | FileCheck %s
// RUN: zyn-opt %s --zyn-propagate-layouts --split-input-file --remarks-filter=zyn-propagate-layouts 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// REMARK: remark: [Passed] PropagateLayouts | Category:zyn-propagate-layouts | Reason="2 convolutions of layout nchw are ones of layout nhwc, with 3 transposing maps"
// REMARK: Reason="1 convolutions of layout nchw are ones of layout nhwc, with 3 transposing maps"

// Images are transposed once, and back once. Maps, windows and the residual in
// between have the layout of the convolutions.
// CHECK-LABEL: func @network
// CHECK-SAME: (%[[X:.*]]: tensor<2x8x16x12xf32>, %[[V:.*]]: tensor<8x8x3x3xf32>, %[[W:.*]]: tensor<8x8x1x1xf32>, %[[B:.*]]: tensor<8xf32>)
// CHECK-DAG: %[[X1:.*]] = zyn.map ins(%[[X]] : tensor<2x8x16x12xf32>) outs(%{{.*}} : tensor<2x16x12x8xf32>) indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>]
// CHECK-DAG: %[[V1:.*]] = zyn.map ins(%[[V]] : tensor<8x8x3x3xf32>) outs(%{{.*}} : tensor<8x3x3x8xf32>) indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>]
// CHECK: %[[C1:.*]] = zyn.conv2d padding = [1, 1, 1, 1] ins(%[[X1]], %[[V1]] :
// CHECK: %[[BIASED:.*]] = zyn.map ins(%[[C1]], %[[B]], %[[X1]] : tensor<2x16x12x8xf32>, tensor<8xf32>, tensor<2x16x12x8xf32>) outs(%{{.*}} : tensor<2x16x12x8xf32>) indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>]
// CHECK: %[[LOWEST:.*]] = zyn.map outs(%{{.*}} : tensor<2x8x6x8xf32>)
// CHECK: %[[POOLED:.*]] = zyn.reduce_window window = [1, 3, 2, 1] strides = [1, 2, 2, 1] padding = [0, 0, 1, 0, 0, 0, 0, 0] ins(%[[BIASED]] : tensor<2x16x12x8xf32>) outs(%[[LOWEST]] :
// CHECK: %[[W1:.*]] = tensor.expand_shape %{{.*}} into tensor<8x1x1x8xf32>
// CHECK: %[[C2:.*]] = zyn.conv2d ins(%[[POOLED]], %[[W1]] :
// CHECK: %[[Y:.*]] = zyn.map ins(%[[C2]] : tensor<2x8x6x8xf32>) outs(%{{.*}} : tensor<2x8x8x6xf32>) indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>]
// CHECK: %[[SUMS:.*]] = zyn.reduce ins(%[[C2]] : tensor<2x8x6x8xf32>) outs(%{{.*}} : tensor<2x8xf32>) dimensions = [1, 2]
// CHECK: return %[[Y]], %[[SUMS]]
func.func @network(%x: tensor<2x8x16x12xf32>, %v: tensor<8x8x3x3xf32>, %w: tensor<8x8x1x1xf32>, %b: tensor<8xf32>)
    -> (tensor<2x8x8x6xf32>, tensor<2x8xf32>) {
  %e = tensor.empty() : tensor<2x8x16x12xf32>
  %0 = zyn.conv2d layout = nchw padding = [1, 1, 1, 1] ins(%x, %v : tensor<2x8x16x12xf32>, tensor<8x8x3x3xf32>)
      outs(%e : tensor<2x8x16x12xf32>) -> tensor<2x8x16x12xf32>
  %1 = zyn.map ins(%0, %b, %x : tensor<2x8x16x12xf32>, tensor<8xf32>, tensor<2x8x16x12xf32>) outs(%e : tensor<2x8x16x12xf32>)
      indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (c)>,
                       affine_map<(n, c, h, w) -> (n, c, h, w)>] {
  ^bb0(%s: f32, %bias: f32, %residual: f32):
    %t = arith.addf %s, %bias : f32
    %u = arith.addf %t, %residual : f32
    zyn.yield %u : f32
  } -> tensor<2x8x16x12xf32>
  %e2 = tensor.empty() : tensor<2x8x8x6xf32>
  %lowest = zyn.map outs(%e2 : tensor<2x8x8x6xf32>) {
    %c = arith.constant 0xFF800000 : f32
    zyn.yield %c : f32
  } -> tensor<2x8x8x6xf32>
  %2 = zyn.reduce_window window = [1, 1, 3, 2] strides = [1, 1, 2, 2] padding = [0, 0, 0, 0, 1, 0, 0, 0]
      ins(%1 : tensor<2x8x16x12xf32>) outs(%lowest : tensor<2x8x8x6xf32>) {
  ^bb0(%a: f32, %c: f32):
    %m = arith.maximumf %a, %c : f32
    zyn.yield %m : f32
  } -> tensor<2x8x8x6xf32>
  %3 = zyn.conv2d layout = nchw ins(%2, %w : tensor<2x8x8x6xf32>, tensor<8x8x1x1xf32>) outs(%e2 : tensor<2x8x8x6xf32>)
      -> tensor<2x8x8x6xf32>
  %e3 = tensor.empty() : tensor<2x8xf32>
  %zeros = zyn.map outs(%e3 : tensor<2x8xf32>) {
    %c = arith.constant 0.0 : f32
    zyn.yield %c : f32
  } -> tensor<2x8xf32>
  %4 = zyn.reduce ins(%3 : tensor<2x8x8x6xf32>) outs(%zeros : tensor<2x8xf32>) dimensions = [2, 3] {
  ^bb0(%a: f32, %c: f32):
    %m = arith.addf %a, %c : f32
    zyn.yield %m : f32
  } -> tensor<2x8xf32>
  return %3, %4 : tensor<2x8x8x6xf32>, tensor<2x8xf32>
}

// -----

// What uses indices, or reads more arrays of the other layout, is as it was,
// and so are sums of other dimensions. Sizes may be unknown.
// CHECK-LABEL: func @others
// CHECK-DAG: %[[N:.*]] = tensor.dim %arg0, %c0
// CHECK-DAG: %[[H:.*]] = tensor.dim %arg0, %c2
// CHECK-DAG: %[[W:.*]] = tensor.dim %arg0, %c3
// CHECK: tensor.empty(%[[N]], %[[H]], %[[W]]) : tensor<?x?x?x4xf16>
// CHECK: %[[C:.*]] = zyn.conv2d ins(%{{.*}}, %{{.*}} : tensor<?x?x?x4xf16>, tensor<4x3x3x4xf16>) outs(%{{.*}} : tensor<?x?x?x4xf16>)
// CHECK-SAME: epilogue_maps = [affine_map<(d0, d1, d2, d3) -> (d3)>]
// CHECK: %[[Y:.*]] = zyn.map ins(%[[C]] : tensor<?x?x?x4xf16>) outs(%{{.*}} : tensor<?x4x?x?xf16>) indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>]
// CHECK: zyn.map ins(%[[Y]] : tensor<?x4x?x?xf16>)
// CHECK: zyn.index 1
// CHECK: zyn.map ins(%[[Y]], %{{.*}}, %{{.*}} : tensor<?x4x?x?xf16>, tensor<?x4x?x?xf16>, tensor<?x4x?x?xf16>)
func.func @others(%x: tensor<?x4x?x?xf16>, %w: tensor<4x4x3x3xf16>, %b: tensor<4xf32>, %y: tensor<?x4x?x?xf16>, %p: tensor<?x4x?x?xf16>, %q: tensor<?x4x?x?xf16>)
    -> (tensor<?x4x?x?xf16>, tensor<?x4x?x?xf16>) {
  %0 = zyn.conv2d layout = nchw ins(%x, %w : tensor<?x4x?x?xf16>, tensor<4x4x3x3xf16>) outs(%y : tensor<?x4x?x?xf16>)
      epilogue_ins(%b : tensor<4xf32>) epilogue_maps = [affine_map<(n, c, h, w) -> (c)>] epilogue {
  ^bb0(%s: f32, %bias: f32):
    %t = arith.addf %s, %bias : f32
    %u = arith.truncf %t : f32 to f16
    zyn.yield %u : f16
  } -> tensor<?x4x?x?xf16>
  %1 = zyn.map ins(%0 : tensor<?x4x?x?xf16>) outs(%y : tensor<?x4x?x?xf16>) {
  ^bb0(%a: f16):
    %i = zyn.index 1 : index
    %j = arith.index_cast %i : index to i16
    %f = arith.sitofp %j : i16 to f16
    %r = arith.addf %a, %f : f16
    zyn.yield %r : f16
  } -> tensor<?x4x?x?xf16>
  %2 = zyn.map ins(%0, %p, %q : tensor<?x4x?x?xf16>, tensor<?x4x?x?xf16>, tensor<?x4x?x?xf16>) outs(%y : tensor<?x4x?x?xf16>) {
  ^bb0(%a: f16, %c: f16, %d: f16):
    %r = arith.addf %a, %c : f16
    %s = arith.addf %r, %d : f16
    zyn.yield %s : f16
  } -> tensor<?x4x?x?xf16>
  return %1, %2 : tensor<?x4x?x?xf16>, tensor<?x4x?x?xf16>
}

// -----

// The greatest sizes of loops keep their dimensions.
// CHECK-LABEL: func @max_sizes
// CHECK: zyn.conv2d {{.*}} attributes {zyn.max_sizes = array<i64: 4, -1, 7, -1, -1, -1, -1>}
// CHECK: zyn.map {{.*}} attributes {zyn.max_sizes = array<i64: 4, 14, 10, -1>}
// CHECK: zyn.reduce {{.*}} dimensions = [1, 2] attributes {zyn.max_sizes = array<i64: 4, 14, 10, -1>}
func.func @max_sizes(%x: tensor<?x8x?x?xf32>, %w: tensor<?x8x3x3xf32>, %y: tensor<?x?x?x?xf32>, %s: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = zyn.conv2d layout = nchw ins(%x, %w : tensor<?x8x?x?xf32>, tensor<?x8x3x3xf32>) outs(%y : tensor<?x?x?x?xf32>)
      attributes {zyn.max_sizes = array<i64: 4, -1, 7, -1, -1, -1, -1>} -> tensor<?x?x?x?xf32>
  %1 = zyn.map ins(%0 : tensor<?x?x?x?xf32>) outs(%y : tensor<?x?x?x?xf32>)
      attributes {zyn.max_sizes = array<i64: 4, -1, 14, 10>} {
  ^bb0(%a: f32):
    %b = arith.negf %a : f32
    zyn.yield %b : f32
  } -> tensor<?x?x?x?xf32>
  %2 = zyn.reduce ins(%1 : tensor<?x?x?x?xf32>) outs(%s : tensor<?x?xf32>) dimensions = [2, 3]
      attributes {zyn.max_sizes = array<i64: 4, -1, 14, 10>} {
  ^bb0(%a: f32, %c: f32):
    %m = arith.addf %a, %c : f32
    zyn.yield %m : f32
  } -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
