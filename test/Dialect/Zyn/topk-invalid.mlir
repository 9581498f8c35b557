// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifier of zyn.topk, in full.

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.topk' op expected two destinations, for the values and their indices, found 1}}
  %r = zyn.topk ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) dimension = 0 -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<f32>, %i: tensor<i32>) {
  // expected-error @+1 {{'zyn.topk' op expected an input with a dimension to select from, found 'tensor<f32>'}}
  %r:2 = zyn.topk ins(%x : tensor<f32>) outs(%x, %i : tensor<f32>, tensor<i32>) dimension = 0 -> tensor<f32>, tensor<i32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'zyn.topk' op expected a dimension from 0 to 0, found 1}}
  %r:2 = zyn.topk ins(%x : tensor<4xf32>) outs(%x, %i : tensor<4xf32>, tensor<4xi32>) dimension = 1 -> tensor<4xf32>, tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'zyn.topk' op expected a dimension from 0 to 0, found -1}}
  %r:2 = zyn.topk ins(%x : tensor<4xf32>) outs(%x, %i : tensor<4xf32>, tensor<4xi32>) dimension = -1 -> tensor<4xf32>, tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xi1>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'zyn.topk' op expected keys of i8, i16, i32, i64, f16, bf16, f32, f64, f8E4M3FN or f8E5M2, found 'i1'}}
  %r:2 = zyn.topk ins(%x : tensor<4xi1>) outs(%x, %i : tensor<4xi1>, tensor<4xi32>) dimension = 0 -> tensor<4xi1>, tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %v: tensor<2xf64>, %i: tensor<2xi32>) {
  // expected-error @+1 {{'zyn.topk' op expected values of 'f32', as the input has, found 'tensor<2xf64>'}}
  %r:2 = zyn.topk ins(%x : tensor<4xf32>) outs(%v, %i : tensor<2xf64>, tensor<2xi32>) dimension = 0 -> tensor<2xf64>, tensor<2xi32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %v: tensor<2xf32>, %i: tensor<2xi16>) {
  // expected-error @+1 {{'zyn.topk' op expected indices of i32 or i64, found 'i16'}}
  %r:2 = zyn.topk ins(%x : tensor<4xf32>) outs(%v, %i : tensor<2xf32>, tensor<2xi16>) dimension = 0 -> tensor<2xf32>, tensor<2xi16>
  return
}

// -----

func.func @f(%x: tensor<2147483649xi8>, %v: tensor<2xi8>, %i: tensor<2xi32>) {
  // expected-error @+1 {{'zyn.topk' op expected indices of i64 for 2147483649 elements, found i32}}
  %r:2 = zyn.topk ins(%x : tensor<2147483649xi8>) outs(%v, %i : tensor<2xi8>, tensor<2xi32>) dimension = 0 -> tensor<2xi8>, tensor<2xi32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>, %v: tensor<4x2xf32>, %i: tensor<2xi32>) {
  // expected-error @+1 {{'zyn.topk' op expected destinations of rank 2, as the input has, found 'tensor<2xi32>'}}
  %r:2 = zyn.topk ins(%x : tensor<4x4xf32>) outs(%v, %i : tensor<4x2xf32>, tensor<2xi32>) dimension = 1 -> tensor<4x2xf32>, tensor<2xi32>
  return
}

// -----

func.func @f(%x: tensor<?x4xf32>, %v: tensor<?x5xf32>, %i: tensor<?x5xi32>) {
  // expected-error @+1 {{'zyn.topk' op expected to select at most the 4 elements of dimension 1 of the input, found a destination of 5}}
  %r:2 = zyn.topk ins(%x : tensor<?x4xf32>) outs(%v, %i : tensor<?x5xf32>, tensor<?x5xi32>) dimension = 1 -> tensor<?x5xf32>, tensor<?x5xi32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>, %v: tensor<4x3xf32>, %i: tensor<4x2xi32>) {
  // expected-error @+1 {{'zyn.topk' op expected dimension 1 of destination #1 to be 3, as dimension 1 of destination #0, found 2 in 'tensor<4x2xi32>'}}
  %r:2 = zyn.topk ins(%x : tensor<4x4xf32>) outs(%v, %i : tensor<4x3xf32>, tensor<4x2xi32>) dimension = 1 -> tensor<4x3xf32>, tensor<4x2xi32>
  return
}

// -----

func.func @f(%x: tensor<5x4xf32>, %v: tensor<4x3xf32>, %i: tensor<4x3xi32>) {
  // expected-error @+1 {{'zyn.topk' op expected dimension 0 of input #0 to be 4, as dimension 0 of destination #0, found 5 in 'tensor<5x4xf32>'}}
  %r:2 = zyn.topk ins(%x : tensor<5x4xf32>) outs(%v, %i : tensor<4x3xf32>, tensor<4x3xi32>) dimension = 1 -> tensor<4x3xf32>, tensor<4x3xi32>
  return
}
