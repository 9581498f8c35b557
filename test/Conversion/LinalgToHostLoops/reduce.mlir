// RUN: zyn-opt %s --convert-linalg-to-host-loops=vector-bytes=16 --canonicalize --split-input-file | FileCheck %s

// Partial results by task and by lane.
// CHECK-LABEL: func.func @full
func.func @full(%x: memref<?xf32>, %y: memref<f32>) {
  // CHECK: %[[PARTIAL:.*]] = memref.alloc(%{{.*}}) : memref<?xf32>
  // CHECK: scf.parallel
  // CHECK:   scf.for {{.*}} -> (vector<4xf32>)
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

// Where rows are summed up, vectors lie along the columns.
// CHECK-LABEL: func.func @columns
func.func @columns(%x: memref<8x64xf32>, %y: memref<64xf32>) {
  // CHECK: vector.load %{{.*}} : memref<8x64xf32>, vector<4xf32>
  // CHECK: vector.load %{{.*}} : memref<64xf32>, vector<4xf32>
  // CHECK: arith.addf
  // CHECK: vector.store
  linalg.reduce { arith.addf } ins(%x : memref<8x64xf32>) outs(%y : memref<64xf32>)
      dimensions = [0]
  return
}
