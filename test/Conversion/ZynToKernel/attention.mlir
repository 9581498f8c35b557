// RUN: zyn-opt %s --convert-zyn-to-kernel=chip=sm_90a --canonicalize --cse --split-input-file | FileCheck %s
// RUN: zyn-opt %s --convert-zyn-to-kernel=chip=sm_80 --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=WARPS
// RUN: zyn-opt %s --convert-zyn-to-kernel=chip=sm_90a --remarks-filter=schedule --split-input-file -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// While the weights of a block are multiplied by its values, the scores of the next block are computed: a wait leaves one
// group pending. The first loop over blocks compares columns with the last key that a query sees; the second one does not.
//
// Warps start the copies of the next block before they multiply.
// REMARK: [Passed] AttentionSchedule {{.*}}blocks compute 128 queries, 64 for each warpgroup, and visit 128 keys at a time
// WARPS-LABEL: gpu.func @causal_attention_0
// WARPS: kernel.async_copy
// WARPS: kernel.async_commit
// WARPS: scf.for
// WARPS: kernel.async_wait 0
// WARPS-NEXT: kernel.barrier
// WARPS: kernel.async_copy
// WARPS: kernel.async_commit
// WARPS-COUNT-64: kernel.mma.compute
// WARPS: arith.cmpi sgt
// WARPS: math.exp2
// WARPS-COUNT-64: kernel.mma.compute
// WARPS-LABEL: func.func @causal
// WARPS: gpu.launch_func @zyn_kernels::@causal_attention_0 blocks in (%c64, %c1, %c1) threads in (%c128, %c1, %c1)
// CHECK-LABEL: gpu.func @causal_attention_0
// CHECK-SAME: %[[Q:[^:]*]]: !kernel.tensor_map<1x1x128x64xbf16, swizzle = 128, l2 = 256>
// CHECK-SAME: %[[K:[^:]*]]: !kernel.tensor_map<1x1x128x64xbf16, swizzle = 128, l2 = 256>
// CHECK-SAME: %[[V:[^:]*]]: !kernel.tensor_map<1x1x128x64xbf16, swizzle = 128, l2 = 256>
// CHECK: kernel.set_max_registers decrease 24
// CHECK-COUNT-2: kernel.tma.load %[[Q]]
// CHECK: scf.for
// CHECK-COUNT-2: kernel.tma.load %[[K]]
// CHECK-COUNT-2: kernel.tma.load %[[V]]
// CHECK: kernel.set_max_registers increase 240
// CHECK: scf.for
// CHECK-COUNT-8: kernel.wgmma.compute
// CHECK: kernel.wgmma.wait 0
// CHECK: scf.for
// CHECK: kernel.barrier id = 2 count = 256
// CHECK: kernel.wgmma.fence
// CHECK-COUNT-8: column_major
// CHECK: kernel.wgmma.commit
// CHECK-COUNT-8: !kernel.fragment<64x16xbf16, a, warpgroup>
// CHECK: kernel.wgmma.commit
// CHECK: kernel.barrier.arrive id = 1 count = 256
// CHECK: kernel.wgmma.wait 1
// CHECK-COUNT-64: arith.cmpi sgt
// CHECK: math.exp2
// CHECK: kernel.anchor
// CHECK-NEXT: kernel.wgmma.wait 0
// CHECK: scf.for
// CHECK: kernel.wgmma.wait 1
// CHECK-NOT: arith.cmpi sgt
// CHECK: kernel.wgmma.wait 0
// CHECK: gpu.return
// CHECK-LABEL: func.func @causal
// CHECK: gpu.launch_func @zyn_kernels::@causal_attention_0 blocks in (%c32, %c1, %c1) threads in (%c384, %c1, %c1)
func.func @causal(%q: memref<2x4x500x128xbf16>, %k: memref<2x2x500x128xbf16>, %v: memref<2x2x500x128xbf16>,
                  %y: memref<2x4x500x128xbf16>, %lse: memref<2x4x500xf32>) {
  zyn.attention causal group_size = 2
      ins(%q, %k, %v : memref<2x4x500x128xbf16>, memref<2x2x500x128xbf16>, memref<2x2x500x128xbf16>)
      outs(%y, %lse : memref<2x4x500x128xbf16>, memref<2x4x500xf32>)
  return
}

// -----

