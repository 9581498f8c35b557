// RUN: zyn-opt %s --convert-zyn-to-kernel --split-input-file | FileCheck %s

// Positions are sorted by their indices, which are as narrow as the size allows; the thread of the first of equal ones combines
// all of them.
// CHECK-LABEL: gpu.func @ordered_scatter_0
// CHECK: kernel.assert %{{.*}}, "an index of input #1 is out of bounds of dimension 0 of 'outs'"
// CHECK: scf.if
// CHECK: scf.while
// CHECK: arith.addf
// CHECK: kernel.store
// CHECK-NOT: kernel.atomic
// CHECK-LABEL: gpu.func @ordered_sort_0
// CHECK-LABEL: func.func @ordered
// CHECK: gpu.launch_func @zyn_kernels::@ordered_map
// CHECK: gpu.launch_func @zyn_kernels::@ordered_sort_0 {{.*}}memref<20xi8>, {{.*}}memref<20xi32>
// CHECK: gpu.launch_func @zyn_kernels::@ordered_scatter_0
func.func @ordered(%u: memref<20x64xf32>, %i: memref<20xi32>, %y: memref<100x64xf32>) {
  zyn.scatter ins(%u, %i : memref<20x64xf32>, memref<20xi32>) outs(%y : memref<100x64xf32>) dimension = 0 {
  ^bb0(%old: f32, %update: f32):
    %sum = arith.addf %old, %update : f32
    zyn.yield %sum : f32
  }
  return
}

// -----

// CHECK-LABEL: gpu.func @atomics_scatter_0
// CHECK: kernel.atomic max %{{.*}} : i32
// CHECK-LABEL: func.func @atomics
// CHECK-COUNT-1: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @atomics(%u: memref<20x64xi32>, %i: memref<20xi32>, %y: memref<100x64xi32>) {
  zyn.scatter unordered ins(%u, %i : memref<20x64xi32>, memref<20xi32>) outs(%y : memref<100x64xi32>) dimension = 0 {
  ^bb0(%old: i32, %update: i32):
    %max = arith.maxsi %update, %old : i32
    zyn.yield %max : i32
  }
  return
}

// -----

// There is no atomic for this combiner.
// CHECK-LABEL: gpu.func @no_atomic_scatter_0
// CHECK-NOT: kernel.assert
// CHECK-LABEL: gpu.func @no_atomic_sort_0
func.func @no_atomic(%u: memref<20xf32>, %i: memref<20xi32>, %y: memref<100xf32>) {
  zyn.scatter unordered unchecked ins(%u, %i : memref<20xf32>, memref<20xi32>) outs(%y : memref<100xf32>) dimension = 0 {
  ^bb0(%old: f32, %update: f32):
    %max = arith.maximumf %update, %old : f32
    zyn.yield %max : f32
  }
  return
}

// -----

// Nor is there one for a sum of twice the update.
// CHECK-LABEL: gpu.func @doubled_sort_0
func.func @doubled(%u: memref<20xi32>, %i: memref<20xi32>, %y: memref<100xi32>) {
  zyn.scatter unordered ins(%u, %i : memref<20xi32>, memref<20xi32>) outs(%y : memref<100xi32>) dimension = 0 {
  ^bb0(%old: i32, %update: i32):
    %sum = arith.addi %update, %update : i32
    zyn.yield %sum : i32
  }
  return
}
