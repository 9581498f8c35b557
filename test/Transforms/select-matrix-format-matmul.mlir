// RUN: zyn-opt %s --zyn-select-matrix-format --split-input-file | FileCheck %s
// RUN: zyn-opt %s --zyn-select-matrix-format --split-input-file --remarks-filter=zyn-select-matrix-format 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: zyn-opt %s --zyn-select-matrix-format=threshold=10 --split-input-file | FileCheck %s --check-prefix=TEN

// 2 of 20 elements, and -0, are exactly 10 percent.
// CHECK: #[[$ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @left
// CHECK-SAME: %[[X:.*]]: tensor<5x16xf32>, %[[Y:.*]]: tensor<4x16xf32>, %[[B:.*]]: tensor<4xf32>
// TEN-LABEL: func.func @left
func.func @left(%x: tensor<5x16xf32>, %y: tensor<4x16xf32>, %b: tensor<4xf32>) -> tensor<4x16xf32> {
  // CHECK-NEXT: %[[W:.*]]:3 = zyn.constant_matrix format = csr offsets = dense<[0, 1, 1, 2, 2]> : tensor<5xi32>
  // CHECK-SAME: columns = dense<[1, 4]> : tensor<2xi32> num_columns = 5 values = dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf32>
  // CHECK-NEXT: %[[R:.*]] = zyn.spmm ins(%[[W]]#0, %[[W]]#1, %[[W]]#2, %[[X]] : {{.*}}) outs(%[[Y]] : tensor<4x16xf32>)
  // CHECK-SAME: epilogue_ins(%[[B]] : tensor<4xf32>) epilogue_maps = [#[[$ROW]]] epilogue {
  // CHECK-NEXT: ^bb0(%[[SUM:.*]]: f32, %{{.*}}: f32):
  // CHECK: return %[[R]]
  // REMARK: Reason="CSR: 2 of 20 elements are non-zero, the threshold is 15 percent; 36 bytes and 2 multiply-adds for each vector instead of 80 and 20"
  // TEN: zyn.matmul
  %w = arith.constant dense<[[0.0, 2.0, 0.0, -0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 3.0], [0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<4x5xf32>
  %r = zyn.matmul ins(%w, %x : tensor<4x5xf32>, tensor<5x16xf32>) outs(%y : tensor<4x16xf32>)
      epilogue_ins(%b : tensor<4xf32>) epilogue_maps = [affine_map<(i, j) -> (i)>] epilogue {
  ^bb0(%s: f32, %c: f32):
    %0 = arith.addf %s, %c : f32
    zyn.yield %0 : f32
  } -> tensor<4x16xf32>
  return %r : tensor<4x16xf32>
}

// -----

// The transpose of the result is computed, and so the epilogue's maps are
// permuted.
// CHECK-DAG: #[[$SWAPPED:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[$FIRST:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @right
// CHECK-SAME: %[[X:.*]]: tensor<?x5xf32>, %[[Y:.*]]: tensor<?x4xf32>
func.func @right(%x: tensor<?x5xf32>, %y: tensor<?x4xf32>, %b: tensor<4xf32>) -> tensor<?x4xf32> {
  // CHECK: offsets = dense<[0, 0, 1, 1, 2]> : tensor<5xi32> columns = dense<[0, 2]> : tensor<2xi32> num_columns = 5
  // CHECK: %[[XT:.*]] = zyn.map ins(%[[X]] : tensor<?x5xf32>) outs(%{{.*}} : tensor<5x?xf32>) indexing_maps = [#[[$SWAPPED]]]
  // CHECK: %[[YT:.*]] = zyn.map ins(%[[Y]] : tensor<?x4xf32>) outs(%{{.*}} : tensor<4x?xf32>) indexing_maps = [#[[$SWAPPED]]]
  // CHECK: %[[RT:.*]] = zyn.spmm accumulate ins(%{{.*}}, %{{.*}}, %{{.*}}, %[[XT]] : {{.*}}) outs(%[[YT]] : tensor<4x?xf32>)
  // CHECK-SAME: epilogue_maps = [#[[$FIRST]], #[[$SWAPPED]]]
  // CHECK: %[[R:.*]] = zyn.map ins(%[[RT]] : tensor<4x?xf32>) outs(%[[Y]] : tensor<?x4xf32>) indexing_maps = [#[[$SWAPPED]]]
  // CHECK: return %[[R]]
  %w = arith.constant dense<[[0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 3.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<5x4xf32>
  %r = zyn.matmul accumulate ins(%x, %w : tensor<?x5xf32>, tensor<5x4xf32>) outs(%y : tensor<?x4xf32>)
      epilogue_ins(%b, %y : tensor<4xf32>, tensor<?x4xf32>) epilogue_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>] epilogue {
  ^bb0(%s: f32, %c: f32, %d: f32):
    %0 = arith.addf %s, %c : f32
    %1 = arith.addf %0, %d : f32
    zyn.yield %1 : f32
  } -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// -----

// Transposed operands are not transposed again. The program compares the size
// that zyn.spmm does not; the upper bounds of loops are kept.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32>
func.func @dynamic(%x: tensor<?x?xf32>, %y: tensor<?x1xf32>) -> tensor<?x1xf32> {
  // CHECK: zyn.assert %{{.*}}, "expected dimension 0 of A to be 7, found {0}"
  // CHECK: %[[CAST:.*]] = tensor.cast %[[X]] : tensor<?x?xf32> to tensor<7x?xf32>
  // CHECK-NOT: zyn.map
  // CHECK: zyn.spmm ins({{.*}}, %[[CAST]] : {{.*}}) outs({{.*}} : tensor<1x?xf32>) attributes {zyn.max_sizes = array<i64: -1, 64, 7>}
  // CHECK: zyn.map
  %w = zyn.constant_matrix values = dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 7.0]]> : tensor<1x7xf32>
  %r = zyn.matmul transpose_a transpose_b ins(%x, %w : tensor<?x?xf32>, tensor<1x7xf32>) outs(%y : tensor<?x1xf32>)
      attributes {zyn.max_sizes = array<i64: 64, -1, 7>} -> tensor<?x1xf32>
  return %r : tensor<?x1xf32>
}

// -----

// Resources, i8 with a result of i32, and a constant that has another use.
// CHECK-LABEL: func.func @kinds
func.func @kinds(%x: tensor<8x3xi8>, %y: tensor<1x3xi32>) -> (tensor<1x3xi32>, tensor<1x8xi8>) {
  // CHECK: %[[W:.*]] = arith.constant dense_resource<w> : tensor<1x8xi8>
  // CHECK: zyn.constant_matrix format = csr {{.*}} columns = dense<6> : tensor<1xi32> num_columns = 8 values = dense<-1> : tensor<1xi8>
  // CHECK: return %{{.*}}, %[[W]]
  // REMARK: Reason="CSR: 1 of 8 elements are non-zero, the threshold is 15 percent; 21 bytes and 1 multiply-adds for each vector instead of 8 and 8"
  %w = arith.constant dense_resource<w> : tensor<1x8xi8>
  %r = zyn.matmul ins(%w, %x : tensor<1x8xi8>, tensor<8x3xi8>) outs(%y : tensor<1x3xi32>) -> tensor<1x3xi32>
  return %r, %w : tensor<1x3xi32>, tensor<1x8xi8>
}
{-# dialect_resources: { builtin: { w: "0x01000000000000000000FF00" } } #-}

// -----

// No elements, or none that is not zero.
// CHECK-LABEL: func.func @nothing
func.func @nothing(%x: tensor<5x16xf32>, %y: tensor<4x16xf32>, %z: tensor<0x16xf32>) -> (tensor<4x16xf32>, tensor<0x16xf32>) {
  // CHECK: offsets = dense<0> : tensor<5xi32> columns = dense<> : tensor<0xi32> num_columns = 5 values = dense<> : tensor<0xf32>
  // CHECK: zyn.matmul
  // REMARK: Reason="dense: 0 of 0 elements are non-zero
  %w = arith.constant dense<0.0> : tensor<4x5xf32>
  %v = arith.constant dense<0.0> : tensor<0x5xf32>
  %r = zyn.matmul ins(%w, %x : tensor<4x5xf32>, tensor<5x16xf32>) outs(%y : tensor<4x16xf32>) -> tensor<4x16xf32>
  %q = zyn.matmul ins(%v, %x : tensor<0x5xf32>, tensor<5x16xf32>) outs(%z : tensor<0x16xf32>) -> tensor<0x16xf32>
  return %r, %q : tensor<4x16xf32>, tensor<0x16xf32>
}

// -----

// Batches, dense constants, matrices that are no constants, splats of others.
// CHECK-LABEL: func.func @stays
func.func @stays(%x: tensor<2x1x16xf32>, %y: tensor<2x4x16xf32>, %a: tensor<1x3xf32>, %b: tensor<4x3xf32>, %c: tensor<3x3xf32>)
    -> (tensor<2x4x16xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) {
  // CHECK-NOT: zyn.spmm
  // REMARK: Reason="stays dense: zyn.spmm multiplies two matrices, not batches of 3 dimensions"
  // REMARK: Reason="the format is already set to dense"
  // REMARK: Reason="dense: 4 of 4 elements are non-zero
  // REMARK-NOT: Reason
  %w = arith.constant dense<0.0> : tensor<2x4x1xf32>
  %v = zyn.constant_matrix format = dense values = dense<0.0> : tensor<4x1xf32>
  %one = arith.constant dense<1.0> : tensor<4x1xf32>
  %0 = zyn.matmul ins(%w, %x : tensor<2x4x1xf32>, tensor<2x1x16xf32>) outs(%y : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  %1 = zyn.matmul ins(%v, %a : tensor<4x1xf32>, tensor<1x3xf32>) outs(%b : tensor<4x3xf32>) -> tensor<4x3xf32>
  %2 = zyn.matmul ins(%one, %a : tensor<4x1xf32>, tensor<1x3xf32>) outs(%b : tensor<4x3xf32>) -> tensor<4x3xf32>
  %3 = zyn.matmul ins(%1, %c : tensor<4x3xf32>, tensor<3x3xf32>) outs(%b : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0, %3, %2, %b : tensor<2x4x16xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>
}
