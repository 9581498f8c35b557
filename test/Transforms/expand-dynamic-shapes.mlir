// RUN: zyn-opt %s --zyn-expand-dynamic-shapes --expand-strided-metadata | FileCheck %s

// CHECK-LABEL: func.func @contiguous
// CHECK-SAME: %[[X:.*]]: memref<?xf32>, %[[A:.*]]: index, %[[B:.*]]: index
func.func @contiguous(%x: memref<?xf32>, %a: index, %b: index) -> memref<?x?xf32> {
  // CHECK: %[[BASE:.*]], %{{.*}}, %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[X]]
  // CHECK: memref.reinterpret_cast %[[BASE]] to offset: [0], sizes: [%[[A]], %[[B]]], strides: [%{{.*}}, 1]
  // CHECK-NOT: memref.expand_shape
  %e = memref.expand_shape %x [[0, 1]] output_shape [%a, %b] : memref<?xf32> into memref<?x?xf32>
  return %e : memref<?x?xf32>
}

// The strides of the source are those of the last dimension of each group.
// CHECK-LABEL: func.func @strided
func.func @strided(%x: memref<?x6xf32, strided<[?, 2], offset: ?>>, %a: index, %b: index)
    -> memref<?x4x?x2x3xf32, strided<[?, ?, ?, 6, 2], offset: ?>> {
  // CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata
  // CHECK: memref.reinterpret_cast %{{.*}} to offset: [%[[OFFSET]]], sizes: [%{{.*}}, 4, %{{.*}}, 2, 3], strides: [%{{.*}}, %{{.*}}, %[[STRIDES]]#0, 6, 2]
  %e = memref.expand_shape %x [[0, 1, 2], [3, 4]] output_shape [%a, 4, %b, 2, 3]
      : memref<?x6xf32, strided<[?, 2], offset: ?>> into memref<?x4x?x2x3xf32, strided<[?, ?, ?, 6, 2], offset: ?>>
  return %e : memref<?x4x?x2x3xf32, strided<[?, ?, ?, 6, 2], offset: ?>>
}
