// RUN: zyn-opt %s --zyn-insert-runtime-checks | FileCheck %s

// CHECK-LABEL: func.func @map
// CHECK-SAME: (%[[X:.*]]: memref<?x32xf32>, %[[B:.*]]: memref<?xf32>, %[[Y:.*]]: memref<?x?xf32>)
func.func @map(%x: memref<?x32xf32>, %b: memref<?xf32>, %y: memref<?x?xf32>) {
  // CHECK: %[[X0:.*]] = memref.dim %[[X]]
  // CHECK: %[[Y0:.*]] = memref.dim %[[Y]]
  // CHECK: %[[EQ:.*]] = arith.cmpi eq, %[[X0]], %[[Y0]]
  // CHECK: cf.assert %[[EQ]], "{{.*}}runtime-checks.mlir:14:3: error: size of dimension 0 of input #0 is not that of dimension 0 of 'outs'"
  // CHECK: cf.assert %{{.*}} size of dimension 1 of input #0 is not that of dimension 1 of 'outs'"
  // CHECK: cf.assert %{{.*}} size of dimension 0 of input #1 is not that of dimension 1 of 'outs'"
  // CHECK-NOT: cf.assert
  // CHECK: zyn.map
  zyn.map ins(%x, %b : memref<?x32xf32>, memref<?xf32>) outs(%y : memref<?x?xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>] {
  ^bb0(%in: f32, %bias: f32):
    %sum = arith.addf %in, %bias : f32
    zyn.yield %sum : f32
  }
  return
}

// CHECK-LABEL: func.func @static
func.func @static(%x: memref<4x8xf32>, %y: memref<4xf32>) {
  // CHECK-NOT: cf.assert
  zyn.reduce ins(%x : memref<4x8xf32>) outs(%y : memref<4xf32>) dimensions = [1] {
  ^bb0(%sum: f32, %element: f32):
    %next = arith.addf %sum, %element : f32
    zyn.yield %next : f32
  }
  return
}

// CHECK-LABEL: func.func @matmul
func.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  // CHECK: cf.assert %{{.*}} size of dimension 1 of A is not that of dimension 0 of 'outs'"
  // CHECK: cf.assert %{{.*}} size of dimension 0 of B is not that of dimension 0 of A"
  // CHECK: cf.assert %{{.*}} size of dimension 1 of B is not that of dimension 1 of 'outs'"
  // CHECK: zyn.matmul
  zyn.matmul transpose_a ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>)
             outs(%c : memref<?x?xf32>)
  return
}

// The windows of 3 rows with a dilation of 2 and a padding of 1 and 2, every 4 rows:
// max(0, (H + 3 - 2 * (R - 1) - 1) floordiv 4 + 1).
// CHECK-LABEL: func.func @conv2d
// CHECK-SAME: (%[[X:.*]]: memref<1x?x9x12xf32>, %[[W:[^:]*]]: memref<?x3x1x4xf32>, %[[Y:[^:]*]]: memref<1x?x9x?xf32>)
func.func @conv2d(%x: memref<1x?x9x12xf32>, %w: memref<?x3x1x4xf32>, %y: memref<1x?x9x?xf32>) {
  // CHECK: cf.assert %{{.*}} size of dimension 0 of the filters is not that of dimension 3 of 'outs'"
  // CHECK: %[[P:.*]] = memref.dim %[[Y]], %c1
  // CHECK: memref.dim %[[X]], %c1
  // CHECK: %[[MAX:.*]] = arith.maxsi
  // CHECK: %[[EQ:.*]] = arith.cmpi eq, %[[P]], %[[MAX]]
  // CHECK: cf.assert %[[EQ]], "{{.*}} size of dimension 1 of 'outs' is not the number of windows in dimension 1 of the image with its padding"
  // CHECK: cf.assert %{{.*}} size of dimension 0 of the filters is not a multiple of the number of groups, 3"
  // CHECK-NOT: cf.assert
  // CHECK: zyn.conv2d
  zyn.conv2d strides = [4, 1] dilations = [2, 1] padding = [1, 2, 0, 0] groups = 3
    ins(%x, %w : memref<1x?x9x12xf32>, memref<?x3x1x4xf32>) outs(%y : memref<1x?x9x?xf32>)
  return
}

