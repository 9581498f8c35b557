// RUN: zyn-opt %s --convert-zyn-to-linalg --convert-linalg-to-host-loops=vector-bytes=16 --canonicalize --cse | FileCheck %s

// The temporary sums and the epilogue become part of the tile.
// CHECK-LABEL: func.func @layer
// CHECK-SAME: %[[X:[^,]*]]: memref<?x64xf16>, %[[W:[^,]*]]: memref<64x32xf16>, %[[B:[^,]*]]: memref<32xf32>
func.func @layer(%x: memref<?x64xf16>, %w: memref<64x32xf16>,
                 %b: memref<32xf32>, %m: index) -> memref<?x32xf16> {
  // CHECK: %[[Y:.*]] = memref.alloc(%{{.*}}) : memref<?x32xf16>
  %y = memref.alloc(%m) : memref<?x32xf16>
  // CHECK-NOT: memref<?x32xf32>
  // CHECK: scf.parallel
  // CHECK:   %[[A:.*]] = memref.alloc() : memref<96x68xf32>
  // CHECK:   %[[PANELS:.*]] = memref.alloc() : memref<4x64x8xf32>
  // CHECK:   %[[SUMS:.*]] = memref.alloc() : memref<96x32xf32>
  // CHECK:   vector.maskedload %[[W]]
  // CHECK:   arith.extf %{{.*}} : vector<4xf16> to vector<4xf32>
  // CHECK:   vector.store %{{.*}}, %[[PANELS]]
  // CHECK:   vector.maskedload %[[X]]
  // CHECK:   vector.store %{{.*}}, %[[A]]
  // CHECK:   scf.for {{.*}} iter_args(
  // CHECK:     vector.load %[[PANELS]]
  // CHECK-COUNT-8: vector.fma
  // CHECK-NOT: vector.fma
  // CHECK:   memref.subview %[[Y]]
  // CHECK:   arith.truncf
  // CHECK:   memref.dealloc
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
  return %y : memref<?x32xf16>
}

// The second op may write what the product's later tiles read.
// CHECK-LABEL: func.func @reused
// CHECK-SAME: %[[A:[^,]*]]: memref<128x128xf32>
func.func @reused(%a: memref<128x128xf32>, %b: memref<128x128xf32>) {
  // CHECK: %[[SUM:.*]] = memref.alloc() : memref<128x128xf32>
  // CHECK: scf.parallel
  // CHECK: memref.subview %[[SUM]]
  // CHECK: memref.collapse_shape %[[SUM]]
  // CHECK: math.absf
  // CHECK: memref.dealloc %[[SUM]]
  %sum = memref.alloc() : memref<128x128xf32>
  zyn.matmul ins(%a, %b : memref<128x128xf32>, memref<128x128xf32>)
             outs(%sum : memref<128x128xf32>)
  zyn.map ins(%sum : memref<128x128xf32>) outs(%a : memref<128x128xf32>) {
  ^bb0(%x: f32):
    %y = math.absf %x : f32
    zyn.yield %y : f32
  }
  memref.dealloc %sum : memref<128x128xf32>
  return
}

// Squares of a B that is contiguous along K are transposed in registers.
// CHECK-LABEL: func.func @transposed
func.func @transposed(%a: memref<16x9xf32>, %b: memref<32x9xf32>, %c: memref<16x32xf32>) {
  // CHECK: %[[PACKED:.*]] = memref.alloc() : memref<4x12x8xf32>
  // CHECK: scf.for {{.*}} to %c9 step %c4
  // CHECK-COUNT-4: vector.maskedload %{{.*}} : memref<32x9xf32>
  // CHECK: vector.shuffle %{{.*}}, %{{.*}} [0, 4, 2, 6]
  // CHECK: vector.shuffle %{{.*}}, %{{.*}} [1, 5, 3, 7]
  // CHECK: vector.shuffle %{{.*}}, %{{.*}} [0, 1, 4, 5]
  // CHECK: vector.shuffle %{{.*}}, %{{.*}} [2, 3, 6, 7]
  // CHECK-COUNT-4: vector.store %{{.*}}, %[[PACKED]]
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<16x9xf32>, memref<32x9xf32>) outs(%c : memref<16x32xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  }
  return
}

// A product of known size is divided into tiles for 16 threads, instead of two of 96 x 192 elements.
// CHECK-LABEL: func.func @divided
func.func @divided(%a: memref<192x4096xf32>, %b: memref<4096x192xf32>, %c: memref<192x192xf32>) {
  // CHECK: scf.parallel (%{{.*}}, %{{.*}}) = (%c0, %c0) to (%c192, %c192) step (%c48, %c32)
  zyn.matmul ins(%a, %b : memref<192x4096xf32>, memref<4096x192xf32>) outs(%c : memref<192x192xf32>)
  return
}

// Tiles with a short K have more rows than 96.
// CHECK-LABEL: func.func @short
func.func @short(%a: memref<50000x4xf32>, %b: memref<4x8xf32>, %c: memref<50000x8xf32>) {
  // CHECK: scf.parallel (%{{.*}}) = (%c0) to (%c50000) step (%c1516)
  zyn.matmul ins(%a, %b : memref<50000x4xf32>, memref<4x8xf32>) outs(%c : memref<50000x8xf32>)
  return
}
