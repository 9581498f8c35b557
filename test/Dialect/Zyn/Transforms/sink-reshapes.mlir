// RUN: zyn-opt %s --zyn-sink-reshapes --split-input-file | FileCheck %s
// RUN: zyn-opt %s --zyn-sink-reshapes --canonicalize --zyn-fuse --split-input-file | FileCheck %s --check-prefix=FUSED

// Both maps of a sum, and the one of their results.
// CHECK-LABEL: func.func @gelu
// CHECK: %[[SUM:.*]] = zyn.matmul
// CHECK: %[[HALF:.*]] = zyn.map ins(%[[SUM]] : tensor<?x8xf32>)
// CHECK: %[[TANH:.*]] = zyn.map ins(%[[SUM]] : tensor<?x8xf32>)
// CHECK: %[[R:.*]] = zyn.map ins(%[[HALF]], %[[TANH]] : tensor<?x8xf32>, tensor<?x8xf32>)
// CHECK: %[[SHAPED:.*]] = tensor.expand_shape %[[R]] {{\[\[}}0, 1], [2]] output_shape [%{{.*}}, 3, 8] : tensor<?x8xf32> into tensor<?x3x8xf32>
// CHECK: return %[[SHAPED]]
// FUSED-LABEL: func.func @gelu
// FUSED: zyn.matmul
// FUSED: math.tanh
// FUSED-NOT: zyn.map
// FUSED: return
func.func @gelu(%x: tensor<?x4xf32>, %w: tensor<4x8xf32>, %s: tensor<?x8xf32>, %n: index) -> tensor<?x3x8xf32> {
  %half = arith.constant 0.5 : f32
  %0 = zyn.matmul ins(%x, %w : tensor<?x4xf32>, tensor<4x8xf32>) outs(%s : tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [%n, 3, 8] : tensor<?x8xf32> into tensor<?x3x8xf32>
  %c0 = arith.constant 0 : index
  %size = tensor.dim %1, %c0 : tensor<?x3x8xf32>
  %y = tensor.empty(%size) : tensor<?x3x8xf32>
  %2 = zyn.map ins(%1 : tensor<?x3x8xf32>) outs(%y : tensor<?x3x8xf32>) {
  ^bb0(%a: f32):
    %b = arith.mulf %a, %half : f32
    zyn.yield %b : f32
  } -> tensor<?x3x8xf32>
  %3 = zyn.map ins(%1 : tensor<?x3x8xf32>) outs(%y : tensor<?x3x8xf32>) {
  ^bb0(%a: f32):
    %b = math.tanh %a : f32
    zyn.yield %b : f32
  } -> tensor<?x3x8xf32>
  %4 = zyn.map ins(%2, %3 : tensor<?x3x8xf32>, tensor<?x3x8xf32>) outs(%y : tensor<?x3x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    zyn.yield %c : f32
  } -> tensor<?x3x8xf32>
  return %4 : tensor<?x3x8xf32>
}

// -----

// A product of a sum and a map of it.
// CHECK-LABEL: func.func @silu
// CHECK: %[[SUM:.*]] = zyn.matmul
// CHECK: %[[EXP:.*]] = zyn.map ins(%[[SUM]] : tensor<6x8xf32>)
// CHECK: %[[R:.*]] = zyn.map ins(%[[SUM]], %[[EXP]] : tensor<6x8xf32>, tensor<6x8xf32>)
// CHECK: tensor.expand_shape %[[R]]
func.func @silu(%x: tensor<6x4xf32>, %w: tensor<4x8xf32>, %s: tensor<6x8xf32>, %y: tensor<2x3x8xf32>) -> tensor<2x3x8xf32> {
  %0 = zyn.matmul ins(%x, %w : tensor<6x4xf32>, tensor<4x8xf32>) outs(%s : tensor<6x8xf32>) -> tensor<6x8xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 8] : tensor<6x8xf32> into tensor<2x3x8xf32>
  %2 = zyn.map ins(%1 : tensor<2x3x8xf32>) outs(%y : tensor<2x3x8xf32>) {
  ^bb0(%a: f32):
    %c = math.exp %a : f32
    zyn.yield %c : f32
  } -> tensor<2x3x8xf32>
  %3 = zyn.map ins(%1, %2 : tensor<2x3x8xf32>, tensor<2x3x8xf32>) outs(%y : tensor<2x3x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    zyn.yield %c : f32
  } -> tensor<2x3x8xf32>
  return %3 : tensor<2x3x8xf32>
}

