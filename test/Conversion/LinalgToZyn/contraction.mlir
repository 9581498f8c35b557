// RUN: zyn-opt %s --convert-linalg-to-zyn --split-input-file | FileCheck %s

// The transposed copy of the weights is not made, and zeros are not read.
// CHECK-LABEL: func.func @transposed
//  CHECK-SAME: (%[[X:.*]]: tensor<4x16xf32>, %[[W:.*]]: tensor<8x16xf32>)
//       CHECK:   %[[C:.*]] = tensor.empty() : tensor<4x8xf32>
//  CHECK-NEXT:   %[[R:.*]] = zyn.matmul transpose_b ins(%[[X]], %[[W]] : {{.*}}) outs(%[[C]] : tensor<4x8xf32>)
//  CHECK-NEXT:   return %[[R]]
func.func @transposed(%x: tensor<4x16xf32>, %w: tensor<8x16xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x8xf32>
  %c = tensor.empty() : tensor<4x8xf32>
  %t = linalg.transpose ins(%w : tensor<8x16xf32>) outs(%e : tensor<16x8xf32>) permutation = [1, 0]
  %z = linalg.fill ins(%zero : f32) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = linalg.matmul ins(%x, %t : tensor<4x16xf32>, tensor<16x8xf32>) outs(%z : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @accumulate
//       CHECK:   zyn.matmul transpose_a accumulate ins(%arg0, %arg1 : {{.*}}) outs(%arg2 : tensor<?x?xf32>)
func.func @accumulate(%a: tensor<?x?xf16>, %b: tensor<?x?xf16>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xf16>, tensor<?x?xf16>) outs(%c : tensor<?x?xf32>) {
  ^bb0(%x: f16, %y: f16, %z: f32):
    %v = arith.extf %x : f16 to f32
    %w = arith.extf %y : f16 to f32
    %p = arith.mulf %w, %v : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// A batch along which B is broadcast is more rows of A, and a bias becomes an epilogue.
// CHECK: #[[$BIAS:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @layer
//       CHECK:   %[[ROWS:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2]] : tensor<3x7x20xf32> into tensor<21x20xf32>
//       CHECK:   %[[R:.*]] = zyn.matmul ins(%[[ROWS]], %arg1 : tensor<21x20xf32>, tensor<20x12xf32>)
//  CHECK-SAME:     epilogue_ins(%arg2 : tensor<12xf32>) epilogue_maps = [#[[$BIAS]]] epilogue
//  CHECK-NEXT:   ^bb0(%[[SUM:.*]]: f32, %[[B:.*]]: f32):
//  CHECK-NEXT:     arith.addf %[[SUM]], %[[B]]
//       CHECK:   tensor.expand_shape %[[R]] {{\[\[}}0, 1], [2]] output_shape [3, 7, 12]
func.func @layer(%x: tensor<3x7x20xf32>, %w: tensor<20x12xf32>, %b: tensor<12xf32>) -> tensor<3x7x12xf32> {
  %e = tensor.empty() : tensor<3x20x12xf32>
  %all = linalg.broadcast ins(%w : tensor<20x12xf32>) outs(%e : tensor<3x20x12xf32>) dimensions = [0]
  %c = tensor.empty() : tensor<3x7x12xf32>
  %bias = linalg.broadcast ins(%b : tensor<12xf32>) outs(%c : tensor<3x7x12xf32>) dimensions = [0, 1]
  %r = linalg.batch_matmul ins(%x, %all : tensor<3x7x20xf32>, tensor<3x20x12xf32>) outs(%bias : tensor<3x7x12xf32>) -> tensor<3x7x12xf32>
  return %r : tensor<3x7x12xf32>
}

// -----

// CHECK-LABEL: func.func @matvec
//       CHECK:   %[[X:.*]] = tensor.expand_shape %arg1 {{\[\[}}0, 1]] output_shape [16, 1]
//       CHECK:   zyn.matmul accumulate ins(%arg0, %[[X]] : tensor<8x16xf32>, tensor<16x1xf32>)
func.func @matvec(%a: tensor<8x16xf32>, %x: tensor<16xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.matvec ins(%a, %x : tensor<8x16xf32>, tensor<16xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// C^T = B^T A^T
// CHECK-LABEL: func.func @transposed_result
//       CHECK:   zyn.matmul transpose_a transpose_b accumulate ins(%arg1, %arg0 : {{.*}}) outs(%arg2 : tensor<8x4xf32>)
func.func @transposed_result(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %r = linalg.contract
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (j, i)>]
      ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// Heads between rows and columns: the operand is transposed.
// CHECK: #[[$MAP:.*]] = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
// CHECK-LABEL: func.func @heads
//       CHECK:   %[[A:.*]] = zyn.map ins(%arg0 : tensor<7x4x16xf32>) outs({{.*}} : tensor<4x7x16xf32>) indexing_maps = [#[[$MAP]]]
//       CHECK:   zyn.matmul accumulate ins(%[[A]], %arg1
func.func @heads(%a: tensor<7x4x16xf32>, %b: tensor<4x16x8xf32>, %c: tensor<4x7x8xf32>) -> tensor<4x7x8xf32> {
  %r = linalg.contract
      indexing_maps = [affine_map<(h, i, j, k) -> (i, h, k)>, affine_map<(h, i, j, k) -> (h, k, j)>,
                       affine_map<(h, i, j, k) -> (h, i, j)>]
      ins(%a, %b : tensor<7x4x16xf32>, tensor<4x16x8xf32>) outs(%c : tensor<4x7x8xf32>) -> tensor<4x7x8xf32>
  return %r : tensor<4x7x8xf32>
}

// -----

// Sums of i8 wrap, unlike those of zyn.matmul; unsigned elements are not its own either.
// CHECK-LABEL: func.func @other_sums
//   CHECK-NOT:   zyn.matmul
//       CHECK:   return
func.func @other_sums(%a: tensor<4x16xi8>, %b: tensor<16x8xi8>, %c: tensor<4x8xi8>, %d: tensor<4x8xi32>)
    -> (tensor<4x8xi8>, tensor<4x8xi32>) {
  %r = linalg.matmul ins(%a, %b : tensor<4x16xi8>, tensor<16x8xi8>) outs(%c : tensor<4x8xi8>) -> tensor<4x8xi8>
  %s = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<4x16xi8>, tensor<16x8xi8>)
      outs(%d : tensor<4x8xi32>) -> tensor<4x8xi32>
  return %r, %s : tensor<4x8xi8>, tensor<4x8xi32>
}

// -----

// Products of i8 wrap before they are extended, and those of f16 are rounded.
// CHECK-LABEL: func.func @extended_products
//   CHECK-NOT:   zyn.matmul
//       CHECK:   zyn.reduce {{.*}} outs(%arg2 :
//   CHECK-NOT:   zyn.matmul
//       CHECK:   zyn.reduce {{.*}} outs(%arg5 :
func.func @extended_products(%a: tensor<5x7xi8>, %b: tensor<7x6xi8>, %c: tensor<5x6xi32>,
                             %d: tensor<5x7xf16>, %e: tensor<7x6xf16>, %f: tensor<5x6xf32>) -> (tensor<5x6xi32>, tensor<5x6xf32>) {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<5x7xi8>, tensor<7x6xi8>) outs(%c : tensor<5x6xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %p = arith.muli %x, %y : i8
    %v = arith.extsi %p : i8 to i32
    %s = arith.addi %z, %v : i32
    linalg.yield %s : i32
  } -> tensor<5x6xi32>
  %t = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%d, %e : tensor<5x7xf16>, tensor<7x6xf16>) outs(%f : tensor<5x6xf32>) {
  ^bb0(%x: f16, %y: f16, %z: f32):
    %p = arith.mulf %x, %y : f16
    %v = arith.extf %p : f16 to f32
    %s = arith.addf %z, %v : f32
    linalg.yield %s : f32
  } -> tensor<5x6xf32>
  return %r, %t : tensor<5x6xi32>, tensor<5x6xf32>
}

// -----

// i16 holds all products of i8.
// CHECK-LABEL: func.func @wide_products
//       CHECK:   zyn.matmul accumulate ins(%arg0, %arg1 :
func.func @wide_products(%a: tensor<5x7xi8>, %b: tensor<7x6xi8>, %c: tensor<5x6xi32>) -> tensor<5x6xi32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<5x7xi8>, tensor<7x6xi8>) outs(%c : tensor<5x6xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %u = arith.extsi %x : i8 to i16
    %v = arith.extsi %y : i8 to i16
    %p = arith.muli %u, %v : i16
    %w = arith.extsi %p : i16 to i32
    %s = arith.addi %z, %w : i32
    linalg.yield %s : i32
  } -> tensor<5x6xi32>
  return %r : tensor<5x6xi32>
}

