// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifier of zyn.scatter, in full.

func.func @f(%u: memref<2xf32>, %i: memref<2xi32>, %y: memref<4xf32>) {
  // expected-error @+1 {{'zyn.scatter' op expected one destination in 'outs', found 2}}
  zyn.scatter ins(%u, %i : memref<2xf32>, memref<2xi32>) outs(%y, %y : memref<4xf32>, memref<4xf32>) dimension = 0 {
  ^bb0(%old: f32, %update: f32):
    zyn.yield %update : f32
  }
  return
}

// -----

func.func @f(%u: memref<2xf32>, %i: memref<2xi32>, %y: memref<f32>) {
  // expected-error @+1 {{'zyn.scatter' op expected a dimension to index, found 'memref<f32>'}}
  zyn.scatter ins(%u, %i : memref<2xf32>, memref<2xi32>) outs(%y : memref<f32>) dimension = 0 {
  ^bb0(%old: f32, %update: f32):
    zyn.yield %update : f32
  }
  return
}

// -----

func.func @f(%u: memref<2xf32>, %i: memref<2xi32>, %y: memref<4xf32>) {
  // expected-error @+1 {{'zyn.scatter' op expected a dimension from 0 to 0, found 1}}
  zyn.scatter ins(%u, %i : memref<2xf32>, memref<2xi32>) outs(%y : memref<4xf32>) dimension = 1 {
  ^bb0(%old: f32, %update: f32):
    zyn.yield %update : f32
  }
  return
}

// -----

func.func @f(%u: memref<2xf32>, %i: memref<2xf32>, %y: memref<4xf32>) {
  // expected-error @+1 {{'zyn.scatter' op expected indices of i8, i16, i32, i64 or index, found 'f32'}}
  zyn.scatter ins(%u, %i : memref<2xf32>, memref<2xf32>) outs(%y : memref<4xf32>) dimension = 0 {
  ^bb0(%old: f32, %update: f32):
    zyn.yield %update : f32
  }
  return
}

// -----

func.func @f(%u: memref<2xf32>, %i: memref<2xi32>, %y: memref<4x5xf32>) {
  // expected-error @+1 {{'zyn.scatter' op expected updates of rank 2, found 'memref<2xf32>'}}
  zyn.scatter ins(%u, %i : memref<2xf32>, memref<2xi32>) outs(%y : memref<4x5xf32>) dimension = 0 {
  ^bb0(%old: f32, %update: f32):
    zyn.yield %update : f32
  }
  return
}

// -----

func.func @f(%u: memref<2xf16>, %i: memref<2xi32>, %y: memref<4xf32>) {
  // expected-error @+1 {{'zyn.scatter' op expected updates of 'f32', found 'memref<2xf16>'}}
  zyn.scatter ins(%u, %i : memref<2xf16>, memref<2xi32>) outs(%y : memref<4xf32>) dimension = 0 {
  ^bb0(%old: f32, %update: f32):
    zyn.yield %update : f32
  }
  return
}

// -----

func.func @f(%u: memref<3xf32>, %i: memref<2xi32>, %y: memref<4xf32>) {
  // expected-error @+1 {{'zyn.scatter' op expected dimension 0 of input #1 to be 3, as dimension 0 of input #0, found 2 in 'memref<2xi32>'}}
  zyn.scatter ins(%u, %i : memref<3xf32>, memref<2xi32>) outs(%y : memref<4xf32>) dimension = 0 {
  ^bb0(%old: f32, %update: f32):
    zyn.yield %update : f32
  }
  return
}

// -----

func.func @f(%u: memref<2x6xf32>, %i: memref<2xi32>, %y: memref<4x5xf32>) {
  // expected-error @+1 {{'zyn.scatter' op expected dimension 1 of 'outs' to be 6, as dimension 1 of input #0, found 5 in 'memref<4x5xf32>'}}
  zyn.scatter ins(%u, %i : memref<2x6xf32>, memref<2xi32>) outs(%y : memref<4x5xf32>) dimension = 0 {
  ^bb0(%old: f32, %update: f32):
    zyn.yield %update : f32
  }
  return
}

// -----

func.func @f(%u: memref<2xf32>, %i: memref<2xi32>, %y: memref<4xf32>) {
  // expected-error @+1 {{'zyn.scatter' op expected body argument #1 to be 'f32', found 'f16'}}
  zyn.scatter ins(%u, %i : memref<2xf32>, memref<2xi32>) outs(%y : memref<4xf32>) dimension = 0 {
  ^bb0(%old: f32, %update: f16):
    zyn.yield %old : f32
  }
  return
}

// -----

func.func @f(%u: memref<2xf32>, %i: memref<2xi32>, %y: memref<4xf32>) {
  zyn.scatter ins(%u, %i : memref<2xf32>, memref<2xi32>) outs(%y : memref<4xf32>) dimension = 0 {
  ^bb0(%old: f32, %update: f32):
    %c = arith.constant 0 : i32
    // expected-error @+1 {{'zyn.yield' op expected value #0 to be 'f32', found 'i32'}}
    zyn.yield %c : i32
  }
  return
}
