#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map8 = affine_map<(d0, d1, d2) -> (d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map11 = affine_map<(d0, d1) -> (0, d1)>
#map12 = affine_map<(d0, d1) -> ()>
#map13 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map14 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map15 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map16 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map17 = affine_map<(d0, d1, d2) -> (d1, d2)>
module {
  func.func @main(%arg0: tensor<2x12xi64>, %arg1: tensor<100x32xf32>, %arg2: tensor<32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<32xf32>, %arg5: tensor<32x32xf32>, %arg6: tensor<16x32xf32>, %arg7: tensor<16x32xf32>, %arg8: tensor<32x32xf32>, %arg9: tensor<88x32xf32>, %arg10: tensor<88x32xf32>, %arg11: tensor<32x88xf32>, %arg12: tensor<32xf32>, %arg13: tensor<32xf32>, %arg14: tensor<32x32xf32>, %arg15: tensor<16x32xf32>, %arg16: tensor<16x32xf32>, %arg17: tensor<32x32xf32>, %arg18: tensor<88x32xf32>, %arg19: tensor<88x32xf32>, %arg20: tensor<32x88xf32>, %arg21: tensor<100x32xf32>) -> tensor<2x12x100xf32> {
    %c0_i64 = arith.constant 0 : i64
    %c2_i64 = arith.constant 2 : i64
    %c100 = arith.constant 100 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<2x4x12x12xf32>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_4 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_5 = arith.constant dense<true> : tensor<12x12xi1>
    %cst_6 = arith.constant 0xFFF0000000000000 : f64
    %cst_7 = arith.constant 0.59460355750136051 : f64
    %cst_8 = arith.constant 1.000000e-05 : f64
    %cst_9 = arith.constant 8.000000e+00 : f32
    %cst_10 = arith.constant 1.000000e+04 : f32
    %cst_11 = arith.constant 3.200000e+01 : f32
    %0 = tensor.empty() : tensor<4xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<4xi64>) {
    ^bb0(%out: i64):
      %171 = linalg.index 0 : index
      %172 = arith.index_cast %171 : index to i64
      %173 = arith.muli %172, %c2_i64 : i64
      linalg.yield %173 : i64
    } -> tensor<4xi64>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<4xi64>) outs(%0 : tensor<4xi64>) {
    ^bb0(%in: i64, %out: i64):
      %171 = arith.sitofp %in : i64 to f32
      %172 = arith.negf %171 : f32
      %173 = arith.fptosi %172 : f32 to i64
      linalg.yield %173 : i64
    } -> tensor<4xi64>
    %3 = tensor.empty() : tensor<4xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%2 : tensor<4xi64>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: i64, %out: f32):
      %171 = arith.sitofp %in : i64 to f32
      %172 = arith.divf %171, %cst_9 : f32
      linalg.yield %172 : f32
    } -> tensor<4xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%4 : tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.powf %cst_10, %in : f32
      linalg.yield %171 : f32
    } -> tensor<4xf32>
    %6 = tensor.empty() : tensor<12xi64>
    %7 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%6 : tensor<12xi64>) {
    ^bb0(%out: i64):
      %171 = linalg.index 0 : index
      %172 = arith.index_cast %171 : index to i64
      linalg.yield %172 : i64
    } -> tensor<12xi64>
    %expanded = tensor.expand_shape %7 [[0, 1]] output_shape [12, 1] : tensor<12xi64> into tensor<12x1xi64>
    %8 = tensor.empty() : tensor<12x4xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded, %5 : tensor<12x1xi64>, tensor<4xf32>) outs(%8 : tensor<12x4xf32>) {
    ^bb0(%in: i64, %in_85: f32, %out: f32):
      %171 = arith.sitofp %in : i64 to f32
      %172 = arith.mulf %171, %in_85 : f32
      linalg.yield %172 : f32
    } -> tensor<12x4xf32>
    %10 = tensor.empty() : tensor<12x2x4xf32>
    %11 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<12x4xf32>) outs(%10 : tensor<12x2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<12x2x4xf32>
    %collapsed = tensor.collapse_shape %11 [[0], [1, 2]] : tensor<12x2x4xf32> into tensor<12x8xf32>
    %12 = tensor.empty() : tensor<2x12x32xf32>
    %13 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x12xi64>) outs(%12 : tensor<2x12x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %171 = arith.index_cast %in : i64 to index
      %172 = linalg.index 2 : index
      %173 = arith.cmpi slt, %171, %c100 : index
      cf.assert %173, "index must be smaller than dim size"
      %174 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %174, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%171, %172] : tensor<100x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x12x32xf32>
    %14 = tensor.empty() : tensor<12x8xf32>
    %15 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<12x8xf32>) outs(%14 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.cos %in : f32
      linalg.yield %171 : f32
    } -> tensor<12x8xf32>
    %16 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<12x8xf32>) outs(%14 : tensor<12x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.sin %in : f32
      linalg.yield %171 : f32
    } -> tensor<12x8xf32>
    %17 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<2x12x32xf32>) outs(%12 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %171 : f32
    } -> tensor<2x12x32xf32>
    %18 = tensor.empty() : tensor<2x12x1xf32>
    %19 = linalg.fill ins(%cst : f32) outs(%18 : tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %20 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%17 : tensor<2x12x32xf32>) outs(%19 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x1xf32>
    %21 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<2x12x1xf32>) outs(%18 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.divf %in, %cst_11 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x1xf32>
    %22 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<2x12x1xf32>) outs(%18 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.truncf %cst_8 : f64 to f32
      %172 = arith.addf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<2x12x1xf32>
    %23 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<2x12x1xf32>) outs(%18 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.rsqrt %in : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x1xf32>
    %24 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %23 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%12 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x32xf32>
    %25 = linalg.generic {indexing_maps = [#map8, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3, %24 : tensor<32xf32>, tensor<2x12x32xf32>) outs(%12 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x32xf32>
    %26 = tensor.empty() : tensor<32x32xf32>
    %transposed = linalg.transpose ins(%arg5 : tensor<32x32xf32>) outs(%26 : tensor<32x32xf32>) permutation = [1, 0] 
    %collapsed_12 = tensor.collapse_shape %25 [[0, 1], [2]] : tensor<2x12x32xf32> into tensor<24x32xf32>
    %27 = tensor.empty() : tensor<24x32xf32>
    %28 = linalg.fill ins(%cst : f32) outs(%27 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %29 = linalg.matmul ins(%collapsed_12, %transposed : tensor<24x32xf32>, tensor<32x32xf32>) outs(%28 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %expanded_13 = tensor.expand_shape %29 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : tensor<24x32xf32> into tensor<2x12x4x8xf32>
    %30 = tensor.empty() : tensor<2x4x12x8xf32>
    %transposed_14 = linalg.transpose ins(%expanded_13 : tensor<2x12x4x8xf32>) outs(%30 : tensor<2x4x12x8xf32>) permutation = [0, 2, 1, 3] 
    %extracted_slice = tensor.extract_slice %transposed_14[0, 0, 0, 0] [2, 4, 12, 4] [1, 1, 1, 1] : tensor<2x4x12x8xf32> to tensor<2x4x12x4xf32>
    %extracted_slice_15 = tensor.extract_slice %transposed_14[0, 0, 0, 4] [2, 4, 12, 4] [1, 1, 1, 1] : tensor<2x4x12x8xf32> to tensor<2x4x12x4xf32>
    %31 = linalg.generic {indexing_maps = [#map9, #map10, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_14, %15 : tensor<2x4x12x8xf32>, tensor<12x8xf32>) outs(%30 : tensor<2x4x12x8xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x4x12x8xf32>
    %32 = tensor.empty() : tensor<2x4x12x4xf32>
    %33 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_15 : tensor<2x4x12x4xf32>) outs(%32 : tensor<2x4x12x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.negf %in : f32
      linalg.yield %171 : f32
    } -> tensor<2x4x12x4xf32>
    %concat = tensor.concat dim(3) %33, %extracted_slice : (tensor<2x4x12x4xf32>, tensor<2x4x12x4xf32>) -> tensor<2x4x12x8xf32>
    %34 = linalg.generic {indexing_maps = [#map9, #map10, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat, %16 : tensor<2x4x12x8xf32>, tensor<12x8xf32>) outs(%30 : tensor<2x4x12x8xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x4x12x8xf32>
    %35 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %34 : tensor<2x4x12x8xf32>, tensor<2x4x12x8xf32>) outs(%30 : tensor<2x4x12x8xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.addf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x4x12x8xf32>
    %36 = tensor.empty() : tensor<32x16xf32>
    %transposed_16 = linalg.transpose ins(%arg6 : tensor<16x32xf32>) outs(%36 : tensor<32x16xf32>) permutation = [1, 0] 
    %37 = tensor.empty() : tensor<24x16xf32>
    %38 = linalg.fill ins(%cst : f32) outs(%37 : tensor<24x16xf32>) -> tensor<24x16xf32>
    %39 = linalg.matmul ins(%collapsed_12, %transposed_16 : tensor<24x32xf32>, tensor<32x16xf32>) outs(%38 : tensor<24x16xf32>) -> tensor<24x16xf32>
    %expanded_17 = tensor.expand_shape %39 [[0, 1], [2, 3]] output_shape [2, 12, 2, 8] : tensor<24x16xf32> into tensor<2x12x2x8xf32>
    %40 = tensor.empty() : tensor<2x2x12x8xf32>
    %transposed_18 = linalg.transpose ins(%expanded_17 : tensor<2x12x2x8xf32>) outs(%40 : tensor<2x2x12x8xf32>) permutation = [0, 2, 1, 3] 
    %extracted_slice_19 = tensor.extract_slice %transposed_18[0, 0, 0, 0] [2, 2, 12, 4] [1, 1, 1, 1] : tensor<2x2x12x8xf32> to tensor<2x2x12x4xf32>
    %extracted_slice_20 = tensor.extract_slice %transposed_18[0, 0, 0, 4] [2, 2, 12, 4] [1, 1, 1, 1] : tensor<2x2x12x8xf32> to tensor<2x2x12x4xf32>
    %41 = linalg.generic {indexing_maps = [#map9, #map10, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_18, %15 : tensor<2x2x12x8xf32>, tensor<12x8xf32>) outs(%40 : tensor<2x2x12x8xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x2x12x8xf32>
    %42 = tensor.empty() : tensor<2x2x12x4xf32>
    %43 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_20 : tensor<2x2x12x4xf32>) outs(%42 : tensor<2x2x12x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.negf %in : f32
      linalg.yield %171 : f32
    } -> tensor<2x2x12x4xf32>
    %concat_21 = tensor.concat dim(3) %43, %extracted_slice_19 : (tensor<2x2x12x4xf32>, tensor<2x2x12x4xf32>) -> tensor<2x2x12x8xf32>
    %44 = linalg.generic {indexing_maps = [#map9, #map10, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_21, %16 : tensor<2x2x12x8xf32>, tensor<12x8xf32>) outs(%40 : tensor<2x2x12x8xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x2x12x8xf32>
    %45 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %44 : tensor<2x2x12x8xf32>, tensor<2x2x12x8xf32>) outs(%40 : tensor<2x2x12x8xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.addf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x2x12x8xf32>
    %transposed_22 = linalg.transpose ins(%arg7 : tensor<16x32xf32>) outs(%36 : tensor<32x16xf32>) permutation = [1, 0] 
    %46 = linalg.matmul ins(%collapsed_12, %transposed_22 : tensor<24x32xf32>, tensor<32x16xf32>) outs(%38 : tensor<24x16xf32>) -> tensor<24x16xf32>
    %expanded_23 = tensor.expand_shape %46 [[0, 1], [2, 3]] output_shape [2, 12, 2, 8] : tensor<24x16xf32> into tensor<2x12x2x8xf32>
    %transposed_24 = linalg.transpose ins(%expanded_23 : tensor<2x12x2x8xf32>) outs(%40 : tensor<2x2x12x8xf32>) permutation = [0, 2, 1, 3] 
    %47 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35 : tensor<2x4x12x8xf32>) outs(%30 : tensor<2x4x12x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.truncf %cst_7 : f64 to f32
      %172 = arith.mulf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<2x4x12x8xf32>
    %expanded_25 = tensor.expand_shape %7 [[0, 1]] output_shape [1, 12] : tensor<12xi64> into tensor<1x12xi64>
    %48 = tensor.empty() : tensor<12x12xi64>
    %49 = linalg.generic {indexing_maps = [#map11, #map1, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded_25, %expanded : tensor<1x12xi64>, tensor<12x1xi64>) outs(%48 : tensor<12x12xi64>) {
    ^bb0(%in: i64, %in_85: i64, %out: i64):
      %171 = arith.subi %in, %in_85 : i64
      linalg.yield %171 : i64
    } -> tensor<12x12xi64>
    %50 = tensor.empty() : tensor<12x12xi1>
    %51 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%49 : tensor<12x12xi64>) outs(%50 : tensor<12x12xi1>) {
    ^bb0(%in: i64, %out: i1):
      %171 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %171 : i1
    } -> tensor<12x12xi1>
    %52 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%51, %cst_5 : tensor<12x12xi1>, tensor<12x12xi1>) outs(%50 : tensor<12x12xi1>) {
    ^bb0(%in: i1, %in_85: i1, %out: i1):
      %171 = arith.andi %in, %in_85 : i1
      linalg.yield %171 : i1
    } -> tensor<12x12xi1>
    %53 = tensor.empty() : tensor<12x12xf32>
    %54 = linalg.generic {indexing_maps = [#map3, #map12, #map12, #map3], iterator_types = ["parallel", "parallel"]} ins(%52, %cst_3, %cst_4 : tensor<12x12xi1>, tensor<f32>, tensor<f32>) outs(%53 : tensor<12x12xf32>) {
    ^bb0(%in: i1, %in_85: f32, %in_86: f32, %out: f32):
      %171 = arith.select %in, %in_85, %in_86 : f32
      linalg.yield %171 : f32
    } -> tensor<12x12xf32>
    %55 = tensor.empty() : tensor<2x2x2x12x8xf32>
    %56 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%45 : tensor<2x2x12x8xf32>) outs(%55 : tensor<2x2x2x12x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x12x8xf32>
    %collapsed_26 = tensor.collapse_shape %56 [[0], [1, 2], [3], [4]] : tensor<2x2x2x12x8xf32> into tensor<2x4x12x8xf32>
    %57 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_24 : tensor<2x2x12x8xf32>) outs(%55 : tensor<2x2x2x12x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x12x8xf32>
    %58 = tensor.empty() : tensor<2x4x8x12xf32>
    %transposed_27 = linalg.transpose ins(%collapsed_26 : tensor<2x4x12x8xf32>) outs(%58 : tensor<2x4x8x12xf32>) permutation = [0, 1, 3, 2] 
    %59 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_27 : tensor<2x4x8x12xf32>) outs(%58 : tensor<2x4x8x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.truncf %cst_7 : f64 to f32
      %172 = arith.mulf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<2x4x8x12xf32>
    %collapsed_28 = tensor.collapse_shape %47 [[0, 1], [2], [3]] : tensor<2x4x12x8xf32> into tensor<8x12x8xf32>
    %collapsed_29 = tensor.collapse_shape %59 [[0, 1], [2], [3]] : tensor<2x4x8x12xf32> into tensor<8x8x12xf32>
    %60 = tensor.empty() : tensor<8x12x12xf32>
    %61 = linalg.fill ins(%cst : f32) outs(%60 : tensor<8x12x12xf32>) -> tensor<8x12x12xf32>
    %62 = linalg.batch_matmul ins(%collapsed_28, %collapsed_29 : tensor<8x12x8xf32>, tensor<8x8x12xf32>) outs(%61 : tensor<8x12x12xf32>) -> tensor<8x12x12xf32>
    %expanded_30 = tensor.expand_shape %62 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : tensor<8x12x12xf32> into tensor<2x4x12x12xf32>
    %63 = tensor.empty() : tensor<2x4x12x12xf32>
    %64 = linalg.generic {indexing_maps = [#map9, #map10, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_30, %54 : tensor<2x4x12x12xf32>, tensor<12x12xf32>) outs(%63 : tensor<2x4x12x12xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.addf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x4x12x12xf32>
    %65 = tensor.empty() : tensor<2x4x12xi64>
    %66 = linalg.fill ins(%c0_i64 : i64) outs(%65 : tensor<2x4x12xi64>) -> tensor<2x4x12xi64>
    %67 = tensor.empty() : tensor<2x4x12xf32>
    %68 = linalg.fill ins(%cst_0 : f32) outs(%67 : tensor<2x4x12xf32>) -> tensor<2x4x12xf32>
    %69:2 = linalg.generic {indexing_maps = [#map9, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%64 : tensor<2x4x12x12xf32>) outs(%68, %66 : tensor<2x4x12xf32>, tensor<2x4x12xi64>) {
    ^bb0(%in: f32, %out: f32, %out_85: i64):
      %171 = linalg.index 3 : index
      %172 = arith.index_cast %171 : index to i64
      %173 = arith.maximumf %in, %out : f32
      %174 = arith.cmpf ogt, %in, %out : f32
      %175 = arith.select %174, %172, %out_85 : i64
      linalg.yield %173, %175 : f32, i64
    } -> (tensor<2x4x12xf32>, tensor<2x4x12xi64>)
    %expanded_31 = tensor.expand_shape %69#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : tensor<2x4x12xf32> into tensor<2x4x12x1xf32>
    %70 = linalg.generic {indexing_maps = [#map9, #map16, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64, %expanded_31 : tensor<2x4x12x12xf32>, tensor<2x4x12x1xf32>) outs(%63 : tensor<2x4x12x12xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.subf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x4x12x12xf32>
    %71 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70 : tensor<2x4x12x12xf32>) outs(%63 : tensor<2x4x12x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.exp %in : f32
      linalg.yield %171 : f32
    } -> tensor<2x4x12x12xf32>
    %72 = tensor.empty() : tensor<2x4x12x1xf32>
    %73 = linalg.fill ins(%cst : f32) outs(%72 : tensor<2x4x12x1xf32>) -> tensor<2x4x12x1xf32>
    %74 = linalg.generic {indexing_maps = [#map9, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%71 : tensor<2x4x12x12xf32>) outs(%73 : tensor<2x4x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<2x4x12x1xf32>
    %75 = linalg.generic {indexing_maps = [#map9, #map16, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71, %74 : tensor<2x4x12x12xf32>, tensor<2x4x12x1xf32>) outs(%63 : tensor<2x4x12x12xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.divf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x4x12x12xf32>
    %76 = tensor.empty() : tensor<2x4x12x12xi1>
    %77 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64 : tensor<2x4x12x12xf32>) outs(%76 : tensor<2x4x12x12xi1>) {
    ^bb0(%in: f32, %out: i1):
      %171 = arith.extf %in : f32 to f64
      %172 = arith.cmpf oeq, %171, %cst_6 : f64
      linalg.yield %172 : i1
    } -> tensor<2x4x12x12xi1>
    %78 = tensor.empty() : tensor<2x4x12x1xi1>
    %79 = linalg.fill ins(%true : i1) outs(%78 : tensor<2x4x12x1xi1>) -> tensor<2x4x12x1xi1>
    %80 = linalg.generic {indexing_maps = [#map9, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%77 : tensor<2x4x12x12xi1>) outs(%79 : tensor<2x4x12x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %171 = arith.andi %in, %out : i1
      linalg.yield %171 : i1
    } -> tensor<2x4x12x1xi1>
    %81 = linalg.generic {indexing_maps = [#map16, #map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80, %cst_2, %75 : tensor<2x4x12x1xi1>, tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) outs(%63 : tensor<2x4x12x12xf32>) {
    ^bb0(%in: i1, %in_85: f32, %in_86: f32, %out: f32):
      %171 = arith.select %in, %in_85, %in_86 : f32
      linalg.yield %171 : f32
    } -> tensor<2x4x12x12xf32>
    %collapsed_32 = tensor.collapse_shape %81 [[0, 1], [2], [3]] : tensor<2x4x12x12xf32> into tensor<8x12x12xf32>
    %collapsed_33 = tensor.collapse_shape %57 [[0, 1, 2], [3], [4]] : tensor<2x2x2x12x8xf32> into tensor<8x12x8xf32>
    %82 = tensor.empty() : tensor<8x12x8xf32>
    %83 = linalg.fill ins(%cst : f32) outs(%82 : tensor<8x12x8xf32>) -> tensor<8x12x8xf32>
    %84 = linalg.batch_matmul ins(%collapsed_32, %collapsed_33 : tensor<8x12x12xf32>, tensor<8x12x8xf32>) outs(%83 : tensor<8x12x8xf32>) -> tensor<8x12x8xf32>
    %expanded_34 = tensor.expand_shape %84 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : tensor<8x12x8xf32> into tensor<2x4x12x8xf32>
    %85 = tensor.empty() : tensor<2x12x4x8xf32>
    %transposed_35 = linalg.transpose ins(%expanded_34 : tensor<2x4x12x8xf32>) outs(%85 : tensor<2x12x4x8xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_36 = tensor.collapse_shape %transposed_35 [[0], [1], [2, 3]] : tensor<2x12x4x8xf32> into tensor<2x12x32xf32>
    %transposed_37 = linalg.transpose ins(%arg8 : tensor<32x32xf32>) outs(%26 : tensor<32x32xf32>) permutation = [1, 0] 
    %86 = tensor.empty() : tensor<2x32x32xf32>
    %87 = linalg.generic {indexing_maps = [#map17, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_37 : tensor<32x32xf32>) outs(%86 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x32xf32>
    %88 = linalg.fill ins(%cst : f32) outs(%12 : tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %89 = linalg.batch_matmul ins(%collapsed_36, %87 : tensor<2x12x32xf32>, tensor<2x32x32xf32>) outs(%88 : tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %90 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %89 : tensor<2x12x32xf32>, tensor<2x12x32xf32>) outs(%12 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.addf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x32xf32>
    %91 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90 : tensor<2x12x32xf32>) outs(%12 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %171 : f32
    } -> tensor<2x12x32xf32>
    %92 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%91 : tensor<2x12x32xf32>) outs(%19 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x1xf32>
    %93 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<2x12x1xf32>) outs(%18 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.divf %in, %cst_11 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x1xf32>
    %94 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93 : tensor<2x12x1xf32>) outs(%18 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.truncf %cst_8 : f64 to f32
      %172 = arith.addf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<2x12x1xf32>
    %95 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94 : tensor<2x12x1xf32>) outs(%18 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.rsqrt %in : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x1xf32>
    %96 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90, %95 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%12 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x32xf32>
    %97 = linalg.generic {indexing_maps = [#map8, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4, %96 : tensor<32xf32>, tensor<2x12x32xf32>) outs(%12 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x32xf32>
    %98 = tensor.empty() : tensor<32x88xf32>
    %transposed_38 = linalg.transpose ins(%arg9 : tensor<88x32xf32>) outs(%98 : tensor<32x88xf32>) permutation = [1, 0] 
    %collapsed_39 = tensor.collapse_shape %97 [[0, 1], [2]] : tensor<2x12x32xf32> into tensor<24x32xf32>
    %99 = tensor.empty() : tensor<24x88xf32>
    %100 = linalg.fill ins(%cst : f32) outs(%99 : tensor<24x88xf32>) -> tensor<24x88xf32>
    %101 = linalg.matmul ins(%collapsed_39, %transposed_38 : tensor<24x32xf32>, tensor<32x88xf32>) outs(%100 : tensor<24x88xf32>) -> tensor<24x88xf32>
    %expanded_40 = tensor.expand_shape %101 [[0, 1], [2]] output_shape [2, 12, 88] : tensor<24x88xf32> into tensor<2x12x88xf32>
    %102 = tensor.empty() : tensor<2x12x88xf32>
    %103 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_40 : tensor<2x12x88xf32>) outs(%102 : tensor<2x12x88xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.negf %in : f32
      %172 = math.exp %171 : f32
      %173 = arith.addf %172, %cst_1 : f32
      %174 = arith.divf %cst_1, %173 : f32
      linalg.yield %174 : f32
    } -> tensor<2x12x88xf32>
    %104 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_40, %103 : tensor<2x12x88xf32>, tensor<2x12x88xf32>) outs(%102 : tensor<2x12x88xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x88xf32>
    %transposed_41 = linalg.transpose ins(%arg10 : tensor<88x32xf32>) outs(%98 : tensor<32x88xf32>) permutation = [1, 0] 
    %105 = linalg.matmul ins(%collapsed_39, %transposed_41 : tensor<24x32xf32>, tensor<32x88xf32>) outs(%100 : tensor<24x88xf32>) -> tensor<24x88xf32>
    %expanded_42 = tensor.expand_shape %105 [[0, 1], [2]] output_shape [2, 12, 88] : tensor<24x88xf32> into tensor<2x12x88xf32>
    %106 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104, %expanded_42 : tensor<2x12x88xf32>, tensor<2x12x88xf32>) outs(%102 : tensor<2x12x88xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x88xf32>
    %107 = tensor.empty() : tensor<88x32xf32>
    %transposed_43 = linalg.transpose ins(%arg11 : tensor<32x88xf32>) outs(%107 : tensor<88x32xf32>) permutation = [1, 0] 
    %collapsed_44 = tensor.collapse_shape %106 [[0, 1], [2]] : tensor<2x12x88xf32> into tensor<24x88xf32>
    %108 = linalg.matmul ins(%collapsed_44, %transposed_43 : tensor<24x88xf32>, tensor<88x32xf32>) outs(%28 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %expanded_45 = tensor.expand_shape %108 [[0, 1], [2]] output_shape [2, 12, 32] : tensor<24x32xf32> into tensor<2x12x32xf32>
    %109 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90, %expanded_45 : tensor<2x12x32xf32>, tensor<2x12x32xf32>) outs(%12 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.addf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x32xf32>
    %110 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109 : tensor<2x12x32xf32>) outs(%12 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %171 : f32
    } -> tensor<2x12x32xf32>
    %111 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%110 : tensor<2x12x32xf32>) outs(%19 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x1xf32>
    %112 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111 : tensor<2x12x1xf32>) outs(%18 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.divf %in, %cst_11 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x1xf32>
    %113 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112 : tensor<2x12x1xf32>) outs(%18 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.truncf %cst_8 : f64 to f32
      %172 = arith.addf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<2x12x1xf32>
    %114 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113 : tensor<2x12x1xf32>) outs(%18 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.rsqrt %in : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x1xf32>
    %115 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109, %114 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%12 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x32xf32>
    %116 = linalg.generic {indexing_maps = [#map8, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12, %115 : tensor<32xf32>, tensor<2x12x32xf32>) outs(%12 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x32xf32>
    %transposed_46 = linalg.transpose ins(%arg14 : tensor<32x32xf32>) outs(%26 : tensor<32x32xf32>) permutation = [1, 0] 
    %collapsed_47 = tensor.collapse_shape %116 [[0, 1], [2]] : tensor<2x12x32xf32> into tensor<24x32xf32>
    %117 = linalg.matmul ins(%collapsed_47, %transposed_46 : tensor<24x32xf32>, tensor<32x32xf32>) outs(%28 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %expanded_48 = tensor.expand_shape %117 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : tensor<24x32xf32> into tensor<2x12x4x8xf32>
    %transposed_49 = linalg.transpose ins(%expanded_48 : tensor<2x12x4x8xf32>) outs(%30 : tensor<2x4x12x8xf32>) permutation = [0, 2, 1, 3] 
    %extracted_slice_50 = tensor.extract_slice %transposed_49[0, 0, 0, 0] [2, 4, 12, 4] [1, 1, 1, 1] : tensor<2x4x12x8xf32> to tensor<2x4x12x4xf32>
    %extracted_slice_51 = tensor.extract_slice %transposed_49[0, 0, 0, 4] [2, 4, 12, 4] [1, 1, 1, 1] : tensor<2x4x12x8xf32> to tensor<2x4x12x4xf32>
    %118 = linalg.generic {indexing_maps = [#map9, #map10, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_49, %15 : tensor<2x4x12x8xf32>, tensor<12x8xf32>) outs(%30 : tensor<2x4x12x8xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x4x12x8xf32>
    %119 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_51 : tensor<2x4x12x4xf32>) outs(%32 : tensor<2x4x12x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.negf %in : f32
      linalg.yield %171 : f32
    } -> tensor<2x4x12x4xf32>
    %concat_52 = tensor.concat dim(3) %119, %extracted_slice_50 : (tensor<2x4x12x4xf32>, tensor<2x4x12x4xf32>) -> tensor<2x4x12x8xf32>
    %120 = linalg.generic {indexing_maps = [#map9, #map10, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_52, %16 : tensor<2x4x12x8xf32>, tensor<12x8xf32>) outs(%30 : tensor<2x4x12x8xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x4x12x8xf32>
    %121 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%118, %120 : tensor<2x4x12x8xf32>, tensor<2x4x12x8xf32>) outs(%30 : tensor<2x4x12x8xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.addf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x4x12x8xf32>
    %transposed_53 = linalg.transpose ins(%arg15 : tensor<16x32xf32>) outs(%36 : tensor<32x16xf32>) permutation = [1, 0] 
    %122 = linalg.matmul ins(%collapsed_47, %transposed_53 : tensor<24x32xf32>, tensor<32x16xf32>) outs(%38 : tensor<24x16xf32>) -> tensor<24x16xf32>
    %expanded_54 = tensor.expand_shape %122 [[0, 1], [2, 3]] output_shape [2, 12, 2, 8] : tensor<24x16xf32> into tensor<2x12x2x8xf32>
    %transposed_55 = linalg.transpose ins(%expanded_54 : tensor<2x12x2x8xf32>) outs(%40 : tensor<2x2x12x8xf32>) permutation = [0, 2, 1, 3] 
    %extracted_slice_56 = tensor.extract_slice %transposed_55[0, 0, 0, 0] [2, 2, 12, 4] [1, 1, 1, 1] : tensor<2x2x12x8xf32> to tensor<2x2x12x4xf32>
    %extracted_slice_57 = tensor.extract_slice %transposed_55[0, 0, 0, 4] [2, 2, 12, 4] [1, 1, 1, 1] : tensor<2x2x12x8xf32> to tensor<2x2x12x4xf32>
    %123 = linalg.generic {indexing_maps = [#map9, #map10, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_55, %15 : tensor<2x2x12x8xf32>, tensor<12x8xf32>) outs(%40 : tensor<2x2x12x8xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x2x12x8xf32>
    %124 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_57 : tensor<2x2x12x4xf32>) outs(%42 : tensor<2x2x12x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.negf %in : f32
      linalg.yield %171 : f32
    } -> tensor<2x2x12x4xf32>
    %concat_58 = tensor.concat dim(3) %124, %extracted_slice_56 : (tensor<2x2x12x4xf32>, tensor<2x2x12x4xf32>) -> tensor<2x2x12x8xf32>
    %125 = linalg.generic {indexing_maps = [#map9, #map10, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_58, %16 : tensor<2x2x12x8xf32>, tensor<12x8xf32>) outs(%40 : tensor<2x2x12x8xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x2x12x8xf32>
    %126 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%123, %125 : tensor<2x2x12x8xf32>, tensor<2x2x12x8xf32>) outs(%40 : tensor<2x2x12x8xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.addf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x2x12x8xf32>
    %transposed_59 = linalg.transpose ins(%arg16 : tensor<16x32xf32>) outs(%36 : tensor<32x16xf32>) permutation = [1, 0] 
    %127 = linalg.matmul ins(%collapsed_47, %transposed_59 : tensor<24x32xf32>, tensor<32x16xf32>) outs(%38 : tensor<24x16xf32>) -> tensor<24x16xf32>
    %expanded_60 = tensor.expand_shape %127 [[0, 1], [2, 3]] output_shape [2, 12, 2, 8] : tensor<24x16xf32> into tensor<2x12x2x8xf32>
    %transposed_61 = linalg.transpose ins(%expanded_60 : tensor<2x12x2x8xf32>) outs(%40 : tensor<2x2x12x8xf32>) permutation = [0, 2, 1, 3] 
    %128 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%121 : tensor<2x4x12x8xf32>) outs(%30 : tensor<2x4x12x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.truncf %cst_7 : f64 to f32
      %172 = arith.mulf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<2x4x12x8xf32>
    %129 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%126 : tensor<2x2x12x8xf32>) outs(%55 : tensor<2x2x2x12x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x12x8xf32>
    %collapsed_62 = tensor.collapse_shape %129 [[0], [1, 2], [3], [4]] : tensor<2x2x2x12x8xf32> into tensor<2x4x12x8xf32>
    %130 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_61 : tensor<2x2x12x8xf32>) outs(%55 : tensor<2x2x2x12x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x12x8xf32>
    %transposed_63 = linalg.transpose ins(%collapsed_62 : tensor<2x4x12x8xf32>) outs(%58 : tensor<2x4x8x12xf32>) permutation = [0, 1, 3, 2] 
    %131 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_63 : tensor<2x4x8x12xf32>) outs(%58 : tensor<2x4x8x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.truncf %cst_7 : f64 to f32
      %172 = arith.mulf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<2x4x8x12xf32>
    %collapsed_64 = tensor.collapse_shape %128 [[0, 1], [2], [3]] : tensor<2x4x12x8xf32> into tensor<8x12x8xf32>
    %collapsed_65 = tensor.collapse_shape %131 [[0, 1], [2], [3]] : tensor<2x4x8x12xf32> into tensor<8x8x12xf32>
    %132 = linalg.batch_matmul ins(%collapsed_64, %collapsed_65 : tensor<8x12x8xf32>, tensor<8x8x12xf32>) outs(%61 : tensor<8x12x12xf32>) -> tensor<8x12x12xf32>
    %expanded_66 = tensor.expand_shape %132 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : tensor<8x12x12xf32> into tensor<2x4x12x12xf32>
    %133 = linalg.generic {indexing_maps = [#map9, #map10, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_66, %54 : tensor<2x4x12x12xf32>, tensor<12x12xf32>) outs(%63 : tensor<2x4x12x12xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.addf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x4x12x12xf32>
    %134:2 = linalg.generic {indexing_maps = [#map9, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%133 : tensor<2x4x12x12xf32>) outs(%68, %66 : tensor<2x4x12xf32>, tensor<2x4x12xi64>) {
    ^bb0(%in: f32, %out: f32, %out_85: i64):
      %171 = linalg.index 3 : index
      %172 = arith.index_cast %171 : index to i64
      %173 = arith.maximumf %in, %out : f32
      %174 = arith.cmpf ogt, %in, %out : f32
      %175 = arith.select %174, %172, %out_85 : i64
      linalg.yield %173, %175 : f32, i64
    } -> (tensor<2x4x12xf32>, tensor<2x4x12xi64>)
    %expanded_67 = tensor.expand_shape %134#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : tensor<2x4x12xf32> into tensor<2x4x12x1xf32>
    %135 = linalg.generic {indexing_maps = [#map9, #map16, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%133, %expanded_67 : tensor<2x4x12x12xf32>, tensor<2x4x12x1xf32>) outs(%63 : tensor<2x4x12x12xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.subf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x4x12x12xf32>
    %136 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%135 : tensor<2x4x12x12xf32>) outs(%63 : tensor<2x4x12x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.exp %in : f32
      linalg.yield %171 : f32
    } -> tensor<2x4x12x12xf32>
    %137 = linalg.generic {indexing_maps = [#map9, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%136 : tensor<2x4x12x12xf32>) outs(%73 : tensor<2x4x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<2x4x12x1xf32>
    %138 = linalg.generic {indexing_maps = [#map9, #map16, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%136, %137 : tensor<2x4x12x12xf32>, tensor<2x4x12x1xf32>) outs(%63 : tensor<2x4x12x12xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.divf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x4x12x12xf32>
    %139 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%133 : tensor<2x4x12x12xf32>) outs(%76 : tensor<2x4x12x12xi1>) {
    ^bb0(%in: f32, %out: i1):
      %171 = arith.extf %in : f32 to f64
      %172 = arith.cmpf oeq, %171, %cst_6 : f64
      linalg.yield %172 : i1
    } -> tensor<2x4x12x12xi1>
    %140 = linalg.generic {indexing_maps = [#map9, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%139 : tensor<2x4x12x12xi1>) outs(%79 : tensor<2x4x12x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %171 = arith.andi %in, %out : i1
      linalg.yield %171 : i1
    } -> tensor<2x4x12x1xi1>
    %141 = linalg.generic {indexing_maps = [#map16, #map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%140, %cst_2, %138 : tensor<2x4x12x1xi1>, tensor<2x4x12x12xf32>, tensor<2x4x12x12xf32>) outs(%63 : tensor<2x4x12x12xf32>) {
    ^bb0(%in: i1, %in_85: f32, %in_86: f32, %out: f32):
      %171 = arith.select %in, %in_85, %in_86 : f32
      linalg.yield %171 : f32
    } -> tensor<2x4x12x12xf32>
    %collapsed_68 = tensor.collapse_shape %141 [[0, 1], [2], [3]] : tensor<2x4x12x12xf32> into tensor<8x12x12xf32>
    %collapsed_69 = tensor.collapse_shape %130 [[0, 1, 2], [3], [4]] : tensor<2x2x2x12x8xf32> into tensor<8x12x8xf32>
    %142 = linalg.batch_matmul ins(%collapsed_68, %collapsed_69 : tensor<8x12x12xf32>, tensor<8x12x8xf32>) outs(%83 : tensor<8x12x8xf32>) -> tensor<8x12x8xf32>
    %expanded_70 = tensor.expand_shape %142 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : tensor<8x12x8xf32> into tensor<2x4x12x8xf32>
    %transposed_71 = linalg.transpose ins(%expanded_70 : tensor<2x4x12x8xf32>) outs(%85 : tensor<2x12x4x8xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_72 = tensor.collapse_shape %transposed_71 [[0], [1], [2, 3]] : tensor<2x12x4x8xf32> into tensor<2x12x32xf32>
    %transposed_73 = linalg.transpose ins(%arg17 : tensor<32x32xf32>) outs(%26 : tensor<32x32xf32>) permutation = [1, 0] 
    %143 = linalg.generic {indexing_maps = [#map17, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_73 : tensor<32x32xf32>) outs(%86 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x32xf32>
    %144 = linalg.batch_matmul ins(%collapsed_72, %143 : tensor<2x12x32xf32>, tensor<2x32x32xf32>) outs(%88 : tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %145 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109, %144 : tensor<2x12x32xf32>, tensor<2x12x32xf32>) outs(%12 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.addf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x32xf32>
    %146 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%145 : tensor<2x12x32xf32>) outs(%12 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %171 : f32
    } -> tensor<2x12x32xf32>
    %147 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%146 : tensor<2x12x32xf32>) outs(%19 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x1xf32>
    %148 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147 : tensor<2x12x1xf32>) outs(%18 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.divf %in, %cst_11 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x1xf32>
    %149 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148 : tensor<2x12x1xf32>) outs(%18 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.truncf %cst_8 : f64 to f32
      %172 = arith.addf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<2x12x1xf32>
    %150 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149 : tensor<2x12x1xf32>) outs(%18 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.rsqrt %in : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x1xf32>
    %151 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%145, %150 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%12 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x32xf32>
    %152 = linalg.generic {indexing_maps = [#map8, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13, %151 : tensor<32xf32>, tensor<2x12x32xf32>) outs(%12 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x32xf32>
    %transposed_74 = linalg.transpose ins(%arg18 : tensor<88x32xf32>) outs(%98 : tensor<32x88xf32>) permutation = [1, 0] 
    %collapsed_75 = tensor.collapse_shape %152 [[0, 1], [2]] : tensor<2x12x32xf32> into tensor<24x32xf32>
    %153 = linalg.matmul ins(%collapsed_75, %transposed_74 : tensor<24x32xf32>, tensor<32x88xf32>) outs(%100 : tensor<24x88xf32>) -> tensor<24x88xf32>
    %expanded_76 = tensor.expand_shape %153 [[0, 1], [2]] output_shape [2, 12, 88] : tensor<24x88xf32> into tensor<2x12x88xf32>
    %154 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_76 : tensor<2x12x88xf32>) outs(%102 : tensor<2x12x88xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.negf %in : f32
      %172 = math.exp %171 : f32
      %173 = arith.addf %172, %cst_1 : f32
      %174 = arith.divf %cst_1, %173 : f32
      linalg.yield %174 : f32
    } -> tensor<2x12x88xf32>
    %155 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_76, %154 : tensor<2x12x88xf32>, tensor<2x12x88xf32>) outs(%102 : tensor<2x12x88xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x88xf32>
    %transposed_77 = linalg.transpose ins(%arg19 : tensor<88x32xf32>) outs(%98 : tensor<32x88xf32>) permutation = [1, 0] 
    %156 = linalg.matmul ins(%collapsed_75, %transposed_77 : tensor<24x32xf32>, tensor<32x88xf32>) outs(%100 : tensor<24x88xf32>) -> tensor<24x88xf32>
    %expanded_78 = tensor.expand_shape %156 [[0, 1], [2]] output_shape [2, 12, 88] : tensor<24x88xf32> into tensor<2x12x88xf32>
    %157 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155, %expanded_78 : tensor<2x12x88xf32>, tensor<2x12x88xf32>) outs(%102 : tensor<2x12x88xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x88xf32>
    %transposed_79 = linalg.transpose ins(%arg20 : tensor<32x88xf32>) outs(%107 : tensor<88x32xf32>) permutation = [1, 0] 
    %collapsed_80 = tensor.collapse_shape %157 [[0, 1], [2]] : tensor<2x12x88xf32> into tensor<24x88xf32>
    %158 = linalg.matmul ins(%collapsed_80, %transposed_79 : tensor<24x88xf32>, tensor<88x32xf32>) outs(%28 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %expanded_81 = tensor.expand_shape %158 [[0, 1], [2]] output_shape [2, 12, 32] : tensor<24x32xf32> into tensor<2x12x32xf32>
    %159 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%145, %expanded_81 : tensor<2x12x32xf32>, tensor<2x12x32xf32>) outs(%12 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.addf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x32xf32>
    %160 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159 : tensor<2x12x32xf32>) outs(%12 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %171 : f32
    } -> tensor<2x12x32xf32>
    %161 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%160 : tensor<2x12x32xf32>) outs(%19 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.addf %in, %out : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x1xf32>
    %162 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%161 : tensor<2x12x1xf32>) outs(%18 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.divf %in, %cst_11 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x1xf32>
    %163 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%162 : tensor<2x12x1xf32>) outs(%18 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = arith.truncf %cst_8 : f64 to f32
      %172 = arith.addf %in, %171 : f32
      linalg.yield %172 : f32
    } -> tensor<2x12x1xf32>
    %164 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%163 : tensor<2x12x1xf32>) outs(%18 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %171 = math.rsqrt %in : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x1xf32>
    %165 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159, %164 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%12 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x32xf32>
    %166 = linalg.generic {indexing_maps = [#map8, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2, %165 : tensor<32xf32>, tensor<2x12x32xf32>) outs(%12 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_85: f32, %out: f32):
      %171 = arith.mulf %in, %in_85 : f32
      linalg.yield %171 : f32
    } -> tensor<2x12x32xf32>
    %167 = tensor.empty() : tensor<32x100xf32>
    %transposed_82 = linalg.transpose ins(%arg21 : tensor<100x32xf32>) outs(%167 : tensor<32x100xf32>) permutation = [1, 0] 
    %collapsed_83 = tensor.collapse_shape %166 [[0, 1], [2]] : tensor<2x12x32xf32> into tensor<24x32xf32>
    %168 = tensor.empty() : tensor<24x100xf32>
    %169 = linalg.fill ins(%cst : f32) outs(%168 : tensor<24x100xf32>) -> tensor<24x100xf32>
    %170 = linalg.matmul ins(%collapsed_83, %transposed_82 : tensor<24x32xf32>, tensor<32x100xf32>) outs(%169 : tensor<24x100xf32>) -> tensor<24x100xf32>
    %expanded_84 = tensor.expand_shape %170 [[0, 1], [2]] output_shape [2, 12, 100] : tensor<24x100xf32> into tensor<2x12x100xf32>
    return %expanded_84 : tensor<2x12x100xf32>
  }
}
