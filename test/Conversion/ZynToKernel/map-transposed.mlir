// RUN: zyn-opt %s --convert-zyn-to-kernel --canonicalize --cse | FileCheck %s
// RUN: zyn-opt %s --convert-zyn-to-kernel --canonicalize --cse | FileCheck %s --check-prefix=HOST

// A tile is loaded along the input's rows, transposed in squares of 2 x 2, and
// stored along the destination's rows. Rows in shared memory are padded against
// bank conflicts.
// CHECK-LABEL: gpu.func @square_map_0
// CHECK: %[[TILE:.*]] = kernel.shared : memref<64x66xf32
// CHECK-COUNT-8: kernel.load %arg0[%{{.*}}, %{{.*}}] : memref<2048x4096xf32>, vector<2xf32>
// CHECK-COUNT-8: kernel.store %{{.*}}, %[[TILE]][%{{.*}}] : vector<2xf32>
// CHECK: kernel.barrier
// CHECK-NOT: scf.if
// CHECK: kernel.load %[[TILE]]
// CHECK: kernel.store %{{.*}}, %arg1[%{{.*}}] : vector<2xf32>, memref<8388608xf32>

// HOST-LABEL: func.func @square
// HOST: gpu.launch_func @zyn_kernels::@square_map_0 blocks in (%c2048, %c1, %c1) threads in (%c256, %c1, %c1)
func.func @square(%x: memref<2048x4096xf32>, %y: memref<4096x2048xf32>) {
  zyn.map ins(%x : memref<2048x4096xf32>) outs(%y : memref<4096x2048xf32>)
      indexing_maps = [affine_map<(i, j) -> (j, i)>] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  }
  return
}

// Tiles of thin matrices are thin.
// CHECK-LABEL: gpu.func @to_thin_map_0
// CHECK: kernel.shared : memref<272x18xf32
// CHECK-LABEL: gpu.func @from_thin_map_0
// CHECK: kernel.shared : memref<4x1032xf32
func.func @to_thin(%x: memref<16x40000xf32>, %y: memref<40000x16xf32>) {
  zyn.map ins(%x : memref<16x40000xf32>) outs(%y : memref<40000x16xf32>)
      indexing_maps = [affine_map<(i, j) -> (j, i)>] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  }
  return
}
func.func @from_thin(%x: memref<40000x3xf32>, %y: memref<3x40000xf32>) {
  zyn.map ins(%x : memref<40000x3xf32>) outs(%y : memref<3x40000xf32>)
      indexing_maps = [affine_map<(i, j) -> (j, i)>] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  }
  return
}

// Many small matrices are in the cache: no tiles.
// CHECK-LABEL: gpu.func @small_map_0
// CHECK-NOT: kernel.shared
// CHECK: gpu.return
func.func @small(%x: memref<9000x4x4xf32>, %y: memref<9000x4x4xf32>) {
  zyn.map ins(%x : memref<9000x4x4xf32>) outs(%y : memref<9000x4x4xf32>)
      indexing_maps = [affine_map<(b, i, j) -> (b, j, i)>] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  }
  return
}

// The host chooses by the sizes; nothing is launched for an empty array.
// HOST-LABEL: func.func @dynamic
// HOST: scf.if
// HOST: scf.if
// HOST-COUNT-5: gpu.launch_func @zyn_kernels::@dynamic_map
func.func @dynamic(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  zyn.map ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>)
      indexing_maps = [affine_map<(i, j) -> (j, i)>] {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  }
  return
}

// Squares of 16-bit elements are 4 x 4. Sizes that are not multiples of a tile
// need conditions at the edges only.
// CHECK-LABEL: gpu.func @halves_map_0
// CHECK: scf.if
// CHECK-COUNT-8: kernel.load %arg0[%{{.*}}, %{{.*}}] : memref<1000x300xbf16>, vector<4xbf16>
// CHECK: kernel.store %{{.*}}, %arg1[%{{.*}}] : vector<4xbf16>, memref<300000xbf16>
// CHECK: } else {
// CHECK: arith.minui
func.func @halves(%x: memref<1000x300xbf16>, %y: memref<300x1000xbf16>) {
  zyn.map ins(%x : memref<1000x300xbf16>) outs(%y : memref<300x1000xbf16>)
      indexing_maps = [affine_map<(i, j) -> (j, i)>] {
  ^bb0(%in: bf16):
    zyn.yield %in : bf16
  }
  return
}
