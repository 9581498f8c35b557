// RUN: zyn-opt %s --convert-zyn-to-linalg --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @short
// CHECK: scf.parallel
// CHECK: scf.while
// CHECK-NOT: memref.alloc
func.func @short(%x: memref<100000x20xi32>, %y: memref<100000x20xi32>) {
  zyn.sort ins(%x : memref<100000x20xi32>) outs(%y : memref<100000x20xi32>) dimension = 1
  return
}

// -----

// Two passes over the digits of each row.
// CHECK-LABEL: func.func @rows
// CHECK: %[[TEMPORARY:.*]] = memref.alloc() : memref<100000xi16>
// CHECK: scf.parallel
// CHECK: %[[COUNTS:.*]] = memref.alloc() : memref<256xindex>
// CHECK: memref.store %{{.*}}, %[[TEMPORARY]]
// CHECK: memref.dealloc %[[COUNTS]]
// CHECK-NOT: scf.parallel
func.func @rows(%x: memref<100x1000xi16>, %y: memref<100x1000xi16>) {
  zyn.sort ins(%x : memref<100x1000xi16>) outs(%y : memref<100x1000xi16>) dimension = 1
  return
}

// -----

// Chunks of a long row are counted and moved in parallel.
// CHECK-LABEL: func.func @long
// CHECK: memref.alloc() : memref<7936xindex>
// CHECK-COUNT-2: scf.parallel
func.func @long(%x: memref<1000000xi8>, %y: memref<1000000xi8>) {
  zyn.sort ins(%x : memref<1000000xi8>) outs(%y : memref<1000000xi8>) dimension = 0
  return
}

// -----

// Lines that are no rows are copied to rows, and back.
// CHECK-LABEL: func.func @columns
// CHECK: %[[ROWS:.*]] = memref.alloc() : memref<20x100000xi32>
// CHECK: linalg.generic {{.*}} ins(%arg0 : memref<100000x20xi32>) outs(%[[ROWS]] : memref<20x100000xi32>)
// CHECK: scf.parallel
// CHECK: linalg.generic {{.*}} outs(%arg1 : memref<100000x20xi32>)
func.func @columns(%x: memref<100000x20xi32>, %y: memref<100000x20xi32>) {
  zyn.sort ins(%x : memref<100000x20xi32>) outs(%y : memref<100000x20xi32>) dimension = 0
  return
}

// -----

// Runs of 32 elements are sorted by insertion, then merged in parallel.
// CHECK-LABEL: func.func @comparator
// CHECK: scf.parallel
// CHECK: arith.cmpi ult, %{{.*}} : i32
// CHECK: %[[TEMPORARY:.*]] = memref.alloc() : memref<100000xi32>
// CHECK: scf.while (%{{.*}} = %c32)
// CHECK: scf.parallel
// CHECK: memref.store %{{.*}}, %[[TEMPORARY]]
// CHECK: scf.parallel
// CHECK: memref.load %[[TEMPORARY]]
// CHECK: memref.dealloc %[[TEMPORARY]]
func.func @comparator(%x: memref<100x1000xi32>, %y: memref<100x1000xi32>) {
  zyn.sort ins(%x : memref<100x1000xi32>) outs(%y : memref<100x1000xi32>) dimension = 1 comparator {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi ult, %a, %b : i32
    zyn.yield %c : i1
  }
  return
}
