// RUN: zyn-opt %s --convert-zyn-to-kernel --split-input-file | FileCheck %s
// RUN: zyn-opt %s --convert-zyn-to-kernel --remarks-filter=schedule --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// The lanes sort what they select.
// REMARK: remark: [Passed] TopKSchedule {{.*}}the selection uses lanes of a warp for each row; the memory takes at least {{[0-9]+}} cycle
// CHECK-LABEL: gpu.func @lanes_topk_0
// CHECK: kernel.shuffle idx
// CHECK-NOT: kernel.barrier
// CHECK-LABEL: func.func @lanes(
// CHECK-COUNT-1: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @lanes(%x: memref<100x20xf32>, %v: memref<100x3xf32>, %i: memref<100x3xi32>) {
  zyn.topk ins(%x : memref<100x20xf32>) outs(%v, %i : memref<100x3xf32>, memref<100x3xi32>) dimension = 1
  return
}

// -----

// Digits are counted in shared memory until there are at most 256 candidates,
// which are sorted, with others that come last.
// REMARK: remark: [Passed] TopKSchedule {{.*}}the selection uses a block for each row; the memory takes at least {{[0-9]+}} cycle
// CHECK-LABEL: gpu.func @block_topk_0
// CHECK: kernel.atomic add block
// CHECK: kernel.vote ballot
// CHECK-LABEL: gpu.func @block_sort_0
// CHECK-LABEL: func.func @block(
// CHECK: memref.alloc() : memref<25600xf32>
// CHECK: memref.alloc() : memref<25600xi32>
// CHECK: gpu.launch_func @zyn_kernels::@block_map_0
// CHECK: gpu.launch_func @zyn_kernels::@block_topk_0 blocks in (%c100
// CHECK: gpu.launch_func @zyn_kernels::@block_sort_0
// CHECK: gpu.launch_func @zyn_kernels::@block_map_1
func.func @block(%x: memref<100x1000xf32>, %v: memref<100x50xf32>, %i: memref<100x50xi32>) {
  zyn.topk ins(%x : memref<100x1000xf32>) outs(%v, %i : memref<100x50xf32>, memref<100x50xi32>) dimension = 1
  return
}

// -----

// Two launches count digits, one what is selected, and one stores it.
// REMARK: remark: [Passed] TopKSchedule {{.*}}the selection uses several blocks for each row; the memory takes at least {{[0-9]+}} cycle
// CHECK-LABEL: gpu.func @blocks_topk_0
// CHECK: kernel.atomic add block
// CHECK: kernel.atomic add
// CHECK-LABEL: gpu.func @blocks_topk_3
// CHECK: kernel.vote ballot
// CHECK-LABEL: func.func @blocks(
// CHECK: memref.alloc() : memref<1024xi16>
// CHECK-COUNT-4: gpu.launch_func @zyn_kernels::@blocks_topk
// CHECK: gpu.launch_func @zyn_kernels::@blocks_sort_0
func.func @blocks(%x: memref<1000000xi16>, %v: memref<50xi16>, %i: memref<50xi64>) {
  zyn.topk smallest ins(%x : memref<1000000xi16>) outs(%v, %i : memref<50xi16>, memref<50xi64>) dimension = 0
  return
}

// -----

// If at least 1024 elements are selected, the threshold is exact, and nothing is
// left out after the sort.
// CHECK-LABEL: func.func @exact(
// CHECK: memref.alloc() : memref<2000xi16>
// CHECK: gpu.launch_func @zyn_kernels::@exact_sort
// CHECK-NOT: gpu.launch_func @zyn_kernels::@exact_map
func.func @exact(%x: memref<1000000xi16>, %v: memref<2000xi16>, %i: memref<2000xi64>) {
  zyn.topk smallest ins(%x : memref<1000000xi16>) outs(%v, %i : memref<2000xi16>, memref<2000xi64>) dimension = 0
  return
}

// -----

// REMARK: remark: [Passed] TopKSchedule {{.*}}the selection chooses by its sizes at run time: lanes of a warp for each row; a block for each row; several blocks for each row"
// CHECK-LABEL: func.func @dynamic(
func.func @dynamic(%x: memref<?x?xi32>, %v: memref<?x?xi32>, %i: memref<?x?xi32>) {
  zyn.topk ins(%x : memref<?x?xi32>) outs(%v, %i : memref<?x?xi32>, memref<?x?xi32>) dimension = 1
  return
}
