// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifier of zyn.index, in full.

func.func @f(%y: tensor<4xf32>) {
  %r = zyn.map outs(%y : tensor<4xf32>) {
    // expected-error @+1 {{'zyn.index' op expected a dimension below 1, found 1}}
    %i = zyn.index 1 : index
    %c = arith.constant 1.0 : f32
    zyn.yield %c : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<f32>) {
  %r = zyn.reduce ins(%x : tensor<4xf32>) outs(%y : tensor<f32>) dimensions = [0] {
  ^bb0(%sum: f32, %in: f32):
    // expected-error @+1 {{'zyn.index' op expected to be in a body that may depend on indices, such as that of zyn.map}}
    %i = zyn.index 0 : index
    zyn.yield %in : f32
  } -> tensor<f32>
  return
}

// -----

func.func @index_in_combiner(%x: tensor<4x8xindex>, %y: tensor<4xindex>) -> tensor<4xindex> {
  %r = zyn.reduce ins(%x : tensor<4x8xindex>) outs(%y : tensor<4xindex>) dimensions = [1] {
  ^bb0(%a: index, %b: index):
    // expected-error @+1 {{'zyn.index' op expected to be in a body that may depend on indices, such as that of zyn.map}}
    %i = zyn.index 0 : index
    zyn.yield %i : index
  } -> tensor<4xindex>
  return %r : tensor<4xindex>
}
