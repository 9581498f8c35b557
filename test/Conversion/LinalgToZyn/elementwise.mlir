// RUN: zyn-opt %s --convert-linalg-to-zyn --split-input-file | FileCheck %s

// CHECK: #[[$ROWS:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @broadcast_unit
//       CHECK:   %[[B:.*]] = tensor.collapse_shape %arg1 {{\[\[}}0, 1]]
//       CHECK:   zyn.map ins(%arg0, %[[B]] : tensor<?x8xf32>, tensor<?xf32>) outs(%arg2 : tensor<?x8xf32>) indexing_maps = [#{{.*}}, #[[$ROWS]]]
func.func @broadcast_unit(%x: tensor<?x8xf32>, %b: tensor<?x1xf32>, %y: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : tensor<?x8xf32>, tensor<?x1xf32>) outs(%y : tensor<?x8xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// -----

// Loops in the order of the destination, whose elements are read.
// CHECK: #[[$T:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func.func @permuted
//       CHECK:   zyn.map ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8x4xf32>) outs(%arg1 : tensor<8x4xf32>) indexing_maps = [#[[$T]], #{{.*}}]
//       CHECK:     %[[I:.*]] = zyn.index 1 : index
//       CHECK:     arith.index_cast %[[I]]
func.func @permuted(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>],
      iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%y : tensor<8x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i32
    %f = arith.sitofp %k : i32 to f32
    %s = arith.addf %a, %f : f32
    %t = arith.addf %s, %o : f32
    linalg.yield %t : f32
  } -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// CHECK-LABEL: func.func @fill
//       CHECK:   zyn.map outs(%arg1 : tensor<?xf16>) {
//  CHECK-NEXT:     zyn.yield %arg0
func.func @fill(%v: f16, %y: tensor<?xf16>) -> tensor<?xf16> {
  %r = linalg.fill ins(%v : f16) outs(%y : tensor<?xf16>) -> tensor<?xf16>
  return %r : tensor<?xf16>
}

// -----

// Buffers, and elements that zyn does not have, are left alone.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-2: linalg.copy
func.func @others(%x: memref<4xf32>, %y: memref<4xf32>, %v: tensor<4xvector<2xf32>>, %w: tensor<4xvector<2xf32>>)
    -> tensor<4xvector<2xf32>> {
  linalg.copy ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  %r = linalg.copy ins(%v : tensor<4xvector<2xf32>>) outs(%w : tensor<4xvector<2xf32>>) -> tensor<4xvector<2xf32>>
  return %r : tensor<4xvector<2xf32>>
}

// -----

// A broadcast copy is not made, and dimensions of size 1 have no loops.
// CHECK-LABEL: func.func @bias
//       CHECK:   zyn.map ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8xf32>) outs(%arg2 : tensor<4x8xf32>)
//       CHECK:   %[[V:.*]] = tensor.collapse_shape %arg3 {{\[\[}}0, 1]]
//       CHECK:   zyn.map ins(%[[V]] : tensor<4xf32>) outs(%{{.*}} : tensor<4xf32>) {
func.func @bias(%x: tensor<4x8xf32>, %b: tensor<8xf32>, %y: tensor<4x8xf32>, %v: tensor<4x1xf32>)
    -> (tensor<4x8xf32>, tensor<4x1xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %all = linalg.broadcast ins(%b : tensor<8xf32>) outs(%e : tensor<4x8xf32>) dimensions = [0]
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %all : tensor<4x8xf32>, tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %f = tensor.empty() : tensor<4x1xf32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%v : tensor<4x1xf32>) outs(%f : tensor<4x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  } -> tensor<4x1xf32>
  return %r, %s : tensor<4x8xf32>, tensor<4x1xf32>
}
