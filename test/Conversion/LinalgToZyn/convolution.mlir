// RUN: zyn-opt %s --convert-linalg-to-zyn --split-input-file | FileCheck %s

// Padding and bias are absorbed.
// CHECK: #[[$BIAS:.*]] = affine_map<(d0, d1, d2, d3) -> (d1)>
// CHECK-LABEL: func.func @nchw
//   CHECK-NOT:   tensor.pad
//       CHECK:   zyn.conv2d layout = nchw strides = [2, 2] padding = [1, 1, 1, 1] ins(%arg0, %arg1 : tensor<2x3x17x15xf32>, tensor<8x3x3x3xf32>)
//  CHECK-SAME:     epilogue_ins(%arg2 : tensor<8xf32>) epilogue_maps = [#[[$BIAS]]]
func.func @nchw(%x: tensor<2x3x17x15xf32>, %w: tensor<8x3x3x3xf32>, %b: tensor<8xf32>) -> tensor<2x8x9x8xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<2x3x17x15xf32> to tensor<2x3x19x17xf32>
  %e = tensor.empty() : tensor<2x8x9x8xf32>
  %bias = linalg.broadcast ins(%b : tensor<8xf32>) outs(%e : tensor<2x8x9x8xf32>) dimensions = [0, 2, 3]
  %r = linalg.conv_2d_nchw_fchw {strides = dense<2> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%p, %w : tensor<2x3x19x17xf32>, tensor<8x3x3x3xf32>) outs(%bias : tensor<2x8x9x8xf32>) -> tensor<2x8x9x8xf32>
  return %r : tensor<2x8x9x8xf32>
}

// -----

// zyn.conv2d has the filters first.
// CHECK: #[[$MAP:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>
// CHECK-LABEL: func.func @nhwc_hwcf
//       CHECK:   %[[W:.*]] = zyn.map ins(%arg1 : tensor<3x3x4x8xf32>) outs({{.*}} : tensor<8x3x3x4xf32>) indexing_maps = [#[[$MAP]]]
//       CHECK:   zyn.conv2d dilations = [2, 2] accumulate ins(%arg0, %[[W]]
func.func @nhwc_hwcf(%x: tensor<?x?x?x4xf32>, %w: tensor<3x3x4x8xf32>, %y: tensor<?x?x?x8xf32>) -> tensor<?x?x?x8xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : vector<2xi64>, dilations = dense<2> : vector<2xi64>}
      ins(%x, %w : tensor<?x?x?x4xf32>, tensor<3x3x4x8xf32>) outs(%y : tensor<?x?x?x8xf32>) -> tensor<?x?x?x8xf32>
  return %r : tensor<?x?x?x8xf32>
}

// -----

// CHECK-LABEL: func.func @depthwise
//       CHECK:   %[[W:.*]] = tensor.expand_shape %arg1 {{\[\[}}0, 1], [2], [3]] output_shape [8, 1, 3, 3]
//       CHECK:   zyn.conv2d layout = nchw groups = 8 accumulate ins(%arg0, %[[W]]
func.func @depthwise(%x: tensor<2x8x9x9xf32>, %w: tensor<8x3x3xf32>, %y: tensor<2x8x7x7xf32>) -> tensor<2x8x7x7xf32> {
  %r = linalg.depthwise_conv_2d_nchw_chw {strides = dense<1> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%x, %w : tensor<2x8x9x9xf32>, tensor<8x3x3xf32>) outs(%y : tensor<2x8x7x7xf32>) -> tensor<2x8x7x7xf32>
  return %r : tensor<2x8x7x7xf32>
}

// -----

// CHECK-LABEL: func.func @groups
//       CHECK:   zyn.conv2d layout = nchw groups = 2 accumulate ins({{.*}} : tensor<2x8x9x9xf32>, tensor<6x4x3x3xf32>) outs({{.*}} : tensor<2x6x7x7xf32>)
func.func @groups(%x: tensor<2x2x4x9x9xf32>, %w: tensor<2x3x4x3x3xf32>, %y: tensor<2x2x3x7x7xf32>) -> tensor<2x2x3x7x7xf32> {
  %r = linalg.conv_2d_ngchw_gfchw {strides = dense<1> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%x, %w : tensor<2x2x4x9x9xf32>, tensor<2x3x4x3x3xf32>) outs(%y : tensor<2x2x3x7x7xf32>) -> tensor<2x2x3x7x7xf32>
  return %r : tensor<2x2x3x7x7xf32>
}

// -----

// One dimension: images of height 1.
// CHECK-LABEL: func.func @one_dimension
//       CHECK:   zyn.conv2d layout = nchw strides = [1, 2] accumulate ins({{.*}} : tensor<2x4x1x21xf32>, tensor<8x4x1x3xf32>)
func.func @one_dimension(%x: tensor<2x4x21xf32>, %w: tensor<8x4x3xf32>, %y: tensor<2x8x10xf32>) -> tensor<2x8x10xf32> {
  %r = linalg.conv_1d_ncw_fcw {strides = dense<2> : vector<1xi64>, dilations = dense<1> : vector<1xi64>}
      ins(%x, %w : tensor<2x4x21xf32>, tensor<8x4x3xf32>) outs(%y : tensor<2x8x10xf32>) -> tensor<2x8x10xf32>
  return %r : tensor<2x8x10xf32>
}

// -----

// Padding with other numbers is not that of zyn.conv2d, and three dimensions are a loop nest.
// CHECK-LABEL: func.func @other_padding
//       CHECK:   tensor.insert_slice
//       CHECK:   zyn.conv2d accumulate
func.func @other_padding(%x: tensor<1x8x8x4xf32>, %w: tensor<8x3x3x4xf32>, %y: tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32> {
  %one = arith.constant 1.0 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %one : f32
  } : tensor<1x8x8x4xf32> to tensor<1x10x10x4xf32>
  %r = linalg.conv_2d_nhwc_fhwc {strides = dense<1> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%p, %w : tensor<1x10x10x4xf32>, tensor<8x3x3x4xf32>) outs(%y : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return %r : tensor<1x8x8x8xf32>
}

// -----

// Fewer windows than the image has.
// CHECK-LABEL: func.func @part
//   CHECK-NOT:   zyn.conv2d
//       CHECK:   zyn.compute
func.func @part(%x: tensor<1x9x9x4xf32>, %w: tensor<8x3x3x4xf32>, %y: tensor<1x6x7x8xf32>) -> tensor<1x6x7x8xf32> {
  %r = linalg.conv_2d_nhwc_fhwc {strides = dense<1> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%x, %w : tensor<1x9x9x4xf32>, tensor<8x3x3x4xf32>) outs(%y : tensor<1x6x7x8xf32>) -> tensor<1x6x7x8xf32>
  return %r : tensor<1x6x7x8xf32>
}
