// RUN: zyn-opt %s --convert-zyn-to-kernel=chip=sm_90a --canonicalize --cse --split-input-file | FileCheck %s
// RUN: zyn-opt %s --convert-zyn-to-kernel=chip=sm_90a --remarks-filter=zyn-to-kernel --split-input-file -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// TMA copies the same pixels and channels of 128 windows, from the place that the stage has in the filters.
// REMARK: MatmulUnits {{.*}}the matmul uses the tensor cores, by warpgroups
// CHECK-LABEL: gpu.func @windows_conv2d_0
// CHECK-SAME: %[[IMAGE:[^:]*]]: !kernel.tensor_map<128x64xbf16, swizzle = 128, l2 = 256, im2col = [-1, -1] to [-1, -1] step [2, 1]>
// CHECK-SAME: %[[FILTERS:[^:]*]]: !kernel.tensor_map<{{(64|192|256)}}x64xbf16, swizzle = 128, l2 = 256>
// CHECK: kernel.tma.load %[[IMAGE]][%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] offsets[%{{.*}}, %{{.*}}]
// CHECK: kernel.tma.load %[[FILTERS]][
// CHECK: kernel.wgmma.compute
// CHECK-LABEL: func.func @windows
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [256, 1152], strides: [1152, 1] : memref<256x3x3x128xbf16> to memref<256x1152xbf16>
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [50176, 256], strides: [256, 1]
// CHECK: kernel.tensor_map.encode
func.func @windows(%x: memref<32x56x56x128xbf16>, %w: memref<256x3x3x128xbf16>, %y: memref<32x28x56x256xbf16>) {
  zyn.conv2d strides = [2, 1] padding = [1, 1, 1, 1]
    ins(%x, %w : memref<32x56x56x128xbf16>, memref<256x3x3x128xbf16>) outs(%y : memref<32x28x56x256xbf16>)
  return
}

// -----

// Channels that do not fill 16 bytes are padded in memory. Then, threads copy the elements of windows that are in the
// image.
// REMARK: MatmulUnits {{.*}}the matmul uses the tensor cores, by warps: TMA requires channels of a multiple of 32 bytes
// Where the windows start is in shared memory, not in registers.
// CHECK-LABEL: gpu.func @gathered_conv2d_1
// CHECK: %[[STARTS:.*]] = kernel.dynamic_shared %c{{.*}} : memref<64x3xi64, #gpu.address_space<workgroup>>
// CHECK-COUNT-3: memref.store %{{.*}}, %[[STARTS]]
// CHECK: kernel.barrier
// CHECK: %[[FIRST:.*]] = memref.load %[[STARTS]]
// CHECK: %[[ROW:.*]] = arith.index_cast %[[FIRST]] : i64 to index
// CHECK: %[[INDEX:.*]] = arith.addi %[[ROW]], %
// CHECK: arith.cmpi ult, %[[INDEX]], %c224
// CHECK: %[[VALID:.*]] = arith.select %{{.*}}, %c8, %c0
// CHECK: kernel.async_copy {{.*}} valid %[[VALID]]
// CHECK: kernel.mma.compute
// CHECK-LABEL: func.func @gathered
// CHECK: memref.alloc() : memref<401408xf16>
// CHECK: memref.alloc() : memref<25088xf16>
func.func @gathered(%x: memref<1x224x224x3xf16>, %w: memref<64x7x7x3xf16>, %y: memref<1x112x112x64xf16>) {
  zyn.conv2d strides = [2, 2] padding = [3, 3, 3, 3]
    ins(%x, %w : memref<1x224x224x3xf16>, memref<64x7x7x3xf16>) outs(%y : memref<1x112x112x64xf16>)
  return
}

// -----

// 8-bit floats that warps have to convert to f16 take registers: units of 64x32 instead of 64x64.
// CHECK-LABEL: gpu.func @converted_conv2d_0
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
func.func @converted(%x: memref<8x66x66x16xf8E4M3FN>, %w: memref<128x3x3x16xf8E4M3FN>, %y: memref<8x64x64x128xf32>) {
  zyn.conv2d ins(%x, %w : memref<8x66x66x16xf8E4M3FN>, memref<128x3x3x16xf8E4M3FN>)
    outs(%y : memref<8x64x64x128xf32>)
  return
}

// -----

// A thread computes 8 channels of 2 x 4 pixels, whose windows have 4 x 6 pixels, with the filters in registers.
// CHECK-LABEL: gpu.func @depthwise_conv2d_0
// CHECK-COUNT-9: kernel.load {{.*}} vector<8xbf16>
// CHECK-COUNT-24: kernel.load {{.*}} vector<8xbf16>
// CHECK-NOT: kernel.load
// CHECK-COUNT-8: kernel.store {{.*}} vector<8xbf16>
func.func @depthwise(%x: memref<2x56x56x32xbf16>, %w: memref<32x3x3x1xbf16>, %y: memref<2x56x56x32xbf16>) {
  zyn.conv2d padding = [1, 1, 1, 1] groups = 32
    ins(%x, %w : memref<2x56x56x32xbf16>, memref<32x3x3x1xbf16>) outs(%y : memref<2x56x56x32xbf16>)
  return
}

// -----

// With layout nchw, operands and results are transposed in memory.
// CHECK-LABEL: func.func @nchw
// CHECK: gpu.launch_func {{.*}}@nchw_map_0
// CHECK: gpu.launch_func {{.*}}@nchw_map_1
// CHECK: gpu.launch_func {{.*}}@nchw_conv2d_0
// CHECK: gpu.launch_func {{.*}}@nchw_map_2
func.func @nchw(%x: memref<2x64x20x20xf16>, %w: memref<64x64x3x3xf16>, %y: memref<2x64x18x18xf16>) {
  zyn.conv2d layout = nchw ins(%x, %w : memref<2x64x20x20xf16>, memref<64x64x3x3xf16>) outs(%y : memref<2x64x18x18xf16>)
  return
}

// -----

// Without windows, there is no kernel.
// CHECK-LABEL: func.func @empty
// CHECK-NEXT: return
func.func @empty(%x: memref<2x2x2x64xf16>, %w: memref<64x3x3x64xf16>, %y: memref<2x0x0x64xf16>) {
  zyn.conv2d ins(%x, %w : memref<2x2x2x64xf16>, memref<64x3x3x64xf16>) outs(%y : memref<2x0x0x64xf16>)
  return
}
