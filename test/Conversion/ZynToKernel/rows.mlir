// RUN: zyn-opt %s --convert-zyn-to-kernel --split-input-file | FileCheck %s
// RUN: zyn-opt %s --convert-zyn-to-kernel --split-input-file --remarks-filter=schedule 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// Rows of 64 elements: 4 lanes with 4 vectors each, 16 rows in a block. The
// result of the shuffles is sent to all lanes of a row.
// CHECK-LABEL: gpu.func @short_rows_0
// CHECK-COUNT-4: kernel.load {{.*}} vector<4xf32>
// CHECK-NOT: kernel.load
// CHECK: kernel.shuffle down
// CHECK: kernel.shuffle down
// CHECK: kernel.shuffle idx
// CHECK-NOT: kernel.barrier
// CHECK-COUNT-4: kernel.store {{.*}} vector<4xf32>
// CHECK: gpu.return
// REMARK: Reason="each row is in the registers of 4 lanes"
func.func @short(%x: memref<?x64xf32>, %y: memref<?x64xf32>) {
  %zero = arith.constant 0.0 : f32
  zyn.rows ins(%x : memref<?x64xf32>) outs(%y : memref<?x64xf32>) dimensions = [1] {
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

// A block for each row: the results of its warps are combined in shared memory.
// CHECK-LABEL: gpu.func @long_rows_0
// CHECK: kernel.shared : memref<8xf32
// CHECK-COUNT-4: kernel.load {{.*}} vector<4xf32>
// CHECK: kernel.barrier
// CHECK-NOT: kernel.barrier
// CHECK: gpu.return
// REMARK: Reason="each row is in the registers of 256 lanes"
func.func @long(%x: memref<9x4096xf32>, %y: memref<9xf32>) {
  %zero = arith.constant 0.0 : f32
  zyn.rows ins(%x : memref<9x4096xf32>) outs(%y : memref<9xf32>) dimensions = [1]
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

// Rows of unknown length: several blocks for few long rows, and otherwise the
// first number of lanes that hold one. Empty rows are those of loops.
// CHECK-LABEL: gpu.func @unknown_length_rows_0
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK: gpu.func @unknown_length_rows_1{{.*}}known_block_size = array<i32: 32, 2, 1>
// CHECK: gpu.func {{.*}}known_block_size = array<i32: 8, 8, 1>
// CHECK: gpu.func {{.*}}known_block_size = array<i32: 64, 1, 1>
// CHECK: gpu.func {{.*}}known_block_size = array<i32: 256, 1, 1>
// CHECK: gpu.func {{.*}}known_block_size = array<i32: 1024, 1, 1>
// CHECK: gpu.func {{.*}}known_block_size = array<i32: 1024, 1, 1>
// CHECK: gpu.func {{.*}}known_block_size = array<i32: 1024, 1, 1>
// CHECK: scf.if
// CHECK: scf.for
// CHECK-LABEL: func.func @unknown_length
// CHECK: gpu.launch_func
// REMARK: Reason="rows of 1 passes are computed by several blocks for each row, in several kernels; or lanes that hold the row in registers, or a block for each row: the length of a row is not known"
func.func @unknown_length(%x: memref<9x?xf32>, %y: memref<9xf32>) {
  %zero = arith.constant 0.0 : f32
  zyn.rows ins(%x : memref<9x?xf32>) outs(%y : memref<9xf32>) dimensions = [1]
      indexing_maps = [affine_map<(i, j) -> (i, j)>] {
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

// -----

// Few rows that no block holds: a kernel combines parts of rows, one the
// results of the parts, and a map computes what is stored.
// CHECK-LABEL: gpu.func @split_rows_0
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK: gpu.func @split_rows_1{{.*}}known_block_size = array<i32: 32, 2, 1>
// CHECK: gpu.func @split_map_0
// CHECK-LABEL: func.func @split
// CHECK-COUNT-3: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// REMARK: Reason="rows of 2 passes are computed by several blocks for each row, in several kernels: a row does not fit into the registers of a block"
func.func @split(%x: memref<9x1000000xf32>, %y: memref<9x1000000xf32>) {
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
