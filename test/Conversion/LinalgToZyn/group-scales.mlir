// RUN: zyn-opt %s --convert-linalg-to-zyn --zyn-fuse --canonicalize | FileCheck %s
// RUN: zyn-opt %s --zyn-to-kernel=chip=sm_90a --remarks-filter=zyn-to-kernel -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Weights of 8 bits with a scale for each 64 neighbors along K, as torch exports them: one map of three dimensions computes
// them, or the kernel of the product does.

// CHECK-LABEL: func.func @groups(
// CHECK-SAME: %[[X:.*]]: tensor<16x2048xf32>, %[[Q:.*]]: tensor<2048x2048xi8>, %[[S:.*]]: tensor<2048x32xf32>)
// CHECK: %[[EXPANDED:.*]] = tensor.expand_shape %[[Q]]
// CHECK: %[[W:.*]] = zyn.map ins(%[[EXPANDED]], %[[S]] : tensor<2048x32x64xi8>, tensor<2048x32xf32>)
// CHECK-NOT: zyn.map
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[W]]
// CHECK: zyn.matmul transpose_b ins(%[[X]], %[[FLAT]]
// REMARK: Reason="the matmul computes the elements of B itself, instead of a map before it"
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
func.func @groups(%x: tensor<16x2048xf32>, %q: tensor<2048x2048xi8>, %s: tensor<2048x32xf32>) -> tensor<16x2048xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2048x2048xf32>
  %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<2048x2048xi8>) outs(%0 : tensor<2048x2048xf32>) {
  ^bb0(%in: i8, %out: f32):
    %c = arith.sitofp %in : i8 to f32
    linalg.yield %c : f32
  } -> tensor<2048x2048xf32>
  %expanded = tensor.expand_shape %1 [[0], [1, 2]] output_shape [2048, 32, 64]
      : tensor<2048x2048xf32> into tensor<2048x32x64xf32>
  %scales = tensor.expand_shape %s [[0], [1, 2]] output_shape [2048, 32, 1]
      : tensor<2048x32xf32> into tensor<2048x32x1xf32>
  %2 = tensor.empty() : tensor<2048x32x64xf32>
  %3 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%expanded, %scales : tensor<2048x32x64xf32>, tensor<2048x32x1xf32>) outs(%2 : tensor<2048x32x64xf32>) {
  ^bb0(%in: f32, %scale: f32, %out: f32):
    %m = arith.mulf %in, %scale : f32
    linalg.yield %m : f32
  } -> tensor<2048x32x64xf32>
  %flat = tensor.collapse_shape %3 [[0], [1, 2]] : tensor<2048x32x64xf32> into tensor<2048x2048xf32>
  %transposed = linalg.transpose ins(%flat : tensor<2048x2048xf32>) outs(%0 : tensor<2048x2048xf32>) permutation = [1, 0]
  %4 = tensor.empty() : tensor<16x2048xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<16x2048xf32>) -> tensor<16x2048xf32>
  %6 = linalg.matmul ins(%x, %transposed : tensor<16x2048xf32>, tensor<2048x2048xf32>) outs(%5 : tensor<16x2048xf32>)
      -> tensor<16x2048xf32>
  return %6 : tensor<16x2048xf32>
}

// The result of a product is left alone: the elementwise op is its epilogue.
// CHECK-LABEL: func.func @heads(
// CHECK: zyn.matmul {{.*}} epilogue
// CHECK: tensor.expand_shape
func.func @heads(%x: tensor<16x64xf32>, %w: tensor<64x32xf32>, %b: tensor<32xf32>) -> tensor<16x4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<16x32xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<16x32xf32>) -> tensor<16x32xf32>
  %2 = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x32xf32>) outs(%1 : tensor<16x32xf32>) -> tensor<16x32xf32>
  %3 = linalg.generic {indexing_maps = [#map, affine_map<(d0, d1) -> (d1)>, #map], iterator_types = ["parallel", "parallel"]}
      ins(%2, %b : tensor<16x32xf32>, tensor<32xf32>) outs(%0 : tensor<16x32xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %a = arith.addf %in, %bias : f32
    linalg.yield %a : f32
  } -> tensor<16x32xf32>
  %expanded = tensor.expand_shape %3 [[0], [1, 2]] output_shape [16, 4, 8] : tensor<16x32xf32> into tensor<16x4x8xf32>
  %4 = tensor.empty() : tensor<16x4x8xf32>
  %5 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%expanded : tensor<16x4x8xf32>) outs(%4 : tensor<16x4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %e = math.exp %in : f32
    linalg.yield %e : f32
  } -> tensor<16x4x8xf32>
  return %5 : tensor<16x4x8xf32>
}
