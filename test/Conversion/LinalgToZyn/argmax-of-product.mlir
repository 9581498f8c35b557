// RUN: zyn-opt %s --zyn-to-kernel=chip=sm_90a --remarks-filter=zyn-to-kernel -o /dev/null 2>&1 | FileCheck %s

// The best token of a language model, as torch exports it: the kernel of the product reduces its rows, through the reshape.
// CHECK: remark: [Passed] RowStrips {{.*}} of which it stores only strips of 32 columns
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<4x64x768xf16>, %arg1: tensor<50264x768xf16>) -> tensor<4x64xi64> {
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFC00 : f16
    %0 = tensor.empty() : tensor<768x50264xf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<50264x768xf16>) outs(%0 : tensor<768x50264xf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<4x64x768xf16> into tensor<256x768xf16>
    %1 = tensor.empty() : tensor<256x50264xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<256x50264xf32>) -> tensor<256x50264xf32>
    %3 = linalg.matmul ins(%collapsed, %transposed : tensor<256x768xf16>, tensor<768x50264xf16>) outs(%2 : tensor<256x50264xf32>) -> tensor<256x50264xf32>
    %4 = tensor.empty() : tensor<256x50264xf16>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<256x50264xf32>) outs(%4 : tensor<256x50264xf16>) {
    ^bb0(%in: f32, %out: f16):
      %11 = arith.truncf %in : f32 to f16
      linalg.yield %11 : f16
    } -> tensor<256x50264xf16>
    %expanded = tensor.expand_shape %5 [[0, 1], [2]] output_shape [4, 64, 50264] : tensor<256x50264xf16> into tensor<4x64x50264xf16>
    %6 = tensor.empty() : tensor<4x64xi64>
    %7 = linalg.fill ins(%c0_i64 : i64) outs(%6 : tensor<4x64xi64>) -> tensor<4x64xi64>
    %8 = tensor.empty() : tensor<4x64xf16>
    %9 = linalg.fill ins(%cst_0 : f16) outs(%8 : tensor<4x64xf16>) -> tensor<4x64xf16>
    %10:2 = linalg.generic {indexing_maps = [#map1, #map2, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%expanded : tensor<4x64x50264xf16>) outs(%9, %7 : tensor<4x64xf16>, tensor<4x64xi64>) {
    ^bb0(%in: f16, %out: f16, %out_1: i64):
      %11 = linalg.index 2 : index
      %12 = arith.index_cast %11 : index to i64
      %13 = arith.maximumf %in, %out : f16
      %14 = arith.cmpf ogt, %in, %out : f16
      %15 = arith.select %14, %12, %out_1 : i64
      linalg.yield %13, %15 : f16, i64
    } -> (tensor<4x64xf16>, tensor<4x64xi64>)
    return %10#1 : tensor<4x64xi64>
  }
}
