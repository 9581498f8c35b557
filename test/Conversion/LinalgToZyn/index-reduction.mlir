// RUN: zyn-opt %s --convert-linalg-to-zyn --split-input-file | FileCheck %s
// RUN: zyn-opt %s --convert-linalg-to-zyn --split-input-file --remarks-filter=convert-linalg-to-zyn -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// As torch-mlir writes it: a NaN replaces any number.
// CHECK-LABEL: func.func @argmax
//       CHECK:   %[[I:.*]] = zyn.map outs(%{{.*}} : tensor<?x8xi64>) {
//       CHECK:     zyn.index 1
//       CHECK:   zyn.reduce ins(%arg0, %[[I]] : tensor<?x8xf32>, tensor<?x8xi64>) outs({{.*}} : tensor<?xf32>, tensor<?xi64>) dimensions = [1] {
//  CHECK-NEXT:   ^bb0(%[[A:.*]]: f32, %[[J:.*]]: i64, %[[B:.*]]: f32, %[[K:.*]]: i64):
//   CHECK-DAG:     arith.cmpf ogt, %[[B]], %[[A]]
//   CHECK-DAG:     arith.cmpf oeq, %[[B]], %[[A]]
//   CHECK-DAG:     arith.cmpf uno, %[[B]], %[[B]]
//   CHECK-DAG:     arith.cmpf ord, %[[A]], %[[A]]
//       CHECK:     arith.cmpi slt, %[[K]], %[[J]]
//       CHECK:     %[[TAKEN:.*]] = arith.ori
//       CHECK:     %[[V:.*]] = arith.maximumf %[[A]], %[[B]]
//       CHECK:     %[[AT:.*]] = arith.select %[[TAKEN]], %[[K]], %[[J]]
//       CHECK:     zyn.yield %[[V]], %[[AT]]
func.func @argmax(%x: tensor<?x8xf32>, %y: tensor<?xf32>, %z: tensor<?xi64>) -> tensor<?xi64> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %0 = linalg.fill ins(%lowest : f32) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.fill ins(%zero : i64) outs(%z : tensor<?xi64>) -> tensor<?xi64>
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x8xf32>) outs(%0, %1 : tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%a: f32, %best: f32, %at: i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %m = arith.maximumf %a, %best : f32
    %c = arith.cmpf ogt, %a, %best : f32
    %s = arith.select %c, %k, %at : i64
    linalg.yield %m, %s : f32, i64
  } -> (tensor<?xf32>, tensor<?xi64>)
  return %r#1 : tensor<?xi64>
}

// -----

// The last one of equal integers, whose index is the first result, of squares.
// CHECK-LABEL: func.func @last_of_squares
//       CHECK:   zyn.reduce ins({{.*}} : tensor<4x8xi32>, tensor<4x8xi32>) outs({{.*}} : tensor<8xi32>, tensor<8xi32>) dimensions = [0] {
//  CHECK-NEXT:   ^bb0(%[[J:.*]]: i32, %[[A:.*]]: i32, %[[K:.*]]: i32, %[[B:.*]]: i32):
//  CHECK-NEXT:     %[[LESS:.*]] = arith.cmpi slt, %[[B]], %[[A]]
//  CHECK-NEXT:     %[[EQUAL:.*]] = arith.cmpi eq, %[[B]], %[[A]]
//  CHECK-NEXT:     %[[LATER:.*]] = arith.cmpi sgt, %[[K]], %[[J]]
//  CHECK-NEXT:     %[[TIE:.*]] = arith.andi %[[EQUAL]], %[[LATER]]
//  CHECK-NEXT:     %[[TAKEN:.*]] = arith.ori %[[LESS]], %[[TIE]]
//  CHECK-NEXT:     %[[V:.*]] = arith.select %[[TAKEN]], %[[B]], %[[A]]
//  CHECK-NEXT:     %[[AT:.*]] = arith.select %[[TAKEN]], %[[K]], %[[J]]
//  CHECK-NEXT:     zyn.yield %[[AT]], %[[V]]
func.func @last_of_squares(%x: tensor<4x8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %zero = arith.constant dense<0> : tensor<8xi32>
  %greatest = arith.constant dense<2147483647> : tensor<8xi32>
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<4x8xi32>) outs(%zero, %greatest : tensor<8xi32>, tensor<8xi32>) {
  ^bb0(%a: i32, %at: i32, %best: i32):
    %square = arith.muli %a, %a : i32
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i32
    %c = arith.cmpi sge, %best, %square : i32
    %m = arith.select %c, %square, %best : i32
    %s = arith.select %c, %k, %at : i32
    linalg.yield %s, %m : i32, i32
  } -> (tensor<8xi32>, tensor<8xi32>)
  return %r#0, %r#1 : tensor<8xi32>, tensor<8xi32>
}

