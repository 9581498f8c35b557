// RUN: zyn-opt %s --convert-zyn-to-linalg | FileCheck %s

// CHECK-LABEL: func.func @map
func.func @map(%x: memref<?x32xf32>, %y: memref<?x32xf32>) {
  // CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<?x32xf32>) outs(%{{.*}} : memref<?x32xf32>)
  // CHECK:   %[[I:.*]] = linalg.index 1
  // CHECK:   arith.index_cast %[[I]]
  // CHECK:   linalg.yield
  zyn.map ins(%x : memref<?x32xf32>) outs(%y : memref<?x32xf32>) {
  ^bb0(%in: f32):
    %i = zyn.index 1 : index
    %v = arith.index_cast %i : index to i32
    %f = arith.sitofp %v : i32 to f32
    %sum = arith.addf %in, %f : f32
    zyn.yield %sum : f32
  }
  return
}
