// RUN: zyn-opt %s --convert-zyn-to-linalg --canonicalize --split-input-file | FileCheck %s

// Tasks of several rows and of neighboring columns, whose sums are vectors in registers.
// CHECK-LABEL: func.func @vectors
// CHECK: linalg.fill
// CHECK: scf.parallel
// CHECK: scf.for
// CHECK: cf.assert %{{.*}}, "{{.*}}spmm.mlir:[[#@LINE+11]]:3: error: the row offsets decrease, or exceed the number of values"
// CHECK: scf.for
// CHECK: %[[FIRST:.*]] = vector.load {{.*}} vector<64xf32>
// CHECK: scf.for {{.*}} iter_args(%[[SUM:.*]] = %[[FIRST]]) -> (vector<64xf32>)
// CHECK: cf.assert %{{.*}}, "{{.*}}spmm.mlir:[[#@LINE+7]]:3: error: an index of the columns is out of bounds of dimension 0 of the dense matrix"
// CHECK: math.fma %{{.*}}, %{{.*}}, %[[SUM]] : vector<64xf32>
// CHECK: vector.store
// CHECK: vector<8xf32>
// CHECK: memref.load
// CHECK: memref.store
func.func @vectors(%o: memref<?xi32>, %c: memref<?xi32>, %v: memref<?xf32>, %x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  zyn.spmm ins(%o, %c, %v, %x : memref<?xi32>, memref<?xi32>, memref<?xf32>, memref<?x?xf32>) outs(%y : memref<?x?xf32>)
  return
}

// -----

// Sums of a wider type are in a buffer of their own.
// CHECK-LABEL: func.func @unchecked
// CHECK-NOT: cf.assert
// CHECK: memref.alloc() : memref<2x64xf32>
// CHECK: arith.extf %{{.*}} : vector<64xbf16> to vector<64xf32>
func.func @unchecked(%o: memref<3xi32>, %c: memref<?xi64>, %v: memref<?xbf16>, %x: memref<9x64xbf16>, %y: memref<2x64xbf16>) {
  zyn.spmm accumulate unchecked ins(%o, %c, %v, %x : memref<3xi32>, memref<?xi64>, memref<?xbf16>, memref<9x64xbf16>) outs(%y : memref<2x64xbf16>)
  return
}