// -----

// The reshaped sum is also reduced, and a map of its map's result stays with it.
// CHECK-LABEL: func.func @reduced
// CHECK: tensor.expand_shape
// CHECK: zyn.reduce
// CHECK-COUNT-2: zyn.map {{.*}}tensor<2x3x8xf32>
// CHECK-NOT: tensor.expand_shape
func.func @reduced(%x: tensor<6x4xf32>, %w: tensor<4x8xf32>, %s: tensor<6x8xf32>, %y: tensor<2x3x8xf32>, %t: tensor<2x3xf32>)
    -> (tensor<2x3xf32>, tensor<2x3x8xf32>) {
  %0 = zyn.matmul ins(%x, %w : tensor<6x4xf32>, tensor<4x8xf32>) outs(%s : tensor<6x8xf32>) -> tensor<6x8xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 8] : tensor<6x8xf32> into tensor<2x3x8xf32>
  %2 = zyn.reduce ins(%1 : tensor<2x3x8xf32>) outs(%t : tensor<2x3xf32>) dimensions = [2] {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    zyn.yield %c : f32
  } -> tensor<2x3xf32>
  %3 = zyn.map ins(%1 : tensor<2x3x8xf32>) outs(%y : tensor<2x3x8xf32>) {
  ^bb0(%a: f32):
    %c = math.exp %a : f32
    zyn.yield %c : f32
  } -> tensor<2x3x8xf32>
  %4 = zyn.map ins(%3 : tensor<2x3x8xf32>) outs(%y : tensor<2x3x8xf32>) {
  ^bb0(%a: f32):
    %c = math.exp %a : f32
    zyn.yield %c : f32
  } -> tensor<2x3x8xf32>
  return %2, %4 : tensor<2x3xf32>, tensor<2x3x8xf32>
}

// -----

// A map whose result is reduced is fused with the reduction.
// CHECK-LABEL: func.func @norm
// CHECK: tensor.expand_shape
// CHECK: zyn.map {{.*}}tensor<2x3x8xf32>
// CHECK: zyn.reduce
func.func @norm(%x: tensor<6x4xf32>, %w: tensor<4x8xf32>, %s: tensor<6x8xf32>, %y: tensor<2x3x8xf32>, %t: tensor<2x3xf32>)
    -> tensor<2x3xf32> {
  %0 = zyn.matmul ins(%x, %w : tensor<6x4xf32>, tensor<4x8xf32>) outs(%s : tensor<6x8xf32>) -> tensor<6x8xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 8] : tensor<6x8xf32> into tensor<2x3x8xf32>
  %2 = zyn.map ins(%1 : tensor<2x3x8xf32>) outs(%y : tensor<2x3x8xf32>) {
  ^bb0(%a: f32):
    %c = arith.mulf %a, %a : f32
    zyn.yield %c : f32
  } -> tensor<2x3x8xf32>
  %3 = zyn.reduce ins(%2 : tensor<2x3x8xf32>) outs(%t : tensor<2x3xf32>) dimensions = [2] {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    zyn.yield %c : f32
  } -> tensor<2x3xf32>
  return %3 : tensor<2x3xf32>
}

// -----

