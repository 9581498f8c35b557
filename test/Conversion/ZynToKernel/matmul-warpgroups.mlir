// RUN: zyn-opt %s --convert-zyn-to-kernel=chip=sm_90a --canonicalize --cse --split-input-file | FileCheck %s
// RUN: zyn-opt %s --convert-zyn-to-kernel=chip=sm_90a --remarks-filter=schedule --split-input-file -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// One producer copies tiles into a ring of stages, and two consumers multiply them.
// REMARK: [[#@LINE+28]]:{{.*}} MatmulSchedule {{.*}}tiles of 128x256x64 in 4 stages: 512 tiles on 132 multiprocessors, about {{[0-9]+}} cycles
// CHECK-LABEL: gpu.func @square_matmul_0
// CHECK-SAME: !kernel.tensor_map<128x64xbf16, swizzle = 128, l2 = 256>
// CHECK-SAME: !kernel.tensor_map<64x64xbf16, swizzle = 128, l2 = 256>
// CHECK-SAME: !kernel.tensor_map<64x64xbf16, swizzle = 128>
// CHECK-SAME: known_block_size = array<i32: 384, 1, 1>
// CHECK: kernel.dynamic_shared %{{.*}} {alignment = 1024 : i64} : memref<4x1x128x64xbf16, #gpu.address_space<workgroup>>
// CHECK: kernel.dynamic_shared %{{.*}} {alignment = 1024 : i64} : memref<4x4x64x64xbf16, #gpu.address_space<workgroup>>
// CHECK: kernel.dynamic_shared %{{.*}} {alignment = 1024 : i64} : memref<2x2x1x64x64xbf16, #gpu.address_space<workgroup>>
// CHECK: kernel.set_max_registers decrease 24
// CHECK: scf.for
// CHECK: scf.for
// CHECK: kernel.mbarrier.wait
// CHECK: kernel.mbarrier.arrive_expect_tx
// CHECK-COUNT-5: kernel.tma.load
// CHECK: kernel.set_max_registers increase 240
// CHECK: scf.for
// CHECK: scf.for
// CHECK: kernel.mbarrier.wait
// CHECK-COUNT-4: kernel.wgmma.compute {{.*}} swizzle = 128, {{.*}} swizzle = 128, {{.*}} !kernel.fragment<64x256xf32, accumulator, warpgroup>
// CHECK: kernel.wgmma.wait 1
// CHECK: kernel.mbarrier.arrive
// CHECK: kernel.wgmma.wait 0
// CHECK: kernel.tma.wait 0 read
// CHECK: kernel.fence.proxy_async shared
// CHECK: kernel.tma.store
// CHECK: kernel.tma.wait 1 read
func.func @square(%a: memref<4096x4096xbf16>, %b: memref<4096x4096xbf16>, %c: memref<4096x4096xbf16>) {
  zyn.matmul ins(%a, %b : memref<4096x4096xbf16>, memref<4096x4096xbf16>) outs(%c : memref<4096x4096xbf16>)
  return
}

// -----

// Few rows: the tiles are those of the transposed result.
// REMARK: tiles of 64x16x128 of the transposed result in 10 stages: 64 tiles
// CHECK-LABEL: gpu.func @row_matmul_0
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK-NOT: kernel.set_max_registers
// CHECK: kernel.wgmma.compute {{.*}} swizzle = 128 column_major, {{.*}} swizzle = 128 column_major, {{.*}} !kernel.fragment<64x16xf32, accumulator, warpgroup>
func.func @row(%a: memref<1x4096xf16>, %b: memref<4096x4096xf16>, %c: memref<1x4096xf16>) {
  zyn.matmul ins(%a, %b : memref<1x4096xf16>, memref<4096x4096xf16>) outs(%c : memref<1x4096xf16>)
  return
}

// -----

// A long K and a small result: K is split, and the parts are added in order.
// REMARK: with K split into {{[0-9]+}} parts
// CHECK-LABEL: gpu.func @deep_matmul_0
// CHECK: gpu.func @deep_matmul_1
// CHECK: scf.for
// CHECK: arith.addf
// CHECK: func.func @deep
// CHECK: memref.alloc() : memref<{{[0-9]+}}xf32>
// CHECK: gpu.launch_func @zyn_kernels::@deep_matmul_0
// CHECK: gpu.launch_func @zyn_kernels::@deep_matmul_1
// CHECK: memref.dealloc
func.func @deep(%a: memref<256x65536xf16>, %b: memref<65536x256xf16>, %c: memref<256x256xf16>) {
  zyn.matmul ins(%a, %b : memref<256x65536xf16>, memref<65536x256xf16>) outs(%c : memref<256x256xf16>)
  return
}

// -----

// Operands whose rows are not aligned to 16 bytes are copied to padded ones by one kernel. TMA does not store such rows.
// CHECK-LABEL: gpu.func @ragged_matmul_0
// CHECK: vector.from_elements {{.*}} : vector<8xf16>
// CHECK: vector.from_elements {{.*}} : vector<8xf16>
// CHECK: gpu.func @ragged_matmul_1
// CHECK-NOT: kernel.tma.store
// CHECK: func.func @ragged
// CHECK: %[[A:.*]] = memref.reinterpret_cast {{.*}} to {{.*}} sizes: [65, 33], strides: [40, 1]
// CHECK: %[[B:.*]] = memref.reinterpret_cast {{.*}} to {{.*}} sizes: [33, 41], strides: [48, 1]
// CHECK: gpu.launch_func @zyn_kernels::@ragged_matmul_0
// CHECK: kernel.tensor_map.encode %[[B]]
// CHECK: kernel.tensor_map.encode %[[A]]
// CHECK: gpu.launch_func @zyn_kernels::@ragged_matmul_1
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @ragged(%a: memref<65x33xf16>, %b: memref<33x41xf16>, %c: memref<65x41xf16>) {
  zyn.matmul ins(%a, %b : memref<65x33xf16>, memref<33x41xf16>) outs(%c : memref<65x41xf16>)
  return
}

// -----

// Sizes that are only known at run time: the program selects the kernel.
// REMARK: selects one of 8 kernels at run time, by the sizes: tiles of 256x192x64 in 3 stages; tiles of 128x256x64 in 4 stages; tiles of 128x128x64
// CHECK-LABEL: func.func @dynamic
// CHECK: scf.index_switch
// CHECK: case 1
// CHECK: case 5
func.func @dynamic(%a: memref<?x?xbf16>, %b: memref<?x?xbf16>, %c: memref<?x?xbf16>) {
  zyn.matmul ins(%a, %b : memref<?x?xbf16>, memref<?x?xbf16>) outs(%c : memref<?x?xbf16>)
  return
}

// -----

// Long rows are padded to whole lines of L2.
// CHECK-LABEL: func.func @long_rows
// CHECK: memref.reinterpret_cast {{.*}} sizes: [128, 1001], strides: [1024, 1]
func.func @long_rows(%a: memref<128x1001xf16>, %b: memref<1001x128xf16>, %c: memref<128x128xf16>) {
  zyn.matmul ins(%a, %b : memref<128x1001xf16>, memref<1001x128xf16>) outs(%c : memref<128x128xf16>)
  return
}
