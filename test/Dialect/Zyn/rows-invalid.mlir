// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifiers of zyn.rows and zyn.reduce_row, in full, but
// those of all ops with destinations or maps.

func.func @f(%x: tensor<4x8xf32>, %y: tensor<4xf32>, %zero: f32) {
  // expected-error @+1 {{'zyn.rows' op expected at least one dimension of a row; zyn.map computes elements without one}}
  %r = zyn.rows ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [] {
  ^bb0(%v: f32):
    %s = zyn.reduce_row %v init %zero : f32 {
    ^bb0(%a: f32, %b: f32):
      %t = arith.addf %a, %b : f32
      zyn.yield %t : f32
    }
    zyn.yield %s : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %y: tensor<4xf32>, %zero: f32) {
  // expected-error @+1 {{'zyn.rows' op expected dimensions from 0 to 1, found 2}}
  %r = zyn.rows ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [2] {
  ^bb0(%v: f32):
    %s = zyn.reduce_row %v init %zero : f32 {
    ^bb0(%a: f32, %b: f32):
      %t = arith.addf %a, %b : f32
      zyn.yield %t : f32
    }
    zyn.yield %s : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %y: tensor<4xf32>, %zero: f32) {
  // expected-error @+1 {{'zyn.rows' op expected dimensions in increasing order, found 1 before 0}}
  %r = zyn.rows ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [1, 0] {
  ^bb0(%v: f32):
    %s = zyn.reduce_row %v init %zero : f32 {
    ^bb0(%a: f32, %b: f32):
      %t = arith.addf %a, %b : f32
      zyn.yield %t : f32
    }
    zyn.yield %s : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %y: tensor<f32>, %zero: f32) {
  // expected-error @+1 {{'zyn.rows' op expected destination #0 to have rank 2, or 1 for one element of each row, found 'tensor<f32>'}}
  %r = zyn.rows ins(%x : tensor<4x8xf32>) outs(%y : tensor<f32>) dimensions = [1] {
  ^bb0(%v: f32):
    %s = zyn.reduce_row %v init %zero : f32 {
    ^bb0(%a: f32, %b: f32):
      %t = arith.addf %a, %b : f32
      zyn.yield %t : f32
    }
    zyn.yield %s : f32
  } -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %y: tensor<4xf32>, %zero: f32) {
  %r = zyn.rows ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [1] {
  ^bb0(%v: f32):
    %s = zyn.reduce_row %v init %zero : f32 {
    ^bb0(%a: f32, %b: f32):
      %t = arith.addf %a, %b : f32
      zyn.yield %t : f32
    }
    // expected-error @+1 {{'zyn.yield' op expected value #0 to be the same for all points of a row, since 'tensor<4xf32>' has one element of each row}}
    zyn.yield %v : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %y: tensor<4xf32>, %zero: f32) {
  %r = zyn.rows ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [1] {
  ^bb0(%v: f32):
    // expected-error @+1 {{'zyn.reduce_row' op expected initial values that are the same for all points of a row}}
    %s = zyn.reduce_row %v init %v : f32 {
    ^bb0(%a: f32, %b: f32):
      %t = arith.addf %a, %b : f32
      zyn.yield %t : f32
    }
    zyn.yield %s : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %y: tensor<4xf32>, %zero: f32) {
  %r = zyn.rows ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [1] {
  ^bb0(%v: f32):
    // expected-note @+1 {{required by region isolation constraints}}
    %s = zyn.reduce_row %v init %zero : f32 {
    ^bb0(%a: f32, %b: f32):
      // expected-error @+1 {{'arith.addf' op using value defined outside the region}}
      %t = arith.addf %a, %v : f32
      zyn.yield %t : f32
    }
    zyn.yield %s : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %y: tensor<4xf32>, %zero: f32) {
  %r = zyn.rows ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [1] {
  ^bb0(%v: f32):
    // expected-error @+1 {{'zyn.reduce_row' op expected a body with 2 arguments, found 1}}
    %s = zyn.reduce_row %v init %zero : f32 {
    ^bb0(%a: f32):
      %t = arith.addf %a, %a : f32
      zyn.yield %t : f32
    }
    zyn.yield %s : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'zyn.reduce_row' op expects parent op 'zyn.rows'}}
  %s = zyn.reduce_row %x init %x : f32 {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %a : f32
  }
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %y: tensor<4xf32>) {
  %r = zyn.rows ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [1] {
  ^bb0(%v: f32):
    %s = arith.constant 0.0 : f32
    // expected-error @+1 {{'zyn.reduce_row' op expected at least one value to combine}}
    "zyn.reduce_row"() ({
      zyn.yield
    }) : () -> ()
    zyn.yield %s : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %y: tensor<4xf32>, %i: i32) {
  %r = zyn.rows ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [1] {
  ^bb0(%v: f32):
    // expected-error @+1 {{'zyn.reduce_row' op expected initial values and results of the types of the values to combine}}
    %s = "zyn.reduce_row"(%v, %i) ({
    ^bb0(%a: f32, %b: f32):
      zyn.yield %a : f32
    }) : (f32, i32) -> f32
    zyn.yield %s : f32
  } -> tensor<4xf32>
  return
}
