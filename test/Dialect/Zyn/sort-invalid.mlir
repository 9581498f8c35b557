// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifier of zyn.sort, in full.

func.func @f() {
  // expected-error @+1 {{'zyn.sort' op expected keys}}
  "zyn.sort"() <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 0>}> ({}) : () -> ()
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.sort' op expected as many destinations as inputs, found 1 and 2}}
  %r = zyn.sort ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) dimension = 0 -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<f32>) {
  // expected-error @+1 {{'zyn.sort' op expected inputs with a dimension to sort, found 'tensor<f32>'}}
  %r = zyn.sort ins(%x : tensor<f32>) outs(%x : tensor<f32>) dimension = 0 -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.sort' op expected a dimension from 0 to 0, found 1}}
  %r = zyn.sort ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) dimension = 1 -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.sort' op expected a dimension from 0 to 0, found -1}}
  %r = zyn.sort ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) dimension = -1 -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @+1 {{'zyn.sort' op expected keys of i8, i16, i32, i64, f16, bf16, f32, f64, f8E4M3FN or f8E5M2, found 'i1'}}
  %r = zyn.sort ins(%x : tensor<4xi1>) outs(%x : tensor<4xi1>) dimension = 0 -> tensor<4xi1>
  return
}

// -----

func.func @f(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'zyn.sort' op expected keys of i8, i16, i32, i64, f16, bf16, f32, f64, f8E4M3FN or f8E5M2, found 'complex<f32>'}}
  %r = zyn.sort ins(%x : tensor<4xcomplex<f32>>) outs(%x : tensor<4xcomplex<f32>>) dimension = 0 -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error @+1 {{'zyn.sort' op expected each destination to have the element type of its input}}
  %r = zyn.sort ins(%x : tensor<4xf32>) outs(%y : tensor<4xf64>) dimension = 0 -> tensor<4xf64>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %v: tensor<5xi32>) {
  // expected-error @+1 {{'zyn.sort' op expected dimension 0 of input #1 to be 4, as dimension 0 of destination #0, found 5 in 'tensor<5xi32>'}}
  %r:2 = zyn.sort ins(%x, %v : tensor<4xf32>, tensor<5xi32>) outs(%x, %v : tensor<4xf32>, tensor<5xi32>) dimension = 0
      -> tensor<4xf32>, tensor<5xi32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.sort' op expected no 'descending' next to a comparator, which defines the order}}
  %r = zyn.sort descending ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) dimension = 0 comparator {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf olt, %a, %b : f32
    zyn.yield %c : i1
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.sort' op expected a comparator with one block}}
  %r = zyn.sort ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) dimension = 0 comparator {
  ^bb0(%a: f32, %b: f32):
    cf.br ^bb1
  ^bb1:
    %c = arith.cmpf olt, %a, %b : f32
    zyn.yield %c : i1
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %v: tensor<4xi32>) {
  // expected-error @+1 {{'zyn.sort' op expected a body with 4 arguments, found 2}}
  %r:2 = zyn.sort ins(%x, %v : tensor<4xf32>, tensor<4xi32>) outs(%x, %v : tensor<4xf32>, tensor<4xi32>) dimension = 0 comparator {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf olt, %a, %b : f32
    zyn.yield %c : i1
  } -> tensor<4xf32>, tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  %r = zyn.sort ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) dimension = 0 comparator {
  ^bb0(%a: f32, %b: f32):
    // expected-error @+1 {{'zyn.yield' op expected value #0 to be 'i1', found 'f32'}}
    zyn.yield %a : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  %r = zyn.sort ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) dimension = 0 comparator {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf olt, %a, %b : f32
    // expected-error @+1 {{'zyn.yield' op expected one value, whether the first elements come before the second ones, found 2}}
    zyn.yield %c, %c : i1, i1
  } -> tensor<4xf32>
  return
}
