// RUN: zyn-opt %s --convert-zyn-to-linalg --canonicalize --split-input-file | FileCheck %s

// Two passes over the digits of each row, and a sort of what is selected.
// CHECK-LABEL: func.func @rows
// CHECK-DAG: %[[KEYS:.*]] = memref.alloc() : memref<500xi16>
// CHECK-DAG: %[[INDICES:.*]] = memref.alloc() : memref<500xi32>
// CHECK: scf.parallel
// CHECK: %[[COUNTS:.*]] = memref.alloc() : memref<256xindex>
// CHECK: memref.store %{{.*}}, %[[KEYS]]
// CHECK: memref.store %{{.*}}, %[[INDICES]]
// CHECK: memref.dealloc %[[COUNTS]]
// CHECK: scf.while
// CHECK: memref.dealloc %[[KEYS]]
func.func @rows(%x: memref<100x1000xi16>, %v: memref<100x5xi16>, %i: memref<100x5xi32>) {
  zyn.topk ins(%x : memref<100x1000xi16>) outs(%v, %i : memref<100x5xi16>, memref<100x5xi32>) dimension = 1
  return
}

// -----

// Chunks of a long row are counted, and what is selected from them is stored, in
// parallel.
// CHECK-LABEL: func.func @long
// CHECK: memref.alloc() : memref<7936xindex>
// CHECK-COUNT-3: scf.parallel
// CHECK: memref.dealloc
func.func @long(%x: memref<1000000xi8>, %v: memref<5xi8>, %i: memref<5xi64>) {
  zyn.topk smallest ins(%x : memref<1000000xi8>) outs(%v, %i : memref<5xi8>, memref<5xi64>) dimension = 0
  return
}

// -----

// CHECK-LABEL: func.func @nothing
// CHECK-NEXT: return
func.func @nothing(%x: memref<10x8xi8>, %v: memref<10x0xi8>, %i: memref<10x0xi64>) {
  zyn.topk ins(%x : memref<10x8xi8>) outs(%v, %i : memref<10x0xi8>, memref<10x0xi64>) dimension = 1
  return
}
