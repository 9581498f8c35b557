// RUN: zyn-opt %s --convert-zyn-to-kernel --split-input-file | FileCheck %s

// Vectors of 16 bytes. All indices are loaded and checked before any element is.
// CHECK-LABEL: gpu.func @rows_gather_0
// CHECK-COUNT-4: kernel.load %arg1[
// CHECK: kernel.assert %{{.*}}, "an index of input #1 is out of bounds of dimension 0 of input #0"
// CHECK-COUNT-4: kernel.load %arg0[{{.*}}] : memref<6400xf32>, vector<4xf32>
// CHECK-COUNT-4: kernel.store {{.*}}vector<4xf32>
// CHECK: gpu.launch_func @zyn_kernels::@rows_gather_0
func.func @rows(%x: memref<100x64xf32>, %i: memref<20xi32>, %y: memref<20x64xf32>) {
  zyn.gather ins(%x, %i : memref<100x64xf32>, memref<20xi32>) outs(%y : memref<20x64xf32>) dimension = 0
  return
}

// -----

// As many elements as neighbors in a slice are aligned.
// CHECK-LABEL: gpu.func @pairs_gather_0
// CHECK-NOT: kernel.assert
// CHECK: vector<2xf32>
// CHECK-NOT: kernel.assert
func.func @pairs(%x: memref<100x6xf32>, %i: memref<20xi32>, %y: memref<20x6xf32>) {
  zyn.gather unchecked ins(%x, %i : memref<100x6xf32>, memref<20xi32>) outs(%y : memref<20x6xf32>) dimension = 0
  return
}

// -----

// CHECK-LABEL: gpu.func @dynamic_gather_0
// CHECK: vector<4xf32>
// CHECK-LABEL: gpu.func @dynamic_gather_1
// CHECK-NOT: vector<4xf32>
// CHECK-LABEL: func.func @dynamic
// CHECK: scf.if
// CHECK: gpu.launch_func @zyn_kernels::@dynamic_gather_0
// CHECK: else
// CHECK: gpu.launch_func @zyn_kernels::@dynamic_gather_1
func.func @dynamic(%x: memref<?x?x?xf32>, %i: memref<?xi32>, %y: memref<?x?x?xf32>) {
  zyn.gather ins(%x, %i : memref<?x?x?xf32>, memref<?xi32>) outs(%y : memref<?x?x?xf32>) dimension = 1
  return
}
