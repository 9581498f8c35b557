// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifier of zyn.scan, in full.

func.func @f() {
  // expected-error @+1 {{'zyn.scan' op expected at least one input}}
  "zyn.scan"() <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 0>}> ({
    zyn.yield
  }) : () -> ()
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.scan' op expected a destination for each of the 2 inputs, or a destination and a carry, found 3}}
  %r:3 = zyn.scan ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%x, %x, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
      dimension = 0 {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    zyn.yield %a, %b : f32, f32
  } -> tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.scan' op expected a carry for each input, since the first result of an exclusive scan is the initial value}}
  %r = zyn.scan exclusive ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) dimension = 0 {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<f32>) {
  // expected-error @+1 {{'zyn.scan' op expected inputs with a dimension to scan, found 'tensor<f32>'}}
  %r = zyn.scan ins(%x : tensor<f32>) outs(%x : tensor<f32>) dimension = 0 {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  } -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.scan' op expected a dimension from 0 to 1, found 2}}
  %r = zyn.scan ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) dimension = 2 {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.scan' op expected a dimension from 0 to 1, found -1}}
  %r = zyn.scan ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) dimension = -1 {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %y: tensor<4x9xf32>) {
  // expected-error @+1 {{'zyn.scan' op expected dimension 1 of input #0 to be 9, as dimension 1 of 'outs', found 8 in 'tensor<4x8xf32>'}}
  %r = zyn.scan ins(%x : tensor<4x8xf32>) outs(%y : tensor<4x9xf32>) dimension = 0 {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  } -> tensor<4x9xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %carry: tensor<8xf32>) {
  // expected-error @+1 {{'zyn.scan' op expected dimension 0 of destination #1 to be 4, as dimension 0 of destination #0, found 8 in 'tensor<8xf32>'}}
  %r:2 = zyn.scan ins(%x : tensor<4x8xf32>) outs(%x, %carry : tensor<4x8xf32>, tensor<8xf32>) dimension = 1 {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  } -> tensor<4x8xf32>, tensor<8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.scan' op expected destination #1 to have rank 1, found 'tensor<4x8xf32>'}}
  %r:2 = zyn.scan ins(%x : tensor<4x8xf32>) outs(%x, %x : tensor<4x8xf32>, tensor<4x8xf32>) dimension = 1 {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  } -> tensor<4x8xf32>, tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.scan' op expected body argument #0 to be 'f32', or a wider float for a float, found 'f16'}}
  %r = zyn.scan ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) dimension = 0 {
  ^bb0(%a: f16, %b: f16):
    zyn.yield %a : f16
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+1 {{'zyn.scan' op expected body argument #0 to be 'i32', or a wider float for a float, found 'i64'}}
  %r = zyn.scan ins(%x : tensor<4xi32>) outs(%x : tensor<4xi32>) dimension = 0 {
  ^bb0(%a: i64, %b: i64):
    zyn.yield %a : i64
  } -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xf16>, %y: tensor<4xf64>) {
  // expected-error @+1 {{'zyn.scan' op expected destination #0 to have the element type of its input or of its accumulator, 'f16' or 'f32', found 'f64'}}
  %r = zyn.scan ins(%x : tensor<4xf16>) outs(%y : tensor<4xf64>) dimension = 0 {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  } -> tensor<4xf64>
  return
}

// -----

func.func @f(%x: tensor<4xf16>, %carry: tensor<f16>) {
  // expected-error @+1 {{'zyn.scan' op expected each carry to have the type of its accumulator}}
  %r:2 = zyn.scan ins(%x : tensor<4xf16>) outs(%x, %carry : tensor<4xf16>, tensor<f16>) dimension = 0 {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  } -> tensor<4xf16>, tensor<f16>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.scan' op expected a body with 2 arguments, found 1}}
  %r = zyn.scan ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) dimension = 0 {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf16>) {
  // expected-error @+4 {{'zyn.yield' op expected value #0 to be 'f32', found 'f16'}}
  %r = zyn.scan ins(%x : tensor<4xf16>) outs(%x : tensor<4xf16>) dimension = 0 {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.truncf %a : f32 to f16
    zyn.yield %0 : f16
  } -> tensor<4xf16>
  return
}
