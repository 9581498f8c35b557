// RUN: zyn-opt %s --convert-zyn-to-linalg | FileCheck %s

// CHECK-LABEL: func.func @accumulate
// CHECK-SAME: %[[C:[^,]*]]: memref<2x4x16xf64>)
func.func @accumulate(%a: memref<2x8x4xf64>, %b: memref<2x8x16xf64>,
                      %c: memref<2x4x16xf64>) {
  // CHECK-NOT: linalg.fill
  // CHECK: linalg.generic
  // CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "reduction"]
  // CHECK-SAME: outs(%[[C]] : memref<2x4x16xf64>)
  // CHECK: arith.mulf
  // CHECK-NEXT: arith.addf
  // CHECK-NOT: linalg.generic
  zyn.matmul transpose_a accumulate
    ins(%a, %b : memref<2x8x4xf64>, memref<2x8x16xf64>)
    outs(%c : memref<2x4x16xf64>)
  return
}

// CHECK-LABEL: func.func @epilogue
func.func @epilogue(%x: memref<?x64xf16>, %w: memref<64x32xf16>,
                    %b: memref<32xf32>, %y: memref<?x32xf16>) {
  // CHECK: %[[SUM:.*]] = memref.alloc(%{{.*}}) : memref<?x32xf32>
  // CHECK: linalg.fill {{.*}} outs(%[[SUM]]
  // CHECK: linalg.generic {{.*}} outs(%[[SUM]]
  // CHECK: arith.extf
  // CHECK: arith.extf
  // CHECK: linalg.generic {{.*}} ins(%[[SUM]], %{{.*}} : memref<?x32xf32>, memref<32xf32>) outs(%{{.*}} : memref<?x32xf16>)
  // CHECK: memref.dealloc %[[SUM]]
  zyn.matmul ins(%x, %w : memref<?x64xf16>, memref<64x32xf16>)
             outs(%y : memref<?x32xf16>)
      epilogue_ins(%b : memref<32xf32>)
      epilogue_maps = [affine_map<(i, j) -> (j)>]
      epilogue {
  ^bb0(%sum: f32, %bias: f32):
    %biased = arith.addf %sum, %bias : f32
    %half = arith.truncf %biased : f32 to f16
    zyn.yield %half : f16
  }
  return
}
