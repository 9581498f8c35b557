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
// CHECK: kernel.load %{{.*}} : memref<81920000xf32>, vector<4xf32>
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
func.func @blocks(%x: memref<2500x32768xf32>, %y: memref<2500xf32>) {
  zyn.reduce ins(%x : memref<2500x32768xf32>) outs(%y : memref<2500xf32>) dimensions = [1] {
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
// HOST: gpu.launch_func @zyn_kernels::@long_reduce_0 blocks in (%c512, %c1, %c1)
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

// Initial values that a map stores are constants of the kernel, which does not
// read them.
// CHECK-LABEL: gpu.func @filled_reduce_0
// CHECK-SAME: %[[X:.*]]: memref<6400xf32>, %[[Y:[^:]*]]: memref<64xf32>) kernel
// CHECK-NOT: kernel.load %[[Y]]
// CHECK: kernel.store %{{.*}}, %[[Y]]

// HOST-LABEL: func.func @filled
// HOST-COUNT-1: gpu.launch_func
// HOST-NOT: gpu.launch_func
// HOST: return
func.func @filled(%x: memref<64x100xf32>) -> memref<64xf32> {
  %zero = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<64xf32>
  zyn.map outs(%y : memref<64xf32>) {
    zyn.yield %zero : f32
  }
  zyn.reduce ins(%x : memref<64x100xf32>) outs(%y : memref<64xf32>) dimensions = [1] {
  ^bb0(%sum: f32, %in: f32):
    %0 = arith.addf %sum, %in : f32
    zyn.yield %0 : f32
  }
  return %y : memref<64xf32>
}

// If nothing is reduced, the initial values are the result.
// HOST-LABEL: func.func @filled_dynamic
// HOST: } else {
// HOST: gpu.launch_func @zyn_kernels::@filled_dynamic_map_0
// HOST: return
func.func @filled_dynamic(%x: memref<64x?xf32>) -> memref<64xf32> {
  %zero = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<64xf32>
  zyn.map outs(%y : memref<64xf32>) {
    zyn.yield %zero : f32
  }
  zyn.reduce ins(%x : memref<64x?xf32>) outs(%y : memref<64xf32>) dimensions = [1] {
  ^bb0(%sum: f32, %in: f32):
    %0 = arith.addf %sum, %in : f32
    zyn.yield %0 : f32
  }
  return %y : memref<64xf32>
}

// What others read in between is in memory.
// HOST-LABEL: func.func @read_before
// HOST-COUNT-3: gpu.launch_func
// HOST: return
func.func @read_before(%x: memref<64x100xf32>, %z: memref<64xf32>) -> memref<64xf32> {
  %zero = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<64xf32>
  zyn.map outs(%y : memref<64xf32>) {
    zyn.yield %zero : f32
  }
  zyn.map ins(%y : memref<64xf32>) outs(%z : memref<64xf32>) {
  ^bb0(%in: f32):
    %0 = arith.negf %in : f32
    zyn.yield %0 : f32
  }
  zyn.reduce ins(%x : memref<64x100xf32>) outs(%y : memref<64xf32>) dimensions = [1] {
  ^bb0(%sum: f32, %in: f32):
    %0 = arith.addf %sum, %in : f32
    zyn.yield %0 : f32
  }
  return %y : memref<64xf32>
}

// An array of indices that is only reduced is not in memory.
// CHECK-LABEL: gpu.func @argmax_reduce_0
// CHECK-SAME: memref<81920000xf32>, %{{.*}}: memref<2500xf32>, %{{.*}}: memref<2500xi32>) kernel
// CHECK: kernel.load %arg0[%{{.*}}] : memref<81920000xf32>, vector<4xf32>
// CHECK-NOT: arith.remui
// CHECK: arith.index_cast %{{.*}} : index to i32

// HOST-LABEL: func.func @argmax
// HOST-NOT: memref.alloc
// HOST-COUNT-1: gpu.launch_func
// HOST-NOT: gpu.launch_func
// HOST: return
func.func @argmax(%x: memref<2500x32768xf32>, %max: memref<2500xf32>, %at: memref<2500xi32>) {
  %indices = memref.alloc() : memref<2500x32768xi32>
  zyn.map outs(%indices : memref<2500x32768xi32>) {
    %i = zyn.index 1 : index
    %index = arith.index_cast %i : index to i32
    zyn.yield %index : i32
  }
  zyn.reduce ins(%x, %indices : memref<2500x32768xf32>, memref<2500x32768xi32>)
             outs(%max, %at : memref<2500xf32>, memref<2500xi32>) dimensions = [1] {
  ^bb0(%max0: f32, %at0: i32, %max1: f32, %at1: i32):
    %greater = arith.cmpf ogt, %max1, %max0 : f32
    %max2 = arith.select %greater, %max1, %max0 : f32
    %at2 = arith.select %greater, %at1, %at0 : i32
    zyn.yield %max2, %at2 : f32, i32
  }
  memref.dealloc %indices : memref<2500x32768xi32>
  return
}

// Accumulators are wider than the elements, also between two launches.
// CHECK-LABEL: gpu.func @wide_reduce_0
// CHECK-SAME: memref<67108864xbf16>, %{{.*}}: memref<?xf32>) kernel
// CHECK: %[[LOADED:.*]] = kernel.load %arg0[%{{.*}}] : memref<67108864xbf16>, vector<8xbf16>
// CHECK: arith.extf %[[LOADED]] : vector<8xbf16> to vector<8xf32>
// CHECK: arith.addf %{{.*}} : f32
// CHECK-NOT: truncf
// CHECK-LABEL: gpu.func @wide_reduce_1
// CHECK-SAME: memref<?xf32>, %{{.*}}: memref<16384xbf16>) kernel
// CHECK: arith.truncf
func.func @wide(%x: memref<4096x16384xbf16>, %y: memref<16384xbf16>) {
  zyn.reduce ins(%x : memref<4096x16384xbf16>) outs(%y : memref<16384xbf16>) dimensions = [0] {
  ^bb0(%sum: f32, %element: f32):
    %next = arith.addf %sum, %element : f32
    zyn.yield %next : f32
  }
  return
}