// -----

// As tosa is lowered: an element that is a NaN replaces a number, and nothing replaces a NaN.
// CHECK-LABEL: func.func @takes_nans
//       CHECK:   zyn.reduce
//  CHECK-NEXT:   ^bb0(%[[A:.*]]: f32, %{{.*}}: i64, %[[B:.*]]: f32, %{{.*}}: i64):
//   CHECK-DAG:     arith.cmpf ogt, %[[B]], %[[A]]
//   CHECK-DAG:     arith.cmpf uno, %[[B]], %[[B]]
//   CHECK-DAG:     arith.cmpf ord, %[[A]], %[[A]]
func.func @takes_nans(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
  %0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %1 = arith.constant dense<0> : tensor<4xi64>
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%0, %1 : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%a: f32, %best: f32, %at: i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %greater = arith.cmpf ugt, %a, %best : f32
    %number = arith.cmpf ord, %best, %best : f32
    %c = arith.andi %greater, %number : i1
    %m = arith.select %c, %a, %best : f32
    %s = arith.select %c, %k, %at : i64
    linalg.yield %m, %s : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi64>
}

// -----

// An initial index that an element with a lower index would replace.
// REMARK: index-reduction.mlir:[[#@LINE+7]]:{{.*}}no reduction with an index: its index does not start with a constant that is at most 0
// CHECK-LABEL: func.func @initial_index
//   CHECK-NOT:   zyn.reduce
//       CHECK:   zyn.compute
func.func @initial_index(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
  %0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %1 = arith.constant dense<3> : tensor<4xi64>
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%0, %1 : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%a: f32, %best: f32, %at: i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %c = arith.cmpf ogt, %a, %best : f32
    %m = arith.select %c, %a, %best : f32
    %s = arith.select %c, %k, %at : i64
    linalg.yield %m, %s : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi64>
}

// -----

// What is selected is not the index, but that of another loop.
// REMARK: index-reduction.mlir:[[#@LINE+7]]:{{.*}}no reduction with an index: what it selects with an element is not the index of the reduction loop
// CHECK-LABEL: func.func @other_index
//   CHECK-NOT:   zyn.reduce
//       CHECK:   zyn.compute
func.func @other_index(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
  %0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %1 = arith.constant dense<0> : tensor<4xi64>
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%0, %1 : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%a: f32, %best: f32, %at: i64):
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i64
    %c = arith.cmpf ogt, %a, %best : f32
    %m = arith.select %c, %a, %best : f32
    %s = arith.select %c, %k, %at : i64
    linalg.yield %m, %s : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi64>
}

// -----

// Elements that a mask leaves out.
// REMARK: index-reduction.mlir:[[#@LINE+7]]:{{.*}}no reduction with an index: its body does not select an element and its index by an ordered comparison
// CHECK-LABEL: func.func @masked
//   CHECK-NOT:   zyn.reduce
//       CHECK:   zyn.compute
func.func @masked(%x: tensor<4x8xf32>, %seen: tensor<4x8xi1>) -> (tensor<4xf32>, tensor<4xi64>) {
  %0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %1 = arith.constant dense<0> : tensor<4xi64>
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x, %seen : tensor<4x8xf32>, tensor<4x8xi1>) outs(%0, %1 : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%a: f32, %s: i1, %best: f32, %at: i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %greater = arith.cmpf ogt, %a, %best : f32
    %c = arith.andi %greater, %s : i1
    %m = arith.select %c, %a, %best : f32
    %n = arith.select %c, %k, %at : i64
    linalg.yield %m, %n : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi64>
}

// -----

// REMARK: index-reduction.mlir:[[#@LINE+7]]:{{.*}}no reduction with an index: its body does not select an element and its index by an ordered comparison
// CHECK-LABEL: func.func @masked_integers
//   CHECK-NOT:   zyn.reduce
//       CHECK:   zyn.compute
func.func @masked_integers(%x: tensor<4x8xi32>, %seen: tensor<4x8xi1>) -> (tensor<4xi32>, tensor<4xi64>) {
  %0 = arith.constant dense<-2147483648> : tensor<4xi32>
  %1 = arith.constant dense<0> : tensor<4xi64>
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x, %seen : tensor<4x8xi32>, tensor<4x8xi1>) outs(%0, %1 : tensor<4xi32>, tensor<4xi64>) {
  ^bb0(%a: i32, %s: i1, %best: i32, %at: i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %greater = arith.cmpi sgt, %a, %best : i32
    %c = arith.andi %s, %greater : i1
    %m = arith.select %c, %a, %best : i32
    %n = arith.select %c, %k, %at : i64
    linalg.yield %m, %n : i32, i64
  } -> (tensor<4xi32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi64>
}
