// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifier of zyn.spmm, in full.

func.func @f(%o: memref<3xi32>, %c: memref<9xi32>, %v: memref<9xf32>, %x: memref<5x8xf32>, %y: memref<2x8xf32>) {
  // expected-error @+1 {{'zyn.spmm' op expected one destination in 'outs', found 2}}
  zyn.spmm ins(%o, %c, %v, %x : memref<3xi32>, memref<9xi32>, memref<9xf32>, memref<5x8xf32>) outs(%y, %y : memref<2x8xf32>, memref<2x8xf32>)
  return
}

// -----

func.func @f(%o: memref<3xi32>, %c: memref<9x1xi32>, %v: memref<9xf32>, %x: memref<5x8xf32>, %y: memref<2x8xf32>) {
  // expected-error @+1 {{'zyn.spmm' op expected row offsets, columns and values of rank 1, found 'memref<9x1xi32>'}}
  zyn.spmm ins(%o, %c, %v, %x : memref<3xi32>, memref<9x1xi32>, memref<9xf32>, memref<5x8xf32>) outs(%y : memref<2x8xf32>)
  return
}

// -----

func.func @f(%o: memref<3xi32>, %c: memref<9xi32>, %v: memref<9xf32>, %x: memref<5xf32>, %y: memref<2xf32>) {
  // expected-error @+1 {{'zyn.spmm' op expected a dense matrix and a destination of rank 2, found 'memref<5xf32>'}}
  zyn.spmm ins(%o, %c, %v, %x : memref<3xi32>, memref<9xi32>, memref<9xf32>, memref<5xf32>) outs(%y : memref<2xf32>)
  return
}

// -----

func.func @f(%o: memref<3xf32>, %c: memref<9xi32>, %v: memref<9xf32>, %x: memref<5x8xf32>, %y: memref<2x8xf32>) {
  // expected-error @+1 {{'zyn.spmm' op expected row offsets of i8, i16, i32, i64 or index, found 'f32'}}
  zyn.spmm ins(%o, %c, %v, %x : memref<3xf32>, memref<9xi32>, memref<9xf32>, memref<5x8xf32>) outs(%y : memref<2x8xf32>)
  return
}

// -----

func.func @f(%o: memref<3xi32>, %c: memref<9xi4>, %v: memref<9xf32>, %x: memref<5x8xf32>, %y: memref<2x8xf32>) {
  // expected-error @+1 {{'zyn.spmm' op expected columns of i8, i16, i32, i64 or index, found 'i4'}}
  zyn.spmm ins(%o, %c, %v, %x : memref<3xi32>, memref<9xi4>, memref<9xf32>, memref<5x8xf32>) outs(%y : memref<2x8xf32>)
  return
}

// -----

func.func @f(%o: memref<3xi32>, %c: memref<9xi32>, %v: memref<9xf32>, %x: memref<5x8xf16>, %y: memref<2x8xf32>) {
  // expected-error @+1 {{'zyn.spmm' op expected the values and the dense matrix to have the same element type, or 8-bit float types, found 'f32' and 'f16'}}
  zyn.spmm ins(%o, %c, %v, %x : memref<3xi32>, memref<9xi32>, memref<9xf32>, memref<5x8xf16>) outs(%y : memref<2x8xf32>)
  return
}

// -----

func.func @f(%o: memref<3xi32>, %c: memref<9xi32>, %v: memref<8xf32>, %x: memref<5x8xf32>, %y: memref<2x8xf32>) {
  // expected-error @+1 {{'zyn.spmm' op expected dimension 0 of the values to be 9, as dimension 0 of the columns, found 8 in 'memref<8xf32>'}}
  zyn.spmm ins(%o, %c, %v, %x : memref<3xi32>, memref<9xi32>, memref<8xf32>, memref<5x8xf32>) outs(%y : memref<2x8xf32>)
  return
}

// -----

func.func @f(%o: memref<2xi32>, %c: memref<9xi32>, %v: memref<9xf32>, %x: memref<5x8xf32>, %y: memref<2x8xf32>) {
  // expected-error @+1 {{'zyn.spmm' op expected dimension 0 of the row offsets to be 3, one more than the number of rows of 'outs', found 2 in 'memref<2xi32>'}}
  zyn.spmm ins(%o, %c, %v, %x : memref<2xi32>, memref<9xi32>, memref<9xf32>, memref<5x8xf32>) outs(%y : memref<2x8xf32>)
  return
}

// -----

func.func @f(%o: memref<3xi32>, %c: memref<9xi32>, %v: memref<9xf32>, %x: memref<5x7xf32>, %y: memref<2x8xf32>) {
  // expected-error @+1 {{'zyn.spmm' op expected dimension 1 of the dense matrix to be 8, as dimension 1 of 'outs', found 7 in 'memref<5x7xf32>'}}
  zyn.spmm ins(%o, %c, %v, %x : memref<3xi32>, memref<9xi32>, memref<9xf32>, memref<5x7xf32>) outs(%y : memref<2x8xf32>)
  return
}

// -----

func.func @f(%o: memref<3xi32>, %c: memref<9xi32>, %v: memref<9xf32>, %x: memref<5x8xf32>, %b: memref<2xf32>, %y: memref<2x8xf32>) {
  // expected-error @+1 {{'zyn.spmm' op has epilogue_ins but no epilogue that uses them}}
  zyn.spmm ins(%o, %c, %v, %x : memref<3xi32>, memref<9xi32>, memref<9xf32>, memref<5x8xf32>) outs(%y : memref<2x8xf32>)
      epilogue_ins(%b : memref<2xf32>) epilogue_maps = [affine_map<(i, j) -> (i)>]
  return
}
