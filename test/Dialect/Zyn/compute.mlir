// RUN: zyn-opt %s | zyn-opt | FileCheck %s

// Indices that are affine, and sequential loops.
// CHECK-LABEL: func.func @matmul
// CHECK: %[[R:.*]] = zyn.compute ins(%arg0, %arg1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?xf32>) {
// CHECK: zyn.element 0[%{{.*}}, %{{.*}}] : f32
// CHECK: } -> tensor<?x?xf32>
func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %depth = tensor.dim %a, %c1 : tensor<?x?xf32>
  %r = zyn.compute ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) {
    %i = zyn.index 0 : index
    %j = zyn.index 1 : index
    %sum = scf.for %k = %c0 to %depth step %c1 iter_args(%partial = %zero) -> f32 {
      %x = zyn.element 0[%i, %k] : f32
      %y = zyn.element 1[%k, %j] : f32
      %product = arith.mulf %x, %y : f32
      %next = arith.addf %partial, %product : f32
      scf.yield %next : f32
    }
    zyn.yield %sum : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// An index that depends on an element, on buffers.
// CHECK-LABEL: func.func @lookup
// CHECK: zyn.compute unchecked ins(%arg0, %arg1 : memref<256xf16>, memref<?xi8>) outs(%arg2 : memref<?xf16>) {
func.func @lookup(%table: memref<256xf16>, %x: memref<?xi8>, %y: memref<?xf16>) {
  zyn.compute unchecked ins(%table, %x : memref<256xf16>, memref<?xi8>) outs(%y : memref<?xf16>) {
    %i = zyn.index 0 : index
    %byte = zyn.element 1[%i] : i8
    %at = arith.index_castui %byte : i8 to index
    %value = zyn.element 0[%at] : f16
    zyn.yield %value : f16
  }
  return
}

// No inputs, and two destinations, one of them transposed.
// CHECK-LABEL: func.func @two_results
// CHECK: zyn.compute outs(%arg0, %arg1 : tensor<4x?xi32>, tensor<?x4xi32>) destination_maps = [#{{.*}}, #{{.*}}] attributes {note = 1 : i64} {
func.func @two_results(%x: tensor<4x?xi32>, %y: tensor<?x4xi32>) -> (tensor<4x?xi32>, tensor<?x4xi32>) {
  %r:2 = zyn.compute outs(%x, %y : tensor<4x?xi32>, tensor<?x4xi32>)
      destination_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>] attributes {note = 1} {
    %i = zyn.index 0 : index
    %j = zyn.index 1 : index
    %row = arith.index_cast %i : index to i32
    %column = arith.index_cast %j : index to i32
    zyn.yield %row, %column : i32, i32
  } -> tensor<4x?xi32>, tensor<?x4xi32>
  return %r#0, %r#1 : tensor<4x?xi32>, tensor<?x4xi32>
}

// No dimensions.
// CHECK-LABEL: func.func @scalar
// CHECK: zyn.element 0[] : f32
func.func @scalar(%x: memref<f32>, %y: memref<f32>) {
  zyn.compute ins(%x : memref<f32>) outs(%y : memref<f32>) {
    %value = zyn.element 0[] : f32
    zyn.yield %value : f32
  }
  return
}
