// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifier of zyn.matmul, in full.

func.func @f(%a: tensor<4xf32>, %b: tensor<4x8xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected matrices of the same rank, at least 2, found 'tensor<4xf32>', 'tensor<4x8xf32>' and 'tensor<4x8xf32>'}}
  %r = zyn.matmul ins(%a, %b : tensor<4xf32>, tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected matrices of the same rank, at least 2, found 'tensor<4xf32>', 'tensor<4xf32>' and 'tensor<4xf32>'}}
  %r = zyn.matmul ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xi16>, %b: tensor<4x8xi16>, %y: tensor<4x8xi32>) {
  // expected-error @+1 {{'zyn.matmul' op expected elements of f8E4M3FN, f8E5M2, f16, bf16, f32, f64, i8 or i32, found 'i16'}}
  %r = zyn.matmul ins(%a, %b : tensor<4x4xi16>, tensor<4x8xi16>) outs(%y : tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a: tensor<4x4xi8>, %b: tensor<4x8xi8>, %y: tensor<4x8xi8>) {
  // expected-error @+1 {{'zyn.matmul' op expected a destination of 'i32', found 'i8'; an epilogue can convert to other types}}
  %r = zyn.matmul ins(%a, %b : tensor<4x4xi8>, tensor<4x8xi8>) outs(%y : tensor<4x8xi8>) -> tensor<4x8xi8>
  return
}

// -----

func.func @f(%a: tensor<4x4xf16>, %b: tensor<4x8xf16>, %y: tensor<4x8xf16>) {
  // expected-error @+1 {{'zyn.matmul' op expected elements of f32 for precision = tf32, found 'f16'}}
  %r = zyn.matmul precision = tf32 ins(%a, %b : tensor<4x4xf16>, tensor<4x8xf16>) outs(%y : tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>, %b: tensor<4x8xf16>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected A and B to have the same element type, or 8-bit float types, found 'f32' and 'f16'}}
  %r = zyn.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x8xf16>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf16>, %b: tensor<4x8xf16>, %y: tensor<4x8xf64>) {
  // expected-error @+1 {{'zyn.matmul' op expected a destination of 'f16' or 'f32', found 'f64'; an epilogue can convert to other types}}
  %r = zyn.matmul ins(%a, %b : tensor<4x4xf16>, tensor<4x8xf16>) outs(%y : tensor<4x8xf64>) -> tensor<4x8xf64>
  return
}

// -----

func.func @f(%a: tensor<4x4xf16>, %b: tensor<4x8xf16>, %y: tensor<4x8xf64>) {
  // expected-error @+1 {{'zyn.matmul' op expected to accumulate into 'f16' or 'f32', found 'f64'}}
  %r = zyn.matmul accumulate ins(%a, %b : tensor<4x4xf16>, tensor<4x8xf16>) outs(%y : tensor<4x8xf64>)
      epilogue {
  ^bb0(%sum: f32):
    %d = arith.extf %sum : f32 to f64
    zyn.yield %d : f64
  } -> tensor<4x8xf64>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %y: tensor<5x8xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected dimension 0 of A to be 5, as dimension 0 of 'outs', found 4 in 'tensor<4x16xf32>'}}
  %r = zyn.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%y : tensor<5x8xf32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %y: tensor<4x9xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected dimension 1 of B to be 9, as dimension 1 of 'outs', found 8 in 'tensor<16x8xf32>'}}
  %r = zyn.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%y : tensor<4x9xf32>) -> tensor<4x9xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<17x8xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected dimension 0 of B to be 16, as dimension 1 of A, found 17 in 'tensor<17x8xf32>'}}
  %r = zyn.matmul ins(%a, %b : tensor<4x16xf32>, tensor<17x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected dimension 0 of B to be 8, as dimension 1 of 'outs', found 16 in 'tensor<16x8xf32>'}}
  %r = zyn.matmul transpose_b ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x16xf32>, %b: tensor<3x16x8xf32>, %y: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected dimension 0 of B to be 2, as dimension 0 of 'outs', found 3 in 'tensor<3x16x8xf32>'}}
  %r = zyn.matmul ins(%a, %b : tensor<2x4x16xf32>, tensor<3x16x8xf32>) outs(%y : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %y: tensor<4x8xf32>, %e: tensor<8xf32>) {
  // expected-error @+1 {{'zyn.matmul' op has epilogue_ins but no epilogue that uses them}}
  %r = zyn.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%y : tensor<4x8xf32>)
      epilogue_ins(%e : tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %y: tensor<4x8xf32>, %e: tensor<8xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected epilogue input #0 to have rank 2, as in 'outs', found 'tensor<8xf32>'; to broadcast it, add indexing maps}}
  %r = zyn.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%y : tensor<4x8xf32>)
      epilogue_ins(%e : tensor<8xf32>)
      epilogue {
  ^bb0(%sum: f32, %in: f32):
    zyn.yield %sum : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected a body with 1 arguments, found 0}}
  %r = zyn.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%y : tensor<4x8xf32>)
      epilogue {
  ^bb0:
    %c = arith.constant 1.0 : f32
    zyn.yield %c : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected an epilogue with one block}}
  %r = zyn.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%y : tensor<4x8xf32>)
      epilogue {
  ^bb0(%sum: f32):
    cf.br ^bb1
  ^bb1:
    zyn.yield %sum : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error @+1 {{'zyn.matmul' op expected one destination in 'outs', found 2}}
  %r:2 = zyn.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>)
      outs(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>)
      -> tensor<4x4xf32>, tensor<4x4xf32>
  return
}