// A loop of whole blocks only. Blocks are persistent.
// REMARK: [Passed] AttentionSchedule {{.*}}blocks compute 128 queries, 64 for each warpgroup, and visit 80 keys at a time
// CHECK-LABEL: gpu.func @plain_attention_0
// CHECK: kernel.wgmma.wait 1
// CHECK-NOT: kernel.wgmma.wait 1
// CHECK: gpu.return
// CHECK-LABEL: func.func @plain
// CHECK: gpu.launch_func @zyn_kernels::@plain_attention_0 blocks in (%c132, %c1, %c1)
func.func @plain(%q: memref<8x16x256x200xf16>, %k: memref<8x16x256x200xf16>, %v: memref<8x16x256x200xf16>,
                 %y: memref<8x16x256x200xf32>) {
  zyn.attention ins(%q, %k, %v : memref<8x16x256x200xf16>, memref<8x16x256x200xf16>, memref<8x16x256x200xf16>)
      outs(%y : memref<8x16x256x200xf32>)
  return
}

// -----

// One warpgroup multiplies all queries of a head by all keys. There are more heads than multiprocessors: while the last
// product and the softmax of one run, the next queries and keys are copied.
// REMARK: [Passed] AttentionSchedule {{.*}}blocks compute 64 queries, 64 for each warpgroup, and visit 48 keys at a time
// CHECK-LABEL: gpu.func @few_attention_0
// CHECK-NOT: kernel.set_max_registers
// CHECK: memref<2x1x64x64xbf16, #gpu.address_space<workgroup>>
// CHECK-COUNT-4: !kernel.fragment<64x48xf32, accumulator, warpgroup>
// CHECK: gpu.return
// CHECK-LABEL: func.func @few
// CHECK: gpu.launch_func @zyn_kernels::@few_attention_0 blocks in (%c132, %c1, %c1) threads in (%c256, %c1, %c1)
func.func @few(%q: memref<20x16x50x64xbf16>, %k: memref<20x16x40x64xbf16>, %v: memref<20x16x40x64xbf16>,
               %y: memref<20x16x50x64xbf16>) {
  zyn.attention causal ins(%q, %k, %v : memref<20x16x50x64xbf16>, memref<20x16x40x64xbf16>, memref<20x16x40x64xbf16>)
      outs(%y : memref<20x16x50x64xbf16>)
  return
}

// -----

// Values past the length are overwritten in shared memory. Without keys, the results are 0.
// CHECK-LABEL: gpu.func @lengths_attention_0
// CHECK: vector<8xbf16>
// CHECK: kernel.fence.proxy_async
// CHECK: kernel.barrier id = 3 count = 256
// CHECK-LABEL: func.func @lengths
// CHECK: scf.if
// CHECK: gpu.launch_func @zyn_kernels::@lengths_attention_0
// CHECK: } else {
// CHECK: gpu.launch_func @zyn_kernels::@lengths_map_0
func.func @lengths(%q: memref<8x16x256x64xbf16>, %k: memref<8x16x?x64xbf16>, %v: memref<8x16x?x64xbf16>,
                   %lengths: memref<8xi32>, %y: memref<8x16x256x64xbf16>) {
  zyn.attention ins(%q, %k, %v : memref<8x16x256x64xbf16>, memref<8x16x?x64xbf16>, memref<8x16x?x64xbf16>)
      lengths(%lengths : memref<8xi32>) outs(%y : memref<8x16x256x64xbf16>)
  return
}

// -----

// Threads load the elements of the mask. Scores are scaled before it is added; both become exponents of 2 there, so that
// a difference of scores is not the difference of rounded products.
// CHECK-LABEL: gpu.func @masked_attention_0
// CHECK-DAG: %[[LOG2E:.*]] = arith.constant 1.44269502 : f32
// CHECK-DAG: %[[FACTOR:.*]] = arith.constant 0.360673755 : f32
// CHECK: kernel.wgmma.wait 0
// CHECK: kernel.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<50x60xf16>
// CHECK: %[[MASK:.*]] = arith.extf
// CHECK: %[[ADDED:.*]] = arith.mulf %[[MASK]], %[[LOG2E]]
// CHECK: math.fma %{{.*}}, %[[FACTOR]], %[[ADDED]]
func.func @masked(%q: memref<2x4x50x16xf16>, %k: memref<2x2x60x16xf16>, %v: memref<2x2x60x16xf16>,
                  %mask: memref<50x60xf16>, %y: memref<2x4x50x16xf16>) {
  zyn.attention group_size = 2 ins(%q, %k, %v : memref<2x4x50x16xf16>, memref<2x2x60x16xf16>, memref<2x2x60x16xf16>)
      mask(%mask : memref<50x60xf16>) mask_map = affine_map<(b, h, i, j) -> (i, j)> outs(%y : memref<2x4x50x16xf16>)
  return
}

