// RUN: zyn-opt %s --convert-zyn-to-kernel --split-input-file | FileCheck %s

// Positions are sorted by their indices, which are as narrow as the size allows; the thread of the first of equal ones combines
// all of them.
// CHECK-LABEL: gpu.func @ordered_scatter_0
// CHECK: kernel.assert %{{.*}}, "an index of input #1 is out of bounds of dimension 0 of 'outs'"
// CHECK: scf.if
// All updates of an iteration are loaded before the first one is combined. There are loops for 16, 4 and 1 update.
// CHECK: scf.while
// CHECK: } do {
// CHECK-NOT: arith.addf
// CHECK-COUNT-32: kernel.load
// CHECK-COUNT-16: arith.addf
// CHECK: scf.while
// CHECK: } do {
// CHECK-COUNT-8: kernel.load
// CHECK-COUNT-4: arith.addf
// CHECK: scf.while
// CHECK: } do {
// CHECK-COUNT-2: kernel.load
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

// -----

// Sums of integers are the same in any order. A few elements of many updates are combined in shared memory first, and the others
// at once, depending on how many there are.
// CHECK-LABEL: gpu.func @histogram_scatter_0
// CHECK: scf.for
// CHECK: kernel.store %c0_i32
// CHECK: kernel.barrier
// CHECK: scf.for
// CHECK: kernel.assert %{{.*}}, "an index of input #1 is out of bounds of dimension 0 of 'outs'"
// CHECK-COUNT-4: kernel.atomic add block %{{.*}} : i32, memref<256xi32, #gpu.address_space<workgroup>>
// CHECK: kernel.barrier
// CHECK: scf.for
// CHECK: kernel.atomic add %{{.*}} : i32, memref<256xi32>
// CHECK-LABEL: gpu.func @histogram_scatter_1
// CHECK-NOT: kernel.barrier
// CHECK: kernel.atomic add %{{.*}} : i32, memref<256xi32>
// CHECK-LABEL: func.func @histogram
// CHECK: arith.cmpi
// CHECK: scf.if
// CHECK: gpu.launch_func @zyn_kernels::@histogram_scatter_0
// CHECK: else
// CHECK: gpu.launch_func @zyn_kernels::@histogram_scatter_1
func.func @histogram(%ones: memref<?xi32>, %bins: memref<?xi64>, %counts: memref<256xi32>) {
  zyn.scatter ins(%ones, %bins : memref<?xi32>, memref<?xi64>) outs(%counts : memref<256xi32>) dimension = 0 {
  ^bb0(%count: i32, %one: i32):
    %sum = arith.addi %count, %one : i32
    zyn.yield %sum : i32
  }
  return
}

// -----

// Zero is not what leaves a sum of floats as it is: -0.0 + 0.0 is 0.0.
// CHECK-LABEL: gpu.func @few_scatter_0
// CHECK: arith.constant -0.000000e+00 : f32
// CHECK-LABEL: func.func @few
// CHECK-NOT: scf.if
// CHECK-COUNT-1: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @few(%u: memref<100000x4xf32>, %i: memref<100000xi32>, %y: memref<100x4xf32>) {
  zyn.scatter unordered ins(%u, %i : memref<100000x4xf32>, memref<100000xi32>) outs(%y : memref<100x4xf32>) dimension = 0 {
  ^bb0(%old: f32, %update: f32):
    %sum = arith.addf %old, %update : f32
    zyn.yield %sum : f32
  }
  return
}