// CHECK-LABEL: func.func @attention
func.func @attention(%q: memref<1x?x5x8xf32>, %k: memref<1x?x?x8xf32>, %v: memref<1x?x7x8xf32>, %y: memref<1x?x5x8xf32>) {
  // CHECK: cf.assert %{{.*}} size of dimension 1 of the queries is not that of dimension 1 of 'outs'"
  // CHECK: cf.assert %{{.*}} size of dimension 2 of the values is not that of dimension 2 of the keys"
  // CHECK: arith.muli %{{.*}}, %c3
  // CHECK: cf.assert %{{.*}} size of dimension 1 of the queries is not the heads of the keys times the group_size of 3"
  // CHECK: cf.assert %{{.*}} size of dimension 1 of the values is not that of dimension 1 of the keys"
  // CHECK-NOT: cf.assert
  // CHECK: zyn.attention
  zyn.attention group_size = 3 ins(%q, %k, %v : memref<1x?x5x8xf32>, memref<1x?x?x8xf32>, memref<1x?x7x8xf32>)
      outs(%y : memref<1x?x5x8xf32>)
  return
}

// CHECK-LABEL: func.func @topk
func.func @topk(%x: memref<4x?xf32>, %v: memref<?x5xf32>, %i: memref<4x5xi32>) {
  // CHECK: cf.assert %{{.*}} size of dimension 0 of input #0 is not that of dimension 0 of destination #0"
  // CHECK: cf.assert %{{.*}} size of dimension 0 of destination #1 is not that of dimension 0 of destination #0"
  // CHECK: %[[GREATER:.*]] = arith.maxsi %{{.*}}, %c5
  // CHECK: %[[EQ:.*]] = arith.cmpi eq, %{{.*}}, %[[GREATER]]
  // CHECK: cf.assert %[[EQ]], "{{.*}} size of dimension 1 of input #0 is not at least that of dimension 1 of the destinations"
  // CHECK-NOT: cf.assert
  // CHECK: zyn.topk
  zyn.topk ins(%x : memref<4x?xf32>) outs(%v, %i : memref<?x5xf32>, memref<4x5xi32>) dimension = 1
  return
}

// RUN: zyn-opt %s --zyn-insert-runtime-checks --remarks-filter=zyn-hoist-checks -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// REMARK: :[[#@LINE+2]]:1: remark: [Passed] HoistChecks | Category:zyn-hoist-checks | {{.*}}Reason="3 checks: 3 removed, since the function is unchecked"
// CHECK-LABEL: func.func @unchecked
func.func @unchecked(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>)
    attributes {zyn.constraints = #zyn.constraints<unchecked = true>} {
  // CHECK-NOT: cf.assert
  zyn.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// Columns, and offsets of rows.
// REMARK: :[[#@LINE+2]]:1: remark: [Passed] HoistChecks | Category:zyn-hoist-checks | {{.*}}Reason="2 checks: 2 removed, since the function is unchecked"
// CHECK-LABEL: func.func @spmm_unchecked
func.func @spmm_unchecked(%o: memref<5xi32>, %j: memref<9xi32>, %v: memref<9xf32>, %b: memref<6x7xf32>,
                          %c: memref<4x7xf32>) attributes {zyn.constraints = #zyn.constraints<unchecked = true>} {
  zyn.spmm ins(%o, %j, %v, %b : memref<5xi32>, memref<9xi32>, memref<9xf32>, memref<6x7xf32>) outs(%c : memref<4x7xf32>)
  return
}

// The index of the table, but not that of the bytes, which is that of the loop. An op that is unchecked itself has no
// checks that the function could remove.
// REMARK: :[[#@LINE+2]]:1: remark: [Passed] HoistChecks | Category:zyn-hoist-checks | {{.*}}Reason="2 checks: 2 removed, since the function is unchecked"
// CHECK-LABEL: func.func @lookup_unchecked
func.func @lookup_unchecked(%table: memref<256xf32>, %bytes: memref<9xi32>, %y: memref<9xf32>)
    attributes {zyn.constraints = #zyn.constraints<unchecked = true>} {
  zyn.compute ins(%table, %bytes : memref<256xf32>, memref<9xi32>) outs(%y : memref<9xf32>) {
    %i = zyn.index 0 : index
    %byte = zyn.element 1[%i] : i32
    %at = arith.index_cast %byte : i32 to index
    %value = zyn.element 0[%at] : f32
    zyn.yield %value : f32
  }
  zyn.gather ins(%table, %bytes : memref<256xf32>, memref<9xi32>) outs(%y : memref<9xf32>) dimension = 0
  zyn.gather unchecked ins(%table, %bytes : memref<256xf32>, memref<9xi32>) outs(%y : memref<9xf32>) dimension = 0
  return
}
