// RUN: zyn-opt %s --zyn-absorb-transposes --split-input-file | FileCheck %s
// RUN: zyn-opt %s --zyn-absorb-transposes --split-input-file --remarks-filter=zyn-absorb-transposes -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: zyn-opt %s --zyn-bufferize --split-input-file | FileCheck %s --check-prefix=BUFFER

#swap = affine_map<(b, h, i, d) -> (b, i, h, d)>

// What attention reads, and what it writes.
// REMARK: remark: [Passed] Transpose | Category:zyn-absorb-transposes | Reason="read where its input is"
// REMARK: remark: [Passed] Transpose | Category:zyn-absorb-transposes | Reason="written where its result is"
// CHECK-LABEL: func.func @attention
// CHECK-SAME: %[[Q:[a-z0-9]+]]: tensor<?x128x12x64xf32>
// CHECK: %[[HEADS:.*]] = zyn.transpose %[[Q]] permutation = [0, 2, 1, 3] : tensor<?x128x12x64xf32>
// CHECK: %[[EMPTY:.*]] = tensor.empty(%{{.*}}) : tensor<?x128x12x64xf32>
// CHECK: %[[DEST:.*]] = zyn.transpose %[[EMPTY]] permutation = [0, 2, 1, 3] : tensor<?x128x12x64xf32>
// CHECK: %[[A:.*]] = zyn.attention ins(%[[HEADS]], {{.*}} outs(%[[DEST]] : tensor<?x12x128x64xf32>)
// CHECK: %[[R:.*]] = zyn.transpose %[[A]] permutation = [0, 2, 1, 3] : tensor<?x12x128x64xf32>
// CHECK: tensor.collapse_shape %[[R]]
// BUFFER-LABEL: func.func @attention
// BUFFER-SAME: %[[Q:[a-z0-9]+]]: memref<?x128x12x64xf32>
// BUFFER: %[[HEADS:.*]] = memref.reinterpret_cast %[[Q]] to offset: [0], sizes: [%{{.*}}, 12, 128, 64], strides: [98304, 64, 768, 1]
// BUFFER: %[[R:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?x128x12x64xf32>
// BUFFER: %[[DEST:.*]] = memref.reinterpret_cast %[[R]]
// BUFFER: zyn.attention ins(%[[HEADS]], {{.*}} outs(%[[DEST]]
// BUFFER-NOT: memref.copy
// BUFFER: zyn.matmul
func.func @attention(%q: tensor<?x128x12x64xf32>, %k: tensor<?x12x128x64xf32>, %v: tensor<?x12x128x64xf32>, %w: tensor<768x768xf32>, %y: tensor<?x768xf32>) -> tensor<?x768xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %q, %c0 : tensor<?x128x12x64xf32>
  %0 = tensor.empty(%n) : tensor<?x12x128x64xf32>
  %1 = zyn.map ins(%q : tensor<?x128x12x64xf32>) outs(%0 : tensor<?x12x128x64xf32>) indexing_maps = [#swap] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<?x12x128x64xf32>
  %2 = zyn.attention ins(%1, %k, %v : tensor<?x12x128x64xf32>, tensor<?x12x128x64xf32>, tensor<?x12x128x64xf32>)
      outs(%0 : tensor<?x12x128x64xf32>) -> tensor<?x12x128x64xf32>
  %3 = tensor.empty(%n) : tensor<?x128x12x64xf32>
  %4 = zyn.map ins(%2 : tensor<?x12x128x64xf32>) outs(%3 : tensor<?x128x12x64xf32>) indexing_maps = [#swap] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<?x128x12x64xf32>
  %5 = tensor.collapse_shape %4 [[0, 1], [2, 3]] : tensor<?x128x12x64xf32> into tensor<?x768xf32>
  %r = zyn.matmul ins(%5, %w : tensor<?x768xf32>, tensor<768x768xf32>) outs(%y : tensor<?x768xf32>) -> tensor<?x768xf32>
  return %r : tensor<?x768xf32>
}

// -----

#swap = affine_map<(b, h, i, d) -> (b, i, h, d)>

// A buffer without strides of its own has the layout of the one that it is a view of.
// BUFFER-LABEL: func.func @static
// BUFFER: %[[R:.*]] = memref.alloc() {{.*}} : memref<2x128x12x64xf32>
// BUFFER: memref.reinterpret_cast %[[R]]
// BUFFER: zyn.attention
// BUFFER-NEXT: return %[[R]] : memref<2x128x12x64xf32>
func.func @static(%q: tensor<2x12x128x64xf32>, %k: tensor<2x12x128x64xf32>, %v: tensor<2x12x128x64xf32>) -> tensor<2x128x12x64xf32> {
  %0 = tensor.empty() : tensor<2x12x128x64xf32>
  %1 = zyn.attention ins(%q, %k, %v : tensor<2x12x128x64xf32>, tensor<2x12x128x64xf32>, tensor<2x12x128x64xf32>)
      outs(%0 : tensor<2x12x128x64xf32>) -> tensor<2x12x128x64xf32>
  %2 = tensor.empty() : tensor<2x128x12x64xf32>
  %3 = zyn.map ins(%1 : tensor<2x12x128x64xf32>) outs(%2 : tensor<2x128x12x64xf32>) indexing_maps = [#swap] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<2x128x12x64xf32>
  return %3 : tensor<2x128x12x64xf32>
}

// -----

#swap = affine_map<(b, h, i, d) -> (b, i, h, d)>

// Strides that are not known, of a tensor and of what it is a part of.
// REMARK: remark: [Missed] Transpose | {{.*}}Reason="moved: the strides of its input are not known to be multiples of 16 bytes, and the op that writes its input is slower on strided views"
// REMARK: remark: [Missed] Transpose
// REMARK: remark: [Missed] Transpose
// CHECK-LABEL: func.func @strides
// CHECK-COUNT-3: zyn.map
// CHECK: zyn.attention
func.func @strides(%x: tensor<2x?x12x64xf32>, %y: tensor<2x128x12x80xf32>, %z: tensor<2x128x12x66xf32>, %r: tensor<2x12x128x64xf32>) -> tensor<2x12x128x64xf32> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<2x?x12x64xf32>
  %0 = tensor.empty(%n) : tensor<2x12x?x64xf32>
  %q = zyn.map ins(%x : tensor<2x?x12x64xf32>) outs(%0 : tensor<2x12x?x64xf32>) indexing_maps = [#swap] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<2x12x?x64xf32>
  %q128 = tensor.cast %q : tensor<2x12x?x64xf32> to tensor<2x12x128x64xf32>
  // An offset of 4 bytes.
  %1 = tensor.extract_slice %y[0, 0, 0, 1] [2, 128, 12, 64] [1, 1, 1, 1] : tensor<2x128x12x80xf32> to tensor<2x128x12x64xf32>
  %2 = tensor.empty() : tensor<2x12x128x64xf32>
  %k = zyn.map ins(%1 : tensor<2x128x12x64xf32>) outs(%2 : tensor<2x12x128x64xf32>) indexing_maps = [#swap] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<2x12x128x64xf32>
  // Rows of 264 bytes.
  %3 = tensor.extract_slice %z[0, 0, 0, 0] [2, 128, 12, 64] [1, 1, 1, 1] : tensor<2x128x12x66xf32> to tensor<2x128x12x64xf32>
  %v = zyn.map ins(%3 : tensor<2x128x12x64xf32>) outs(%2 : tensor<2x12x128x64xf32>) indexing_maps = [#swap] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<2x12x128x64xf32>
  %4 = zyn.attention ins(%q128, %k, %v : tensor<2x12x128x64xf32>, tensor<2x12x128x64xf32>, tensor<2x12x128x64xf32>)
      outs(%r : tensor<2x12x128x64xf32>) -> tensor<2x12x128x64xf32>
  return %4 : tensor<2x12x128x64xf32>
}

// -----

#swap = affine_map<(b, i, d) -> (i, b, d)>

// A slice that is inserted, and a square, which is copied before.
// CHECK-LABEL: func.func @inserted
// CHECK: %[[VIEW:.*]] = zyn.transpose %{{.*}} permutation = [1, 0, 2] : tensor<4x2x8xf32>
// CHECK: tensor.insert_slice %[[VIEW]]
// CHECK: %[[SQUARE:.*]] = zyn.transpose %{{.*}} permutation = [1, 0, 2] : tensor<4x4x8xf32>
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[SQUARE]])
// CHECK: tensor.insert_slice %[[COPY]]
func.func @inserted(%x: tensor<4x2x8xf32>, %y: tensor<4x4x8xf32>, %to: tensor<9x9x8xf32>) -> tensor<9x9x8xf32> {
  %0 = tensor.empty() : tensor<2x4x8xf32>
  %1 = zyn.map ins(%x : tensor<4x2x8xf32>) outs(%0 : tensor<2x4x8xf32>) indexing_maps = [#swap] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<2x4x8xf32>
  %2 = tensor.insert_slice %1 into %to[1, 2, 0] [2, 4, 8] [1, 1, 1] : tensor<2x4x8xf32> into tensor<9x9x8xf32>
  %3 = tensor.empty() : tensor<4x4x8xf32>
  %4 = zyn.map ins(%y : tensor<4x4x8xf32>) outs(%3 : tensor<4x4x8xf32>) indexing_maps = [#swap] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<4x4x8xf32>
  %5 = tensor.insert_slice %4 into %2[3, 4, 0] [4, 4, 8] [1, 1, 1] : tensor<4x4x8xf32> into tensor<9x9x8xf32>
  return %5 : tensor<9x9x8xf32>
}

// -----

// A view of what is written before it is read is a copy.
// BUFFER-LABEL: func.func @overwritten
// BUFFER: memref.copy
// BUFFER: zyn.map
// BUFFER: zyn.matmul
func.func @overwritten(%x: tensor<4x2x8xf32>, %w: tensor<2x8x8xf32>, %s: tensor<2x4x8xf32>) -> (tensor<2x4x8xf32>, tensor<4x2x8xf32>) {
  %0 = tensor.empty() : tensor<4x2x8xf32>
  %1 = zyn.map ins(%x : tensor<4x2x8xf32>) outs(%0 : tensor<4x2x8xf32>) {
  ^bb0(%a: f32):
    %b = math.exp %a : f32
    zyn.yield %b : f32
  } -> tensor<4x2x8xf32>
  %2 = zyn.transpose %1 permutation = [1, 0, 2] : tensor<4x2x8xf32>
  %3 = zyn.map ins(%x : tensor<4x2x8xf32>) outs(%1 : tensor<4x2x8xf32>) {
  ^bb0(%a: f32):
    %b = math.tanh %a : f32
    zyn.yield %b : f32
  } -> tensor<4x2x8xf32>
  %4 = zyn.matmul ins(%2, %w : tensor<2x4x8xf32>, tensor<2x8x8xf32>) outs(%s : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return %4, %3 : tensor<2x4x8xf32>, tensor<4x2x8xf32>
}

// -----

#swap = affine_map<(b, i, d) -> (i, b, d)>

// A product and the parts of a concatenation.
// CHECK-LABEL: func.func @products
// CHECK: %[[X:.*]] = zyn.transpose
// CHECK: zyn.matmul ins(%[[X]],
// CHECK: tensor.concat dim(1) %[[X]],
// BUFFER-LABEL: func.func @products
// BUFFER-NOT: zyn.map
// BUFFER: return
func.func @products(%x: tensor<4x2x8xf32>, %w: tensor<2x8x8xf32>, %s: tensor<2x4x8xf32>, %past: tensor<2x3x8xf32>) -> (tensor<2x4x8xf32>, tensor<2x7x8xf32>) {
  %0 = tensor.empty() : tensor<2x4x8xf32>
  %1 = zyn.map ins(%x : tensor<4x2x8xf32>) outs(%0 : tensor<2x4x8xf32>) indexing_maps = [#swap] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<2x4x8xf32>
  %2 = zyn.matmul ins(%1, %w : tensor<2x4x8xf32>, tensor<2x8x8xf32>) outs(%s : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %3 = tensor.concat dim(1) %1, %past : (tensor<2x4x8xf32>, tensor<2x3x8xf32>) -> tensor<2x7x8xf32>
  return %2, %3 : tensor<2x4x8xf32>, tensor<2x7x8xf32>
}

// -----

#swap = affine_map<(b, i, d) -> (i, b, d)>
#last = affine_map<(b, i, d) -> (b, d, i)>

// Short rows, another last dimension, maps that compute, other users, and results that are added to.
// REMARK: Reason="moved: the ops that read it are slower on strided views, and the op that writes its input is slower on strided views"
// REMARK: Reason="moved: the ops that read it are slower on strided views, and its input has other uses, or is added to other elements"
// CHECK-LABEL: func.func @others
// CHECK-COUNT-5: zyn.map
// CHECK-NOT: zyn.transpose
// CHECK: return
func.func @others(%short: tensor<4x2x4xf32>, %x: tensor<4x2x8xf32>, %w4: tensor<2x4x8xf32>, %w: tensor<2x8x8xf32>, %s: tensor<2x4x8xf32>)
    -> (tensor<2x4x8xf32>, tensor<2x8x8xf32>, tensor<2x4x8xf32>, tensor<2x4x8xf32>, tensor<4x2x8xf32>) {
  %0 = tensor.empty() : tensor<2x4x4xf32>
  %1 = zyn.map ins(%short : tensor<4x2x4xf32>) outs(%0 : tensor<2x4x4xf32>) indexing_maps = [#swap] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<2x4x4xf32>
  %2 = zyn.matmul ins(%1, %w4 : tensor<2x4x4xf32>, tensor<2x4x8xf32>) outs(%s : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %3 = tensor.empty() : tensor<2x8x4xf32>
  %4 = zyn.map ins(%2 : tensor<2x4x8xf32>) outs(%3 : tensor<2x8x4xf32>) indexing_maps = [#last] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<2x8x4xf32>
  %y8 = tensor.empty() : tensor<2x8x8xf32>
  %5 = zyn.matmul ins(%4, %w4 : tensor<2x8x4xf32>, tensor<2x4x8xf32>) outs(%y8 : tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  %6 = tensor.empty() : tensor<2x4x8xf32>
  %7 = zyn.map ins(%x : tensor<4x2x8xf32>) outs(%6 : tensor<2x4x8xf32>) indexing_maps = [#swap] {
  ^bb0(%a: f32):
    %b = math.exp %a : f32
    zyn.yield %b : f32
  } -> tensor<2x4x8xf32>
  %8 = zyn.matmul ins(%7, %w : tensor<2x4x8xf32>, tensor<2x8x8xf32>) outs(%s : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %9 = zyn.map ins(%x : tensor<4x2x8xf32>) outs(%6 : tensor<2x4x8xf32>) indexing_maps = [#swap] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<2x4x8xf32>
  %10 = zyn.matmul accumulate ins(%9, %w : tensor<2x4x8xf32>, tensor<2x8x8xf32>) outs(%s : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %11 = tensor.empty() : tensor<4x2x8xf32>
  %12 = zyn.map ins(%10 : tensor<2x4x8xf32>) outs(%11 : tensor<4x2x8xf32>) indexing_maps = [#swap] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<4x2x8xf32>
  return %9, %5, %8, %2, %12 : tensor<2x4x8xf32>, tensor<2x8x8xf32>, tensor<2x4x8xf32>, tensor<2x4x8xf32>, tensor<4x2x8xf32>
}

// -----

#swap = affine_map<(b, i, d) -> (i, b, d)>

// Sizes that are compared when the program runs, unless they are not.
// CHECK-LABEL: func.func @unknown_sizes
// CHECK: zyn.map
// CHECK: zyn.matmul
// CHECK-LABEL: func.func @unchecked
// CHECK: zyn.transpose %{{.*}} permutation = [1, 0, 2] : tensor<?x2x8xf32>
// CHECK: tensor.cast
// CHECK: zyn.matmul
func.func @unknown_sizes(%x: tensor<?x2x8xf32>, %w: tensor<2x8x8xf32>, %y: tensor<2x?x8xf32>, %s: tensor<2x?x8xf32>) -> tensor<2x?x8xf32> {
  %1 = zyn.map ins(%x : tensor<?x2x8xf32>) outs(%y : tensor<2x?x8xf32>) indexing_maps = [#swap] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<2x?x8xf32>
  %2 = zyn.matmul ins(%1, %w : tensor<2x?x8xf32>, tensor<2x8x8xf32>) outs(%s : tensor<2x?x8xf32>) -> tensor<2x?x8xf32>
  return %2 : tensor<2x?x8xf32>
}
func.func @unchecked(%x: tensor<?x2x8xf32>, %w: tensor<2x8x8xf32>, %y: tensor<2x4x8xf32>, %s: tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
    attributes {zyn.constraints = #zyn.constraints<unchecked = true>} {
  %1 = zyn.map ins(%x : tensor<?x2x8xf32>) outs(%y : tensor<2x4x8xf32>) indexing_maps = [#swap] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<2x4x8xf32>
  %2 = zyn.matmul ins(%1, %w : tensor<2x4x8xf32>, tensor<2x8x8xf32>) outs(%s : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return %2 : tensor<2x4x8xf32>
}
