// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifiers that all computing ops share, in full.

func.func @f(%x: memref<4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.map' op mixes tensors and buffers: operand #0 is 'memref<4xf32>'}}
  %r = zyn.map ins(%x : memref<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.map' op expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  }
  return
}

// -----

func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
  // expected-error @+1 {{'zyn.map' op expected the number of tensor results (1) to be equal to the number of output tensors (0)}}
  %r = zyn.map ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.map' op expected type of operand #1 ('tensor<4xf32>') to match type of corresponding result ('tensor<?xf32>')}}
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.map' op expected a body with 1 arguments, found 0}}
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) {
    %c = arith.constant 1.0 : f32
    zyn.yield %c : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.map' op expected body argument #0 to be 'f32', found 'f64'}}
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%in: f64):
    %c = arith.constant 1.0 : f32
    zyn.yield %c : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%y: tensor<4xf32>) {
  // expected-error @+1 {{'zyn.map' op expected the body to end with 'zyn.yield'}}
  %r = zyn.map outs(%y : tensor<4xf32>) {
    llvm.unreachable
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>, %m: memref<f32>) {
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%in: f32):
    // expected-error @+1 {{'memref.store' op has side effects, which the body of a zyn op must not have}}
    memref.store %in, %m[] : memref<f32>
    zyn.yield %in : f32
  } -> tensor<4xf32>
  return
}
