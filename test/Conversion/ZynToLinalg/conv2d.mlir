// RUN: zyn-opt %s --convert-zyn-to-linalg --split-input-file | FileCheck %s

// The image gets its padding, whose parts are filled, and one loop covers the columns and channels of a filter.
// CHECK: #[[$ROWS:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 * 2 + d4, d2 * 8 + d5)>
// CHECK-LABEL: func.func @padded
// CHECK-SAME: %[[W:[^ ]*]]: memref<6x3x3x4xf16>
func.func @padded(%x: memref<1x40x41x4xf16>, %w: memref<6x3x3x4xf16>, %y: memref<1x20x21x6xf16>) {
  // CHECK: %[[PADDED:.*]] = memref.alloc() : memref<1x42x43x4xf16>
  // CHECK: %[[TOP:.*]] = memref.subview %[[PADDED]][0, 0, 0, 0] [1, 1, 43, 4]
  // CHECK: linalg.fill {{.*}} outs(%[[TOP]]
  // CHECK: memref.subview %[[PADDED]][0, 41, 0, 0] [1, 1, 43, 4]
  // CHECK: memref.subview %[[PADDED]][0, 0, 0, 0] [1, 42, 1, 4]
  // CHECK: %[[RIGHT:.*]] = memref.subview %[[PADDED]][0, 0, 42, 0] [1, 42, 1, 4]
  // CHECK: linalg.fill {{.*}} outs(%[[RIGHT]]
  // CHECK: memref.subview %[[PADDED]][0, 1, 1, 0] [1, 40, 41, 4] [1, 1, 1, 1]
  // CHECK: %[[IMAGE:.*]] = memref.collapse_shape %[[PADDED]] {{\[\[}}0], [1], [2, 3]]
  // CHECK: %[[FILTERS:.*]] = memref.collapse_shape %[[W]] {{\[\[}}0], [1], [2, 3]]
  // CHECK: %[[SUMS:.*]] = memref.alloc() : memref<1x20x21x6xf32>
  // CHECK: linalg.fill {{.*}} outs(%[[SUMS]]
  // CHECK-NEXT: linalg.generic {indexing_maps = [#[[$ROWS]],
  // CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]
  // CHECK-SAME: ins(%[[IMAGE]], %[[FILTERS]]
  // CHECK: memref.dealloc %[[SUMS]]
  // CHECK: memref.dealloc %[[PADDED]]
  zyn.conv2d strides = [2, 2] padding = [1, 1, 1, 1]
    ins(%x, %w : memref<1x40x41x4xf16>, memref<6x3x3x4xf16>) outs(%y : memref<1x20x21x6xf16>)
  return
}

// -----

// Filters whose channels are not last, or that are not contiguous, are copied.
// CHECK: #[[$FROM:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
// CHECK-LABEL: func.func @copied
// CHECK-SAME: %[[W:[^ ]*]]: memref<6x4x3x3xf32>
func.func @copied(%w: memref<6x4x3x3xf32>, %x: memref<1x4x8x9xf32>, %y: memref<1x6x6x7xf32>) {
  // CHECK: %[[COPY:.*]] = memref.alloc() : memref<6x3x3x4xf32>
  // CHECK: linalg.generic {indexing_maps = [#[[$FROM]],{{.*}} ins(%[[W]] {{.*}} outs(%[[COPY]]
  zyn.conv2d layout = nchw ins(%x, %w : memref<1x4x8x9xf32>, memref<6x4x3x3xf32>) outs(%y : memref<1x6x6x7xf32>)
  return
}

// -----

// Groups are a dimension of all operands.
// CHECK-LABEL: func.func @groups
func.func @groups(%x: memref<1x8x8x12xf32>, %w: memref<6x3x3x4xf32>, %y: memref<1x6x6x6xf32>) {
  // CHECK: memref.expand_shape %{{.*}} {{\[\[}}0, 1], [2], [3], [4]] {{.*}} into memref<3x2x3x3x4xf32>
  // CHECK: memref.expand_shape {{.*}} into memref<1x8x8x3x4xf32>
  // CHECK: memref.expand_shape {{.*}} into memref<1x6x6x3x2xf32>
  // CHECK: linalg.generic
  zyn.conv2d groups = 3 ins(%x, %w : memref<1x8x8x12xf32>, memref<6x3x3x4xf32>) outs(%y : memref<1x6x6x6xf32>)
  return
}

// -----

// A depthwise convolution is no contraction with one column for each group, and stays in its layout.
// CHECK: #[[$WINDOW:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2 + d4, d3 + d5 * 2)>
// CHECK-LABEL: func.func @depthwise
// CHECK-SAME: %[[X:.*]]: memref<1x5x8x8xf32>, %[[W:.*]]: memref<5x1x3x3xf32>, %[[Y:.*]]: memref<1x5x6x4xf32>
func.func @depthwise(%x: memref<1x5x8x8xf32>, %w: memref<5x1x3x3xf32>, %y: memref<1x5x6x4xf32>) {
  // CHECK-NOT: memref.alloc
  // CHECK: linalg.generic {indexing_maps = [#[[$WINDOW]],
  // CHECK-SAME: ins(%[[X]], %[[W]]
  // CHECK-SAME: outs(%[[Y]]
  zyn.conv2d layout = nchw groups = 5 dilations = [1, 2]
    ins(%x, %w : memref<1x5x8x8xf32>, memref<5x1x3x3xf32>) outs(%y : memref<1x5x6x4xf32>)
  return
}

// -----

// No window fits into a row.
// CHECK-LABEL: func.func @narrow
// CHECK-NEXT: return
func.func @narrow(%x: memref<1x9x3x8xf32>, %w: memref<8x2x4x8xf32>, %y: memref<1x8x0x8xf32>) {
  zyn.conv2d ins(%x, %w : memref<1x9x3x8xf32>, memref<8x2x4x8xf32>) outs(%y : memref<1x8x0x8xf32>)
  return
}
