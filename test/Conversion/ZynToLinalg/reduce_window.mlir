// RUN: zyn-opt %s --convert-zyn-to-linalg --canonicalize --split-input-file | FileCheck %s

// Loops over a window, of which the bounds leave out the padding, and then one over neighboring channels.
// CHECK-LABEL: func.func @channels
// CHECK: scf.parallel
// CHECK: %[[FIRST_ROW:.*]] = arith.maxsi
// CHECK: %[[END_ROW:.*]] = arith.minsi
// CHECK: scf.for %{{.*}} = %[[FIRST_ROW]] to %[[END_ROW]]
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: arith.maximumf
// CHECK: memref.store
func.func @channels(%x: memref<4x9x9x64xf32>, %y: memref<4x5x5x64xf32>) {
  zyn.reduce_window window = [1, 3, 3, 1] strides = [1, 2, 2, 1] padding = [0, 0, 1, 1, 1, 1, 0, 0]
      ins(%x : memref<4x9x9x64xf32>) outs(%y : memref<4x5x5x64xf32>) {
  ^bb0(%max: f32, %element: f32):
    %next = arith.maximumf %max, %element : f32
    zyn.yield %next : f32
  }
  return
}

// -----

// Accumulators that are wider than the results. Without padding, all bounds are constant.
// CHECK-LABEL: func.func @wide
// CHECK: memref.alloc() : memref<3x7xf32>
// CHECK: scf.parallel
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c4
// CHECK: arith.extf
// CHECK: memref.dealloc
func.func @wide(%x: memref<3x10xf16>, %y: memref<3x7xf16>) {
  zyn.reduce_window window = [1, 4] ins(%x : memref<3x10xf16>) outs(%y : memref<3x7xf16>) {
  ^bb0(%sum: f32, %element: f32):
    %next = arith.addf %sum, %element : f32
    zyn.yield %next : f32
  }
  return
}
