// RUN: zyn-opt %s --convert-zyn-to-kernel --split-input-file | FileCheck %s
// RUN: zyn-opt %s --convert-zyn-to-kernel --remarks-filter=schedule --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: remark: [Passed] ScanSchedule {{.*}}the scan uses lanes of a warp for each row; the memory takes at least {{[0-9]+}} cycle
// CHECK-LABEL: gpu.func @rows_scan_0
// CHECK: kernel.shuffle up
// CHECK-NOT: kernel.barrier
func.func @rows(%x: memref<100x64xf32>, %y: memref<100x64xf32>) {
  zyn.scan ins(%x : memref<100x64xf32>) outs(%y : memref<100x64xf32>) dimension = 1 {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  }
  return
}

// -----

// REMARK: remark: [Passed] ScanSchedule {{.*}}the scan uses a block for each row; the memory takes at least {{[0-9]+}} cycle
// CHECK-LABEL: gpu.func @blocks_scan_0
// CHECK: kernel.barrier
// CHECK-NOT: kernel.atomic
func.func @blocks(%x: memref<100x4096xf32>, %y: memref<100x4096xf32>) {
  zyn.scan ins(%x : memref<100x4096xf32>) outs(%y : memref<100x4096xf32>) dimension = 1 {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  }
  return
}

// -----

// A block holds three tiles, and publishes one before it looks back for the tile
// before. The state and 32 bits of a value are one word, which needs no order.
// REMARK: remark: [Passed] ScanSchedule {{.*}}the scan uses a block for each tile of a row, with look-back; the memory takes at least {{[0-9]+}} cycle
// CHECK-LABEL: gpu.func @tiles_scan_0
// CHECK-SAME: memref<285xi64>
// CHECK: kernel.dynamic_shared {{.*}} memref<24576xf32
// CHECK: kernel.atomic add {{.*}}i64
// CHECK: kernel.barrier
// CHECK: kernel.async_copy {{.*}} bytes 16 valid
// CHECK: scf.while
// CHECK: kernel.async_wait 1
// CHECK: kernel.atomic_store %{{.*}} : i64
// CHECK: kernel.atomic_load %{{.*}} : memref<285xi64>
// CHECK: kernel.sleep
// CHECK: kernel.barrier
// CHECK: kernel.atomic add {{.*}}i64
// CHECK: kernel.store
// CHECK: kernel.async_copy
// CHECK-LABEL: func.func @tiles
// CHECK: gpu.launch_func @zyn_kernels::@tiles_scan_0 blocks in (%c13_
func.func @tiles(%x: memref<100001xf32>, %y: memref<100001xf32>) {
  zyn.scan ins(%x : memref<100001xf32>) outs(%y : memref<100001xf32>) dimension = 0 {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  }
  return
}

// -----

// A value of 64 bits takes two words. Carries that are read are copied, since
// they are written by another block.
// CHECK-LABEL: gpu.func @wide_scan_0
// CHECK-COUNT-2: kernel.atomic_store %{{.*}} : i64
// CHECK-LABEL: func.func @wide
// CHECK: gpu.memcpy %{{.*}} : memref<1xf64>, memref<1xf64>
// CHECK: gpu.launch_func @zyn_kernels::@wide_scan_0
func.func @wide(%x: memref<100000xf64>, %y: memref<100000xf64>, %carry: memref<f64>) {
  zyn.scan ins(%x : memref<100000xf64>) outs(%y, %carry : memref<100000xf64>, memref<f64>) dimension = 0 {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.addf %a, %b : f64
    zyn.yield %0 : f64
  }
  return
}

// -----

// REMARK: remark: [Passed] ScanSchedule {{.*}}the scan uses a thread for each vector of columns; the memory takes at least {{[0-9]+}} cycle
func.func @columns(%x: memref<50x1000xf32>, %y: memref<50x1000xf32>) {
  zyn.scan ins(%x : memref<50x1000xf32>) outs(%y : memref<50x1000xf32>) dimension = 0 {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  }
  return
}

// -----

// REMARK: remark: [Passed] ScanSchedule {{.*}}the scan uses threads for chunks of columns, then a thread for each vector of columns; the memory takes at least {{[0-9]+}} cycle
// CHECK-COUNT-3: gpu.launch_func
func.func @chunks(%x: memref<5000x16xf32>, %y: memref<5000x16xf32>) {
  zyn.scan ins(%x : memref<5000x16xf32>) outs(%y : memref<5000x16xf32>) dimension = 0 {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  }
  return
}

// -----

// REMARK: remark: [Passed] ScanSchedule {{.*}}the scan chooses by its sizes at run time: lanes of a warp for each row; a block for each row; a block for each tile of a row, with look-back"
func.func @dynamic(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  zyn.scan ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) dimension = 1 {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  }
  return
}
