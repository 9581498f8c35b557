// RUN: zyn-opt %s --zyn-fuse-moved-epilogues --canonicalize --split-input-file | FileCheck %s
// RUN: zyn-opt %s --zyn-fuse-moved-epilogues --split-input-file --remarks-filter=zyn-fuse-moved-epilogues -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

#swap = affine_map<(b, i, h, e) -> (b, h, i, e)>
#bias = affine_map<(b, i, c) -> (c)>
#row = affine_map<(b, i, c) -> (b, i, c)>

// Two maps of merged heads, one after the other.
// REMARK-COUNT-2: remark: [Passed] MovedEpilogue | Category:zyn-fuse-moved-epilogues | Reason="became a part of the epilogue of the op whose moved results it reads, which takes {{[0-9]+}} units of time instead of {{[0-9]+}}"
//       CHECK: #[[SWAP:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
//       CHECK: #[[BIAS:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d3)>
// CHECK-LABEL: func.func @merged_heads
//  CHECK-SAME:     %[[GATE:[a-z0-9]+]]: tensor<?x32x64xf16>, %[[B:[a-z0-9]+]]: tensor<64xf16>)
//   CHECK-DAG:   %[[GATES:.*]] = tensor.expand_shape %[[GATE]] {{\[\[}}0], [1], [2, 3]] output_shape [%{{.*}}, 32, 4, 16]
//   CHECK-DAG:   %[[BIASES:.*]] = tensor.expand_shape %[[B]] {{\[\[}}0, 1]] output_shape [4, 16]
//       CHECK:   %[[R:.*]] = zyn.attention ins(
//  CHECK-SAME:     epilogue_ins(%[[GATES]], %[[BIASES]] : tensor<?x32x4x16xf16>, tensor<4x16xf16>)
//  CHECK-SAME:     epilogue_maps = [#[[SWAP]], #[[BIAS]]] epilogue {
//  CHECK-NEXT:   ^bb0(%[[X:.*]]: f32, %[[G:.*]]: f16, %[[E:.*]]: f16):
//  CHECK-NEXT:     %[[F:.*]] = arith.truncf %[[X]] : f32 to f16
//  CHECK-NEXT:     %[[P:.*]] = arith.mulf %[[F]], %[[G]]
//  CHECK-NEXT:     %[[S:.*]] = arith.addf %[[P]], %[[E]]
//       CHECK:   %[[T:.*]] = zyn.map ins(%[[R]] : tensor<?x4x32x16xf16>) outs(%{{.*}} : tensor<?x32x4x16xf16>)
//       CHECK:   tensor.collapse_shape %[[T]] {{\[\[}}0], [1], [2, 3]]
//   CHECK-NOT:   zyn.map
func.func @merged_heads(%q: tensor<?x4x32x16xf16>, %k: tensor<?x4x32x16xf16>, %v: tensor<?x4x32x16xf16>, %gate: tensor<?x32x64xf16>, %b: tensor<64xf16>) -> tensor<?x32x64xf16> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %q, %c0 : tensor<?x4x32x16xf16>
  %0 = tensor.empty(%n) : tensor<?x4x32x16xf16>
  %1 = zyn.attention ins(%q, %k, %v : tensor<?x4x32x16xf16>, tensor<?x4x32x16xf16>, tensor<?x4x32x16xf16>) outs(%0 : tensor<?x4x32x16xf16>) -> tensor<?x4x32x16xf16>
  %2 = tensor.empty(%n) : tensor<?x32x4x16xf16>
  %3 = zyn.map ins(%1 : tensor<?x4x32x16xf16>) outs(%2 : tensor<?x32x4x16xf16>) indexing_maps = [#swap] {
  ^bb0(%x: f16):
    zyn.yield %x : f16
  } -> tensor<?x32x4x16xf16>
  %4 = tensor.collapse_shape %3 [[0], [1], [2, 3]] : tensor<?x32x4x16xf16> into tensor<?x32x64xf16>
  %5 = tensor.empty(%n) : tensor<?x32x64xf16>
  %6 = zyn.map ins(%4, %gate : tensor<?x32x64xf16>, tensor<?x32x64xf16>) outs(%5 : tensor<?x32x64xf16>) {
  ^bb0(%x: f16, %g: f16):
    %p = arith.mulf %x, %g : f16
    zyn.yield %p : f16
  } -> tensor<?x32x64xf16>
  %7 = zyn.map ins(%6, %b : tensor<?x32x64xf16>, tensor<64xf16>) outs(%5 : tensor<?x32x64xf16>) indexing_maps = [#row, #bias] {
  ^bb0(%x: f16, %y: f16):
    %s = arith.addf %x, %y : f16
    zyn.yield %s : f16
  } -> tensor<?x32x64xf16>
  return %7 : tensor<?x32x64xf16>
}

