// RUN: zyn-opt %s --convert-zyn-to-linalg --canonicalize --split-input-file | FileCheck %s

// Tasks have parts of the slices, and combine the updates in the order of the indices.
// CHECK-LABEL: func.func @rows
// CHECK: scf.parallel (%{{.*}}) = (%c0) to (%c10000) step (%c4096)
// CHECK: scf.for %[[I:.*]] = %c0 to %c20 step %c1
// CHECK: memref.load %arg1[%[[I]]]
// CHECK: cf.assert %{{.*}}, "{{.*}}scatter.mlir:[[#@LINE+6]]:3: error: an index of input #1 is out of bounds of dimension 0 of 'outs'"
// CHECK: scf.for
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: memref.store %[[SUM]]
// CHECK-NOT: linalg
func.func @rows(%u: memref<20x10000xf32>, %i: memref<20xi32>, %y: memref<100x10000xf32>) {
  zyn.scatter ins(%u, %i : memref<20x10000xf32>, memref<20xi32>) outs(%y : memref<100x10000xf32>) dimension = 0 {
  ^bb0(%old: f32, %update: f32):
    %sum = arith.addf %old, %update : f32
    zyn.yield %sum : f32
  }
  return
}

// -----

// CHECK-LABEL: func.func @unchecked
// CHECK-NOT: cf.assert
func.func @unchecked(%u: memref<20xf32>, %i: memref<20xindex>, %y: memref<100xf32>) {
  zyn.scatter unchecked ins(%u, %i : memref<20xf32>, memref<20xindex>) outs(%y : memref<100xf32>) dimension = 0 {
  ^bb0(%old: f32, %update: f32):
    zyn.yield %update : f32
  }
  return
}