// Other inputs, indices, and reshapes of what is no product stay.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-2: tensor.expand_shape
// CHECK-COUNT-3: zyn.map {{.*}}tensor<2x3x8xf32>
// CHECK-NOT: tensor.expand_shape
func.func @others(%x: tensor<6x4xf32>, %w: tensor<4x8xf32>, %s: tensor<6x8xf32>, %y: tensor<2x3x8xf32>)
    -> (tensor<2x3x8xf32>, tensor<2x3x8xf32>, tensor<2x3x8xf32>) {
  %0 = zyn.matmul ins(%x, %w : tensor<6x4xf32>, tensor<4x8xf32>) outs(%s : tensor<6x8xf32>) -> tensor<6x8xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 8] : tensor<6x8xf32> into tensor<2x3x8xf32>
  %2 = tensor.expand_shape %s [[0, 1], [2]] output_shape [2, 3, 8] : tensor<6x8xf32> into tensor<2x3x8xf32>
  %3 = zyn.map ins(%1, %y : tensor<2x3x8xf32>, tensor<2x3x8xf32>) outs(%y : tensor<2x3x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    zyn.yield %c : f32
  } -> tensor<2x3x8xf32>
  %4 = zyn.map ins(%1 : tensor<2x3x8xf32>) outs(%y : tensor<2x3x8xf32>) {
  ^bb0(%a: f32):
    %i = zyn.index 0 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.sitofp %j : i32 to f32
    %c = arith.mulf %a, %f : f32
    zyn.yield %c : f32
  } -> tensor<2x3x8xf32>
  %5 = zyn.map ins(%2 : tensor<2x3x8xf32>) outs(%y : tensor<2x3x8xf32>) {
  ^bb0(%a: f32):
    %c = math.tanh %a : f32
    zyn.yield %c : f32
  } -> tensor<2x3x8xf32>
  return %3, %4, %5 : tensor<2x3x8xf32>, tensor<2x3x8xf32>, tensor<2x3x8xf32>
}

// -----

// Whether the destination has as many elements is only known when the program runs.
// CHECK-LABEL: func.func @unknown_sizes
// CHECK: zyn.map {{.*}}tensor<?x3x8xf32>
func.func @unknown_sizes(%x: tensor<?x4xf32>, %w: tensor<4x8xf32>, %s: tensor<?x8xf32>, %y: tensor<?x3x8xf32>, %n: index) -> tensor<?x3x8xf32> {
  %0 = zyn.matmul ins(%x, %w : tensor<?x4xf32>, tensor<4x8xf32>) outs(%s : tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [%n, 3, 8] : tensor<?x8xf32> into tensor<?x3x8xf32>
  %2 = zyn.map ins(%1 : tensor<?x3x8xf32>) outs(%y : tensor<?x3x8xf32>) {
  ^bb0(%a: f32):
    %b = math.tanh %a : f32
    zyn.yield %b : f32
  } -> tensor<?x3x8xf32>
  return %2 : tensor<?x3x8xf32>
}

// -----

// Other inputs may be broadcast.
// CHECK-LABEL: func.func @broadcast
// CHECK-SAME: %[[B:[a-z0-9]+]]: tensor<f32>, %[[BIAS:[a-z0-9]+]]: tensor<8xf32>
// CHECK: %[[SUM:.*]] = zyn.matmul
// CHECK: %[[R:.*]] = zyn.map ins(%[[B]], %[[SUM]], %[[BIAS]] : tensor<f32>, tensor<6x8xf32>, tensor<8xf32>)
// CHECK-SAME: indexing_maps = [#[[SCALAR:map[0-9]*]], #[[ID:map[0-9]*]], #[[COLUMN:map[0-9]*]]]
// CHECK: tensor.expand_shape %[[R]]
// FUSED-LABEL: func.func @broadcast
// FUSED: zyn.matmul
// FUSED-NOT: zyn.map
// FUSED: return
func.func @broadcast(%b: tensor<f32>, %bias: tensor<8xf32>, %x: tensor<6x4xf32>, %w: tensor<4x8xf32>, %s: tensor<6x8xf32>, %y: tensor<2x3x8xf32>) -> tensor<2x3x8xf32> {
  %0 = zyn.matmul ins(%x, %w : tensor<6x4xf32>, tensor<4x8xf32>) outs(%s : tensor<6x8xf32>) -> tensor<6x8xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 8] : tensor<6x8xf32> into tensor<2x3x8xf32>
  %r = zyn.map ins(%b, %1, %bias : tensor<f32>, tensor<2x3x8xf32>, tensor<8xf32>) outs(%y : tensor<2x3x8xf32>)
      indexing_maps = [affine_map<(i, j, k) -> ()>, affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (k)>] {
  ^bb0(%a: f32, %c: f32, %d: f32):
    %e = arith.mulf %a, %c : f32
    %f = arith.addf %e, %d : f32
    zyn.yield %f : f32
  } -> tensor<2x3x8xf32>
  return %r : tensor<2x3x8xf32>
}