// -----

#swap = affine_map<(b, i, h, e) -> (b, h, i, e)>
#same = affine_map<(b, i, h, e) -> (b, i, h, e)>

// A map that transposes the results itself, and has another type.
// REMARK: remark: [Passed] MovedEpilogue
//       CHECK: #[[SWAP:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
// CHECK-LABEL: func.func @transposing
//       CHECK:   %[[R:.*]] = zyn.attention
//  CHECK-SAME:     epilogue_maps = [#[[SWAP]]]
//  CHECK-NEXT:   ^bb0
//  CHECK-NEXT:     arith.addf
//  CHECK-NEXT:     arith.truncf %{{.*}} : f32 to bf16
//       CHECK:   %[[T:.*]] = zyn.map ins(%[[R]] : tensor<2x4x32x16xbf16>) {{.*}} indexing_maps = [#[[SWAP]]]
//  CHECK-NEXT:   ^bb0
//  CHECK-NEXT:     zyn.yield
//       CHECK:   return %[[T]]
func.func @transposing(%q: tensor<2x4x32x16xbf16>, %k: tensor<2x4x32x16xbf16>, %v: tensor<2x4x32x16xbf16>, %x: tensor<2x32x4x16xf32>) -> tensor<2x32x4x16xbf16> {
  %0 = tensor.empty() : tensor<2x4x32x16xf32>
  %1 = zyn.attention ins(%q, %k, %v : tensor<2x4x32x16xbf16>, tensor<2x4x32x16xbf16>, tensor<2x4x32x16xbf16>) outs(%0 : tensor<2x4x32x16xf32>) -> tensor<2x4x32x16xf32>
  %2 = tensor.empty() : tensor<2x32x4x16xbf16>
  %3 = zyn.map ins(%1, %x : tensor<2x4x32x16xf32>, tensor<2x32x4x16xf32>) outs(%2 : tensor<2x32x4x16xbf16>) indexing_maps = [#swap, #same] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    %t = arith.truncf %s : f32 to bf16
    zyn.yield %t : bf16
  } -> tensor<2x32x4x16xbf16>
  return %3 : tensor<2x32x4x16xbf16>
}

// -----

// A single query: dimensions of size 1 come and go.
// REMARK: remark: [Passed] MovedEpilogue
// CHECK-LABEL: func.func @single_query
//  CHECK-SAME:     %[[GATE:[a-z0-9]+]]: tensor<2x1x64xf32>
//       CHECK:   %[[ROWS:.*]] = tensor.collapse_shape %[[GATE]] {{\[\[}}0], [1, 2]]
//       CHECK:   %[[GATES:.*]] = tensor.expand_shape %[[ROWS]] {{\[\[}}0], [1, 2, 3]]
//       CHECK:   zyn.attention
//  CHECK-SAME:     epilogue_ins(%[[GATES]] : tensor<2x4x1x16xf32>)
//   CHECK-NOT:   zyn.map
func.func @single_query(%q: tensor<2x4x1x16xf32>, %k: tensor<2x4x32x16xf32>, %v: tensor<2x4x32x16xf32>, %gate: tensor<2x1x64xf32>) -> tensor<2x1x64xf32> {
  %0 = tensor.empty() : tensor<2x4x1x16xf32>
  %1 = zyn.attention ins(%q, %k, %v : tensor<2x4x1x16xf32>, tensor<2x4x32x16xf32>, tensor<2x4x32x16xf32>) outs(%0 : tensor<2x4x1x16xf32>) -> tensor<2x4x1x16xf32>
  %2 = tensor.collapse_shape %1 [[0], [1, 2, 3]] : tensor<2x4x1x16xf32> into tensor<2x64xf32>
  %3 = tensor.expand_shape %2 [[0], [1, 2]] output_shape [2, 1, 64] : tensor<2x64xf32> into tensor<2x1x64xf32>
  %4 = tensor.empty() : tensor<2x1x64xf32>
  %5 = zyn.map ins(%3, %gate : tensor<2x1x64xf32>, tensor<2x1x64xf32>) outs(%4 : tensor<2x1x64xf32>) {
  ^bb0(%x: f32, %g: f32):
    %p = arith.mulf %x, %g : f32
    zyn.yield %p : f32
  } -> tensor<2x1x64xf32>
  return %5 : tensor<2x1x64xf32>
}

