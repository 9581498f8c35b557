// RUN: zyn-opt %s -verify-diagnostics -split-input-file

func.func @f(%x: tensor<4xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'tm_tensor.scan' op expected 2 tensors in 'outs', found 1}}
  %r = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'tm_tensor.scan' op expected a dimension of 'tensor<4xf32>', found 1}}
  %r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<4xf32>) outs(%x, %z : tensor<4xf32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<4xf32>, tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'tm_tensor.scan' op expected a region with arguments of 'f32', 'f32', found 'f32'}}
  %r:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<4xf32>) outs(%x, %z : tensor<4xf32>, tensor<f32>) {
  ^bb0(%a: f32):
    tm_tensor.yield %a : f32
  } -> tensor<4xf32>, tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'tm_tensor.scan' op expected results with the types of 'outs'}}
  %r = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<4xf32>) outs(%x, %z : tensor<4xf32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x5xf32>, %z: tensor<4xf32>) {
  // expected-error @+1 {{'tm_tensor.scan' op expected the size of dimension 0 of 'tensor<4xf32>' to be that of dimension 1 of 'tensor<4x5xf32>'}}
  %r:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<4x5xf32>) outs(%x, %z : tensor<4x5xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<4x5xf32>, tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<6x5xf32>, %i: tensor<3xi64>, %u: tensor<3x5xf32>) {
  // expected-error @+1 {{'tm_tensor.scatter' op expected indices that are integers, in a tensor of rank 2 whose second dimension has a static size, found 'tensor<3xi64>'}}
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true)
      ins(%u, %i : tensor<3x5xf32>, tensor<3xi64>) outs(%x : tensor<6x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<6x5xf32>
  return
}

// -----

func.func @f(%x: tensor<6x5xf32>, %i: tensor<3x2xi64>, %u: tensor<3xf32>) {
  // expected-error @+1 {{'tm_tensor.scatter' op expected different dimensions in dimension_map, found 0 twice}}
  %r = tm_tensor.scatter {dimension_map = array<i64: 0, 0>} unique_indices(true)
      ins(%u, %i : tensor<3xf32>, tensor<3x2xi64>) outs(%x : tensor<6x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<6x5xf32>
  return
}

// -----

func.func @f(%x: tensor<6x5xf32>, %i: tensor<3x1xi64>, %u: tensor<3xf32>) {
  // expected-error @+1 {{'tm_tensor.scatter' op expected updates of rank 2 to 3, found 'tensor<3xf32>'}}
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true)
      ins(%u, %i : tensor<3xf32>, tensor<3x1xi64>) outs(%x : tensor<6x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<6x5xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tm_tensor.sort' op expected a region that yields 'i1'}}
  %r = tm_tensor.sort dimension(0) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %v: tensor<3x2xf32>, %i: tensor<4x2xi32>) {
  // expected-error @+1 {{'tm_tensor.topk' op expected the size of dimension 0 of 'tensor<4x8xf32>' to be that of dimension 0 of 'tensor<3x2xf32>'}}
  %r:2 = tm_tensor.topk dimension(1) ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<3x2xf32>, tensor<4x2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<3x2xf32>, tensor<4x2xi32>
  return
}

// -----

func.func @f(%q: tensor<5x8xf32>, %k: tensor<7x9xf32>, %y: tensor<5x8xf32>) {
  // expected-error @+1 {{'tm_tensor.attention' op expected the size of dimension 1 of 'tensor<7x9xf32>' to be that of dimension 1 of 'tensor<5x8xf32>'}}
  %r = tm_tensor.attention ins(%q, %k, %k : tensor<5x8xf32>, tensor<7x9xf32>, tensor<7x9xf32>)
      outs(%y : tensor<5x8xf32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<8xf32>) {
  // expected-error @+1 {{'tm_tensor.attention' op expected queries of rank 2 or more, found 'tensor<8xf32>'}}
  %r = tm_tensor.attention ins(%q, %q, %q : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%q : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%q: tensor<5x8xf32>) -> tensor<5x8xf32> {
  // expected-error @+1 {{'tm_tensor.attention' op expected a finite scale}}
  %r = tm_tensor.attention {scale = 0x7FF0000000000000 : f64} ins(%q, %q, %q : tensor<5x8xf32>, tensor<5x8xf32>, tensor<5x8xf32>)
      outs(%q : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}
