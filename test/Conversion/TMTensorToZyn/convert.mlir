// RUN: zyn-opt %s --convert-tm-tensor-to-zyn --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @inclusive
//       CHECK:   zyn.scan ins(%arg0 : tensor<4x?xf32>) outs(%arg1 : tensor<4x?xf32>) dimension = 1 {
//  CHECK-NEXT:   ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
//  CHECK-NEXT:     %[[S:.*]] = arith.addf %[[A]], %[[B]]
//  CHECK-NEXT:     zyn.yield %[[S]]
func.func @inclusive(%x: tensor<4x?xf32>, %y: tensor<4x?xf32>, %z: tensor<4xf32>) -> tensor<4x?xf32> {
  %r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<4x?xf32>) outs(%y, %z : tensor<4x?xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tm_tensor.yield %s : f32
  } -> tensor<4x?xf32>, tensor<4xf32>
  return %r#0 : tensor<4x?xf32>
}

// -----

// The second destination has the initial values.
// CHECK-LABEL: func.func @exclusive
//       CHECK:   zyn.scan exclusive ins(%arg0 : tensor<4x?xf32>) outs(%arg1, %arg2 : tensor<4x?xf32>, tensor<4xf32>) dimension = 1 {
func.func @exclusive(%x: tensor<4x?xf32>, %y: tensor<4x?xf32>, %z: tensor<4xf32>) -> tensor<4x?xf32> {
  %r:2 = tm_tensor.scan dimension(1) inclusive(false) ins(%x : tensor<4x?xf32>) outs(%y, %z : tensor<4x?xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tm_tensor.yield %s : f32
  } -> tensor<4x?xf32>, tensor<4xf32>
  return %r#0 : tensor<4x?xf32>
}

// -----

// CHECK-LABEL: func.func @sort
//       CHECK:   zyn.sort descending ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xi64>) outs({{.*}} : tensor<4x8xf32>, tensor<4x8xi64>) dimension = 1
//   CHECK-NOT:   comparator
func.func @sort(%x: tensor<4x8xf32>, %i: tensor<4x8xi64>) -> (tensor<4x8xf32>, tensor<4x8xi64>) {
  %r:2 = tm_tensor.sort dimension(1) outs(%x, %i : tensor<4x8xf32>, tensor<4x8xi64>) {
  ^bb0(%x0: f32, %x1: f32, %i0: i64, %i1: i64):
    %o = arith.cmpf oge, %x0, %x1 : f32
    tm_tensor.yield %o : i1
  } -> tensor<4x8xf32>, tensor<4x8xi64>
  return %r#0, %r#1 : tensor<4x8xf32>, tensor<4x8xi64>
}

// -----

// Another order, which is strict if elements that may stay before each other are equal.
// CHECK-LABEL: func.func @comparator
//       CHECK:   zyn.sort ins(%arg0, %arg1 : {{.*}}) dimension = 0 comparator {
//  CHECK-NEXT:   ^bb0(%[[X0:.*]]: i32, %[[Y0:.*]]: i32, %[[X1:.*]]: i32, %[[Y1:.*]]: i32):
//   CHECK-DAG:     %[[ORDERED:.*]] = arith.cmpi ule, %[[Y0]], %[[Y1]]
//   CHECK-DAG:     %[[STRICT:.*]] = arith.cmpi ugt, %[[Y1]], %[[Y0]]
//       CHECK:     %[[BEFORE:.*]] = arith.andi %[[ORDERED]], %[[STRICT]]
//       CHECK:     zyn.yield %[[BEFORE]]
func.func @comparator(%x: tensor<8xi32>, %y: tensor<8xi32>) -> tensor<8xi32> {
  %r:2 = tm_tensor.sort dimension(0) outs(%x, %y : tensor<8xi32>, tensor<8xi32>) {
  ^bb0(%x0: i32, %x1: i32, %y0: i32, %y1: i32):
    %o = arith.cmpi ule, %y0, %y1 : i32
    tm_tensor.yield %o : i1
  } -> tensor<8xi32>, tensor<8xi32>
  return %r#0 : tensor<8xi32>
}

// -----

// Exporters write a selection as the first elements of a sort.
// CHECK-LABEL: func.func @first_of_sort
//   CHECK-NOT:   zyn.sort
//       CHECK:   zyn.topk smallest ins(%arg0 : tensor<6x5xf32>) outs({{.*}} : tensor<2x5xf32>, tensor<2x5xi64>) dimension = 0
func.func @first_of_sort(%x: tensor<6x5xf32>) -> (tensor<2x5xf32>, tensor<2x5xi64>) {
  %e = tensor.empty() : tensor<6x5xi64>
  %i = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<6x5xi64>) {
  ^bb0(%o: i64):
    %a = linalg.index 0 : index
    %b = arith.index_cast %a : index to i64
    linalg.yield %b : i64
  } -> tensor<6x5xi64>
  %r:2 = tm_tensor.sort dimension(0) outs(%x, %i : tensor<6x5xf32>, tensor<6x5xi64>) {
  ^bb0(%x0: f32, %x1: f32, %i0: i64, %i1: i64):
    %o = arith.cmpf ole, %x0, %x1 : f32
    tm_tensor.yield %o : i1
  } -> tensor<6x5xf32>, tensor<6x5xi64>
  %v = tensor.extract_slice %r#0[0, 0] [2, 5] [1, 1] : tensor<6x5xf32> to tensor<2x5xf32>
  %w = tensor.extract_slice %r#1[0, 0] [2, 5] [1, 1] : tensor<6x5xi64> to tensor<2x5xi64>
  return %v, %w : tensor<2x5xf32>, tensor<2x5xi64>
}

