// RUN: zyn-opt %s --convert-linalg-to-host-loops=vector-bytes=16 --canonicalize --split-input-file | FileCheck %s

// Partial results by task and by lane, of four registers and then of one.
// CHECK-LABEL: func.func @full
func.func @full(%x: memref<?xf32>, %y: memref<f32>) {
  // CHECK: %[[PARTIAL:.*]] = memref.alloc(%{{.*}}) : memref<?xf32>
  // CHECK: scf.parallel
  // CHECK:   scf.for {{.*}} step %c16 iter_args{{.*}} -> (vector<16xf32>)
  // CHECK:   vector.extract_strided_slice {{.*}} : vector<16xf32> to vector<8xf32>
  // CHECK:   scf.for {{.*}} step %c4 iter_args{{.*}} -> (vector<4xf32>)
  // CHECK:   vector.extract_strided_slice {{.*}} : vector<4xf32> to vector<2xf32>
  // CHECK:   memref.store %{{.*}}, %[[PARTIAL]]
  // CHECK: scf.for {{.*}} -> (f32)
  // CHECK:   memref.load %[[PARTIAL]]
  // CHECK: memref.store %{{.*}}, %{{.*}}[] : memref<f32>
  // CHECK: memref.dealloc %[[PARTIAL]]
  linalg.reduce { arith.maximumf } ins(%x : memref<?xf32>) outs(%y : memref<f32>)
      dimensions = [0]
  return
}

// -----

// Where rows are summed up, vectors lie along the columns. Those of few rows stay in registers.
// CHECK-LABEL: func.func @columns
func.func @columns(%x: memref<8x64xf32>, %y: memref<64xf32>) {
  // CHECK: scf.for
  // CHECK:   %[[START:.*]] = vector.load %{{.*}} : memref<64xf32>, vector<4xf32>
  // CHECK:   %[[SUMS:.*]] = scf.for {{.*}} to %c8 {{.*}} iter_args(%[[SUM:.*]] = %[[START]]) -> (vector<4xf32>)
  // CHECK:     %[[ROW:.*]] = vector.load %{{.*}} : memref<8x64xf32>, vector<4xf32>
  // CHECK:     arith.addf %{{.*}} : vector<4xf32>
  // CHECK:   vector.store %[[SUMS]], %{{.*}} : memref<64xf32>
  linalg.reduce { arith.addf } ins(%x : memref<8x64xf32>) outs(%y : memref<64xf32>)
      dimensions = [0]
  return
}

// -----

// Many rows are read one after the other.
// CHECK-LABEL: func.func @many_rows
func.func @many_rows(%x: memref<65x64xf32>, %y: memref<64xf32>) {
  // CHECK: scf.for {{.*}} to %c65
  // CHECK: vector.load %{{.*}} : memref<64xf32>, vector<4xf32>
  // CHECK: vector.store
  linalg.reduce { arith.addf } ins(%x : memref<65x64xf32>) outs(%y : memref<64xf32>)
      dimensions = [0]
  return
}

// -----

// Sums of windows that stay in registers start with what their buffer is filled with.
// CHECK-LABEL: func.func @windows
// CHECK-SAME: %[[START:[^:]*]]: f32
func.func @windows(%x: memref<10x8xf32>, %start: f32, %w: memref<3xf32>) -> memref<8x8xf32> {
  // CHECK: %[[Y:.*]] = memref.alloc() : memref<8x8xf32>
  %y = memref.alloc() : memref<8x8xf32>
  // CHECK-NOT: %[[Y]]
  // CHECK: %[[VECTOR:.*]] = vector.broadcast %[[START]] : f32 to vector<4xf32>
  // CHECK-NOT: %[[Y]]
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[VECTOR]]) -> (vector<4xf32>)
  // CHECK: vector.store %{{.*}}, %[[Y]]
  linalg.fill ins(%start : f32) outs(%y : memref<8x8xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i + k, j)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : memref<10x8xf32>, memref<3xf32>) outs(%y : memref<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %product = arith.mulf %a, %b : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  }
  return %y : memref<8x8xf32>
}

// -----

// The buffer is filled, since the reduction only writes its first column.
// CHECK-LABEL: func.func @filled_in_part
// CHECK: vector.store %{{.*}} : memref<128xf32>, vector<4xf32>
// CHECK: memref.store %{{.*}}, %arg1[%{{.*}}, %{{.*}}] : memref<64x2xf32>
func.func @filled_in_part(%x: memref<64x8xf32>, %y: memref<64x2xf32>) {
  %c = arith.constant 1.0 : f32
  linalg.fill ins(%c : f32) outs(%y : memref<64x2xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i, 0)>],
                  iterator_types = ["parallel", "reduction"]}
    ins(%x : memref<64x8xf32>) outs(%y : memref<64x2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// The input is a view of the buffer that is filled.
// CHECK-LABEL: func.func @filled_input
// CHECK: vector.store
// CHECK: vector.load
func.func @filled_input(%y: memref<8x64xf32>, %z: memref<64xf32>) {
  %c = arith.constant 1.0 : f32
  %row = memref.subview %y[0, 0] [1, 64] [1, 1] : memref<8x64xf32> to memref<64xf32>
  linalg.fill ins(%c : f32) outs(%row : memref<64xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, k) -> (k, i)>, affine_map<(i, k) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
    ins(%y : memref<8x64xf32>) outs(%row : memref<64xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// A result whose elements are those of several points: the loops crashed.
// CHECK-LABEL: func.func @overlapping
// CHECK: memref.store %{{.*}} : memref<4x10xf32>
func.func @overlapping(%x: memref<4x8x3xf32>, %y: memref<4x10xf32>) {
  linalg.generic {indexing_maps = [affine_map<(b, i, k) -> (b, i, k)>, affine_map<(b, i, k) -> (b, i + k)>],
                  iterator_types = ["parallel", "reduction", "reduction"]}
    ins(%x : memref<4x8x3xf32>) outs(%y : memref<4x10xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  }
  return
}
