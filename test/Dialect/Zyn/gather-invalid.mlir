// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifier of zyn.gather, in full.

func.func @f(%x: memref<4xf32>, %i: memref<2xi32>, %y: memref<2xf32>) {
  // expected-error @+1 {{'zyn.gather' op expected one destination in 'outs', found 2}}
  zyn.gather ins(%x, %i : memref<4xf32>, memref<2xi32>) outs(%y, %y : memref<2xf32>, memref<2xf32>) dimension = 0
  return
}

// -----

func.func @f(%x: memref<f32>, %i: memref<2xi32>, %y: memref<2xf32>) {
  // expected-error @+1 {{'zyn.gather' op expected a dimension to index, found 'memref<f32>'}}
  zyn.gather ins(%x, %i : memref<f32>, memref<2xi32>) outs(%y : memref<2xf32>) dimension = 0
  return
}

// -----

func.func @f(%x: memref<4xf32>, %i: memref<2xi32>, %y: memref<2xf32>) {
  // expected-error @+1 {{'zyn.gather' op expected a dimension from 0 to 0, found 1}}
  zyn.gather ins(%x, %i : memref<4xf32>, memref<2xi32>) outs(%y : memref<2xf32>) dimension = 1
  return
}

// -----

func.func @f(%x: memref<4xf32>, %i: memref<2xi32>, %y: memref<2xf32>) {
  // expected-error @+1 {{'zyn.gather' op expected a dimension from 0 to 0, found -1}}
  zyn.gather ins(%x, %i : memref<4xf32>, memref<2xi32>) outs(%y : memref<2xf32>) dimension = -1
  return
}

// -----

func.func @f(%x: memref<4xf32>, %i: memref<2xf32>, %y: memref<2xf32>) {
  // expected-error @+1 {{'zyn.gather' op expected indices of i8, i16, i32, i64 or index, found 'f32'}}
  zyn.gather ins(%x, %i : memref<4xf32>, memref<2xf32>) outs(%y : memref<2xf32>) dimension = 0
  return
}

// -----

func.func @f(%x: memref<4xf32>, %i: memref<2xi1>, %y: memref<2xf32>) {
  // expected-error @+1 {{'zyn.gather' op expected indices of i8, i16, i32, i64 or index, found 'i1'}}
  zyn.gather ins(%x, %i : memref<4xf32>, memref<2xi1>) outs(%y : memref<2xf32>) dimension = 0
  return
}

// -----

func.func @f(%x: memref<4x5xf32>, %i: memref<2xi32>, %y: memref<2xf32>) {
  // expected-error @+1 {{'zyn.gather' op expected a destination of rank 2, found 'memref<2xf32>'}}
  zyn.gather ins(%x, %i : memref<4x5xf32>, memref<2xi32>) outs(%y : memref<2xf32>) dimension = 0
  return
}

// -----

func.func @f(%x: memref<4xf32>, %i: memref<2xi32>, %y: memref<2xf16>) {
  // expected-error @+1 {{'zyn.gather' op expected a destination of 'f32', found 'memref<2xf16>'}}
  zyn.gather ins(%x, %i : memref<4xf32>, memref<2xi32>) outs(%y : memref<2xf16>) dimension = 0
  return
}

// -----

func.func @f(%x: memref<4xf32>, %i: memref<2xi32>, %y: memref<3xf32>) {
  // expected-error @+1 {{'zyn.gather' op expected dimension 0 of input #1 to be 3, as dimension 0 of 'outs', found 2 in 'memref<2xi32>'}}
  zyn.gather ins(%x, %i : memref<4xf32>, memref<2xi32>) outs(%y : memref<3xf32>) dimension = 0
  return
}

// -----

func.func @f(%x: memref<4x5xf32>, %i: memref<2x3xi32>, %y: memref<2x3x6xf32>) {
  // expected-error @+1 {{'zyn.gather' op expected dimension 1 of input #0 to be 6, as dimension 2 of 'outs', found 5 in 'memref<4x5xf32>'}}
  zyn.gather ins(%x, %i : memref<4x5xf32>, memref<2x3xi32>) outs(%y : memref<2x3x6xf32>) dimension = 0
  return
}
