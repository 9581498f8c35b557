// RUN: zyn-opt %s --convert-zyn-to-kernel --canonicalize --cse | FileCheck %s
// RUN: zyn-opt %s --convert-zyn-to-kernel --canonicalize --cse | FileCheck %s --check-prefix=HOST

// Contiguous buffers: one linear index, vectors of 16 bytes, four in flight. The
// last block tests each vector. A value from outside becomes an argument, a
// constant is made again.
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
// CHECK: scf.if
// CHECK: kernel.load %[[X]][%{{.*}}] : memref<?xf32>, vector<4xf32>
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

// A row that is broadcast: its index is divided once, `#zyn.kernel` is obeyed.
// CHECK-LABEL: gpu.func @bias_map_0
// CHECK-SAME: memref<256xf32>, %{{.*}}: memref<32xf32>, %{{.*}}: memref<256xf32>
// CHECK-SAME: known_block_size = array<i32: 64, 1, 1>
// CHECK-SAME: nvvm.maxnreg = 40 : i32, nvvm.minctasm = 2 : i32
// CHECK: scf.if
// CHECK: %[[COLUMN:.*]] = arith.remui %[[LINEAR:.*]], %c32
// CHECK: kernel.load %{{.*}}[%[[LINEAR]]] : memref<256xf32>, vector<2xf32>
// CHECK: kernel.load %{{.*}}[%[[COLUMN]]] : memref<32xf32>, vector<2xf32>
// CHECK-NOT: arith.divui
// CHECK-NOT: arith.remui
// CHECK: } else {

// HOST-LABEL: func.func @bias
// HOST: gpu.launch_func @zyn_kernels::@bias_map_0 blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
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

// The columns of a matrix with unknown sizes: whole vectors that may extend over
// the end of a row, unless the host finds that they do not.
// CHECK-LABEL: gpu.func @columns_map_0
// CHECK: kernel.load %[[X:.*]][%{{.*}}] : memref<?xf32>, vector<4xf32>
// CHECK: %[[SCALE:.*]] = kernel.load %[[C:[^ ]*]][%{{.*}}] : memref<?xf32>, f32
// CHECK-NOT: kernel.load %[[C]]
// CHECK: kernel.load %[[X]][%{{.*}}] : memref<?xf32>, vector<4xf32>
// CHECK-LABEL: gpu.func @columns_map_1
// CHECK: kernel.load %{{.*}}[%{{.*}}] : memref<?xf32>, vector<4xf32>
// CHECK-COUNT-4: kernel.load %{{.*}}[%{{.*}}] : memref<?xf32>, f32
// CHECK: vector.from_elements

// HOST-LABEL: func.func @columns
// HOST: %[[ALIGNED:.*]] = arith.cmpi eq, %{{.*}}, %c0
// HOST: scf.if %[[ALIGNED]] {
// HOST: gpu.launch_func @zyn_kernels::@columns_map_0
// HOST: } else {
// HOST: gpu.launch_func @zyn_kernels::@columns_map_1
func.func @columns(%x: memref<?x?xf32>, %c: memref<?xf32>, %y: memref<?x?xf32>) {
  zyn.map ins(%x, %c : memref<?x?xf32>, memref<?xf32>) outs(%y : memref<?x?xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] {
  ^bb0(%in: f32, %scale: f32):
    %0 = arith.mulf %in, %scale : f32
    zyn.yield %0 : f32
  }
  return
}

// Loops are merged if all operands allow it: this map has three, n, c and h * w.
// CHECK-LABEL: gpu.func @channels_map_0
// CHECK: arith.divui %[[LINEAR:.*]], %c1024
// CHECK: arith.remui %{{.*}}, %c6
// CHECK-NOT: arith.remui
// CHECK: } else {
func.func @channels(%x: memref<7x6x32x32xf32>, %b: memref<6xf32>, %y: memref<7x6x32x32xf32>) {
  zyn.map ins(%x, %b : memref<7x6x32x32xf32>, memref<6xf32>) outs(%y : memref<7x6x32x32xf32>)
      indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (c)>] {
  ^bb0(%in: f32, %bias: f32):
    %0 = arith.addf %in, %bias : f32
    zyn.yield %0 : f32
  }
  return
}

// A copy between contiguous buffers is one of the runtime.
// HOST-LABEL: func.func @copy
// HOST: gpu.memcpy %arg1, %arg0 : memref<?x32xf32>, memref<?x32xf32>
// HOST-NOT: gpu.launch_func
// HOST: return
func.func @copy(%x: memref<?x32xf32>, %y: memref<?x32xf32>) {
  memref.copy %x, %y : memref<?x32xf32> to memref<?x32xf32>
  return
}

// Other copies are maps. Static strides allow vectors, unknown ones do not.
// CHECK-LABEL: gpu.func @strided_copy_map_0
// CHECK: %[[V:.*]] = kernel.load %{{.*}} : memref<256xf32>, vector<4xf32>
// CHECK: kernel.store %{{.*}}, %{{.*}} : vector<4xf32>, memref<8x32xf32, strided<[64, 1]>>
func.func @strided_copy(%x: memref<8x32xf32>, %y: memref<8x32xf32, strided<[64, 1]>>) {
  memref.copy %x, %y : memref<8x32xf32> to memref<8x32xf32, strided<[64, 1]>>
  return
}

// CHECK-LABEL: gpu.func @unknown_strides_map_0
// CHECK: kernel.store %{{.*}}, %{{.*}} : f32, memref<8x32xf32, strided<[?, 1], offset: ?>>
func.func @unknown_strides(%x: memref<8x32xf32>, %y: memref<8x32xf32, strided<[?, 1], offset: ?>>) {
  memref.copy %x, %y : memref<8x32xf32> to memref<8x32xf32, strided<[?, 1], offset: ?>>
  return
}

// Rows that do not remain in the cache are loaded once for several iterations.
// CHECK-LABEL: gpu.func @long_rows_map_0
// CHECK-SAME: %[[X:.*]]: memref<64000000xf32>, %[[B:.*]]: memref<4000000xf32>, %[[Y:[^:]*]]: memref<64000000xf32>) kernel
// CHECK: kernel.load %[[X]][%{{.*}}] : memref<64000000xf32>, vector<4xf32>
// CHECK: kernel.load %[[B]][%{{.*}}] : memref<4000000xf32>, vector<4xf32>
// CHECK-COUNT-3: kernel.load %[[X]][%{{.*}}] : memref<64000000xf32>, vector<4xf32>
// CHECK-NOT: kernel.load
// CHECK-COUNT-4: kernel.store %{{.*}}, %[[Y]]
func.func @long_rows(%x: memref<16x4000000xf32>, %b: memref<4000000xf32>, %y: memref<16x4000000xf32>) {
  zyn.map ins(%x, %b : memref<16x4000000xf32>, memref<4000000xf32>) outs(%y : memref<16x4000000xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>] {
  ^bb0(%in: f32, %bias: f32):
    %0 = arith.addf %in, %bias : f32
    zyn.yield %0 : f32
  }
  return
}