// -----

// The heads of a group are rows of the same matrices.
// REMARK: [Missed] AttentionSchedule {{.*}}the attention keeps its scores in memory: the elements are neither f16 nor bf16
// CHECK-LABEL: func.func @f32
// CHECK: memref.alloc() : memref<2x4x50x60xf32>
// CHECK: sizes: [2, 2, 100, 16], strides: [3200, 1600, 16, 1]
// CHECK: gpu.launch_func @zyn_kernels::@f32_matmul_0
// CHECK: gpu.launch_func @zyn_kernels::@f32_rows_0
// CHECK: gpu.launch_func @zyn_kernels::@f32_matmul_1
func.func @f32(%q: memref<2x4x50x16xf32>, %k: memref<2x2x60x16xf32>, %v: memref<2x2x60x16xf32>, %y: memref<2x4x50x16xf32>) {
  zyn.attention group_size = 2 ins(%q, %k, %v : memref<2x4x50x16xf32>, memref<2x2x60x16xf32>, memref<2x2x60x16xf32>)
      outs(%y : memref<2x4x50x16xf32>)
  return
}

// -----

// REMARK: [Missed] AttentionSchedule {{.*}}the attention keeps its scores in memory: the sizes of the heads of keys and values are not known to be the same
func.func @sizes(%x: memref<1x1x4x8xf16>, %v: memref<1x1x4x16xf16>, %y: memref<1x1x4x16xf16>) {
  zyn.attention ins(%x, %x, %v : memref<1x1x4x8xf16>, memref<1x1x4x8xf16>, memref<1x1x4x16xf16>) outs(%y : memref<1x1x4x16xf16>)
  return
}

// -----

// REMARK: [Missed] AttentionSchedule {{.*}}the attention keeps its scores in memory: the size of a head is not a multiple of 8 up to 256
func.func @size(%x: memref<1x1x4x264xf16>, %y: memref<1x1x4x264xf16>) {
  zyn.attention ins(%x, %x, %x : memref<1x1x4x264xf16>, memref<1x1x4x264xf16>, memref<1x1x4x264xf16>) outs(%y : memref<1x1x4x264xf16>)
  return
}

// -----

// REMARK: [Missed] AttentionSchedule {{.*}}the attention keeps its scores in memory: the scale is not positive
func.func @scale(%x: memref<1x1x4x8xf16>, %y: memref<1x1x4x8xf16>) {
  zyn.attention scale = -1.0 ins(%x, %x, %x : memref<1x1x4x8xf16>, memref<1x1x4x8xf16>, memref<1x1x4x8xf16>) outs(%y : memref<1x1x4x8xf16>)
  return
}

// -----

// REMARK-COUNT-2: [Missed] AttentionSchedule {{.*}}the attention keeps its scores in memory: the scale times log2(e) is not a normal number of f32
func.func @f32_of_scale(%x: memref<1x1x4x8xf16>, %y: memref<1x1x4x8xf16>) {
  zyn.attention scale = 1.0e-39 ins(%x, %x, %x : memref<1x1x4x8xf16>, memref<1x1x4x8xf16>, memref<1x1x4x8xf16>) outs(%y : memref<1x1x4x8xf16>)
  zyn.attention scale = 3.0e+38 ins(%x, %x, %x : memref<1x1x4x8xf16>, memref<1x1x4x8xf16>, memref<1x1x4x8xf16>) outs(%y : memref<1x1x4x8xf16>)
  return
}

// -----

// REMARK: [Missed] AttentionSchedule {{.*}}the attention keeps its scores in memory: the function's #zyn.kernel has tensor_cores = false
func.func @hint(%x: memref<1x1x4x8xf16>, %y: memref<1x1x4x8xf16>) attributes {zyn.kernel = #zyn.kernel<tensor_cores = false>} {
  zyn.attention ins(%x, %x, %x : memref<1x1x4x8xf16>, memref<1x1x4x8xf16>, memref<1x1x4x8xf16>) outs(%y : memref<1x1x4x8xf16>)
  return
}