// -----

// The vector is no copy of the matrix: it has the last element of each row.
// CHECK-LABEL: func.func @copy_of_last
//       CHECK:   linalg.generic
//       CHECK:   zyn.matmul
func.func @copy_of_last(%x: tensor<4x5xf32>, %b: tensor<4x6xf32>, %c: tensor<6xf32>) -> tensor<6xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %v = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x5xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  %r = linalg.vecmat ins(%v, %b : tensor<4xf32>, tensor<4x6xf32>) outs(%c : tensor<6xf32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// -----

// Elements that were extended before, one of them after it was transposed: their products are those of bf16.
// CHECK-LABEL: func.func @extended_operands
//       CHECK:   zyn.matmul transpose_b ins(%arg0, %arg1 : tensor<5x7xbf16>, tensor<6x7xbf16>) outs({{.*}} : tensor<5x6xf32>)
func.func @extended_operands(%a: tensor<5x7xbf16>, %b: tensor<6x7xbf16>, %x: tensor<5x7xf32>, %t: tensor<7x6xbf16>,
                             %y: tensor<7x6xf32>, %c: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<5x7xbf16>) outs(%x : tensor<5x7xf32>) {
  ^bb0(%u: bf16, %v: f32):
    %w = arith.extf %u : bf16 to f32
    linalg.yield %w : f32
  } -> tensor<5x7xf32>
  %1 = linalg.transpose ins(%b : tensor<6x7xbf16>) outs(%t : tensor<7x6xbf16>) permutation = [1, 0]
  %2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<7x6xbf16>) outs(%y : tensor<7x6xf32>) {
  ^bb0(%u: bf16, %v: f32):
    %w = arith.extf %u : bf16 to f32
    linalg.yield %w : f32
  } -> tensor<7x6xf32>
  %3 = linalg.fill ins(%zero : f32) outs(%c : tensor<5x6xf32>) -> tensor<5x6xf32>
  %r = linalg.matmul ins(%0, %2 : tensor<5x7xf32>, tensor<7x6xf32>) outs(%3 : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// -----

// Only one operand was extended.
// CHECK-LABEL: func.func @extended_operand
//       CHECK:   zyn.matmul ins({{.*}} : tensor<5x7xf32>, tensor<7x6xf32>)
func.func @extended_operand(%a: tensor<5x7xbf16>, %b: tensor<7x6xf32>, %x: tensor<5x7xf32>, %c: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<5x7xbf16>) outs(%x : tensor<5x7xf32>) {
  ^bb0(%u: bf16, %v: f32):
    %w = arith.extf %u : bf16 to f32
    linalg.yield %w : f32
  } -> tensor<5x7xf32>
  %3 = linalg.fill ins(%zero : f32) outs(%c : tensor<5x6xf32>) -> tensor<5x6xf32>
  %r = linalg.matmul ins(%0, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%3 : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}
