// RUN: zyn-opt %s --convert-linalg-to-zyn --split-input-file | FileCheck %s
// RUN: zyn-opt %s --convert-linalg-to-zyn --split-input-file --remarks-filter=convert-linalg-to-zyn -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK
// RUN: zyn-opt %s --convert-linalg-to-zyn=loop-nests=false --split-input-file | FileCheck %s --check-prefix=HOST

// Assertions about an index are those of zyn.gather.
// CHECK-LABEL: func.func @embedding
//       CHECK:   zyn.gather ins(%arg1, %arg0 : tensor<30x8xf32>, tensor<?xi64>) outs(%arg2 : tensor<?x8xf32>) dimension = 0
//   CHECK-NOT:   cf.assert
//  HOST-LABEL: func.func @embedding
//    HOST-NOT:   zyn.
//        HOST:   linalg.generic
//        HOST:     tensor.extract
//    HOST-NOT:   zyn.
//        HOST: return
func.func @embedding(%words: tensor<?xi64>, %table: tensor<30x8xf32>, %y: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%words : tensor<?xi64>) outs(%y : tensor<?x8xf32>) {
  ^bb0(%w: i64, %o: f32):
    %row = arith.index_cast %w : i64 to index
    %c30 = arith.constant 30 : i64
    %good = arith.cmpi slt, %w, %c30 : i64
    cf.assert %good, "index must be smaller than dim size"
    %column = linalg.index 1 : index
    %e = tensor.extract %table[%row, %column] : tensor<30x8xf32>
    linalg.yield %e : f32
  } -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// -----

// Negative indices count from the end, which a map computes once for each slice.
// CHECK-LABEL: func.func @from_the_end
//       CHECK:   %[[I:.*]] = zyn.map ins(%arg1 : tensor<2x3xi64>) outs({{.*}} : tensor<2x3xi64>) {
//       CHECK:     arith.select
//       CHECK:   zyn.gather ins(%arg0, %[[I]] : tensor<6x5x4xf32>, tensor<2x3xi64>) outs(%arg2 : tensor<6x2x3x4xf32>) dimension = 1
func.func @from_the_end(%x: tensor<6x5x4xf32>, %i: tensor<2x3xi64>, %y: tensor<6x2x3x4xf32>) -> tensor<6x2x3x4xf32> {
  %c0 = arith.constant 0 : i64
  %c5 = arith.constant 5 : i64
  %c6 = arith.constant 6 : i64
  %e = tensor.empty() : tensor<6xi64>
  %rows = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<6xi64>) {
  ^bb0(%o: i64):
    %a = linalg.index 0 : index
    %b = arith.index_cast %a : index to i64
    linalg.yield %b : i64
  } -> tensor<6xi64>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j, k, l) -> (i)>, affine_map<(i, j, k, l) -> (j, k)>, affine_map<(i, j, k, l) -> (i, j, k, l)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%rows, %i : tensor<6xi64>, tensor<2x3xi64>) outs(%y : tensor<6x2x3x4xf32>) {
  ^bb0(%a: i64, %b: i64, %o: f32):
    %0 = arith.cmpi slt, %a, %c0 : i64
    %1 = arith.addi %a, %c6 : i64
    %2 = arith.select %0, %1, %a : i64
    %3 = arith.index_cast %2 : i64 to index
    %4 = arith.cmpi slt, %b, %c0 : i64
    %5 = arith.addi %b, %c5 : i64
    %6 = arith.select %4, %5, %b : i64
    %7 = arith.index_cast %6 : i64 to index
    %8 = linalg.index 3 : index
    %v = tensor.extract %x[%3, %7, %8] : tensor<6x5x4xf32>
    linalg.yield %v : f32
  } -> tensor<6x2x3x4xf32>
  return %r : tensor<6x2x3x4xf32>
}

// -----

// A dimension of size 1 that is read at 0, as in the batches of tosa.
// CHECK-LABEL: func.func @unit_dimension
//       CHECK:   %[[X:.*]] = tensor.collapse_shape %arg0
//       CHECK:   zyn.gather ins(%[[X]], %arg1 : tensor<7x3xf32>, tensor<4xi32>) outs(%arg2 : tensor<4x3xf32>) dimension = 0
func.func @unit_dimension(%x: tensor<1x7x3xf32>, %i: tensor<4xi32>, %y: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %c0 = arith.constant 0 : index
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%i : tensor<4xi32>) outs(%y : tensor<4x3xf32>) {
  ^bb0(%a: i32, %o: f32):
    %0 = arith.index_cast %a : i32 to index
    %1 = linalg.index 1 : index
    %v = tensor.extract %x[%c0, %0, %1] : tensor<1x7x3xf32>
    linalg.yield %v : f32
  } -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// -----

// torch.gather has an index for each element.
// REMARK: gather.mlir:[[#@LINE+4]]:{{.*}}no gather: its index differs within a slice, or its result does not have the dimensions of the index in place of that one
// CHECK-LABEL: func.func @each_element
//       CHECK:   zyn.compute
func.func @each_element(%x: tensor<6x5xf32>, %i: tensor<6x3xi64>, %y: tensor<6x3xf32>) -> tensor<6x3xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%i : tensor<6x3xi64>) outs(%y : tensor<6x3xf32>) {
  ^bb0(%a: i64, %o: f32):
    %0 = linalg.index 0 : index
    %1 = arith.index_cast %a : i64 to index
    %v = tensor.extract %x[%0, %1] : tensor<6x5xf32>
    linalg.yield %v : f32
  } -> tensor<6x3xf32>
  return %r : tensor<6x3xf32>
}

// -----

// REMARK: gather.mlir:[[#@LINE+4]]:{{.*}}no gather: it reads parts of slices
// CHECK-LABEL: func.func @parts
//       CHECK:   zyn.compute
func.func @parts(%x: tensor<6x5xf32>, %i: tensor<3xi64>, %y: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%i : tensor<3xi64>) outs(%y : tensor<3x4xf32>) {
  ^bb0(%a: i64, %o: f32):
    %0 = arith.index_cast %a : i64 to index
    %1 = linalg.index 1 : index
    %v = tensor.extract %x[%0, %1] : tensor<6x5xf32>
    linalg.yield %v : f32
  } -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// -----

// Sizes that may differ when the program runs.
// REMARK: gather.mlir:[[#@LINE+4]]:{{.*}}no gather: it reads parts of slices, or slices of sizes that are not known to be those of its result
// CHECK-LABEL: func.func @unknown_sizes
//       CHECK:   zyn.compute
func.func @unknown_sizes(%x: tensor<6x?xf32>, %i: tensor<3xi64>, %y: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%i : tensor<3xi64>) outs(%y : tensor<3x?xf32>) {
  ^bb0(%a: i64, %o: f32):
    %0 = arith.index_cast %a : i64 to index
    %1 = linalg.index 1 : index
    %v = tensor.extract %x[%0, %1] : tensor<6x?xf32>
    linalg.yield %v : f32
  } -> tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}

// -----

// CHECK-LABEL: func.func @same_sizes
//       CHECK:   zyn.gather
func.func @same_sizes(%x: tensor<6x?xf32>, %i: tensor<3xi64>) -> tensor<3x?xf32> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<6x?xf32>
  %y = tensor.empty(%n) : tensor<3x?xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%i : tensor<3xi64>) outs(%y : tensor<3x?xf32>) {
  ^bb0(%a: i64, %o: f32):
    %0 = arith.index_cast %a : i64 to index
    %1 = linalg.index 1 : index
    %v = tensor.extract %x[%0, %1] : tensor<6x?xf32>
    linalg.yield %v : f32
  } -> tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}
