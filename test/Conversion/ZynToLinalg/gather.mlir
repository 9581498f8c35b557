// RUN: zyn-opt %s --convert-zyn-to-linalg --canonicalize --split-input-file | FileCheck %s

// Tasks of several slices; one index is read and checked for each slice.
// CHECK-LABEL: func.func @rows
// CHECK: scf.parallel
// CHECK: scf.for
// CHECK: %[[LOADED:.*]] = memref.load %arg1
// CHECK: %[[INDEX:.*]] = arith.index_cast %[[LOADED]] : i32 to index
// CHECK: %[[IS_VALID:.*]] = arith.cmpi ult, %[[INDEX]], %c100{{.*}} : index
// CHECK: cf.assert %[[IS_VALID]], "{{.*}}gather.mlir:[[#@LINE+6]]:3: error: an index of input #1 is out of bounds of dimension 0 of input #0"
// CHECK: scf.for
// CHECK-NOT: memref.load %arg1
// CHECK: memref.load
// CHECK: memref.store
func.func @rows(%x: memref<100x64xf32>, %i: memref<100000xi32>, %y: memref<100000x64xf32>) {
  zyn.gather ins(%x, %i : memref<100x64xf32>, memref<100000xi32>) outs(%y : memref<100000x64xf32>) dimension = 0
  return
}

// -----

// CHECK-LABEL: func.func @unchecked
// CHECK-NOT: cf.assert
func.func @unchecked(%x: memref<100xf32>, %i: memref<20xindex>, %y: memref<20xf32>) {
  zyn.gather unchecked ins(%x, %i : memref<100xf32>, memref<20xindex>) outs(%y : memref<20xf32>) dimension = 0
  return
}

// -----

// CHECK-LABEL: func.func @unchecked_function
// CHECK-NOT: cf.assert
func.func @unchecked_function(%x: memref<100xf32>, %i: memref<20xindex>, %y: memref<20xf32>)
    attributes {zyn.constraints = #zyn.constraints<unchecked = true>} {
  zyn.gather ins(%x, %i : memref<100xf32>, memref<20xindex>) outs(%y : memref<20xf32>) dimension = 0
  return
}
