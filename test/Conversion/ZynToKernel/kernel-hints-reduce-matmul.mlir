// RUN: zyn-opt %s --zyn-to-kernel --remarks-filter='schedule' -o /dev/null 2>&1 | FileCheck %s
// RUN: zyn-opt %s --zyn-to-kernel=chip=sm_90a --remarks-filter='schedule' -o /dev/null 2>&1 | FileCheck %s --check-prefix=HOPPER

// The parameters of `#zyn.kernel` that kernels of reductions and matmuls do not obey.

func.func @reduce(%x: memref<?x?xf32>, %y: memref<?xf32>)
    attributes {zyn.kernel = #zyn.kernel<workgroup = [200, 1, 1], vector_width = 4, async_copy = true>} {
  // CHECK: [[@LINE+3]]:3: remark: [Missed] KernelHints {{.*}}workgroup has 128 threads, not 200: warps are whole, and groups of threads, which combine their elements in pairs, are powers of two"
  // CHECK: [[@LINE+2]]:3: remark: [Missed] KernelHints {{.*}}async_copy is not obeyed: each element is read once, by the thread that combines it"
  // CHECK: [[@LINE+1]]:3: remark: [Missed] KernelHints {{.*}}vector_width is 1, not 4: not all rows are known to consist of whole, aligned vectors"
  zyn.reduce ins(%x : memref<?x?xf32>) outs(%y : memref<?xf32>) dimensions = [0] {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  }
  return
}

func.func @reduce_short(%x: memref<5000x4x8xf32>, %y: memref<5000x8xf32>)
    attributes {zyn.kernel = #zyn.kernel<coalesced = true>} {
  // CHECK: [[@LINE+1]]:3: remark: [Missed] KernelHints {{.*}}coalesced is not obeyed: a warp reads the short rows of several matrices"
  zyn.reduce ins(%x : memref<5000x4x8xf32>) outs(%y : memref<5000x8xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  }
  return
}

func.func @reduce_strided(%x: memref<8x8xf32, strided<[16, 2]>>, %y: memref<8xf32>)
    attributes {zyn.kernel = #zyn.kernel<vector_width = 4, unroll_factor = 4, coalesced = true>} {
  // CHECK: [[@LINE+2]]:3: remark: [Missed] KernelHints {{.*}}coalesced is not obeyed: neighboring elements are not neighbors in memory"
  // CHECK: [[@LINE+1]]:3: remark: [Missed] KernelHints {{.*}}vector_width is 1, not 4: not all rows are known to consist of whole, aligned vectors"
  zyn.reduce ins(%x : memref<8x8xf32, strided<[16, 2]>>) outs(%y : memref<8xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  }
  return
}

func.func @matmul(%a: memref<64x64xbf16>, %b: memref<64x63xbf16>, %c: memref<64x64xf32>, %d: memref<64x63xf32>)
    attributes {zyn.kernel = #zyn.kernel<workgroup = [64, 1, 1], vector_width = 4, unroll_factor = 2, coalesced = true,
                                         async_copy = true>} {
  // CHECK: [[@LINE+6]]:3: remark: [Missed] KernelHints {{.*}}workgroup has 128 threads, not 64: a block computes a tile of 16x128 elements"
  // CHECK: [[@LINE+5]]:3: remark: [Missed] KernelHints {{.*}}unroll_factor is not obeyed: the tile determines the elements of a thread"
  // CHECK: [[@LINE+4]]:3: remark: [Missed] KernelHints {{.*}}vector_width is 8, not 4: tiles are copied by asynchronous copies of 16 bytes"
  // HOPPER: [[@LINE+3]]:3: remark: [Missed] KernelHints {{.*}}workgroup has {{256|384}} threads, not 64: a block computes a tile of
  // HOPPER: [[@LINE+2]]:3: remark: [Missed] KernelHints {{.*}}unroll_factor is not obeyed: the tile determines the elements of a thread"
  // HOPPER: [[@LINE+1]]:3: remark: [Missed] KernelHints {{.*}}vector_width is not obeyed: TMA copies whole tiles"
  zyn.matmul ins(%a, %a : memref<64x64xbf16>, memref<64x64xbf16>) outs(%c : memref<64x64xf32>)
  // Rows of 63 elements are padded first.
  // CHECK: [[@LINE+1]]:3: remark: [Missed] KernelHints {{.*}}async_copy is not obeyed: elements of rows that are padded first are read once, by the thread that stores them"
  zyn.matmul ins(%a, %b : memref<64x64xbf16>, memref<64x63xbf16>) outs(%d : memref<64x63xf32>)
  return
}

func.func @resident(%a: memref<64x64xbf16>, %c: memref<64x64xf32>)
    attributes {zyn.kernel = #zyn.kernel<min_blocks = 6, max_registers = 128>} {
  // CHECK: [[@LINE+1]]:3: remark: [Missed] KernelHints {{.*}}min_blocks is 4, not 6: a block of kernel 'resident_matmul_0' has 128 threads of up to 128 registers and 36864 bytes of shared memory"
  zyn.matmul ins(%a, %a : memref<64x64xbf16>, memref<64x64xbf16>) outs(%c : memref<64x64xf32>)
  return
}

// CHECK: [[@LINE+1]]:1: remark: [Missed] KernelHints {{.*}}type = attention has no effect: the function's ops are zyn.matmul, zyn.map, and each one determines its kernels"
func.func @type(%a: memref<64x64xbf16>, %c: memref<64x64xf32>) attributes {zyn.kernel = #zyn.kernel<type = attention>} {
  zyn.matmul ins(%a, %a : memref<64x64xbf16>, memref<64x64xbf16>) outs(%c : memref<64x64xf32>)
  zyn.map ins(%c : memref<64x64xf32>) outs(%c : memref<64x64xf32>) {
  ^bb0(%x: f32):
    zyn.yield %x : f32
  }
  return
}

// A function has one of the types of its ops.
// CHECK-NOT: KernelHints
func.func @one_type(%a: memref<64x64xbf16>, %c: memref<64x64xf32>) attributes {zyn.kernel = #zyn.kernel<type = elementwise>} {
  zyn.matmul ins(%a, %a : memref<64x64xbf16>, memref<64x64xbf16>) outs(%c : memref<64x64xf32>)
  zyn.map ins(%c : memref<64x64xf32>) outs(%c : memref<64x64xf32>) {
  ^bb0(%x: f32):
    zyn.yield %x : f32
  }
  return
}
