// RUN: zyn-opt %s --zyn-to-kernel | FileCheck %s
// RUN: zyn-opt %s --zyn-to-kernel --remarks-filter='schedule' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: zyn-opt %s --zyn-to-kernel=chip=sm_90a --remarks-filter='schedule' -o /dev/null 2>&1 | FileCheck %s --check-prefix=HOPPER

// The parameters of `#zyn.kernel` that kernels obey, and a remark for each one that they do not.

// Everything is obeyed.
// CHECK-LABEL: gpu.func @obeyed_map_map_0
// CHECK-SAME: known_block_size = array<i32: 96, 1, 1>
// CHECK-SAME: nvvm.maxnreg = 64 : i32, nvvm.minctasm = 2 : i32
// CHECK-COUNT-3: kernel.load {{.*}}, vector<2xf32>
// CHECK-NOT: kernel.load
// CHECK: kernel.store
// CHECK: } else {
// REMARK-NOT: KernelHints
func.func @obeyed_map(%x: memref<96000xf32>)
    attributes {zyn.kernel = #zyn.kernel<type = elementwise, workgroup = [96, 1, 1], max_registers = 64, min_blocks = 2,
                                         vector_width = 2, unroll_factor = 3, coalesced = true>} {
  zyn.map ins(%x : memref<96000xf32>) outs(%x : memref<96000xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  }
  return
}

// A tile of 128 x 2 elements.
// CHECK-LABEL: gpu.func @obeyed_tiles_map_0
// CHECK-SAME: known_block_size = array<i32: 128, 1, 1>
// CHECK-COUNT-2: kernel.load {{.*}}, f32
// CHECK-NOT: kernel.load
// CHECK: kernel.barrier
// REMARK-NOT: KernelHints
func.func @obeyed_tiles(%x: memref<256x256xf32>, %y: memref<256x256xf32>)
    attributes {zyn.kernel = #zyn.kernel<workgroup = [128, 1, 1], vector_width = 1, unroll_factor = 2,
                                         coalesced = true>} {
  zyn.map ins(%x : memref<256x256xf32>) outs(%y : memref<256x256xf32>)
      indexing_maps = [affine_map<(i, j) -> (j, i)>] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  }
  return
}

// CHECK-LABEL: gpu.func @obeyed_reduce_reduce_0
// CHECK-SAME: known_block_size = array<i32: 64, 1, 1>
// CHECK-COUNT-2: kernel.load {{.*}}, vector<2xf32>
// REMARK-NOT: KernelHints
func.func @obeyed_reduce(%x: memref<4096x1024xf32>, %y: memref<4096xf32>)
    attributes {zyn.kernel = #zyn.kernel<type = reduce, workgroup = [64, 1, 1], vector_width = 2, unroll_factor = 2,
                                         coalesced = true>} {
  zyn.reduce ins(%x : memref<4096x1024xf32>) outs(%y : memref<4096xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  }
  return
}

// CHECK-LABEL: gpu.func @obeyed_strided_reduce_0
// CHECK-SAME: known_block_size = array<i32: 128, 1, 1>
// REMARK-NOT: KernelHints
func.func @obeyed_strided(%x: memref<64x8xf32, strided<[16, 1]>>, %y: memref<8xf32>)
    attributes {zyn.kernel = #zyn.kernel<workgroup = [128, 1, 1], coalesced = true>} {
  zyn.reduce ins(%x : memref<64x8xf32, strided<[16, 1]>>) outs(%y : memref<8xf32>) dimensions = [0] {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  }
  return
}

// CHECK-LABEL: gpu.func @obeyed_matmul_matmul_0
// CHECK: kernel.async_copy
// REMARK-NOT: KernelHints
// HOPPER-NOT: KernelHints
func.func @obeyed_matmul(%a: memref<64x64xbf16>, %c: memref<64x64xf32>)
    attributes {zyn.kernel = #zyn.kernel<type = matmul, coalesced = true, async_copy = true>} {
  zyn.matmul ins(%a, %a : memref<64x64xbf16>, memref<64x64xbf16>) outs(%c : memref<64x64xf32>)
  return
}

