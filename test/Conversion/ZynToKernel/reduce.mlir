// RUN: zyn-opt %s --convert-zyn-to-kernel --canonicalize --cse | FileCheck %s
// RUN: zyn-opt %s --convert-zyn-to-kernel --canonicalize --cse | FileCheck %s --check-prefix=HOST

// Rows: a group of threads each. A thread starts from its first element, so no
// neutral element is needed; the initial value is combined in once.
// CHECK-LABEL: gpu.func @rows_reduce_0
// CHECK-SAME: %[[X:.*]]: memref<6400xf32>, %[[Y:[^:]*]]: memref<64xf32>
// CHECK-SAME: known_block_size = array<i32: 128, 2, 1>
// CHECK: %[[SHARED:.*]] = kernel.shared : memref<2x128xf32
// CHECK: scf.if
// CHECK: %[[FIRST:.*]] = kernel.load %[[X]]
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[FIRST]])
// CHECK: kernel.store %[[SUM]], %[[SHARED]]
// CHECK-COUNT-8: kernel.barrier
// CHECK: scf.if
// CHECK: kernel.load %[[Y]]
// CHECK: kernel.store %{{.*}}, %[[Y]]

// HOST-LABEL: func.func @rows
// HOST: gpu.launch_func @zyn_kernels::@rows_reduce_0 blocks in (%c32, %c1, %c1) threads in (%c128, %c2, %c1)
// HOST-NOT: gpu.launch_func
// HOST: return
func.func @rows(%x: memref<64x100xf32>, %y: memref<64xf32>) {
  zyn.reduce ins(%x : memref<64x100xf32>) outs(%y : memref<64xf32>) dimensions = [1] {
  ^bb0(%sum: f32, %in: f32):
    %0 = arith.addf %sum, %in : f32
    zyn.yield %0 : f32
  }
  return
}

// One long row: chunks with a block each, then a second launch.
// CHECK-LABEL: gpu.func @long_reduce_0
// CHECK: kernel.load %{{.*}} : memref<16777216xf32>, vector<4xf32>
// CHECK-LABEL: gpu.func @long_reduce_1

// HOST-LABEL: func.func @long
// HOST: %[[PARTIAL:.*]] = memref.alloc() : memref<2048xf32>
// HOST: gpu.launch_func @zyn_kernels::@long_reduce_0 blocks in (%c2048, %c1, %c1)
// HOST: gpu.launch_func @zyn_kernels::@long_reduce_1 blocks in (%c1, %c1, %c1)
// HOST: memref.dealloc %[[PARTIAL]]
func.func @long(%x: memref<16777216xf32>, %y: memref<f32>) {
  zyn.reduce ins(%x : memref<16777216xf32>) outs(%y : memref<f32>) dimensions = [0] {
  ^bb0(%sum: f32, %in: f32):
    %0 = arith.addf %sum, %in : f32
    zyn.yield %0 : f32
  }
  return
}

// Columns: neighbouring threads take neighbouring results.
// CHECK-LABEL: gpu.func @columns_reduce_0
// CHECK: %[[SHARED:.*]] = kernel.shared : memref<32x8xf32
// CHECK: %[[THREAD:.*]] = kernel.thread_id x
// CHECK: %[[COLUMN:.*]] = arith.addi %{{.*}}, %[[THREAD]]
// CHECK: kernel.load %{{.*}}[%{{.*}}, %[[COLUMN]]] : memref<100x64xf32>, f32
func.func @columns(%x: memref<100x64xf32>, %y: memref<64xf32>) {
  zyn.reduce ins(%x : memref<100x64xf32>) outs(%y : memref<64xf32>) dimensions = [0] {
  ^bb0(%sum: f32, %in: f32):
    %0 = arith.addf %sum, %in : f32
    zyn.yield %0 : f32
  }
  return
}
