// RUN: zyn-opt %s --convert-zyn-to-kernel --canonicalize --cse | FileCheck %s
// RUN: zyn-opt %s --convert-zyn-to-kernel --canonicalize --cse | FileCheck %s --check-prefix=HOST

// Contiguous buffers: one linear index, vectors of 16 bytes, four in flight. A
// value from outside becomes an argument, a constant is made again.
// CHECK-LABEL: gpu.func @scale_map_0
// CHECK-SAME: %[[X:.*]]: memref<?xf32>, %[[Y:.*]]: memref<?xf32>, %[[A:.*]]: f32) kernel
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK: %[[TWO:.*]] = arith.constant 2.0
// CHECK: scf.if
// CHECK-COUNT-4: kernel.load %[[X]][%{{.*}}] : memref<?xf32>, vector<4xf32>
// CHECK: arith.mulf %{{.*}}, %[[A]]
// CHECK: arith.mulf %{{.*}}, %[[TWO]]
// CHECK-COUNT-4: kernel.store %{{.*}}, %[[Y]][%{{.*}}] : vector<4xf32>, memref<?xf32>
// CHECK: } else {
// CHECK: scf.for
// CHECK: kernel.load %[[X]][%{{.*}}] : memref<?xf32>, f32

// HOST-LABEL: func.func @scale(
// HOST-SAME: %[[A:.*]]: f32, %[[X:.*]]: memref<?xf32>, %[[Y:.*]]: memref<?xf32>)
// HOST: %[[N:.*]] = memref.dim %[[Y]]
// HOST: %[[BLOCKS:.*]] = arith.divui
// HOST: gpu.launch_func @zyn_kernels::@scale_map_0 blocks in (%[[BLOCKS]], {{.*}} args(%[[X]] : memref<?xf32>, %[[Y]] : memref<?xf32>, %[[A]] : f32)
func.func @scale(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>) {
  %two = arith.constant 2.0 : f32
  zyn.map ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%in: f32):
    %0 = arith.mulf %in, %a : f32
    %1 = arith.mulf %0, %two : f32
    zyn.yield %1 : f32
  }
  return
}

// A row that is broadcast: threads in x along the rows, `#zyn.kernel` obeyed.
// CHECK-LABEL: gpu.func @bias_map_0
// CHECK-SAME: known_block_size = array<i32: 16, 4, 1>
// CHECK-SAME: nvvm.maxnreg = 40 : i32, nvvm.minctasm = 2 : i32
// CHECK: kernel.thread_id y
// CHECK: kernel.load %{{.*}}[%{{.*}}, %[[COLUMN:.*]]] : memref<8x32xf32>, vector<2xf32>
// CHECK: kernel.load %{{.*}}[%[[COLUMN]]] : memref<32xf32>, vector<2xf32>

// HOST-LABEL: func.func @bias
// HOST: gpu.launch_func @zyn_kernels::@bias_map_0 blocks in (%c2, %c1, %c1) threads in (%c16, %c4, %c1)
func.func @bias(%x: memref<8x32xf32>, %b: memref<32xf32>, %y: memref<8x32xf32>)
    attributes {zyn.kernel = #zyn.kernel<workgroup = [64, 1, 1], max_registers = 40,
                                         min_blocks = 2, vector_width = 2>} {
  zyn.map ins(%x, %b : memref<8x32xf32>, memref<32xf32>) outs(%y : memref<8x32xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>] {
  ^bb0(%in: f32, %bias: f32):
    %0 = arith.addf %in, %bias : f32
    zyn.yield %0 : f32
  }
  return
}

// A copy is a map; a layout keeps it from vectors.
// CHECK-LABEL: gpu.func @copy_map_0
// CHECK: %[[V:.*]] = kernel.load %{{.*}} : memref<8x32xf32>, f32
// CHECK: kernel.store %[[V]], %{{.*}} : f32, memref<8x32xf32, strided<[64, 1]>>
func.func @copy(%x: memref<8x32xf32>, %y: memref<8x32xf32, strided<[64, 1]>>) {
  memref.copy %x, %y : memref<8x32xf32> to memref<8x32xf32, strided<[64, 1]>>
  return
}
