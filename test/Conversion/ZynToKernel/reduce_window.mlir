// RUN: zyn-opt %s --convert-zyn-to-kernel --split-input-file | FileCheck %s

// Vectors of 16 bytes. The windows of two neighboring results overlap: their 3 x 5 pixels are loaded once. The maps of
// initial values are not computed.
// CHECK-LABEL: gpu.func @channels_reduce_window_0
// CHECK-COUNT-15: kernel.load %arg0[{{.*}}vector<4xf32>
// CHECK-NOT: kernel.load
// CHECK-COUNT-2: kernel.store {{.*}}vector<4xf32>
// CHECK-LABEL: func.func @channels
// CHECK: gpu.launch_func @zyn_kernels::@channels_reduce_window_0
// CHECK-NOT: gpu.launch_func
func.func @channels(%x: memref<4x17x17x64xf32>) -> memref<4x8x8x64xf32> {
  %y = memref.alloc() : memref<4x8x8x64xf32>
  zyn.map outs(%y : memref<4x8x8x64xf32>) {
    %lowest = arith.constant 0xFF800000 : f32
    zyn.yield %lowest : f32
  }
  zyn.reduce_window window = [1, 3, 3, 1] strides = [1, 2, 2, 1] ins(%x : memref<4x17x17x64xf32>) outs(%y : memref<4x8x8x64xf32>) {
  ^bb0(%max: f32, %element: f32):
    %next = arith.maximumf %max, %element : f32
    zyn.yield %next : f32
  }
  return %y : memref<4x8x8x64xf32>
}

// -----

// Windows over the innermost dimension: neighboring threads compute neighboring results. What is in the padding is not
// combined.
// CHECK-LABEL: gpu.func @rows_reduce_window_0
// CHECK-NOT: vector<
// CHECK: %[[SUM:.*]] = kernel.load %arg1
// CHECK: %[[NEXT:.*]] = arith.addf %[[SUM]]
// CHECK: arith.select %{{.*}}, %[[NEXT]], %[[SUM]]
func.func @rows(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  zyn.reduce_window window = [1, 3] padding = [0, 0, 1, 1] ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%sum: f32, %element: f32):
    %next = arith.addf %sum, %element : f32
    zyn.yield %next : f32
  }
  return
}

// -----

// Large windows are loops.
// CHECK-LABEL: gpu.func @large_reduce_window_0
// CHECK: scf.for
// CHECK: scf.for
func.func @large(%x: memref<100x100x8xf16>, %y: memref<90x90x8xf16>) {
  zyn.reduce_window window = [11, 11, 1] ins(%x : memref<100x100x8xf16>) outs(%y : memref<90x90x8xf16>) {
  ^bb0(%sum: f32, %element: f32):
    %next = arith.addf %sum, %element : f32
    zyn.yield %next : f32
  }
  return
}

// -----

// The number of elements of a window does not fit into 64 bits. The bounds of the loops leave out what is in the padding.
// CHECK-LABEL: gpu.func @huge_reduce_window_0
// CHECK: arith.maxsi
// CHECK: %[[FIRST:.*]] = arith.minui
// CHECK: arith.maxsi
// CHECK: %[[END:.*]] = arith.minui
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %[[END]]
// CHECK: %[[FIRST_COLUMN:.*]] = arith.minui
// CHECK: %[[END_COLUMN:.*]] = arith.minui
// CHECK: scf.for %{{.*}} = %[[FIRST_COLUMN]] to %[[END_COLUMN]]
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c16
// CHECK-NOT: arith.select
// CHECK: gpu.return
func.func @huge(%x: memref<?x?x?xf16>, %y: memref<?x?x?xf16>) {
  zyn.reduce_window window = [1073741824, 1073741824, 16] padding = [1073741824, 0, 1073741824, 0, 0, 0]
      ins(%x : memref<?x?x?xf16>) outs(%y : memref<?x?x?xf16>) {
  ^bb0(%sum: f16, %element: f16):
    %next = arith.addf %sum, %element : f16
    zyn.yield %next : f16
  }
  return
}
