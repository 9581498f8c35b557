// RUN: zyn-opt %s --one-shot-bufferize=bufferize-function-boundaries --canonicalize | FileCheck %s

// An element that is read at its own point alone may be overwritten there.
// CHECK-LABEL: func.func @in_place
// CHECK-SAME: (%[[X:.*]]: memref
// CHECK-NOT: memref.alloc
// CHECK: zyn.map ins(%[[X]] : {{.*}}) outs(%[[X]] : {{.*}})
func.func @in_place(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = zyn.map ins(%x : tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// Others may be read by a later point.
// CHECK-LABEL: func.func @transposed
// CHECK-SAME: (%[[X:.*]]: memref
// CHECK: %[[NEW:.*]] = memref.alloc
// CHECK: zyn.map ins(%[[X]] : {{.*}}) outs(%[[NEW]] : {{.*}})
func.func @transposed(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = zyn.map ins(%x : tensor<8x8xf32>) outs(%x : tensor<8x8xf32>)
      indexing_maps = [affine_map<(i, j) -> (j, i)>] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// A destination that is not read needs no copy of its old elements, one that is
// read does.
// CHECK-LABEL: func.func @destinations
// CHECK-SAME: (%[[X:.*]]: memref{{.*}}, %[[Y:.*]]: memref
// CHECK-NOT: memref.copy
// CHECK: zyn.matmul
// CHECK: %[[SUM:.*]] = memref.alloc
// CHECK-NEXT: memref.copy %[[Y]], %[[SUM]]
// CHECK-NEXT: zyn.matmul accumulate ins(%[[X]], %[[X]] : {{.*}}) outs(%[[SUM]] : {{.*}})
func.func @destinations(%x: tensor<8x8xf32>, %y: tensor<8x8xf32> {bufferization.writable = false})
    -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = zyn.matmul ins(%x, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%y : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = zyn.matmul accumulate ins(%x, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%y : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// Constant matrices are globals, equal ones the same, which are copied where
// they would be overwritten.
// CHECK-LABEL: func.func @constant_matrix
// CHECK: %[[W:.*]] = memref.get_global @[[NAME:.*]] : memref<2x2xf32>
// CHECK: %[[OLD:.*]] = memref.get_global @[[NAME]] : memref<2x2xf32>
// CHECK: %[[Y:.*]] = memref.alloc
// CHECK-NEXT: memref.copy %[[OLD]], %[[Y]]
// CHECK-NEXT: zyn.matmul accumulate ins(%[[W]], %{{.*}} : {{.*}}) outs(%[[Y]] : {{.*}})
func.func @constant_matrix(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %w = zyn.constant_matrix values = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %y = zyn.constant_matrix format = dense values = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %r = zyn.matmul accumulate ins(%w, %x : tensor<2x2xf32>, tensor<2x2xf32>) outs(%y : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @constant_csr
// CHECK-COUNT-3: memref.get_global
// CHECK: zyn.spmm ins({{.*}} : memref<3xi32>, memref<2xi32>, memref<2xf32>, memref<{{.*}}>)
func.func @constant_csr(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %o, %c, %v = zyn.constant_matrix format = csr offsets = dense<[0, 1, 2]> : tensor<3xi32> columns = dense<[1, 0]> : tensor<2xi32> num_columns = 2 values = dense<[5.0, 6.0]> : tensor<2xf32>
  %r = zyn.spmm ins(%o, %c, %v, %x : tensor<3xi32>, tensor<2xi32>, tensor<2xf32>, tensor<2x2xf32>) outs(%y : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