// -----

// But not along a part of the dimensions that one is divided into, unless the other ones have the size 1.
// CHECK-LABEL: func.func @parts
// CHECK: tensor.expand_shape
// CHECK: zyn.map {{.*}}tensor<2x3x8xf32>
// CHECK: zyn.map ins(%{{.*}}, %{{.*}} : tensor<6x8xf32>, tensor<6x8xf32>)
// CHECK: tensor.expand_shape
func.func @parts(%rows: tensor<3x8xf32>, %one: tensor<6x8xf32>, %x: tensor<6x4xf32>, %w: tensor<4x8xf32>, %s: tensor<6x8xf32>, %y: tensor<2x3x8xf32>, %z: tensor<1x6x8xf32>)
    -> (tensor<2x3x8xf32>, tensor<1x6x8xf32>) {
  %0 = zyn.matmul ins(%x, %w : tensor<6x4xf32>, tensor<4x8xf32>) outs(%s : tensor<6x8xf32>) -> tensor<6x8xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 8] : tensor<6x8xf32> into tensor<2x3x8xf32>
  %2 = zyn.map ins(%1, %rows : tensor<2x3x8xf32>, tensor<3x8xf32>) outs(%y : tensor<2x3x8xf32>)
      indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (j, k)>] {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    zyn.yield %c : f32
  } -> tensor<2x3x8xf32>
  %3 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [1, 6, 8] : tensor<6x8xf32> into tensor<1x6x8xf32>
  %4 = zyn.map ins(%3, %one : tensor<1x6x8xf32>, tensor<6x8xf32>) outs(%z : tensor<1x6x8xf32>)
      indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (j, k)>] {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    zyn.yield %c : f32
  } -> tensor<1x6x8xf32>
  return %2, %4 : tensor<2x3x8xf32>, tensor<1x6x8xf32>
}

// -----

// A dimension of size 1 that was dropped comes back, but other dimensions do not.
// CHECK-LABEL: func.func @collapsed
// CHECK: %[[SUM:.*]] = zyn.matmul {{.*}}tensor<1x8xf32>
// CHECK: %[[R:.*]] = zyn.map ins(%[[SUM]], %{{.*}} : tensor<1x8xf32>, tensor<8xf32>)
// CHECK: tensor.collapse_shape %[[R]] {{\[\[}}0, 1]] : tensor<1x8xf32> into tensor<8xf32>
// CHECK: %[[SUMS:.*]] = zyn.matmul {{.*}}tensor<6x8xf32>
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[SUMS]]
// CHECK: zyn.map ins(%[[FLAT]] : tensor<48xf32>)
// FUSED-LABEL: func.func @collapsed
// FUSED: zyn.matmul {{.*}}tensor<1x8xf32>
// FUSED-NOT: zyn.map
// FUSED: zyn.matmul
func.func @collapsed(%row: tensor<1x4xf32>, %x: tensor<6x4xf32>, %w: tensor<4x8xf32>, %bias: tensor<8xf32>, %s: tensor<1x8xf32>, %t: tensor<6x8xf32>, %y: tensor<8xf32>, %z: tensor<48xf32>)
    -> (tensor<8xf32>, tensor<48xf32>) {
  %0 = zyn.matmul ins(%row, %w : tensor<1x4xf32>, tensor<4x8xf32>) outs(%s : tensor<1x8xf32>) -> tensor<1x8xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<1x8xf32> into tensor<8xf32>
  %2 = zyn.map ins(%1, %bias : tensor<8xf32>, tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    zyn.yield %c : f32
  } -> tensor<8xf32>
  %3 = zyn.matmul ins(%x, %w : tensor<6x4xf32>, tensor<4x8xf32>) outs(%t : tensor<6x8xf32>) -> tensor<6x8xf32>
  %4 = tensor.collapse_shape %3 [[0, 1]] : tensor<6x8xf32> into tensor<48xf32>
  %5 = zyn.map ins(%4 : tensor<48xf32>) outs(%z : tensor<48xf32>) {
  ^bb0(%a: f32):
    %c = math.tanh %a : f32
    zyn.yield %c : f32
  } -> tensor<48xf32>
  return %2, %5 : tensor<8xf32>, tensor<48xf32>
}

