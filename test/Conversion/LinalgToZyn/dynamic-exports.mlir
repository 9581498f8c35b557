// What torch-mlir writes if sizes are dynamic.
// RUN: zyn-opt %s --convert-linalg-to-zyn --canonicalize | FileCheck %s

// A broadcast, of a dimension that might have the size 1.
// CHECK-LABEL: func.func @expand(
// CHECK-SAME: %[[X:.*]]: tensor<4x1x?xf32>
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2]]
// CHECK: zyn.map ins(%[[C]] : tensor<4x?xf32>) outs(%{{.*}} : tensor<4x8x?xf32>) indexing_maps = [#[[MAP:.*]]]
// CHECK-NOT: zyn.gather
func.func @expand(%x: tensor<4x1x?xf32>) -> tensor<4x8x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c2 : tensor<4x1x?xf32>
  %isOne = arith.cmpi eq, %n, %c1 : index
  %e = tensor.empty(%n) : tensor<4x8x?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%e : tensor<4x8x?xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %k = linalg.index 2 : index
    %at = arith.select %isOne, %c0, %k : index
    %v = tensor.extract %x[%i, %c0, %at] : tensor<4x1x?xf32>
    linalg.yield %v : f32
  } -> tensor<4x8x?xf32>
  return %r : tensor<4x8x?xf32>
}

// The source may be larger than the result, or have the size 1.
// CHECK-LABEL: func.func @unknown(
// CHECK: zyn.{{gather|compute}}
func.func @unknown(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = tensor.dim %x, %c0 : tensor<?xf32>
  %isOne = arith.cmpi eq, %size, %c1 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<?xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %at = arith.select %isOne, %c0, %i : index
    %v = tensor.extract %x[%at] : tensor<?xf32>
    linalg.yield %v : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// Heads that become a part of the batch, and of which the size is a quotient.
// CHECK-LABEL: func.func @reshape(
// CHECK-SAME: %[[X:.*]]: tensor<64x?x?xf32>
// CHECK: %[[R:.*]] = tensor.expand_shape %[[X]] {{\[\[}}0, 1], [2], [3]] output_shape [2, 32,
// CHECK: return %[[R]]
func.func @reshape(%x: tensor<64x?x?xf32>) -> tensor<2x32x?x?xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c1 : tensor<64x?x?xf32>
  %m = tensor.dim %x, %c2 : tensor<64x?x?xf32>
  %twice = affine.apply affine_map<(n) -> (2 * n)>(%m)
  %half = arith.divsi %twice, %c2 : index
  %flat = tensor.collapse_shape %x [[0, 1, 2]] : tensor<64x?x?xf32> into tensor<?xf32>
  %r = tensor.expand_shape %flat [[0, 1, 2, 3]] output_shape [2, 32, %n, %half] : tensor<?xf32> into tensor<2x32x?x?xf32>
  return %r : tensor<2x32x?x?xf32>
}

// CHECK-LABEL: func.func @collapse(
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2], [3]] : tensor<2x32x?x?xf32> into tensor<64x?x?xf32>
// CHECK-NOT: expand_shape
func.func @collapse(%x: tensor<2x32x?x?xf32>) -> tensor<64x?x?xf32> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c2 : tensor<2x32x?x?xf32>
  %m = tensor.dim %x, %c3 : tensor<2x32x?x?xf32>
  %flat = tensor.collapse_shape %x [[0, 1, 2, 3]] : tensor<2x32x?x?xf32> into tensor<?xf32>
  %r = tensor.expand_shape %flat [[0, 1, 2]] output_shape [64, %n, %m] : tensor<?xf32> into tensor<64x?x?xf32>
  return %r : tensor<64x?x?xf32>
}

// Dimensions that are exchanged are not the same.
// CHECK-LABEL: func.func @exchanged(
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1, 2]]
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1, 2]]
func.func @exchanged(%x: tensor<4x?x?xf32>) -> tensor<4x?x?xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c1 : tensor<4x?x?xf32>
  %m = tensor.dim %x, %c2 : tensor<4x?x?xf32>
  %flat = tensor.collapse_shape %x [[0, 1, 2]] : tensor<4x?x?xf32> into tensor<?xf32>
  %r = tensor.expand_shape %flat [[0, 1, 2]] output_shape [4, %m, %n] : tensor<?xf32> into tensor<4x?x?xf32>
  return %r : tensor<4x?x?xf32>
}
