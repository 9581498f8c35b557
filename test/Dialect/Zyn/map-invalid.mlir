// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifier of zyn.map, in full.

func.func @f(%x: tensor<4xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.map' op expected input map #0 to have 2 dimensions, as 'outs' has, and no symbols, found affine_map<(d0) -> (d0)>}}
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4x8xf32>)
      indexing_maps = [affine_map<(i) -> (i)>] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.map' op expected input map #0 to have 2 dimensions, as 'outs' has, and no symbols, found affine_map<(d0, d1)[s0] -> (d0)>}}
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4x8xf32>)
      indexing_maps = [affine_map<(i, j)[s] -> (i)>] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.map' op expected input map #0 to have 1 results, the rank of 'tensor<4xf32>', found 2}}
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4x8xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.map' op expected input map #0 to be a projection that uses each dimension at most once, found affine_map<(d0, d1) -> (d0 + d1)>}}
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4x8xf32>)
      indexing_maps = [affine_map<(i, j) -> (i + j)>] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.map' op expected input map #0 to be a projection that uses each dimension at most once, found affine_map<(d0, d1) -> (d0, d0)>}}
  %r = zyn.map ins(%x : tensor<4x4xf32>) outs(%y : tensor<4x8xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, i)>] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.map' op expected dimension 0 of input #0 to be 8, as dimension 1 of 'outs', found 4 in 'tensor<4xf32>'}}
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4x8xf32>)
      indexing_maps = [affine_map<(i, j) -> (j)>] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.map' op expected 1 maps, one for each input, found 2}}
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4x8xf32>)
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'zyn.map' op expected input #0 to have rank 2, as in 'outs', found 'tensor<4xf32>'; to broadcast it, add indexing maps}}
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4x8xf32>) {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{'zyn.map' op expected dimension 0 of destination #1 to be 4, as dimension 0 of destination #0, found 5 in 'tensor<5xf32>'}}
  %r:2 = zyn.map ins(%x : tensor<4xf32>) outs(%x, %y : tensor<4xf32>, tensor<5xf32>) {
  ^bb0(%in: f32):
    zyn.yield %in, %in : f32, f32
  } -> tensor<4xf32>, tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.map' op expected at least one destination in 'outs'}}
  "zyn.map"(%x) <{operandSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%in: f32):
    zyn.yield
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%x: tensor<*xf32>) {
  // expected-error @+1 {{'zyn.map' op operand #0 must be variadic of ranked tensor or strided buffer of integers of at least one bit, floats (f8E4M3FN, f8E5M2, f16, bf16, f32, f64, f80 or f128), complex numbers of f16, bf16, f32 or f64, or index, but got 'tensor<*xf32>'}}
  %r = zyn.map outs(%x : tensor<*xf32>) {
    %c = arith.constant 1.0 : f32
    zyn.yield %c : f32
  } -> tensor<*xf32>
  return
}

// -----

// Sizes that the types show are compared even where the expected one is dynamic.
func.func @sizes_of_inputs(%x: tensor<4xf32>, %y: tensor<5xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'zyn.map' op expected dimension 0 of input #1 to be 4, as dimension 0 of input #0, found 5 in 'tensor<5xf32>'}}
  %r = zyn.map ins(%x, %y : tensor<4xf32>, tensor<5xf32>) outs(%z : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @no_code(%x: tensor<4xf8E4M3FNUZ>, %y: tensor<4xf8E4M3FNUZ>) -> tensor<4xf8E4M3FNUZ> {
  // expected-error @+1 {{'zyn.map' op operand #0 must be variadic of ranked tensor or strided buffer of integers of at least one bit, floats (f8E4M3FN, f8E5M2, f16, bf16, f32, f64, f80 or f128), complex numbers of f16, bf16, f32 or f64, or index, but got 'tensor<4xf8E4M3FNUZ>'}}
  %0 = zyn.map ins(%x : tensor<4xf8E4M3FNUZ>) outs(%y : tensor<4xf8E4M3FNUZ>) {
  ^bb0(%a: f8E4M3FNUZ):
    zyn.yield %a : f8E4M3FNUZ
  } -> tensor<4xf8E4M3FNUZ>
  return %0 : tensor<4xf8E4M3FNUZ>
}

// -----

func.func @complex_tf32(%x: tensor<4xcomplex<tf32>>, %y: tensor<4xcomplex<tf32>>) -> tensor<4xcomplex<tf32>> {
  // expected-error @+1 {{but got 'tensor<4xcomplex<tf32>>'}}
  %0 = zyn.map ins(%x : tensor<4xcomplex<tf32>>) outs(%y : tensor<4xcomplex<tf32>>) {
  ^bb0(%a: complex<tf32>):
    zyn.yield %a : complex<tf32>
  } -> tensor<4xcomplex<tf32>>
  return %0 : tensor<4xcomplex<tf32>>
}

// -----

func.func @no_bits(%x: tensor<4xi0>, %y: tensor<4xi0>) -> tensor<4xi0> {
  // expected-error @+1 {{'zyn.map' op operand #0 must be variadic of ranked tensor or strided buffer of integers of at least one bit, floats (f8E4M3FN, f8E5M2, f16, bf16, f32, f64, f80 or f128), complex numbers of f16, bf16, f32 or f64, or index, but got 'tensor<4xi0>'}}
  %0 = zyn.map ins(%x : tensor<4xi0>) outs(%y : tensor<4xi0>) {
  ^bb0(%a: i0):
    zyn.yield %a : i0
  } -> tensor<4xi0>
  return %0 : tensor<4xi0>
}
