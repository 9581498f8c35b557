// RUN: zyn-opt %s --convert-zyn-to-kernel --split-input-file | FileCheck %s
// RUN: zyn-opt %s --convert-zyn-to-kernel --remarks-filter=schedule --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: remark: [Passed] SortSchedule {{.*}}the sort uses lanes of a warp for each row; the memory takes at least {{[0-9]+}} cycle
// CHECK-LABEL: gpu.func @lanes_sort_0
// CHECK: kernel.shuffle idx
// CHECK-NOT: kernel.barrier
func.func @lanes(%x: memref<100x20xf32>, %y: memref<100x20xf32>) {
  zyn.sort ins(%x : memref<100x20xf32>) outs(%y : memref<100x20xf32>) dimension = 1
  return
}

// -----

// REMARK: remark: [Passed] SortSchedule {{.*}}the sort uses a block for each row; the memory takes at least {{[0-9]+}} cycle
// CHECK-LABEL: gpu.func @block_sort_0
// CHECK: kernel.vote ballot
// CHECK: kernel.barrier
// CHECK-NOT: kernel.atomic
func.func @block(%x: memref<100x1000xf32>, %y: memref<100x1000xf32>) {
  zyn.sort ins(%x : memref<100x1000xf32>) outs(%y : memref<100x1000xf32>) dimension = 1
  return
}

// -----

// The counts of the digits, where these start, and a sweep for each of them.
// REMARK: remark: [Passed] SortSchedule {{.*}}the sort uses a sweep for each digit, with look-back; the memory takes at least {{[0-9]+}} cycle
// CHECK-LABEL: gpu.func @sweeps_sort_0
// CHECK: kernel.atomic add block
// CHECK: kernel.atomic add
// CHECK-LABEL: gpu.func @sweeps_sort_1
// CHECK-LABEL: gpu.func @sweeps_sort_2
// CHECK: kernel.atomic add
// CHECK: kernel.vote ballot
// CHECK: kernel.atomic_store %{{.*}} : i32
// CHECK: scf.while
// CHECK: kernel.atomic_load %{{.*}} : memref<{{.*}}xi32>
// CHECK-LABEL: func.func @sweeps(
// CHECK: memref.alloc() : memref<100000xi16>
// CHECK-COUNT-4: gpu.launch_func @zyn_kernels::@sweeps_sort
func.func @sweeps(%x: memref<100000xi16>, %y: memref<100000xi16>) {
  zyn.sort ins(%x : memref<100000xi16>) outs(%y : memref<100000xi16>) dimension = 0
  return
}

// -----

// REMARK: remark: [Passed] SortSchedule {{.*}}the sort chooses by its sizes at run time: lanes of a warp for each row; a block for each row; a sweep for each digit, with look-back"
// Counts of rows that may have 2^30 elements have 64 bits.
// CHECK-LABEL: func.func @dynamic(
// CHECK: memref.alloc(%{{.*}}) : memref<?xi64>
func.func @dynamic(%x: memref<?x?xi32>, %y: memref<?x?xi32>) {
  zyn.sort descending ins(%x : memref<?x?xi32>) outs(%y : memref<?x?xi32>) dimension = 1
  return
}

// -----

// A block sorts each tile; the launches of a loop merge two, then four of them.
// REMARK: remark: [Passed] SortSchedule {{.*}}the sort uses merges of sorted tiles; the memory takes at least {{[0-9]+}} cycle
// CHECK-LABEL: gpu.func @comparator_sort_0
// CHECK: math.absf
// CHECK-LABEL: gpu.func @comparator_sort_1
// CHECK: kernel.shared : memref<2xindex
// CHECK: scf.while
// CHECK: math.absf
// CHECK-LABEL: func.func @comparator(
// CHECK: gpu.launch_func @zyn_kernels::@comparator_sort_0
// CHECK: scf.while
// CHECK: gpu.launch_func @zyn_kernels::@comparator_sort_1
// CHECK: gpu.launch_func @zyn_kernels::@comparator_sort_2
func.func @comparator(%x: memref<100000xf32>, %y: memref<100000xf32>) {
  zyn.sort ins(%x : memref<100000xf32>) outs(%y : memref<100000xf32>) dimension = 0 comparator {
  ^bb0(%a: f32, %b: f32):
    %p = math.absf %a : f32
    %q = math.absf %b : f32
    %c = arith.cmpf olt, %p, %q : f32
    zyn.yield %c : i1
  }
  return
}

// -----

// Rows that a tile holds are not merged in memory, and need fewer threads.
// CHECK-LABEL: func.func @short_comparator(
// CHECK: gpu.launch_func @zyn_kernels::@short_comparator_sort_0 blocks in (%c1000{{.*}} threads in (%c64
// CHECK-NOT: scf.while
// CHECK-NOT: gpu.launch_func
func.func @short_comparator(%x: memref<1000x300xi32>, %y: memref<1000x300xi32>) {
  zyn.sort ins(%x : memref<1000x300xi32>) outs(%y : memref<1000x300xi32>) dimension = 1 comparator {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi ult, %a, %b : i32
    zyn.yield %c : i1
  }
  return
}