// -----

// Whether the gate has as many elements in a row is not known.
// REMARK: remark: [Missed] MovedEpilogue | Category:zyn-fuse-moved-epilogues | Reason="sizes are only compared when the program runs"
// CHECK-LABEL: func.func @unknown_heads
//       CHECK:   zyn.attention
//   CHECK-NOT:   epilogue
//       CHECK:   zyn.map
func.func @unknown_heads(%q: tensor<2x?x32x16xf32>, %k: tensor<2x?x32x16xf32>, %v: tensor<2x?x32x16xf32>, %gate: tensor<?x16xf32>, %n: index) -> tensor<?x16xf32> {
  %0 = tensor.empty(%n) : tensor<2x?x32x16xf32>
  %1 = zyn.attention ins(%q, %k, %v : tensor<2x?x32x16xf32>, tensor<2x?x32x16xf32>, tensor<2x?x32x16xf32>) outs(%0 : tensor<2x?x32x16xf32>) -> tensor<2x?x32x16xf32>
  %2 = tensor.collapse_shape %1 [[0, 1, 2], [3]] : tensor<2x?x32x16xf32> into tensor<?x16xf32>
  %c64 = arith.constant 64 : index
  %rows = arith.muli %n, %c64 : index
  %3 = tensor.empty(%rows) : tensor<?x16xf32>
  %4 = zyn.map ins(%2, %gate : tensor<?x16xf32>, tensor<?x16xf32>) outs(%3 : tensor<?x16xf32>) {
  ^bb0(%x: f32, %g: f32):
    %p = arith.mulf %x, %g : f32
    zyn.yield %p : f32
  } -> tensor<?x16xf32>
  return %4 : tensor<?x16xf32>
}

// -----

#swap = affine_map<(i, j) -> (j, i)>

