// RUN: zyn-opt %s --convert-zyn-to-linalg --canonicalize --split-input-file | FileCheck %s

// Enough rows for all threads: no chunks.
// CHECK-LABEL: func.func @rows
// CHECK: scf.parallel
// CHECK-NOT: scf.parallel
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (f32)
// CHECK: memref.store
func.func @rows(%x: memref<10000x500xf32>, %y: memref<10000x500xf32>) {
  zyn.scan ins(%x : memref<10000x500xf32>) outs(%y : memref<10000x500xf32>) dimension = 1 {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  }
  return
}

// -----

// Neighboring columns are combined by ops on rows.
// CHECK-LABEL: func.func @columns
// CHECK: %[[X:.*]] = memref.collapse_shape %arg0
// CHECK: %[[STATE:.*]] = memref.alloc() : memref<1000xf32>
// CHECK: scf.parallel
// CHECK: scf.for
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%{{.*}} : memref<?xf16, strided<[1], offset: ?>>) outs(%{{.*}}, %{{.*}} : memref<?xf32, strided<[1], offset: ?>>, memref<?xf16, strided<[1], offset: ?>>)
// CHECK: arith.extf
// CHECK: arith.addf
// CHECK: arith.truncf
// CHECK: memref.dealloc %[[STATE]]
func.func @columns(%x: memref<50x1000xf16>, %y: memref<50x1000xf16>) {
  zyn.scan ins(%x : memref<50x1000xf16>) outs(%y : memref<50x1000xf16>) dimension = 0 {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  }
  return
}

// -----

// A buffer with a layout is copied.
// CHECK-LABEL: func.func @layout
// CHECK: %[[COPY:.*]] = memref.alloc() : memref<10000x500xf32>
// CHECK: memref.copy %arg0, %[[COPY]]
// CHECK: scf.parallel
// CHECK: memref.dealloc %[[COPY]]
func.func @layout(%x: memref<10000x500xf32, strided<[512, 1]>>, %y: memref<10000x500xf32>) {
  zyn.scan ins(%x : memref<10000x500xf32, strided<[512, 1]>>) outs(%y : memref<10000x500xf32>) dimension = 1 {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  }
  return
}