// Without elements, there are no kernels that could obey.
// REMARK-NOT: KernelHints
func.func @empty(%x: memref<4x0xf32>, %y: memref<4xf32>)
    attributes {zyn.kernel = #zyn.kernel<type = sort, vector_width = 16>} {
  zyn.reduce ins(%x : memref<4x0xf32>) outs(%y : memref<4xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  }
  return
}

func.func @map(%x: memref<?xf32>)
    attributes {zyn.kernel = #zyn.kernel<workgroup = [16, 16, 1], min_blocks = 8, vector_width = 8,
                                         unroll_factor = 16, async_copy = true>} {
  // HOPPER: remark: [Missed] KernelHints {{.*}}vector_width is 4, not 8
  // REMARK: [[@LINE+5]]:3: remark: [Missed] KernelHints {{.*}}vector_width is 4, not 8: an access has at most 16 bytes, of elements of 8, 16, 32 or 64 bits"
  // REMARK: [[@LINE+4]]:3: remark: [Missed] KernelHints {{.*}}unroll_factor is 14, not 16: the unrolled body would have too many ops"
  // REMARK: [[@LINE+3]]:3: remark: [Missed] KernelHints {{.*}}async_copy is not obeyed: each element is read once, by the thread that uses it"
  // REMARK: [[@LINE+2]]:3: remark: [Missed] KernelHints {{.*}}workgroup is 256x1x1, not 16x16x1: only the number of threads is obeyed"
  // REMARK-NOT: KernelHints
  zyn.map ins(%x : memref<?xf32>) outs(%x : memref<?xf32>) {
  ^bb0(%a: f32):
    %0 = arith.addf %a, %a : f32
    %1 = arith.addf %0, %a : f32
    %2 = arith.addf %1, %a : f32
    %3 = arith.addf %2, %a : f32
    %4 = arith.addf %3, %a : f32
    %5 = arith.addf %4, %a : f32
    %6 = arith.addf %5, %a : f32
    %7 = arith.addf %6, %a : f32
    zyn.yield %7 : f32
  }
  return
}

func.func @rows(%x: memref<?x?xf32>, %r: memref<?xf32>, %s: memref<64x8xf32, strided<[16, 2]>>, %t: memref<16x16xf32>)
    attributes {zyn.kernel = #zyn.kernel<vector_width = 4, coalesced = true>} {
  // REMARK: [[@LINE+2]]:3: remark: [Missed] KernelHints {{.*}}vector_width is 1, not 4: not all rows are known to consist of whole, aligned vectors"
  // REMARK: [[@LINE+1]]:3: remark: [Missed] KernelHints {{.*}}coalesced is not obeyed: operand 0 has an innermost stride other than 1"
  zyn.map ins(%s : memref<64x8xf32, strided<[16, 2]>>) outs(%s : memref<64x8xf32, strided<[16, 2]>>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  }
  // REMARK: [[@LINE+1]]:3: remark: [Missed] KernelHints {{.*}}coalesced is not obeyed: operand 0 is accessed across its rows, not in tiles"
  zyn.map ins(%t : memref<16x16xf32>) outs(%t : memref<16x16xf32>) indexing_maps = [affine_map<(i, j) -> (j, i)>] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  }
  return
}

func.func @tiles(%x: memref<256x256xf32>, %y: memref<256x256xf32>)
    attributes {zyn.kernel = #zyn.kernel<workgroup = [100, 1, 1], min_blocks = 20, vector_width = 4, unroll_factor = 3,
                                         async_copy = true>} {
  // REMARK: [[@LINE+4]]:3: remark: [Missed] KernelHints {{.*}}workgroup has 64 threads, not 100: the size of a tile is a power of two, and whole warps access it"
  // REMARK: [[@LINE+3]]:3: remark: [Missed] KernelHints {{.*}}vector_width is 1, not 4: accesses of tiles have at most 8 bytes, and squares of them divide the tile and the rows of all operands"
  // REMARK: [[@LINE+2]]:3: remark: [Missed] KernelHints {{.*}}unroll_factor is 2, not 3: the size of a tile is a power of two, within the limits of shared memory and registers"
  // REMARK: [[@LINE+1]]:3: remark: [Missed] KernelHints {{.*}}async_copy is not obeyed: tiles go through registers"
  zyn.map ins(%x : memref<256x256xf32>) outs(%y : memref<256x256xf32>)
      indexing_maps = [affine_map<(i, j) -> (j, i)>] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  }
  return
}