// Results at two indices.
// REMARK: remark: [Missed] MovedEpilogue | Category:zyn-fuse-moved-epilogues | Reason="it reads its operand at several indices"
// CHECK-LABEL: func.func @symmetric
//       CHECK:   zyn.matmul
//       CHECK:   zyn.map
func.func @symmetric(%a: tensor<8x4xf32>, %b: tensor<4x8xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = zyn.matmul ins(%a, %b : tensor<8x4xf32>, tensor<4x8xf32>) outs(%y : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = zyn.map ins(%0, %0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%y : tensor<8x8xf32>) indexing_maps = [affine_map<(i, j) -> (i, j)>, #swap] {
  ^bb0(%x: f32, %z: f32):
    %s = arith.addf %x, %z : f32
    zyn.yield %s : f32
  } -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

// A map with indices.
// REMARK: remark: [Missed] MovedEpilogue | Category:zyn-fuse-moved-epilogues | Reason="an epilogue has no indices"
// CHECK-LABEL: func.func @indices
//       CHECK:   zyn.matmul
//       CHECK:   zyn.map
func.func @indices(%a: tensor<8x4xf32>, %b: tensor<4x8xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = zyn.matmul ins(%a, %b : tensor<8x4xf32>, tensor<4x8xf32>) outs(%y : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = zyn.map ins(%0 : tensor<8x8xf32>) outs(%y : tensor<8x8xf32>) {
  ^bb0(%x: f32):
    %i = zyn.index 0 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.sitofp %j : i32 to f32
    %s = arith.addf %x, %f : f32
    zyn.yield %s : f32
  } -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

// The moved results have another use.
// REMARK-NOT: remark
// CHECK-LABEL: func.func @used_twice
//       CHECK:   zyn.matmul
//       CHECK:   zyn.map
func.func @used_twice(%a: tensor<8x4xf32>, %b: tensor<4x8xf32>, %y: tensor<8x8xf32>, %z: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = zyn.matmul ins(%a, %b : tensor<8x4xf32>, tensor<4x8xf32>) outs(%y : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<8x8xf32> into tensor<64xf32>
  %2 = zyn.map ins(%1 : tensor<64xf32>) outs(%z : tensor<64xf32>) {
  ^bb0(%x: f32):
    %s = math.tanh %x : f32
    zyn.yield %s : f32
  } -> tensor<64xf32>
  return %1, %2 : tensor<64xf32>, tensor<64xf32>
}

// -----

#swap = affine_map<(i, j) -> (j, i)>

// A destination that is what another op computes.
// REMARK: remark: [Missed] MovedEpilogue | Category:zyn-fuse-moved-epilogues | Reason="its destination is what another op computes"
// REMARK: remark: [Missed] MovedEpilogue | Category:zyn-fuse-moved-epilogues | Reason="its destination is what another op computes"
// CHECK-LABEL: func.func @destination
// CHECK:         zyn.matmul
// CHECK:         zyn.map
// CHECK:         zyn.matmul
// CHECK:         zyn.map
func.func @destination(%a: tensor<8x4xf32>, %b: tensor<4x8xf32>, %y: tensor<8x8xf32>, %x: tensor<8x8xf32>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = zyn.matmul ins(%a, %b : tensor<8x4xf32>, tensor<4x8xf32>) outs(%y : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = zyn.map ins(%0 : tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) indexing_maps = [#swap] {
  ^bb0(%e: f32):
    zyn.yield %e : f32
  } -> tensor<8x8xf32>
  %2 = zyn.matmul ins(%a, %b : tensor<8x4xf32>, tensor<4x8xf32>) outs(%y : tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = zyn.map ins(%x : tensor<8x8xf32>) outs(%2 : tensor<8x8xf32>) {
  ^bb0(%e: f32):
    %t = math.tanh %e : f32
    zyn.yield %t : f32
  } -> tensor<8x8xf32>
  return %1, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// The cost is that of --zyn-fuse, and nothing remains of the attempt.
// REMARK: remark: [Missed] MovedEpilogue | Category:zyn-fuse-moved-epilogues | Reason="the fused op would take {{[0-9]+}} units of time, both ops take {{[0-9]+}}"
// CHECK-LABEL: func.func @few_products
// CHECK:         zyn.matmul
// CHECK-NEXT:    tensor.collapse_shape
// CHECK-NEXT:    zyn.map
func.func @few_products(%a: tensor<16384x256xbf16>, %b: tensor<256x1024xbf16>, %y: tensor<16384x1024xbf16>, %z: tensor<16777216xbf16>)
    -> tensor<16777216xbf16> {
  %0 = zyn.matmul ins(%a, %b : tensor<16384x256xbf16>, tensor<256x1024xbf16>) outs(%y : tensor<16384x1024xbf16>) -> tensor<16384x1024xbf16>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<16384x1024xbf16> into tensor<16777216xbf16>
  %2 = zyn.map ins(%1 : tensor<16777216xbf16>) outs(%z : tensor<16777216xbf16>) {
  ^bb0(%x: bf16):
    %t = math.erf %x : bf16
    zyn.yield %t : bf16
  } -> tensor<16777216xbf16>
  return %2 : tensor<16777216xbf16>
}

// -----

// All elements are one, and a scalar is.
// REMARK: remark: [Passed] MovedEpilogue
// CHECK-LABEL: func.func @one_element
// CHECK:         zyn.matmul
// CHECK-SAME:      epilogue_ins(%{{.*}} : tensor<f32>)
// CHECK-NOT:     zyn.map
func.func @one_element(%a: tensor<1x4xf32>, %b: tensor<4x1xf32>, %y: tensor<1x1xf32>, %s: tensor<f32>, %z: tensor<f32>) -> tensor<f32> {
  %0 = zyn.matmul ins(%a, %b : tensor<1x4xf32>, tensor<4x1xf32>) outs(%y : tensor<1x1xf32>) -> tensor<1x1xf32>
  %1 = tensor.collapse_shape %0 [] : tensor<1x1xf32> into tensor<f32>
  %2 = zyn.map ins(%1, %s : tensor<f32>, tensor<f32>) outs(%z : tensor<f32>) {
  ^bb0(%x: f32, %f: f32):
    %p = arith.mulf %x, %f : f32
    zyn.yield %p : f32
  } -> tensor<f32>
  return %2 : tensor<f32>
}
