// RUN: zyn-opt %s --convert-zyn-to-kernel=chip=sm_90a --split-input-file | FileCheck %s
// RUN: zyn-opt %s --convert-zyn-to-kernel=chip=sm_90a --split-input-file --remarks-filter=schedule 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: zyn-opt %s --convert-zyn-to-kernel=chip=sm_80 --split-input-file --remarks-filter=schedule 2>&1 >/dev/null | FileCheck %s --check-prefix=AMPERE

// Rows that a block does not hold: each block of a cluster writes its values to
// the shared memory of all of them. Blocks have started before the first write,
// and none exits before the last one.
// CHECK-LABEL: gpu.func @softmax_rows_0
// CHECK-SAME: known_block_size = array<i32: 1024, 1, 1>, known_cluster_size = array<i32: 4, 1, 1>
// CHECK-DAG: kernel.shared : memref<4xf32
// CHECK-DAG: kernel.shared : memref<32xf32
// CHECK: kernel.cluster_barrier.arrive relaxed
// CHECK-COUNT-8: kernel.load {{.*}} vector<4xf32>
// CHECK: kernel.cluster_barrier.wait
// CHECK: kernel.map_shared
// CHECK: kernel.cluster_barrier
// CHECK-NOT: kernel.cluster_barrier.wait
// CHECK: kernel.map_shared
// CHECK: kernel.cluster_barrier
// CHECK-NOT: kernel.load {{.*}} vector<4xf32>
// CHECK-COUNT-8: kernel.store {{.*}} vector<4xf32>
// CHECK: gpu.return
// CHECK-LABEL: func.func @softmax
// CHECK-COUNT-1: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// REMARK: Reason="each row is in the registers of 4096 lanes of a cluster"
// AMPERE: Reason="rows of 3 passes are computed by a block for each row: a row does not fit into the registers of a block"
func.func @softmax(%x: memref<4096x131072xf32>, %y: memref<4096x131072xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  zyn.rows ins(%x : memref<4096x131072xf32>) outs(%y : memref<4096x131072xf32>) dimensions = [1] {
  ^bb0(%v: f32):
    %top = zyn.reduce_row %v init %low : f32 {
    ^bb0(%a: f32, %b: f32):
      %m = arith.maximumf %a, %b : f32
      zyn.yield %m : f32
    }
    %d = arith.subf %v, %top : f32
    %e = math.exp %d : f32
    %sum = zyn.reduce_row %e init %zero : f32 {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      zyn.yield %s : f32
    }
    %q = arith.divf %e, %sum : f32
    zyn.yield %q : f32
  }
  return
}

// -----

// Few rows have more blocks than they need. A result for each row is stored by
// the first one.
// CHECK-LABEL: gpu.func @norm_rows_0
// CHECK-SAME: known_cluster_size = array<i32: 8, 1, 1>
// CHECK: kernel.cluster_barrier
// CHECK: arith.cmpi eq, %{{.*}}, %c0
// CHECK: kernel.store {{.*}} : f32, memref<9xf32>
// REMARK: Reason="each row is in the registers of 8192 lanes of a cluster"
func.func @norm(%x: memref<9x50000xf32>, %y: memref<9xf32>) {
  %zero = arith.constant 0.0 : f32
  zyn.rows ins(%x : memref<9x50000xf32>) outs(%y : memref<9xf32>) dimensions = [1]
      indexing_maps = [affine_map<(i, j) -> (i, j)>] {
  ^bb0(%v: f32):
    %square = arith.mulf %v, %v : f32
    %sum = zyn.reduce_row %square init %zero : f32 {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      zyn.yield %s : f32
    }
    zyn.yield %sum : f32
  }
  return
}

// -----

// REMARK: Reason="rows of 2 passes are computed by several blocks for each row, in several kernels: a row does not fit into the registers of a cluster"
func.func @long(%x: memref<9x1000000xf32>, %y: memref<9x1000000xf32>) {
  %zero = arith.constant 0.0 : f32
  zyn.rows ins(%x : memref<9x1000000xf32>) outs(%y : memref<9x1000000xf32>) dimensions = [1] {
  ^bb0(%v: f32):
    %sum = zyn.reduce_row %v init %zero : f32 {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      zyn.yield %s : f32
    }
    %d = arith.subf %v, %sum : f32
    zyn.yield %d : f32
  }
  return
}

// -----

// Lanes keep fewer vectors of rows of unknown length that have two inputs: 6 of
// 4 elements, or 8 of 1, in each of 1024 lanes of 8 blocks.
// CHECK-LABEL: func.func @masked
// CHECK: arith.cmpi ugt, %{{.*}}, %c196608
// CHECK: arith.cmpi ugt, %{{.*}}, %c65536
#map = affine_map<(i, j) -> (i, j)>
func.func @masked(%x: memref<9x?xf32>, %mask: memref<9x?xf32>, %y: memref<9xf32>) {
  %zero = arith.constant 0.0 : f32
  zyn.rows ins(%x, %mask : memref<9x?xf32>, memref<9x?xf32>) outs(%y : memref<9xf32>) dimensions = [1]
      indexing_maps = [#map, #map] {
  ^bb0(%v: f32, %m: f32):
    %p = arith.mulf %v, %m : f32
    %sum = zyn.reduce_row %p init %zero : f32 {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      zyn.yield %s : f32
    }
    zyn.yield %sum : f32
  }
  return
}

// -----

// Those of one input: 8 of 4 elements, or 16 of 1.
// CHECK-LABEL: func.func @sum
// CHECK: arith.cmpi ugt, %{{.*}}, %c262144
// CHECK: arith.cmpi ugt, %{{.*}}, %c131072
#map = affine_map<(i, j) -> (i, j)>
func.func @sum(%x: memref<9x?xf32>, %y: memref<9xf32>) {
  %zero = arith.constant 0.0 : f32
  zyn.rows ins(%x : memref<9x?xf32>) outs(%y : memref<9xf32>) dimensions = [1] indexing_maps = [#map] {
  ^bb0(%v: f32):
    %sum = zyn.reduce_row %v init %zero : f32 {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      zyn.yield %s : f32
    }
    zyn.yield %sum : f32
  }
  return
}
