// RUN: zyn-opt %s --convert-zyn-to-kernel --canonicalize --cse | FileCheck %s
// RUN: zyn-opt %s --convert-zyn-to-kernel --canonicalize --cse | FileCheck %s --check-prefix=HOST

// Short rows: lanes of a warp each, four rows at a time. A lane starts with an
// element, so no neutral element is needed; lanes without one do not contribute.
// The initial value is combined in once.
// CHECK-LABEL: gpu.func @rows_reduce_0
// CHECK-SAME: %[[X:.*]]: memref<6400xf32>, %[[Y:[^:]*]]: memref<64xf32>) kernel
// CHECK-SAME: known_block_size = array<i32: 32, 8, 1>
// CHECK-COUNT-4: kernel.load %[[Y]]
// CHECK-COUNT-4: kernel.load %[[X]][%{{.*}}] : memref<6400xf32>, vector<4xf32>
// CHECK-NOT: scf.for
// CHECK: kernel.shuffle down %{{.*}}, %c16_i32
// CHECK: %[[VALID:.*]] = arith.cmpi ult, %{{.*}}, %c25
// CHECK: scf.if %[[VALID]]
// CHECK-NOT: kernel.barrier
// CHECK-COUNT-4: kernel.store %{{.*}}, %[[Y]]

// HOST-LABEL: func.func @rows
// HOST: gpu.launch_func @zyn_kernels::@rows_reduce_0 blocks in (%c2, %c1, %c1) threads in (%c32, %c8, %c1)
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

// A longer row: a block, whose warps exchange results in shared memory.
// CHECK-LABEL: gpu.func @blocks_reduce_0
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK: %[[SHARED:.*]] = kernel.shared : memref<8xf32
// CHECK: kernel.load %{{.*}} : memref<40960000xf32>, vector<4xf32>
// CHECK: scf.for
// CHECK: kernel.shuffle
// CHECK: kernel.store %{{.*}}, %[[SHARED]]
// CHECK-COUNT-1: kernel.barrier
// CHECK: kernel.load %[[SHARED]]
// CHECK: kernel.shuffle down %{{.*}} width 8

// HOST-LABEL: func.func @blocks
// HOST: gpu.launch_func @zyn_kernels::@blocks_reduce_0 blocks in (%c2500, %c1, %c1)
// HOST-NOT: gpu.launch_func
// HOST: return
func.func @blocks(%x: memref<2500x16384xf32>, %y: memref<2500xf32>) {
  zyn.reduce ins(%x : memref<2500x16384xf32>) outs(%y : memref<2500xf32>) dimensions = [1] {
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
// HOST: %[[PARTIAL:.*]] = memref.alloc({{.*}}) : memref<{{.*}}xf32>
// HOST: gpu.launch_func @zyn_kernels::@long_reduce_0 blocks in (%c1024, %c1, %c1)
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

// Columns: a vector of neighboring results for each thread, whose rows are
// distributed over the threads of a block.
// CHECK-LABEL: gpu.func @columns_reduce_0
// CHECK: %[[SHARED:.*]] = kernel.shared : memref<1024xf32
// CHECK: %[[THREAD:.*]] = kernel.thread_id x
// CHECK: %[[VECTOR:.*]] = arith.remui %[[THREAD]], %c16
// CHECK-COUNT-4: kernel.load %{{.*}}[%{{.*}}] : memref<6400xf32>, vector<4xf32>
// CHECK: kernel.store %{{.*}}, %[[SHARED]][%{{.*}}] : vector<4xf32>
// CHECK: scf.while
// CHECK: kernel.store %{{.*}} : vector<4xf32>, memref<64xf32>
func.func @columns(%x: memref<100x64xf32>, %y: memref<64xf32>) {
  zyn.reduce ins(%x : memref<100x64xf32>) outs(%y : memref<64xf32>) dimensions = [0] {
  ^bb0(%sum: f32, %in: f32):
    %0 = arith.addf %sum, %in : f32
    zyn.yield %0 : f32
  }
  return
}

// Few short columns: too few blocks, so their rows are split into chunks.
// CHECK-LABEL: gpu.func @narrow_reduce_0
// CHECK: kernel.load %{{.*}}[%{{.*}}] : memref<16000000xf32>, vector<4xf32>

// HOST-LABEL: func.func @narrow
// HOST: memref.alloc
// HOST: gpu.launch_func @zyn_kernels::@narrow_reduce_0
// HOST: gpu.launch_func @zyn_kernels::@narrow_reduce_1 blocks in (%c1, %c1, %c1)
// HOST: memref.dealloc
func.func @narrow(%x: memref<1000000x16xf32>, %y: memref<16xf32>) {
  zyn.reduce ins(%x : memref<1000000x16xf32>) outs(%y : memref<16xf32>) dimensions = [0] {
  ^bb0(%sum: f32, %in: f32):
    %0 = arith.addf %sum, %in : f32
    zyn.yield %0 : f32
  }
  return
}

// Short columns: each thread reduces its own.
// CHECK-LABEL: gpu.func @threads_reduce_0
// CHECK-NOT: kernel.shared
// CHECK-COUNT-4: kernel.load %arg0[%{{.*}}] : memref<64000xf32>, vector<4xf32>
// CHECK: gpu.return
func.func @threads(%x: memref<4x16000xf32>, %y: memref<16000xf32>) {
  zyn.reduce ins(%x : memref<4x16000xf32>) outs(%y : memref<16000xf32>) dimensions = [0] {
  ^bb0(%sum: f32, %in: f32):
    %0 = arith.addf %sum, %in : f32
    zyn.yield %0 : f32
  }
  return
}

// Several dimensions that are not neighbors: the innermost one first.
// HOST-LABEL: func.func @outer_and_inner
// HOST: %[[PARTIAL:.*]] = memref.alloc({{.*}}) : memref<{{.*}}xf32>
// HOST: gpu.launch_func @zyn_kernels::@outer_and_inner_reduce_0 {{.*}} args(%{{.*}} : memref<122880xf32>, %[[ROWS:.*]] : memref<?xf32>)
// HOST: gpu.launch_func @zyn_kernels::@outer_and_inner_reduce_1 {{.*}} args(%[[ROWS]] : memref<?xf32>, %arg1 : memref<30xf32>)
func.func @outer_and_inner(%x: memref<8x30x16x32xf32>, %y: memref<30xf32>) {
  zyn.reduce ins(%x : memref<8x30x16x32xf32>) outs(%y : memref<30xf32>) dimensions = [0, 2, 3] {
  ^bb0(%sum: f32, %in: f32):
    %0 = arith.addf %sum, %in : f32
    zyn.yield %0 : f32
  }
  return
}

// The host chooses by the sizes; nothing is launched for an empty array.
// HOST-LABEL: func.func @dynamic
// HOST: %[[COUNT:.*]] = arith.muli
// HOST: %[[HAS_ELEMENTS:.*]] = arith.cmpi ugt, %[[COUNT]], %c0
// HOST: scf.if %[[HAS_ELEMENTS]] {
// HOST: scf.if
// HOST-COUNT-7: gpu.launch_func @zyn_kernels::@dynamic_reduce
func.func @dynamic(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  zyn.reduce ins(%x : memref<?x?xf32>) outs(%y : memref<?xf32>) dimensions = [1] {
  ^bb0(%sum: f32, %in: f32):
    %0 = arith.addf %sum, %in : f32
    zyn.yield %0 : f32
  }
  return
}