// -----

// A bias that two maps share, one of which is reduced.
// CHECK-LABEL: func.func @shared_bias
// CHECK: %[[SUM:.*]] = zyn.matmul
// CHECK: zyn.map ins(%[[SUM]], %{{.*}} : tensor<6x8xf32>, tensor<8xf32>)
// CHECK: tensor.expand_shape
func.func @shared_bias(%x: tensor<6x4xf32>, %w: tensor<4x8xf32>, %b: tensor<8xf32>, %s: tensor<6x8xf32>, %y: tensor<2x3x8xf32>, %t: tensor<8xf32>)
    -> (tensor<2x3x8xf32>, tensor<8xf32>) {
  %bias = zyn.map ins(%b : tensor<8xf32>) outs(%t : tensor<8xf32>) {
  ^bb0(%a: f32):
    %c = math.exp %a : f32
    zyn.yield %c : f32
  } -> tensor<8xf32>
  %0 = zyn.matmul ins(%x, %w : tensor<6x4xf32>, tensor<4x8xf32>) outs(%s : tensor<6x8xf32>) -> tensor<6x8xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 8] : tensor<6x8xf32> into tensor<2x3x8xf32>
  %2 = zyn.map ins(%1, %bias : tensor<2x3x8xf32>, tensor<8xf32>) outs(%y : tensor<2x3x8xf32>)
      indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (k)>] {
  ^bb0(%a: f32, %c: f32):
    %d = arith.addf %a, %c : f32
    zyn.yield %d : f32
  } -> tensor<2x3x8xf32>
  %3 = zyn.map ins(%bias : tensor<8xf32>) outs(%t : tensor<8xf32>) {
  ^bb0(%a: f32):
    %c = math.tanh %a : f32
    zyn.yield %c : f32
  } -> tensor<8xf32>
  return %2, %3 : tensor<2x3x8xf32>, tensor<8xf32>
}

// -----

// A row and a column become tensors of the same shape by different reshapes.
// CHECK-LABEL: func.func @row_and_column
// CHECK: zyn.map ins(%{{.*}}, %{{.*}} : tensor<8xf32>, tensor<8xf32>)
func.func @row_and_column(%r: tensor<1x4xf32>, %w: tensor<4x8xf32>, %x: tensor<8x4xf32>, %c: tensor<4x1xf32>, %s: tensor<1x8xf32>, %t: tensor<8x1xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %0 = zyn.matmul ins(%r, %w : tensor<1x4xf32>, tensor<4x8xf32>) outs(%s : tensor<1x8xf32>) -> tensor<1x8xf32>
  %1 = zyn.matmul ins(%x, %c : tensor<8x4xf32>, tensor<4x1xf32>) outs(%t : tensor<8x1xf32>) -> tensor<8x1xf32>
  %2 = tensor.collapse_shape %0 [[0, 1]] : tensor<1x8xf32> into tensor<8xf32>
  %3 = tensor.collapse_shape %1 [[0, 1]] : tensor<8x1xf32> into tensor<8xf32>
  %4 = zyn.map ins(%2, %3 : tensor<8xf32>, tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %d = arith.addf %a, %b : f32
    zyn.yield %d : f32
  } -> tensor<8xf32>
  return %4 : tensor<8xf32>
}
