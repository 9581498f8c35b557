// RUN: zyn-opt %s --convert-tosa-to-zyn --canonicalize | FileCheck %s

// A linear layer, a convolution with padding, and an argmax.
// CHECK-LABEL: func.func @layer
//   CHECK-NOT:   tosa
//       CHECK:   zyn.matmul
func.func @layer(%x: tensor<1x4x8xf32>, %w: tensor<1x8x5xf32>) -> tensor<1x4x5xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.matmul %x, %w, %zp, %zp : (tensor<1x4x8xf32>, tensor<1x8x5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x5xf32>
  return %r : tensor<1x4x5xf32>
}

// CHECK-LABEL: func.func @convolution
//   CHECK-NOT:   tosa
//       CHECK:   zyn.conv2d
func.func @convolution(%x: tensor<1x6x7x3xf32>, %w: tensor<4x3x2x3xf32>, %b: tensor<4xf32>) -> tensor<1x6x6x4xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.conv2d %x, %w, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 0, 0>,
      stride = array<i64: 1, 1>} : (tensor<1x6x7x3xf32>, tensor<4x3x2x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>)
      -> tensor<1x6x6x4xf32>
  return %r : tensor<1x6x6x4xf32>
}

// CHECK-LABEL: func.func @argmax
//   CHECK-NOT:   tosa
//       CHECK:   zyn.reduce
func.func @argmax(%x: tensor<4x9xf32>) -> tensor<4xi32> {
  %r = tosa.argmax %x {axis = 1 : i32} : (tensor<4x9xf32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// CHECK-LABEL: func.func @gather
//   CHECK-NOT:   tosa
//       CHECK:   zyn.gather
func.func @gather(%x: tensor<1x7x3xf32>, %i: tensor<1x4xi32>) -> tensor<1x4x3xf32> {
  %r = tosa.gather %x, %i : (tensor<1x7x3xf32>, tensor<1x4xi32>) -> tensor<1x4x3xf32>
  return %r : tensor<1x4x3xf32>
}

// CHECK-LABEL: func.func @scatter
//   CHECK-NOT:   tosa
//       CHECK:   %[[ROWS:.*]] = zyn.map
//       CHECK:   zyn.scatter unordered ins(%arg2, %[[ROWS]] : tensor<2x3x4xf32>, tensor<2x3xindex>)
func.func @scatter(%x: tensor<2x8x4xf32>, %i: tensor<2x3xi32>, %u: tensor<2x3x4xf32>) -> tensor<2x8x4xf32> {
  %r = tosa.scatter %x, %i, %u : (tensor<2x8x4xf32>, tensor<2x3xi32>, tensor<2x3x4xf32>) -> tensor<2x8x4xf32>
  return %r : tensor<2x8x4xf32>
}

// CHECK-LABEL: func.func @while_loop
//   CHECK-NOT:   tosa
//       CHECK:   scf.while
func.func @while_loop(%x: tensor<8xf32>, %n: tensor<i32>) -> tensor<8xf32> {
  %0 = "tosa.const"() {values = dense<0> : tensor<i32>} : () -> tensor<i32>
  %r:2 = tosa.while_loop (%i = %0, %v = %x) : (tensor<i32>, tensor<8xf32>) -> (tensor<i32>, tensor<8xf32>) {
    %c = tosa.greater %n, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %c : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %v: tensor<8xf32>):
    %1 = "tosa.const"() {values = dense<1> : tensor<i32>} : () -> tensor<i32>
    %j = tosa.add %i, %1 : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %w = tosa.add %v, %v : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    tosa.yield %j, %w : tensor<i32>, tensor<8xf32>
  }
  return %r#1 : tensor<8xf32>
}
