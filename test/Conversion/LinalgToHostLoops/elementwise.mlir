// RUN: zyn-opt %s --convert-linalg-to-host-loops=vector-bytes=32 --canonicalize --split-input-file | FileCheck %s

// Whole buffers are one dimension: tasks, vectors, and what is left.
// CHECK-LABEL: func.func @whole
func.func @whole(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  // CHECK: memref.collapse_shape %{{.*}} {{\[}}[0, 1]] : memref<?x?xf32> into memref<?xf32>
  // CHECK: scf.parallel
  // CHECK: scf.for %{{.*}} step %c8
  // CHECK: vector.load %{{.*}} : memref<?xf32>, vector<8xf32>
  // CHECK: math.absf %{{.*}} : vector<8xf32>
  // CHECK: vector.store
  // CHECK: scf.for %{{.*}} step %c1
  // CHECK: math.absf %{{.*}} : f32
  linalg.map { math.absf } ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>)
  return
}

// -----

// A row that is broadcast is loaded in vectors, a column as one element.
// CHECK-LABEL: func.func @broadcast
func.func @broadcast(%x: memref<16xf32>, %c: memref<4xf32>, %y: memref<4x16xf32>) {
  // CHECK-NOT: scf.parallel
  // CHECK: vector.load %{{.*}} : memref<16xf32>, vector<8xf32>
  // CHECK: memref.load %{{.*}} : memref<4xf32>
  // CHECK: vector.broadcast
  // CHECK: arith.addf %{{.*}} : vector<8xf32>
  linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %c : memref<16xf32>, memref<4xf32>) outs(%y : memref<4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  }
  return
}

// -----

// Elements of i1 take a byte in memory and a bit in a vector.
// CHECK-LABEL: func.func @bits
func.func @bits(%x: memref<64xf32>, %y: memref<64xi1>) {
  // CHECK-NOT: vector
  linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%x : memref<64xf32>) outs(%y : memref<64xi1>) {
  ^bb0(%a: f32, %old: i1):
    %more = arith.cmpf ogt, %a, %a : f32
    linalg.yield %more : i1
  }
  return
}

// -----

// Elements of 48 bits are 8 bytes apart in memory, but 6 in a vector.
// CHECK-LABEL: func.func @i48
// CHECK-NOT: vector
// CHECK: return
func.func @i48(%x: memref<64x64xi48>, %w: memref<64x64xi48>, %y: memref<64x64xi48>) {
  linalg.add ins(%x, %w : memref<64x64xi48>, memref<64x64xi48>) outs(%y : memref<64x64xi48>)
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
                                   affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w : memref<64x64xi48>, memref<64x64xi48>) outs(%y : memref<64x64xi48>) {
  ^bb0(%a: i48, %b: i48, %c: i48):
    %p = arith.muli %a, %b : i48
    %s = arith.addi %c, %p : i48
    linalg.yield %s : i48
  }
  return
}
