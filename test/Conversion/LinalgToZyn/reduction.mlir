// RUN: zyn-opt %s --convert-linalg-to-zyn --split-input-file | FileCheck %s

// What is reduced is computed by a map, which --zyn-fuse fuses.
// CHECK-LABEL: func.func @squares
//       CHECK:   %[[S:.*]] = zyn.map ins(%arg0 : tensor<?x8xf32>)
//       CHECK:     arith.mulf
//       CHECK:   zyn.reduce ins(%[[S]] : tensor<?x8xf32>) outs(%arg1 : tensor<?xf32>) dimensions = [1] {
//       CHECK:     arith.addf
func.func @squares(%x: tensor<?x8xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x8xf32>) outs(%y : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.mulf %a, %a : f32
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// A reduced dimension that is kept with size 1.
// CHECK-LABEL: func.func @keeps_dimension
//       CHECK:   %[[Y:.*]] = tensor.collapse_shape %arg1
//       CHECK:   %[[R:.*]] = zyn.reduce ins(%arg0 : tensor<4x8xi32>) outs(%[[Y]] : tensor<4xi32>) dimensions = [1]
//       CHECK:   tensor.expand_shape %[[R]] {{\[\[}}0, 1]] output_shape [4, 1]
func.func @keeps_dimension(%x: tensor<4x8xi32>, %y: tensor<4x1xi32>) -> tensor<4x1xi32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>],
      iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xi32>) outs(%y : tensor<4x1xi32>) {
  ^bb0(%a: i32, %o: i32):
    %s = arith.maxsi %o, %a : i32
    linalg.yield %s : i32
  } -> tensor<4x1xi32>
  return %r : tensor<4x1xi32>
}

// -----

// Two results.
// CHECK-LABEL: func.func @both
//       CHECK:   zyn.reduce ins(%arg0, %arg0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg1, %arg2 : tensor<8xf32>, tensor<8xf32>) dimensions = [0]
func.func @both(%x: tensor<4x8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %r:2 = linalg.reduce ins(%x, %x : tensor<4x8xf32>, tensor<4x8xf32>) outs(%y, %z : tensor<8xf32>, tensor<8xf32>)
      dimensions = [0] (%a: f32, %b: f32, %c: f32, %d: f32) {
    %s = arith.addf %a, %c : f32
    %m = arith.maximumf %b, %d : f32
    linalg.yield %s, %m : f32, f32
  }
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// A difference depends on the order, which a sequential loop keeps.
// CHECK-LABEL: func.func @difference
//   CHECK-NOT:   zyn.reduce
//       CHECK:   zyn.compute
//       CHECK:     scf.for
//       CHECK:       arith.subf
func.func @difference(%x: tensor<4x8xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.reduce { arith.subf } ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [1]
  return %r : tensor<4xf32>
}

// -----

// Exporters compute the index of a maximum even if nothing uses it.
// CHECK-LABEL: func.func @unused_index
//       CHECK:   zyn.reduce ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<4xf32>) dimensions = [1]
func.func @unused_index(%x: tensor<4x8xf32>, %y: tensor<4xf32>, %z: tensor<4xi64>) -> tensor<4xf32> {
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%y, %z : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%a: f32, %best: f32, %at: i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %m = arith.maximumf %a, %best : f32
    %c = arith.cmpf ogt, %a, %best : f32
    %s = arith.select %c, %k, %at : i64
    linalg.yield %m, %s : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0 : tensor<4xf32>
}
