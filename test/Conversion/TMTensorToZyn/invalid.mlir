// RUN: zyn-opt %s --convert-tm-tensor-to-zyn -verify-diagnostics -split-input-file

// What --convert-tm-tensor-to-zyn rejects, with the full messages.

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<f32>) -> tensor<4xf32> {
  // expected-error @+1 {{'tm_tensor.scan' op expected a region of one op that is known to be associative, such as arith.addf}}
  %r:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<4xf32>) outs(%y, %z : tensor<4xf32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.subf %a, %b : f32
    tm_tensor.yield %s : f32
  } -> tensor<4xf32>, tensor<f32>
  return %r#0 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{'tm_tensor.scan' op expected no uses of its second result}}
  %r:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<4xf32>) outs(%y, %z : tensor<4xf32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tm_tensor.yield %s : f32
  } -> tensor<4xf32>, tensor<f32>
  return %r#1 : tensor<f32>
}

// -----

func.func @f(%x: tensor<6x5xf32>, %i: tensor<3x1xi64>, %u: tensor<3x1x4xf32>) -> tensor<6x5xf32> {
  // expected-error @+1 {{'tm_tensor.scatter' op expected updates of whole slices, of size 5 in dimension 1, found 4}}
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true)
      ins(%u, %i : tensor<3x1x4xf32>, tensor<3x1xi64>) outs(%x : tensor<6x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}

// -----

func.func @f(%x: tensor<6x5xf32>, %i: tensor<3x1xi64>, %u: tensor<3x6xf32>) -> tensor<6x5xf32> {
  // expected-error @+1 {{'tm_tensor.scatter' op expected a dimension_map of the first dimensions, found 1 among 1}}
  %r = tm_tensor.scatter {dimension_map = array<i64: 1>} unique_indices(true)
      ins(%u, %i : tensor<3x6xf32>, tensor<3x1xi64>) outs(%x : tensor<6x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}

// -----

func.func @f(%x: tensor<6x5xf32>, %i: tensor<3x1xi64>, %u: tensor<3x2x5xf32>) -> tensor<6x5xf32> {
  // expected-error @+1 {{'tm_tensor.scatter' op expected updates of size 1 in the dimensions that are indexed}}
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true)
      ins(%u, %i : tensor<3x2x5xf32>, tensor<3x1xi64>) outs(%x : tensor<6x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}

// -----

func.func @f(%x: tensor<4x8xf32>, %j: tensor<4x8xi32>, %v: tensor<4x2xf32>, %i: tensor<4x2xi32>) -> tensor<4x2xf32> {
  // expected-error @+1 {{'tm_tensor.topk' op expected no indices in 'ins', only the elements}}
  %r:2 = tm_tensor.topk dimension(1) ins(%x, %j : tensor<4x8xf32>, tensor<4x8xi32>) outs(%v, %i : tensor<4x2xf32>, tensor<4x2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<4x2xf32>, tensor<4x2xi32>
  return %r#0 : tensor<4x2xf32>
}

// -----

func.func @f(%x: tensor<4x8xi32>, %v: tensor<4x2xi32>, %i: tensor<4x2xi32>) -> tensor<4x2xi32> {
  // expected-error @+1 {{'tm_tensor.topk' op expected a region that compares signed integers of 8, 16, 32 or 64 bits or floats, such as by 'arith.cmpf ogt'}}
  %r:2 = tm_tensor.topk dimension(1) ins(%x : tensor<4x8xi32>) outs(%v, %i : tensor<4x2xi32>, tensor<4x2xi32>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi ugt, %a, %b : i32
    tm_tensor.yield %c : i1
  } -> tensor<4x2xi32>, tensor<4x2xi32>
  return %r#0 : tensor<4x2xi32>
}

// -----

func.func @f(%x: tensor<5x8xi32>, %y: tensor<5x8xi32>) -> tensor<5x8xi32> {
  // expected-error @+1 {{'tm_tensor.attention' op expected elements of f16, bf16, f32 or f64, found 'i32'}}
  %r = tm_tensor.attention ins(%x, %x, %x : tensor<5x8xi32>, tensor<5x8xi32>, tensor<5x8xi32>)
      outs(%y : tensor<5x8xi32>) -> tensor<5x8xi32>
  return %r : tensor<5x8xi32>
}

// -----

func.func @f(%x: tensor<5x8xf16>, %k: tensor<5x8xf32>, %y: tensor<5x8xf16>) -> tensor<5x8xf16> {
  // expected-error @+1 {{'tm_tensor.attention' op expected keys and values of 'f16', found 'tensor<5x8xf32>'}}
  %r = tm_tensor.attention ins(%x, %k, %x : tensor<5x8xf16>, tensor<5x8xf32>, tensor<5x8xf16>)
      outs(%y : tensor<5x8xf16>) -> tensor<5x8xf16>
  return %r : tensor<5x8xf16>
}

// -----

func.func @f(%x: tensor<4x8xindex>, %v: tensor<4x2xindex>, %i: tensor<4x2xi32>) -> tensor<4x2xi32> {
  // expected-error @+1 {{'tm_tensor.topk' op expected a region that compares signed integers of 8, 16, 32 or 64 bits or floats, such as by 'arith.cmpf ogt'}}
  %r:2 = tm_tensor.topk dimension(1) ins(%x : tensor<4x8xindex>) outs(%v, %i : tensor<4x2xindex>, tensor<4x2xi32>) {
  ^bb0(%a: index, %b: index):
    %c = arith.cmpi sgt, %a, %b : index
    tm_tensor.yield %c : i1
  } -> tensor<4x2xindex>, tensor<4x2xi32>
  return %r#1 : tensor<4x2xi32>
}

// -----

func.func @f(%x: tensor<6x5xf32>, %i: tensor<3x1xi1>, %u: tensor<3x5xf32>) -> tensor<6x5xf32> {
  // expected-error @+1 {{'tm_tensor.scatter' op expected indices of 8, 16, 32 or 64 bits, found 1}}
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true)
      ins(%u, %i : tensor<3x5xf32>, tensor<3x1xi1>) outs(%x : tensor<6x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}

// -----

func.func @f(%x: tensor<6x5xf32>, %i: tensor<3x1xi128>, %u: tensor<3x5xf32>) -> tensor<6x5xf32> {
  // expected-error @+1 {{'tm_tensor.scatter' op expected indices of 8, 16, 32 or 64 bits, found 128}}
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true)
      ins(%u, %i : tensor<3x5xf32>, tensor<3x1xi128>) outs(%x : tensor<6x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}

// -----

// The reason of the first op, and not that of the second one, at the same location.
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<f32>, %q: tensor<5x8xi32>) -> (tensor<4xf32>, tensor<5x8xi32>) {
  // expected-error @unknown {{'tm_tensor.scan' op expected a region of one op that is known to be associative, such as arith.addf}}
  %r:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<4xf32>) outs(%y, %z : tensor<4xf32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.subf %a, %b : f32
    tm_tensor.yield %s : f32
  } -> tensor<4xf32>, tensor<f32> loc(unknown)
  %w = tm_tensor.attention ins(%q, %q, %q : tensor<5x8xi32>, tensor<5x8xi32>, tensor<5x8xi32>)
      outs(%q : tensor<5x8xi32>) -> tensor<5x8xi32> loc(unknown)
  return %r#0, %w : tensor<4xf32>, tensor<5x8xi32>
}
