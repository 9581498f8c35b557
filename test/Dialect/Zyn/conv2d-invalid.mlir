// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifier of zyn.conv2d, in full; those that it shares with zyn.matmul only once.

func.func @f(%x: tensor<8x8x4xf32>, %w: tensor<2x3x3x4xf32>, %y: tensor<1x6x6x2xf32>) {
  // expected-error @+1 {{'zyn.conv2d' op expected an image, filters and a destination of rank 4, found 'tensor<8x8x4xf32>'}}
  %r = zyn.conv2d ins(%x, %w : tensor<8x8x4xf32>, tensor<2x3x3x4xf32>) outs(%y : tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %w: tensor<2x3x3x4xf16>, %y: tensor<1x6x6x2xf32>) {
  // expected-error @+1 {{'zyn.conv2d' op expected the image and the filters to have the same element type, or 8-bit float types, found 'f32' and 'f16'}}
  %r = zyn.conv2d ins(%x, %w : tensor<1x8x8x4xf32>, tensor<2x3x3x4xf16>) outs(%y : tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xi8>, %w: tensor<2x3x3x4xi8>, %y: tensor<1x6x6x2xi8>) {
  // expected-error @+1 {{'zyn.conv2d' op expected a destination of 'i32', found 'i8'; an epilogue can convert to other types}}
  %r = zyn.conv2d ins(%x, %w : tensor<1x8x8x4xi8>, tensor<2x3x3x4xi8>) outs(%y : tensor<1x6x6x2xi8>) -> tensor<1x6x6x2xi8>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %w: tensor<2x3x3x4xf32>, %y: tensor<1x6x6x2xf32>) {
  // expected-error @+1 {{'zyn.conv2d' op expected 2 numbers in strides, one for each spatial dimension, found 1}}
  %r = zyn.conv2d strides = [1] ins(%x, %w : tensor<1x8x8x4xf32>, tensor<2x3x3x4xf32>) outs(%y : tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %w: tensor<2x3x3x4xf32>, %y: tensor<1x6x6x2xf32>) {
  // expected-error @+1 {{'zyn.conv2d' op expected strides from 1 to 2^30, found 0}}
  %r = zyn.conv2d strides = [1, 0] ins(%x, %w : tensor<1x8x8x4xf32>, tensor<2x3x3x4xf32>) outs(%y : tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %w: tensor<2x3x3x4xf32>, %y: tensor<1x6x6x2xf32>) {
  // expected-error @+1 {{'zyn.conv2d' op expected dilations from 1 to 2^30, found 9223372036854775807}}
  %r = zyn.conv2d dilations = [1, 9223372036854775807] ins(%x, %w : tensor<1x8x8x4xf32>, tensor<2x3x3x4xf32>) outs(%y : tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %w: tensor<2x3x3x4xf32>, %y: tensor<1x6x6x2xf32>) {
  // expected-error @+1 {{'zyn.conv2d' op expected 4 numbers in padding, [top, bottom, left, right], found 2}}
  %r = zyn.conv2d padding = [1, 1] ins(%x, %w : tensor<1x8x8x4xf32>, tensor<2x3x3x4xf32>) outs(%y : tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %w: tensor<2x3x3x4xf32>, %y: tensor<1x6x6x2xf32>) {
  // expected-error @+1 {{'zyn.conv2d' op expected padding from 0 to 2^30, found -1}}
  %r = zyn.conv2d padding = [0, 0, -1, 0] ins(%x, %w : tensor<1x8x8x4xf32>, tensor<2x3x3x4xf32>) outs(%y : tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %w: tensor<2x3x3x4xf32>, %y: tensor<1x6x6x2xf32>) {
  // expected-error @+1 {{'zyn.conv2d' op expected at least one group, found 0}}
  %r = zyn.conv2d groups = 0 ins(%x, %w : tensor<1x8x8x4xf32>, tensor<2x3x3x4xf32>) outs(%y : tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %w: tensor<3x3x3x1xf32>, %y: tensor<1x6x6x3xf32>) {
  // expected-error @+1 {{'zyn.conv2d' op expected a number of channels that 3 groups divide, found 4}}
  %r = zyn.conv2d groups = 3 ins(%x, %w : tensor<1x8x8x4xf32>, tensor<3x3x3x1xf32>) outs(%y : tensor<1x6x6x3xf32>) -> tensor<1x6x6x3xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8x8xf32>, %w: tensor<3x2x3x3xf32>, %y: tensor<1x3x6x6xf32>) {
  // expected-error @+1 {{'zyn.conv2d' op expected a number of filters that 2 groups divide, found 3}}
  %r = zyn.conv2d layout = nchw groups = 2 ins(%x, %w : tensor<1x4x8x8xf32>, tensor<3x2x3x3xf32>) outs(%y : tensor<1x3x6x6xf32>) -> tensor<1x3x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %w: tensor<6x3x3x4xf32>, %y: tensor<1x6x6x6xf32>) {
  // expected-error @+1 {{'zyn.conv2d' op expected dimension 3 of the image to be 8, the channels of 2 groups of filters, found 4 in 'tensor<1x8x8x4xf32>'}}
  %r = zyn.conv2d groups = 2 ins(%x, %w : tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>) outs(%y : tensor<1x6x6x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<2x8x8x4xf32>, %w: tensor<6x3x3x2xf32>, %y: tensor<1x6x6x6xf32>) {
  // expected-error @+1 {{'zyn.conv2d' op expected dimension 0 of the image to be 1, as dimension 0 of 'outs', found 2 in 'tensor<2x8x8x4xf32>'}}
  %r = zyn.conv2d groups = 2 ins(%x, %w : tensor<2x8x8x4xf32>, tensor<6x3x3x2xf32>) outs(%y : tensor<1x6x6x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %w: tensor<2x3x3x5xf32>, %y: tensor<1x6x6x2xf32>) {
  // expected-error @+1 {{'zyn.conv2d' op expected dimension 3 of the filters to be 4, as dimension 3 of the image, found 5 in 'tensor<2x3x3x5xf32>'}}
  %r = zyn.conv2d ins(%x, %w : tensor<1x8x8x4xf32>, tensor<2x3x3x5xf32>) outs(%y : tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %w: tensor<2x3x3x4xf32>, %y: tensor<1x6x6x3xf32>) {
  // expected-error @+1 {{'zyn.conv2d' op expected dimension 0 of the filters to be 3, as dimension 3 of 'outs', found 2 in 'tensor<2x3x3x4xf32>'}}
  %r = zyn.conv2d ins(%x, %w : tensor<1x8x8x4xf32>, tensor<2x3x3x4xf32>) outs(%y : tensor<1x6x6x3xf32>) -> tensor<1x6x6x3xf32>
  return
}

// -----

// The last window would leave the image.
func.func @f(%x: tensor<1x8x9x4xf32>, %w: tensor<2x3x3x4xf32>, %y: tensor<1x6x8x2xf32>) {
  // expected-error @+1 {{'zyn.conv2d' op expected dimension 2 of 'outs' to be 7, the number of windows in dimension 2 of the image with its padding, found 8 in 'tensor<1x6x8x2xf32>'}}
  %r = zyn.conv2d ins(%x, %w : tensor<1x8x9x4xf32>, tensor<2x3x3x4xf32>) outs(%y : tensor<1x6x8x2xf32>) -> tensor<1x6x8x2xf32>
  return
}

// -----

func.func @f(%x: tensor<?x4x8x8xf32>, %w: tensor<2x4x9x3xf32>, %y: tensor<?x2x1x3xf32>) {
  // expected-error @+1 {{'zyn.conv2d' op expected dimension 2 of 'outs' to be 0, the number of windows in dimension 2 of the image with its padding, found 1 in 'tensor<?x2x1x3xf32>'}}
  %r = zyn.conv2d layout = nchw strides = [1, 2] ins(%x, %w : tensor<?x4x8x8xf32>, tensor<2x4x9x3xf32>) outs(%y : tensor<?x2x1x3xf32>) -> tensor<?x2x1x3xf32>
  return
}

// -----

func.func @f(%x: memref<1x8x8x4xf32>, %w: memref<2x3x3x4xf32>, %y: memref<1x6x6x2xf32>) {
  // expected-error @+1 {{'zyn.conv2d' op expected one destination in 'outs', found 2}}
  zyn.conv2d ins(%x, %w : memref<1x8x8x4xf32>, memref<2x3x3x4xf32>) outs(%y, %y : memref<1x6x6x2xf32>, memref<1x6x6x2xf32>)
  return
}

// -----

func.func @f(%x: memref<1x8x8x4xf32>, %w: memref<2x3x3x4xf32>, %y: memref<1x6x6x2xf32>) {
  // expected-error @+1 {{'zyn.conv2d' op expected a body with 1 arguments, found 0}}
  zyn.conv2d ins(%x, %w : memref<1x8x8x4xf32>, memref<2x3x3x4xf32>) outs(%y : memref<1x6x6x2xf32>) epilogue {
    %c = arith.constant 1.0 : f32
    zyn.yield %c : f32
  }
  return
}
