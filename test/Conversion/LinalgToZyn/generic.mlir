// RUN: zyn-opt %s --convert-linalg-to-zyn --split-input-file | FileCheck %s
// RUN: zyn-opt %s --convert-linalg-to-zyn --split-input-file --remarks-filter=convert-linalg-to-zyn -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// Assertions about an index are those of zyn.element.
// REMARK: generic.mlir:[[#@LINE+8]]:{{.*}} remark: {{.*}}raised to no other op than zyn.compute: {{.*}}not elementwise: its body contains cf.assert
// CHECK-LABEL: func.func @scaled_embedding
//       CHECK:   zyn.compute ins(%arg0, %arg1 : tensor<?xi64>, tensor<30x8xf32>) outs(%arg2 : tensor<?x8xf32>) {
//       CHECK:     %[[WORD:.*]] = zyn.element 0[%{{.*}}] : i64
//   CHECK-NOT:     cf.assert
//       CHECK:     %[[ROW:.*]] = arith.index_cast %[[WORD]]
//       CHECK:     zyn.element 1[%[[ROW]], %{{.*}}] : f32
func.func @scaled_embedding(%words: tensor<?xi64>, %table: tensor<30x8xf32>, %y: tensor<?x8xf32>) -> tensor<?x8xf32> {
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
    %d = arith.addf %e, %e : f32
    linalg.yield %d : f32
  } -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// -----

// Other assertions are the program's.
// REMARK: no loop nest: its body contains cf.assert, which has side effects or works on tensors
// CHECK-LABEL: func.func @assertion
//       CHECK:   linalg.generic
func.func @assertion(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = arith.constant 0.0 : f32
    %good = arith.cmpf oge, %a, %c : f32
    cf.assert %good, "negative"
    %s = math.sqrt %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// So are those whose bound is not that of a tensor that is read, or that compare no index.
// CHECK-LABEL: func.func @other_bounds
// CHECK-COUNT-2: cf.assert
func.func @other_bounds(%t: tensor<9xf32>, %words: tensor<4xi64>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : i64
  %smaller = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%words : tensor<4xi64>) outs(%y : tensor<4xf32>) {
  ^bb0(%w: i64, %o: f32):
    %i = arith.index_cast %w : i64 to index
    %good = arith.cmpi slt, %w, %c5 : i64
    cf.assert %good, "only five elements are valid"
    %e = tensor.extract %t[%i] : tensor<9xf32>
    linalg.yield %e : f32
  } -> tensor<4xf32>
  %constant = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%words : tensor<4xi64>) outs(%y : tensor<4xf32>) {
  ^bb0(%w: i64, %o: f32):
    %i = arith.index_cast %w : i64 to index
    %good = arith.cmpi sge, %i, %c0 : index
    cf.assert %good, "negative"
    %e = tensor.extract %t[%c0] : tensor<9xf32>
    linalg.yield %e : f32
  } -> tensor<4xf32>
  return %smaller, %constant : tensor<4xf32>, tensor<4xf32>
}

// -----

// The size of a dynamic dimension, and zero.
// CHECK-LABEL: func.func @dynamic_table
//   CHECK-NOT:   cf.assert
//       CHECK:   zyn.gather
//   CHECK-NOT:   cf.assert
//       CHECK:   return
func.func @dynamic_table(%words: tensor<?xi32>, %table: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %n = tensor.dim %table, %c0 : tensor<?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%words : tensor<?xi32>) outs(%y : tensor<?xf32>) {
  ^bb0(%w: i32, %o: f32):
    %i = arith.index_cast %w : i32 to index
    %small = arith.cmpi slt, %i, %n : index
    cf.assert %small, "too large"
    %large = arith.cmpi sge, %w, %c0_i32 : i32
    cf.assert %large, "negative"
    %e = tensor.extract %table[%i] : tensor<?xf32>
    linalg.yield %e : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// Affine indices, and two destinations.
// CHECK: #[[$T:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func.func @shifted
//       CHECK:   zyn.compute ins(%arg0 : tensor<?xf32>) outs(%arg1, %arg2 : tensor<?x?xf32>, tensor<?x?xf32>) destination_maps = [#{{.*}}, #[[$T]]]
//       CHECK:     %[[SUM:.*]] = arith.addi
//       CHECK:     zyn.element 0[%[[SUM]]] : f32
func.func @shifted(%x: tensor<?xf32>, %y: tensor<?x?xf32>, %z: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i + j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>],
      iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?xf32>) outs(%y, %z : tensor<?x?xf32>, tensor<?x?xf32>) {
  ^bb0(%a: f32, %o: f32, %p: f32):
    linalg.yield %a, %a : f32, f32
  } -> (tensor<?x?xf32>, tensor<?x?xf32>)
  return %r#0, %r#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// A loop that no destination has.
// REMARK: not raised to zyn: not elementwise: {{.*}}; no loop nest: destination #0 is not accessed by a permutation of the parallel loops
// CHECK-LABEL: func.func @several_stores
//       CHECK:   linalg.generic
func.func @several_stores(%x: tensor<4x4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @buffers
//       CHECK:   linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]}
//  CHECK-SAME:     ins(%arg0 : memref<8x1xf32>) outs(%arg1 : memref<8x1xf32>)
func.func @buffers(%x: memref<8x1xf32>, %y: memref<8x1xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<8x1xf32>) outs(%y : memref<8x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  }
  return
}
