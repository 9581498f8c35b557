// RUN: zyn-opt %s --convert-zyn-to-kernel --split-input-file | FileCheck %s

// A warp computes a strip of 128 columns of a row. Its columns and values are staged in shared memory; 4 vectors of the
// dense matrix are in flight. Long rows are computed by all warps of the block.
// CHECK-LABEL: gpu.func @strips_spmm_0
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK-DAG: kernel.shared : memref<8x32xi32, #gpu.address_space<workgroup>>
// CHECK-DAG: kernel.shared : memref<8x32xf32, #gpu.address_space<workgroup>>
// CHECK-DAG: kernel.shared : memref<8x128xf32, #gpu.address_space<workgroup>>
// CHECK: kernel.assert %{{.*}}, "the row offsets decrease, or exceed the number of values"
// CHECK: kernel.assert %{{.*}}, "an index of the columns is out of bounds of dimension 0 of the dense matrix"
// CHECK: kernel.warp_barrier
// CHECK: scf.for
// CHECK-COUNT-4: kernel.load %arg3[{{.*}}vector<4xf32>
// CHECK: math.fma
// CHECK: kernel.vote any
// CHECK: scf.if
// CHECK: kernel.barrier
// CHECK: gpu.launch_func @zyn_kernels::@strips_spmm_0
func.func @strips(%o: memref<101xi32>, %c: memref<?xi32>, %v: memref<?xf32>, %x: memref<64x512xf32>, %y: memref<100x512xf32>) {
  zyn.spmm ins(%o, %c, %v, %x : memref<101xi32>, memref<?xi32>, memref<?xf32>, memref<64x512xf32>) outs(%y : memref<100x512xf32>)
  return
}

// -----

// With 16 columns, a row has 8 groups of lanes, whose sums are exchanged.
// CHECK-LABEL: gpu.func @narrow_spmm_0
// CHECK-NOT: kernel.assert
// CHECK-COUNT-12: kernel.shuffle xor
// CHECK-NOT: kernel.assert
func.func @narrow(%o: memref<101xi32>, %c: memref<?xi32>, %v: memref<?xf32>, %x: memref<64x16xf32>, %y: memref<100x16xf32>) {
  zyn.spmm unchecked ins(%o, %c, %v, %x : memref<101xi32>, memref<?xi32>, memref<?xf32>, memref<64x16xf32>) outs(%y : memref<100x16xf32>)
  return
}

// -----

// CHECK-LABEL: gpu.func @dynamic_spmm_0
// CHECK: vector<8xf16>
// CHECK-LABEL: gpu.func @dynamic_spmm_1
// CHECK-NOT: vector<8xf16>
func.func @dynamic(%o: memref<?xi32>, %c: memref<?xi32>, %v: memref<?xf16>, %x: memref<?x?xf16>, %y: memref<?x?xf16>) {
  zyn.spmm ins(%o, %c, %v, %x : memref<?xi32>, memref<?xi32>, memref<?xf16>, memref<?x?xf16>) outs(%y : memref<?x?xf16>)
  return
}

// -----

// Rows may have more elements than a block should compute: 489 blocks for each of the 2 strips search the row offsets for
// such rows, whose sums a second kernel adds.
// CHECK-LABEL: gpu.func @divided_spmm_0
// CHECK: scf.while
// CHECK: kernel.vote ballot
// CHECK: kernel.assert %{{.*}}, "the row offsets decrease, or exceed the number of values"
// CHECK: kernel.store %{{.*}}, %arg4[
// CHECK-LABEL: gpu.func @divided_spmm_1
// CHECK: kernel.vote any
// CHECK: scf.for
// CHECK-COUNT-8: kernel.load %arg1[
// CHECK: kernel.store %{{.*}}, %arg{{[0-9]+}}[%{{.*}}, %{{.*}}] : f32, memref<100x256xf32>
// CHECK-LABEL: func.func @divided(
// CHECK: %[[SUMS:.*]] = memref.alloc() : memref<125184xf32>
// CHECK: gpu.launch_func @zyn_kernels::@divided_spmm_0 blocks in (%c1004, %{{.*}}, %{{.*}})
// CHECK: gpu.launch_func @zyn_kernels::@divided_spmm_1
// CHECK: memref.dealloc %[[SUMS]]
func.func @divided(%o: memref<101xi32>, %c: memref<1000000xi32>, %v: memref<1000000xf32>, %x: memref<9000x256xf32>, %y: memref<100x256xf32>) {
  zyn.spmm ins(%o, %c, %v, %x : memref<101xi32>, memref<1000000xi32>, memref<1000000xf32>, memref<9000x256xf32>) outs(%y : memref<100x256xf32>)
  return
}

// -----

// There are too few columns, or elements, for such rows.
// CHECK-LABEL: gpu.func @not_divided_spmm_0
// CHECK-NOT: scf.while
// CHECK-LABEL: func.func @not_divided(
// CHECK-COUNT-2: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @not_divided(%o: memref<101xi32>, %c: memref<1000000xi32>, %v: memref<1000000xf32>, %x: memref<4096x256xf32>, %y: memref<100x256xf32>,
                       %d: memref<4096xi32>, %w: memref<4096xf32>, %z: memref<9000x256xf32>) {
  zyn.spmm ins(%o, %c, %v, %x : memref<101xi32>, memref<1000000xi32>, memref<1000000xf32>, memref<4096x256xf32>) outs(%y : memref<100x256xf32>)
  zyn.spmm ins(%o, %d, %w, %z : memref<101xi32>, memref<4096xi32>, memref<4096xf32>, memref<9000x256xf32>) outs(%y : memref<100x256xf32>)
  return
}
