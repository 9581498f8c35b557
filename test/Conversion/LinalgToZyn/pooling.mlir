// RUN: zyn-opt %s --convert-linalg-to-zyn --split-input-file | FileCheck %s

// Padding with the combiner's neutral element is absorbed.
// CHECK-LABEL: func.func @max
//   CHECK-NOT:   tensor.insert_slice
//       CHECK:   zyn.reduce_window window = [1, 1, 3, 2] strides = [1, 1, 2, 2] padding = [0, 0, 0, 0, 1, 1, 1, 1]
//  CHECK-SAME:     ins(%arg0 : tensor<2x4x?x?xf32>)
//  CHECK-NEXT:   ^bb0(%[[MAX:.*]]: f32, %[[X:.*]]: f32):
//  CHECK-NEXT:     arith.maximumf %[[MAX]], %[[X]]
func.func @max(%x: tensor<2x4x?x?xf32>, %y: tensor<2x4x?x?xf32>) -> tensor<2x4x?x?xf32> {
  %low = arith.constant 0xFF800000 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %low : f32
  } : tensor<2x4x?x?xf32> to tensor<2x4x?x?xf32>
  %w = tensor.empty() : tensor<3x2xf32>
  %r = linalg.pooling_nchw_max {strides = dense<2> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%p, %w : tensor<2x4x?x?xf32>, tensor<3x2xf32>) outs(%y : tensor<2x4x?x?xf32>) -> tensor<2x4x?x?xf32>
  return %r : tensor<2x4x?x?xf32>
}

// -----

// Zeros are not neutral in a maximum.
// CHECK-LABEL: func.func @max_of_zeros
//       CHECK:   %[[P:.*]] = tensor.insert_slice
//       CHECK:   zyn.reduce_window window = [1, 2, 2, 1] {{.*}} ins(%[[P]] :
func.func @max_of_zeros(%x: tensor<1x4x4x8xf32>, %y: tensor<1x5x5x8xf32>) -> tensor<1x5x5x8xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x4x4x8xf32> to tensor<1x6x6x8xf32>
  %w = tensor.empty() : tensor<2x2xf32>
  %r = linalg.pooling_nhwc_max {strides = dense<1> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%p, %w : tensor<1x6x6x8xf32>, tensor<2x2xf32>) outs(%y : tensor<1x5x5x8xf32>) -> tensor<1x5x5x8xf32>
  return %r : tensor<1x5x5x8xf32>
}

// -----

// The size of the windows is an attribute of zyn.reduce_window.
// CHECK-LABEL: func.func @dynamic_window
//   CHECK-NOT:   zyn.reduce_window
//       CHECK:   zyn.compute
func.func @dynamic_window(%x: tensor<1x8x8x8xf32>, %w: tensor<?x?xf32>, %y: tensor<1x5x5x8xf32>) -> tensor<1x5x5x8xf32> {
  %r = linalg.pooling_nhwc_sum {strides = dense<1> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%x, %w : tensor<1x8x8x8xf32>, tensor<?x?xf32>) outs(%y : tensor<1x5x5x8xf32>) -> tensor<1x5x5x8xf32>
  return %r : tensor<1x5x5x8xf32>
}

// -----

// The image has three windows in each dimension, and the result two.
// CHECK-LABEL: func.func @fewer_windows
//   CHECK-NOT:   zyn.reduce_window
//       CHECK:   zyn.compute
func.func @fewer_windows(%x: tensor<1x8x8x3xf32>, %y: tensor<1x2x2x3xf32>) -> tensor<1x2x2x3xf32> {
  %w = tensor.empty() : tensor<3x3xf32>
  %r = linalg.pooling_nhwc_max {strides = dense<2> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%x, %w : tensor<1x8x8x3xf32>, tensor<3x3xf32>) outs(%y : tensor<1x2x2x3xf32>) -> tensor<1x2x2x3xf32>
  return %r : tensor<1x2x2x3xf32>
}

// -----

// The result has a loop that the image lacks, in place of one that it has.
// CHECK-LABEL: func.func @other_loops
//   CHECK-NOT:   zyn.reduce_window
//       CHECK:   linalg.generic
func.func @other_loops(%x: tensor<4x8xf32>, %w: tensor<2x5x7xf32>, %y: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(q, i, w, p) -> (q, i + w)>, affine_map<(q, i, w, p) -> (w, p, i)>, affine_map<(q, i, w, p) -> (p, i)>],
      iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%x, %w : tensor<4x8xf32>, tensor<2x5x7xf32>) outs(%y : tensor<5x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}
