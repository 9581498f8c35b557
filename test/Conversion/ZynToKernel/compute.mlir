// RUN: zyn-opt %s --convert-zyn-to-kernel --split-input-file | FileCheck %s
// RUN: zyn-opt %s --convert-zyn-to-kernel --split-input-file --remarks-filter=schedule 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// A thread for each point. Scalars from outside are arguments.
// CHECK-LABEL: gpu.func @scaled_compute_0(
// CHECK-SAME: %[[X:.*]]: memref<?xi32>, %[[TABLE:.*]]: memref<16xf32>, %[[Y:.*]]: memref<?xf32>, %{{.*}}: index, %[[FACTOR:.*]]: f32) kernel
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK: scf.if
// CHECK: %[[NUMBER:.*]] = kernel.load %[[X]][
// CHECK: %[[AT:.*]] = arith.index_cast %[[NUMBER]]
// CHECK: %[[IS_VALID:.*]] = arith.cmpi ult, %[[AT]], %c16
// CHECK: kernel.assert %[[IS_VALID]], "an index is out of bounds of dimension 0 of input #1"
// CHECK: %[[V:.*]] = kernel.load %[[TABLE]][%[[AT]]]
// CHECK: arith.mulf %[[V]], %[[FACTOR]]
// CHECK: kernel.store
func.func @scaled(%x: memref<?xi32>, %table: memref<16xf32>, %y: memref<?xf32>, %factor: f32) {
  zyn.compute ins(%x, %table : memref<?xi32>, memref<16xf32>) outs(%y : memref<?xf32>) {
    %i = zyn.index 0 : index
    %number = zyn.element 0[%i] : i32
    %at = arith.index_cast %number : i32 to index
    %v = zyn.element 1[%at] : f32
    %scaled = arith.mulf %v, %factor : f32
    zyn.yield %scaled : f32
  }
  return
}

// -----

// A workgroup of two dimensions is a tile of the innermost loops.
// CHECK-LABEL: gpu.func @tiles_compute_0(
// CHECK-SAME: known_block_size = array<i32: 16, 8, 1>
// CHECK: %[[BLOCK:.*]] = kernel.block_id x
// CHECK-DAG: %[[TX:.*]] = kernel.thread_id x
// CHECK-DAG: %[[TY:.*]] = kernel.thread_id y
// CHECK: kernel.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] : f32, memref<3x20x40xf32>
// CHECK-LABEL: func.func @tiles
// Blocks: 3 of 1, 3 of 8, 3 of 16.
// CHECK: gpu.launch_func @zyn_kernels::@tiles_compute_0 blocks in (%c27{{[_0-9]*}},
func.func @tiles(%y: memref<3x20x40xf32>) attributes {zyn.kernel = #zyn.kernel<workgroup = [16, 8, 1]>} {
  %v = arith.constant 1.0 : f32
  zyn.compute outs(%y : memref<3x20x40xf32>) {
    zyn.yield %v : f32
  }
  return
}

// -----

// A thread computes several points, and one loop has no tiles.
// CHECK-LABEL: gpu.func @unrolled_compute_0(
// CHECK-SAME: known_block_size = array<i32: 128, 1, 1>
// CHECK-COUNT-3: kernel.store
// CHECK-NOT: kernel.store
// REMARK: vector_width is 1, not 4: the body reads and computes single elements
// REMARK: coalesced is not obeyed: the body determines which elements neighboring threads read
// REMARK: workgroup is 128x1x1, not 16x8x1: only the number of threads is obeyed
func.func @unrolled(%y: memref<1000xf32>)
    attributes {zyn.kernel = #zyn.kernel<workgroup = [16, 8, 1], unroll_factor = 3, vector_width = 4, coalesced = true>} {
  %v = arith.constant 1.0 : f32
  zyn.compute outs(%y : memref<1000xf32>) {
    zyn.yield %v : f32
  }
  return
}

// -----

// CHECK-LABEL: gpu.func @limits_compute_0(
// CHECK-SAME: nvvm.maxnreg = 32
func.func @limits(%y: memref<f32>) attributes {zyn.kernel = #zyn.kernel<max_registers = 32>} {
  %v = arith.constant 1.0 : f32
  zyn.compute outs(%y : memref<f32>) {
    zyn.yield %v : f32
  }
  return
}

// -----

// Points with loops are computed in tiles if rows are long. Elements at two unknown indices are checked by one branch.
// CHECK-LABEL: gpu.func @rows_compute_0(
// CHECK-SAME: known_block_size = array<i32: 32, 8, 1>
// CHECK: scf.for
// CHECK-NOT: kernel.assert
// CHECK: scf.if
// CHECK-NEXT: kernel.assert %{{.*}}, "an index is out of bounds of dimension 0 of input #0"
// CHECK-NEXT: kernel.assert %{{.*}}, "an index is out of bounds of dimension 1 of input #0"
// CHECK-NEXT: }
// CHECK-NEXT: kernel.load
// CHECK-LABEL: gpu.func @rows_compute_1(
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK-LABEL: func.func @rows
// CHECK: arith.cmpi uge, %{{.*}}, %c32
// CHECK: gpu.launch_func @zyn_kernels::@rows_compute_0
// CHECK: else
// CHECK: gpu.launch_func @zyn_kernels::@rows_compute_1
func.func @rows(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  zyn.compute ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) {
    %i = zyn.index 0 : index
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%partial = %zero) -> f32 {
      %v = zyn.element 0[%i, %k] : f32
      %next = arith.addf %partial, %v : f32
      scf.yield %next : f32
    }
    zyn.yield %sum : f32
  }
  return
}
