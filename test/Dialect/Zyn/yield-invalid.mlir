// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifiers of zyn.yield, in full.

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%in: f32):
    // expected-error @+1 {{'zyn.yield' op expected 1 values, one for each destination, found 2}}
    zyn.yield %in, %in : f32, f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  %r = zyn.map ins(%x : tensor<4xf32>) outs(%y : tensor<4xf16>) {
  ^bb0(%in: f32):
    // expected-error @+1 {{'zyn.yield' op expected value #0 to be 'f16', found 'f32'}}
    zyn.yield %in : f32
  } -> tensor<4xf16>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'zyn.yield' op expected to terminate the body of a zyn op}}
  zyn.yield
}
