// RUN: zyn-opt %s --convert-zyn-to-kernel --canonicalize --cse | FileCheck %s
// RUN: zyn-opt %s --convert-zyn-to-kernel --canonicalize --cse | FileCheck %s --check-prefix=HOST

// Reductions of parts of arrays, which are not copied.

// The first rows of an array are contiguous, so that both dimensions are one.
// CHECK-LABEL: gpu.func @prefix_reduce_0
// CHECK-SAME: memref<1048576xf32, strided<[1]>>
// CHECK: kernel.load %{{.*}} : memref<1048576xf32, strided<[1]>>, vector<4xf32>
// CHECK-LABEL: gpu.func @prefix_reduce_1
func.func @prefix(%x: memref<256x4096xf32, strided<[4096, 1]>>, %y: memref<f32>) {
  zyn.reduce ins(%x : memref<256x4096xf32, strided<[4096, 1]>>) outs(%y : memref<f32>) dimensions = [0, 1] {
  ^bb0(%sum: f32, %in: f32):
    %0 = arith.addf %sum, %in : f32
    zyn.yield %0 : f32
  }
  return
}

// The left half of each row: rows first, which all start with a vector, then
// their results.
// CHECK-LABEL: gpu.func @left_reduce_0
// CHECK-SAME: %[[X:.*]]: memref<4096x2048xf32, strided<[4096, 1]>>
// CHECK: kernel.load %[[X]]{{.*}} vector<4xf32>
// CHECK-NOT: kernel.load %[[X]]{{.*}} strided<[4096, 1]>> -> f32
// CHECK-LABEL: gpu.func @left_reduce_1
// CHECK-SAME: memref<?xf32>

// HOST-LABEL: func.func @left(
// HOST: gpu.launch_func @zyn_kernels::@left_reduce_0 blocks in (%c4096, %c1, %c1)
func.func @left(%x: memref<4096x2048xf32, strided<[4096, 1]>>, %y: memref<f32>) {
  zyn.reduce ins(%x : memref<4096x2048xf32, strided<[4096, 1]>>) outs(%y : memref<f32>) dimensions = [0, 1] {
  ^bb0(%sum: f32, %in: f32):
    %0 = arith.addf %sum, %in : f32
    zyn.yield %0 : f32
  }
  return
}

// A row of which only the host knows where it starts: blocks begin with single
// elements.
// CHECK-LABEL: gpu.func @unaligned_reduce_0
// CHECK: kernel.load %{{.*}} strided<[?, 1], offset: ?>>, vector<4xf32>

// HOST-LABEL: func.func @unaligned(
// HOST: memref.extract_strided_metadata
func.func @unaligned(%x: memref<2200x20000xf32, strided<[?, 1], offset: ?>>, %y: memref<2200xf32>) {
  zyn.reduce ins(%x : memref<2200x20000xf32, strided<[?, 1], offset: ?>>) outs(%y : memref<2200xf32>) dimensions = [1] {
  ^bb0(%sum: f32, %in: f32):
    %0 = arith.addf %sum, %in : f32
    zyn.yield %0 : f32
  }
  return
}

// Short rows: vectors if the program finds all rows to start with one.
// HOST-LABEL: func.func @selected(
// HOST: arith.remui
// HOST: scf.if
// HOST: gpu.launch_func @zyn_kernels::@selected_reduce_0
// HOST: else
// HOST: gpu.launch_func @zyn_kernels::@selected_reduce_1
// CHECK-LABEL: gpu.func @selected_reduce_0
// CHECK: vector<4xf32>
// CHECK-LABEL: gpu.func @selected_reduce_1
// CHECK-NOT: vector<4xf32>
// CHECK: gpu.return
func.func @selected(%x: memref<50000x64xf32, strided<[?, 1], offset: ?>>, %y: memref<50000xf32>) {
  zyn.reduce ins(%x : memref<50000x64xf32, strided<[?, 1], offset: ?>>) outs(%y : memref<50000xf32>) dimensions = [1] {
  ^bb0(%sum: f32, %in: f32):
    %0 = arith.addf %sum, %in : f32
    zyn.yield %0 : f32
  }
  return
}

// The columns of a transposed array are rows in memory.
// CHECK-LABEL: gpu.func @transposed_reduce_0
// CHECK-SAME: memref<64x100xf32, strided<[100, 1]>>
// CHECK: kernel.shuffle
func.func @transposed(%x: memref<100x64xf32, strided<[1, 100]>>, %y: memref<64xf32>) {
  zyn.reduce ins(%x : memref<100x64xf32, strided<[1, 100]>>) outs(%y : memref<64xf32>) dimensions = [0] {
  ^bb0(%sum: f32, %in: f32):
    %0 = arith.addf %sum, %in : f32
    zyn.yield %0 : f32
  }
  return
}

// A result with a layout is copied.
// HOST-LABEL: func.func @result(
// HOST: memref.alloc() : memref<64xf32>
// HOST: gpu.launch_func @zyn_kernels::@result_map_0
// HOST: gpu.launch_func @zyn_kernels::@result_reduce_0
// HOST: gpu.launch_func @zyn_kernels::@result_map_1
func.func @result(%x: memref<64x100xf32>, %y: memref<64xf32, strided<[2]>>) {
  zyn.reduce ins(%x : memref<64x100xf32>) outs(%y : memref<64xf32, strided<[2]>>) dimensions = [1] {
  ^bb0(%sum: f32, %in: f32):
    %0 = arith.addf %sum, %in : f32
    zyn.yield %0 : f32
  }
  return
}

// The lanes of a warp exchange both parts of complex numbers.
// CHECK-LABEL: gpu.func @complex_reduce_0
// CHECK: complex.re
// CHECK: kernel.shuffle down {{.*}} : f32
// CHECK: complex.im
// CHECK: kernel.shuffle down {{.*}} : f32
func.func @complex(%x: memref<64x100xcomplex<f32>>, %y: memref<64xcomplex<f32>>) {
  zyn.reduce ins(%x : memref<64x100xcomplex<f32>>) outs(%y : memref<64xcomplex<f32>>) dimensions = [1] {
  ^bb0(%sum: complex<f32>, %in: complex<f32>):
    %0 = complex.add %sum, %in : complex<f32>
    zyn.yield %0 : complex<f32>
  }
  return
}

// If no dimension is reduced, a thread only reads the elements that it stores.
// CHECK-LABEL: gpu.func @nothing_reduce_0
// CHECK-NOT: kernel.shuffle
// CHECK: gpu.return
func.func @nothing(%x: memref<8xf32>, %y: memref<8xf32>) {
  zyn.reduce ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) dimensions = [] {
  ^bb0(%sum: f32, %in: f32):
    %0 = arith.addf %sum, %in : f32
    zyn.yield %0 : f32
  }
  return
}
