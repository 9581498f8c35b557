// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifier of zyn.reduce, in full.

func.func @f() {
  // expected-error @+1 {{'zyn.reduce' op expected at least one input}}
  "zyn.reduce"() <{dimensions = array<i64>, operandSegmentSizes = array<i32: 0, 0>}> ({
    zyn.yield
  }) : () -> ()
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<f32>) {
  // expected-error @+1 {{'zyn.reduce' op expected as many destinations as inputs, found 1 and 2}}
  %r = zyn.reduce ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%y : tensor<f32>) dimensions = [0] {
  ^bb0(%sum: f32, %in: f32):
    zyn.yield %in : f32
  } -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %z: tensor<5xf32>, %y: tensor<f32>) {
  // expected-error @+1 {{'zyn.reduce' op expected dimension 0 of input #1 to be 4, as dimension 0 of input #0, found 5 in 'tensor<5xf32>'}}
  %r:2 = zyn.reduce ins(%x, %z : tensor<4xf32>, tensor<5xf32>) outs(%y, %y : tensor<f32>, tensor<f32>) dimensions = [0] {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    zyn.yield %a, %b : f32, f32
  } -> tensor<f32>, tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.reduce' op expected dimensions from 0 to 1, found 2}}
  %r = zyn.reduce ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [2] {
  ^bb0(%sum: f32, %in: f32):
    zyn.yield %in : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.reduce' op expected dimensions from 0 to 1, found -1}}
  %r = zyn.reduce ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [-1] {
  ^bb0(%sum: f32, %in: f32):
    zyn.yield %in : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %y: tensor<f32>) {
  // expected-error @+1 {{'zyn.reduce' op expected dimensions in increasing order, found 1 before 0}}
  %r = zyn.reduce ins(%x : tensor<4x8xf32>) outs(%y : tensor<f32>) dimensions = [1, 0] {
  ^bb0(%sum: f32, %in: f32):
    zyn.yield %in : f32
  } -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.reduce' op expected dimension 1 of input #0 to be 4, as dimension 0 of 'outs', found 8 in 'tensor<4x8xf32>'}}
  %r = zyn.reduce ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [0] {
  ^bb0(%sum: f32, %in: f32):
    zyn.yield %in : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x?xf32>, %y: tensor<8xf32>) {
  // expected-error @+1 {{'zyn.reduce' op expected dimension 0 of input #0 to be 8, as dimension 0 of 'outs', found 4 in 'tensor<4x?xf32>'}}
  %r = zyn.reduce ins(%x : tensor<4x?xf32>) outs(%y : tensor<8xf32>) dimensions = [1] {
  ^bb0(%sum: f32, %in: f32):
    zyn.yield %in : f32
  } -> tensor<8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %y: tensor<4xf16>) {
  // expected-error @+1 {{'zyn.reduce' op expected each destination to have the element type of its input}}
  %r = zyn.reduce ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf16>) dimensions = [1] {
  ^bb0(%sum: f32, %in: f32):
    zyn.yield %in : f32
  } -> tensor<4xf16>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<f32>) {
  // expected-error @+1 {{'zyn.reduce' op expected a body with 2 arguments, found 1}}
  %r = zyn.reduce ins(%x : tensor<4xf32>) outs(%y : tensor<f32>) dimensions = [0] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<f32>
  return
}

// -----

func.func @rank_of_destination(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{'zyn.reduce' op expected 'outs' to have rank 1, found 'tensor<4x8xf32>'}}
  %r = zyn.reduce ins(%x : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @tf32(%x: memref<4x8xtf32>, %y: memref<4xtf32>) {
  // expected-error @+1 {{'zyn.reduce' op operand #0 must be variadic of ranked tensor or strided buffer of integers of at least one bit, floats (f8E4M3FN, f8E5M2, f16, bf16, f32, f64, f80 or f128), complex numbers of f16, bf16, f32 or f64, or index, but got 'memref<4x8xtf32>'}}
  zyn.reduce ins(%x : memref<4x8xtf32>) outs(%y : memref<4xtf32>) dimensions = [1] {
  ^bb0(%a: tf32, %b: tf32):
    %0 = arith.addf %a, %b : tf32
    zyn.yield %0 : tf32
  }
  return
}

// -----

func.func @scalable(%x: memref<4x8xvector<[4]xf32>>, %y: memref<4xvector<[4]xf32>>) {
  // expected-error @+1 {{'zyn.reduce' op operand #0 must be variadic of ranked tensor or strided buffer of integers of at least one bit, floats (f8E4M3FN, f8E5M2, f16, bf16, f32, f64, f80 or f128), complex numbers of f16, bf16, f32 or f64, or index, but got 'memref<4x8xvector<[4]xf32>>'}}
  zyn.reduce ins(%x : memref<4x8xvector<[4]xf32>>) outs(%y : memref<4xvector<[4]xf32>>) dimensions = [1] {
  ^bb0(%a: vector<[4]xf32>, %b: vector<[4]xf32>):
    %0 = arith.addf %a, %b : vector<[4]xf32>
    zyn.yield %0 : vector<[4]xf32>
  }
  return
}

// -----

func.func @narrower(%x: tensor<4x8xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'zyn.reduce' op expected body argument #0 to be 'f32', found 'f16'}}
  %r = zyn.reduce ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [1] {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.addf %a, %b : f16
    zyn.yield %0 : f16
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @wider_integers(%x: tensor<4x8xi8>, %y: tensor<4xi8>) -> tensor<4xi8> {
  // expected-error @+1 {{'zyn.reduce' op expected body argument #0 to be 'i8', found 'i32'}}
  %r = zyn.reduce ins(%x : tensor<4x8xi8>) outs(%y : tensor<4xi8>) dimensions = [1] {
  ^bb0(%a: i32, %b: i32):
    %0 = arith.addi %a, %b : i32
    zyn.yield %0 : i32
  } -> tensor<4xi8>
  return %r : tensor<4xi8>
}

// -----

func.func @different_arguments(%x: tensor<4x8xbf16>, %y: tensor<4xbf16>) -> tensor<4xbf16> {
  // expected-error @+1 {{'zyn.reduce' op expected body argument #1 to be 'f32', found 'bf16'}}
  %r = zyn.reduce ins(%x : tensor<4x8xbf16>) outs(%y : tensor<4xbf16>) dimensions = [1] {
  ^bb0(%a: f32, %b: bf16):
    zyn.yield %a : f32
  } -> tensor<4xbf16>
  return %r : tensor<4xbf16>
}