// -----

// CHECK-LABEL: func.func @topk
//       CHECK:   zyn.topk ins(%arg0 : tensor<4x8xf32>) outs(%arg1, %arg2 : tensor<4x2xf32>, tensor<4x2xi32>) dimension = 1
func.func @topk(%x: tensor<4x8xf32>, %v: tensor<4x2xf32>, %i: tensor<4x2xi32>) -> (tensor<4x2xf32>, tensor<4x2xi32>) {
  %r:2 = tm_tensor.topk dimension(1) ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4x2xf32>, tensor<4x2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<4x2xf32>, tensor<4x2xi32>
  return %r#0, %r#1 : tensor<4x2xf32>, tensor<4x2xi32>
}

// -----

// The combiner of zyn gets the element of the destination first.
// CHECK-LABEL: func.func @put
//       CHECK:   %[[I:.*]] = tensor.collapse_shape %arg1 {{.*}} : tensor<?x1xi64> into tensor<?xi64>
//       CHECK:   %[[U:.*]] = tensor.collapse_shape %arg2 {{.*}} : tensor<?x1x5xf32> into tensor<?x5xf32>
//       CHECK:   zyn.scatter ins(%[[U]], %[[I]] : tensor<?x5xf32>, tensor<?xi64>) outs(%arg0 : tensor<6x5xf32>) dimension = 0 {
//  CHECK-NEXT:   ^bb0(%[[OLD:.*]]: f32, %[[UPDATE:.*]]: f32):
//  CHECK-NEXT:     %[[D:.*]] = arith.subf %[[OLD]], %[[UPDATE]]
func.func @put(%x: tensor<6x5xf32>, %i: tensor<?x1xi64>, %u: tensor<?x1x5xf32>) -> tensor<6x5xf32> {
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false)
      ins(%u, %i : tensor<?x1x5xf32>, tensor<?x1xi64>) outs(%x : tensor<6x5xf32>) {
  ^bb0(%update: f32, %old: f32):
    %d = arith.subf %old, %update : f32
    tm_tensor.yield %d : f32
  } -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}

// -----

// Several indices become one of the product of the dimensions, or -1 if one of them is out of bounds.
// CHECK-LABEL: func.func @put_elements
//       CHECK:   %[[I:.*]] = linalg.generic {{.*}} ins(%arg1, %arg1 : tensor<3x2xi64>, tensor<3x2xi64>)
// CHECK-COUNT-2:   arith.cmpi ult
//       CHECK:     arith.select
//       CHECK:   %[[X:.*]] = tensor.collapse_shape %arg0 {{.*}} : tensor<6x5xf32> into tensor<30xf32>
//       CHECK:   %[[R:.*]] = zyn.scatter unordered ins(%arg2, %[[I]] : tensor<3xf32>, tensor<3xindex>) outs(%[[X]] : tensor<30xf32>) dimension = 0
//       CHECK:   tensor.expand_shape %[[R]]
func.func @put_elements(%x: tensor<6x5xf32>, %i: tensor<3x2xi64>, %u: tensor<3xf32>) -> tensor<6x5xf32> {
  %r = tm_tensor.scatter {dimension_map = array<i64: 1, 0>} unique_indices(true)
      ins(%u, %i : tensor<3xf32>, tensor<3x2xi64>) outs(%x : tensor<6x5xf32>) {
  ^bb0(%update: f32, %old: f32):
    tm_tensor.yield %update : f32
  } -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}

// -----

// CHECK-LABEL: func.func @attention
//       CHECK:   zyn.attention ins({{.*}} : tensor<?x1x5x8xf32>, tensor<?x1x7x8xf32>, tensor<?x1x7x4xf32>)
//  CHECK-SAME:     mask({{.*}} : tensor<?x1x5x7xi1>) outs({{.*}} : tensor<?x1x5x4xf32>)
func.func @attention(%q: tensor<?x5x8xf32>, %k: tensor<?x7x8xf32>, %v: tensor<?x7x4xf32>, %m: tensor<?x5x7xi1>,
                     %y: tensor<?x5x4xf32>) -> tensor<?x5x4xf32> {
  %r = tm_tensor.attention ins(%q, %k, %v, %m : tensor<?x5x8xf32>, tensor<?x7x8xf32>, tensor<?x7x4xf32>, tensor<?x5x7xi1>)
      outs(%y : tensor<?x5x4xf32>) -> tensor<?x5x4xf32>
  return %r : tensor<?x5x4xf32>
}

// -----

// CHECK-LABEL: func.func @matrices
//       CHECK:   zyn.attention scale = 2.500000e-01 ins({{.*}} : tensor<1x1x5x8xf16>, tensor<1x1x7x8xf16>, tensor<1x1x7x4xf16>)
func.func @matrices(%q: tensor<5x8xf16>, %k: tensor<7x8xf16>, %v: tensor<7x4xf16>, %y: tensor<5x4xf16>) -> tensor<5x4xf16> {
  %r = tm_tensor.attention {scale = 0.25 : f64} ins(%q, %k, %v : tensor<5x8xf16>, tensor<7x8xf16>, tensor<7x4xf16>)
      outs(%y : tensor<5x4xf16>) -> tensor<5x4xf16>
  return %r : tensor<5x4xf16>
}
