#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map5 = affine_map<(d0, d1) -> (d1)>
#map6 = affine_map<(d0, d1) -> (d0, d1)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<2x12xi64>, %arg1: tensor<100x32xf32>, %arg2: tensor<16x32xf32>, %arg3: tensor<2x32xf32>, %arg4: tensor<32xf32>, %arg5: tensor<32xf32>, %arg6: tensor<32x32xf32>, %arg7: tensor<32xf32>, %arg8: tensor<32x32xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32x32xf32>, %arg11: tensor<32xf32>, %arg12: tensor<32x32xf32>, %arg13: tensor<32xf32>, %arg14: tensor<32xf32>, %arg15: tensor<32xf32>, %arg16: tensor<64x32xf32>, %arg17: tensor<64xf32>, %arg18: tensor<32x64xf32>, %arg19: tensor<32xf32>, %arg20: tensor<32xf32>, %arg21: tensor<32xf32>, %arg22: tensor<32x32xf32>, %arg23: tensor<32xf32>, %arg24: tensor<32x32xf32>, %arg25: tensor<32xf32>, %arg26: tensor<32x32xf32>, %arg27: tensor<32xf32>, %arg28: tensor<32x32xf32>, %arg29: tensor<32xf32>, %arg30: tensor<32xf32>, %arg31: tensor<32xf32>, %arg32: tensor<64x32xf32>, %arg33: tensor<64xf32>, %arg34: tensor<32x64xf32>, %arg35: tensor<32xf32>, %arg36: tensor<32xf32>, %arg37: tensor<32xf32>) -> tensor<2x12x32xf32> {
    %c0_i64 = arith.constant 0 : i64
    %c100 = arith.constant 100 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f64
    %cst_1 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<2x2x12x12xf32>
    %cst_5 = arith.constant 0xFFF0000000000000 : f64
    %cst_6 = arith.constant 9.9999999999999998E-13 : f64
    %cst_7 = arith.constant 3.200000e+01 : f64
    %cst_8 = arith.constant 3.200000e+01 : f32
    %cst_9 = arith.constant 1.41421354 : f32
    %0 = tensor.empty() : tensor<2x12x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x12xi64>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %182 = arith.index_cast %in : i64 to index
      %183 = linalg.index 2 : index
      %184 = arith.cmpi slt, %182, %c100 : index
      cf.assert %184, "index must be smaller than dim size"
      %185 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %185, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%182, %183] : tensor<100x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x12x32xf32>
    %extracted_slice = tensor.extract_slice %arg2[0, 0] [12, 32] [1, 1] : tensor<16x32xf32> to tensor<12x32xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %extracted_slice : tensor<2x12x32xf32>, tensor<12x32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %extracted_slice_10 = tensor.extract_slice %arg3[0, 0] [1, 32] [1, 1] : tensor<2x32xf32> to tensor<1x32xf32>
    %collapsed = tensor.collapse_shape %extracted_slice_10 [[0, 1]] : tensor<1x32xf32> into tensor<32xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %collapsed : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %4 = tensor.empty() : tensor<2x12x32xf64>
    %5 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<2x12x32xf32>) outs(%4 : tensor<2x12x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %182 = arith.extf %in : f32 to f64
      linalg.yield %182 : f64
    } -> tensor<2x12x32xf64>
    %6 = tensor.empty() : tensor<2x12x1xf64>
    %7 = linalg.fill ins(%cst_0 : f64) outs(%6 : tensor<2x12x1xf64>) -> tensor<2x12x1xf64>
    %8 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%5 : tensor<2x12x32xf64>) outs(%7 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %182 = arith.addf %in, %out : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x1xf64>
    %9 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<2x12x1xf64>) outs(%6 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %182 = arith.divf %in, %cst_7 : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x1xf64>
    %10 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %9 : tensor<2x12x32xf64>, tensor<2x12x1xf64>) outs(%4 : tensor<2x12x32xf64>) {
    ^bb0(%in: f64, %in_61: f64, %out: f64):
      %182 = arith.subf %in, %in_61 : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x32xf64>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %10 : tensor<2x12x32xf64>, tensor<2x12x32xf64>) outs(%4 : tensor<2x12x32xf64>) {
    ^bb0(%in: f64, %in_61: f64, %out: f64):
      %182 = arith.mulf %in, %in_61 : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x32xf64>
    %12 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%11 : tensor<2x12x32xf64>) outs(%7 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %182 = arith.addf %in, %out : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x1xf64>
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<2x12x1xf64>) outs(%6 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %182 = arith.divf %in, %cst_7 : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x1xf64>
    %14 = tensor.empty() : tensor<2x12x1xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<2x12x1xf64>) outs(%14 : tensor<2x12x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %182 = arith.truncf %in : f64 to f32
      linalg.yield %182 : f32
    } -> tensor<2x12x1xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%14 : tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3 : tensor<2x12x32xf32>) outs(%16 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.addf %in, %out : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<2x12x1xf32>) outs(%14 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.divf %in, %cst_8 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x1xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x12x1xf32>) outs(%14 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.truncf %cst_6 : f64 to f32
      %183 = arith.addf %in, %182 : f32
      linalg.yield %183 : f32
    } -> tensor<2x12x1xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<2x12x1xf32>) outs(%14 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = math.rsqrt %in : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x1xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %18 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.subf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %20 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.mulf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %arg4 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.mulf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %arg5 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %collapsed_11 = tensor.collapse_shape %24 [[0, 1], [2]] : tensor<2x12x32xf32> into tensor<24x32xf32>
    %25 = tensor.empty() : tensor<32x32xf32>
    %transposed = linalg.transpose ins(%arg6 : tensor<32x32xf32>) outs(%25 : tensor<32x32xf32>) permutation = [1, 0] 
    %26 = tensor.empty() : tensor<24x32xf32>
    %27 = linalg.fill ins(%cst : f32) outs(%26 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %28 = linalg.matmul ins(%collapsed_11, %transposed : tensor<24x32xf32>, tensor<32x32xf32>) outs(%27 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %29 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg7 : tensor<32xf32>) outs(%26 : tensor<24x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x32xf32>
    %30 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%28, %29 : tensor<24x32xf32>, tensor<24x32xf32>) outs(%26 : tensor<24x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<24x32xf32>
    %expanded = tensor.expand_shape %30 [[0, 1], [2, 3]] output_shape [2, 12, 2, 16] : tensor<24x32xf32> into tensor<2x12x2x16xf32>
    %31 = tensor.empty() : tensor<2x2x12x16xf32>
    %transposed_12 = linalg.transpose ins(%expanded : tensor<2x12x2x16xf32>) outs(%31 : tensor<2x2x12x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_13 = linalg.transpose ins(%arg8 : tensor<32x32xf32>) outs(%25 : tensor<32x32xf32>) permutation = [1, 0] 
    %32 = linalg.matmul ins(%collapsed_11, %transposed_13 : tensor<24x32xf32>, tensor<32x32xf32>) outs(%27 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %33 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg9 : tensor<32xf32>) outs(%26 : tensor<24x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x32xf32>
    %34 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%32, %33 : tensor<24x32xf32>, tensor<24x32xf32>) outs(%26 : tensor<24x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<24x32xf32>
    %expanded_14 = tensor.expand_shape %34 [[0, 1], [2, 3]] output_shape [2, 12, 2, 16] : tensor<24x32xf32> into tensor<2x12x2x16xf32>
    %transposed_15 = linalg.transpose ins(%arg10 : tensor<32x32xf32>) outs(%25 : tensor<32x32xf32>) permutation = [1, 0] 
    %35 = linalg.matmul ins(%collapsed_11, %transposed_15 : tensor<24x32xf32>, tensor<32x32xf32>) outs(%27 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %36 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg11 : tensor<32xf32>) outs(%26 : tensor<24x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x32xf32>
    %37 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%35, %36 : tensor<24x32xf32>, tensor<24x32xf32>) outs(%26 : tensor<24x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<24x32xf32>
    %expanded_16 = tensor.expand_shape %37 [[0, 1], [2, 3]] output_shape [2, 12, 2, 16] : tensor<24x32xf32> into tensor<2x12x2x16xf32>
    %transposed_17 = linalg.transpose ins(%expanded_16 : tensor<2x12x2x16xf32>) outs(%31 : tensor<2x2x12x16xf32>) permutation = [0, 2, 1, 3] 
    %38 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_12 : tensor<2x2x12x16xf32>) outs(%31 : tensor<2x2x12x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.mulf %in, %cst_3 : f32
      linalg.yield %182 : f32
    } -> tensor<2x2x12x16xf32>
    %39 = tensor.empty() : tensor<2x2x16x12xf32>
    %transposed_18 = linalg.transpose ins(%expanded_14 : tensor<2x12x2x16xf32>) outs(%39 : tensor<2x2x16x12xf32>) permutation = [0, 2, 3, 1] 
    %40 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_18 : tensor<2x2x16x12xf32>) outs(%39 : tensor<2x2x16x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.mulf %in, %cst_3 : f32
      linalg.yield %182 : f32
    } -> tensor<2x2x16x12xf32>
    %collapsed_19 = tensor.collapse_shape %38 [[0, 1], [2], [3]] : tensor<2x2x12x16xf32> into tensor<4x12x16xf32>
    %collapsed_20 = tensor.collapse_shape %40 [[0, 1], [2], [3]] : tensor<2x2x16x12xf32> into tensor<4x16x12xf32>
    %41 = tensor.empty() : tensor<4x12x12xf32>
    %42 = linalg.fill ins(%cst : f32) outs(%41 : tensor<4x12x12xf32>) -> tensor<4x12x12xf32>
    %43 = linalg.batch_matmul ins(%collapsed_19, %collapsed_20 : tensor<4x12x16xf32>, tensor<4x16x12xf32>) outs(%42 : tensor<4x12x12xf32>) -> tensor<4x12x12xf32>
    %expanded_21 = tensor.expand_shape %43 [[0, 1], [2], [3]] output_shape [2, 2, 12, 12] : tensor<4x12x12xf32> into tensor<2x2x12x12xf32>
    %44 = tensor.empty() : tensor<2x2x12xi64>
    %45 = linalg.fill ins(%c0_i64 : i64) outs(%44 : tensor<2x2x12xi64>) -> tensor<2x2x12xi64>
    %46 = tensor.empty() : tensor<2x2x12xf32>
    %47 = linalg.fill ins(%cst_1 : f32) outs(%46 : tensor<2x2x12xf32>) -> tensor<2x2x12xf32>
    %48:2 = linalg.generic {indexing_maps = [#map7, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_21 : tensor<2x2x12x12xf32>) outs(%47, %45 : tensor<2x2x12xf32>, tensor<2x2x12xi64>) {
    ^bb0(%in: f32, %out: f32, %out_61: i64):
      %182 = linalg.index 3 : index
      %183 = arith.index_cast %182 : index to i64
      %184 = arith.maximumf %in, %out : f32
      %185 = arith.cmpf ogt, %in, %out : f32
      %186 = arith.select %185, %183, %out_61 : i64
      linalg.yield %184, %186 : f32, i64
    } -> (tensor<2x2x12xf32>, tensor<2x2x12xi64>)
    %expanded_22 = tensor.expand_shape %48#0 [[0], [1], [2, 3]] output_shape [2, 2, 12, 1] : tensor<2x2x12xf32> into tensor<2x2x12x1xf32>
    %49 = tensor.empty() : tensor<2x2x12x12xf32>
    %50 = linalg.generic {indexing_maps = [#map7, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_21, %expanded_22 : tensor<2x2x12x12xf32>, tensor<2x2x12x1xf32>) outs(%49 : tensor<2x2x12x12xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.subf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x2x12x12xf32>
    %51 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50 : tensor<2x2x12x12xf32>) outs(%49 : tensor<2x2x12x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = math.exp %in : f32
      linalg.yield %182 : f32
    } -> tensor<2x2x12x12xf32>
    %52 = tensor.empty() : tensor<2x2x12x1xf32>
    %53 = linalg.fill ins(%cst : f32) outs(%52 : tensor<2x2x12x1xf32>) -> tensor<2x2x12x1xf32>
    %54 = linalg.generic {indexing_maps = [#map7, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%51 : tensor<2x2x12x12xf32>) outs(%53 : tensor<2x2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.addf %in, %out : f32
      linalg.yield %182 : f32
    } -> tensor<2x2x12x1xf32>
    %55 = linalg.generic {indexing_maps = [#map7, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51, %54 : tensor<2x2x12x12xf32>, tensor<2x2x12x1xf32>) outs(%49 : tensor<2x2x12x12xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.divf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x2x12x12xf32>
    %56 = tensor.empty() : tensor<2x2x12x12xi1>
    %57 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_21 : tensor<2x2x12x12xf32>) outs(%56 : tensor<2x2x12x12xi1>) {
    ^bb0(%in: f32, %out: i1):
      %182 = arith.extf %in : f32 to f64
      %183 = arith.cmpf oeq, %182, %cst_5 : f64
      linalg.yield %183 : i1
    } -> tensor<2x2x12x12xi1>
    %58 = tensor.empty() : tensor<2x2x12x1xi1>
    %59 = linalg.fill ins(%true : i1) outs(%58 : tensor<2x2x12x1xi1>) -> tensor<2x2x12x1xi1>
    %60 = linalg.generic {indexing_maps = [#map7, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%57 : tensor<2x2x12x12xi1>) outs(%59 : tensor<2x2x12x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %182 = arith.andi %in, %out : i1
      linalg.yield %182 : i1
    } -> tensor<2x2x12x1xi1>
    %61 = linalg.generic {indexing_maps = [#map9, #map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60, %cst_4, %55 : tensor<2x2x12x1xi1>, tensor<2x2x12x12xf32>, tensor<2x2x12x12xf32>) outs(%49 : tensor<2x2x12x12xf32>) {
    ^bb0(%in: i1, %in_61: f32, %in_62: f32, %out: f32):
      %182 = arith.select %in, %in_61, %in_62 : f32
      linalg.yield %182 : f32
    } -> tensor<2x2x12x12xf32>
    %collapsed_23 = tensor.collapse_shape %61 [[0, 1], [2], [3]] : tensor<2x2x12x12xf32> into tensor<4x12x12xf32>
    %collapsed_24 = tensor.collapse_shape %transposed_17 [[0, 1], [2], [3]] : tensor<2x2x12x16xf32> into tensor<4x12x16xf32>
    %62 = tensor.empty() : tensor<4x12x16xf32>
    %63 = linalg.fill ins(%cst : f32) outs(%62 : tensor<4x12x16xf32>) -> tensor<4x12x16xf32>
    %64 = linalg.batch_matmul ins(%collapsed_23, %collapsed_24 : tensor<4x12x12xf32>, tensor<4x12x16xf32>) outs(%63 : tensor<4x12x16xf32>) -> tensor<4x12x16xf32>
    %expanded_25 = tensor.expand_shape %64 [[0, 1], [2], [3]] output_shape [2, 2, 12, 16] : tensor<4x12x16xf32> into tensor<2x2x12x16xf32>
    %65 = tensor.empty() : tensor<2x12x2x16xf32>
    %transposed_26 = linalg.transpose ins(%expanded_25 : tensor<2x2x12x16xf32>) outs(%65 : tensor<2x12x2x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_27 = tensor.collapse_shape %transposed_26 [[0], [1], [2, 3]] : tensor<2x12x2x16xf32> into tensor<2x12x32xf32>
    %transposed_28 = linalg.transpose ins(%arg12 : tensor<32x32xf32>) outs(%25 : tensor<32x32xf32>) permutation = [1, 0] 
    %66 = tensor.empty() : tensor<2x32x32xf32>
    %67 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_28 : tensor<32x32xf32>) outs(%66 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x32xf32>
    %68 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %69 = linalg.batch_matmul ins(%collapsed_27, %67 : tensor<2x12x32xf32>, tensor<2x32x32xf32>) outs(%68 : tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %70 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69, %arg13 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %71 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %24 : tensor<2x12x32xf32>, tensor<2x12x32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %72 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71 : tensor<2x12x32xf32>) outs(%4 : tensor<2x12x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %182 = arith.extf %in : f32 to f64
      linalg.yield %182 : f64
    } -> tensor<2x12x32xf64>
    %73 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%72 : tensor<2x12x32xf64>) outs(%7 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %182 = arith.addf %in, %out : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x1xf64>
    %74 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<2x12x1xf64>) outs(%6 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %182 = arith.divf %in, %cst_7 : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x1xf64>
    %75 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %74 : tensor<2x12x32xf64>, tensor<2x12x1xf64>) outs(%4 : tensor<2x12x32xf64>) {
    ^bb0(%in: f64, %in_61: f64, %out: f64):
      %182 = arith.subf %in, %in_61 : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x32xf64>
    %76 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75, %75 : tensor<2x12x32xf64>, tensor<2x12x32xf64>) outs(%4 : tensor<2x12x32xf64>) {
    ^bb0(%in: f64, %in_61: f64, %out: f64):
      %182 = arith.mulf %in, %in_61 : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x32xf64>
    %77 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%76 : tensor<2x12x32xf64>) outs(%7 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %182 = arith.addf %in, %out : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x1xf64>
    %78 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77 : tensor<2x12x1xf64>) outs(%6 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %182 = arith.divf %in, %cst_7 : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x1xf64>
    %79 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78 : tensor<2x12x1xf64>) outs(%14 : tensor<2x12x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %182 = arith.truncf %in : f64 to f32
      linalg.yield %182 : f32
    } -> tensor<2x12x1xf32>
    %80 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%71 : tensor<2x12x32xf32>) outs(%16 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.addf %in, %out : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x1xf32>
    %81 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80 : tensor<2x12x1xf32>) outs(%14 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.divf %in, %cst_8 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x1xf32>
    %82 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<2x12x1xf32>) outs(%14 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.truncf %cst_6 : f64 to f32
      %183 = arith.addf %in, %182 : f32
      linalg.yield %183 : f32
    } -> tensor<2x12x1xf32>
    %83 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82 : tensor<2x12x1xf32>) outs(%14 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = math.rsqrt %in : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x1xf32>
    %84 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %81 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.subf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %85 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %83 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.mulf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %86 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %arg14 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.mulf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %87 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86, %arg15 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %collapsed_29 = tensor.collapse_shape %87 [[0, 1], [2]] : tensor<2x12x32xf32> into tensor<24x32xf32>
    %88 = tensor.empty() : tensor<32x64xf32>
    %transposed_30 = linalg.transpose ins(%arg16 : tensor<64x32xf32>) outs(%88 : tensor<32x64xf32>) permutation = [1, 0] 
    %89 = tensor.empty() : tensor<24x64xf32>
    %90 = linalg.fill ins(%cst : f32) outs(%89 : tensor<24x64xf32>) -> tensor<24x64xf32>
    %91 = linalg.matmul ins(%collapsed_29, %transposed_30 : tensor<24x32xf32>, tensor<32x64xf32>) outs(%90 : tensor<24x64xf32>) -> tensor<24x64xf32>
    %92 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg17 : tensor<64xf32>) outs(%89 : tensor<24x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x64xf32>
    %93 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%91, %92 : tensor<24x64xf32>, tensor<24x64xf32>) outs(%89 : tensor<24x64xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<24x64xf32>
    %expanded_31 = tensor.expand_shape %93 [[0, 1], [2]] output_shape [2, 12, 64] : tensor<24x64xf32> into tensor<2x12x64xf32>
    %94 = tensor.empty() : tensor<2x12x64xf32>
    %95 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31 : tensor<2x12x64xf32>) outs(%94 : tensor<2x12x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.divf %in, %cst_9 : f32
      %183 = math.erf %182 : f32
      %184 = arith.addf %183, %cst_2 : f32
      %185 = arith.mulf %184, %cst_3 : f32
      %186 = arith.mulf %in, %185 : f32
      linalg.yield %186 : f32
    } -> tensor<2x12x64xf32>
    %collapsed_32 = tensor.collapse_shape %95 [[0, 1], [2]] : tensor<2x12x64xf32> into tensor<24x64xf32>
    %96 = tensor.empty() : tensor<64x32xf32>
    %transposed_33 = linalg.transpose ins(%arg18 : tensor<32x64xf32>) outs(%96 : tensor<64x32xf32>) permutation = [1, 0] 
    %97 = linalg.matmul ins(%collapsed_32, %transposed_33 : tensor<24x64xf32>, tensor<64x32xf32>) outs(%27 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %98 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg19 : tensor<32xf32>) outs(%26 : tensor<24x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x32xf32>
    %99 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%97, %98 : tensor<24x32xf32>, tensor<24x32xf32>) outs(%26 : tensor<24x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<24x32xf32>
    %expanded_34 = tensor.expand_shape %99 [[0, 1], [2]] output_shape [2, 12, 32] : tensor<24x32xf32> into tensor<2x12x32xf32>
    %100 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_34, %87 : tensor<2x12x32xf32>, tensor<2x12x32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %101 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100 : tensor<2x12x32xf32>) outs(%4 : tensor<2x12x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %182 = arith.extf %in : f32 to f64
      linalg.yield %182 : f64
    } -> tensor<2x12x32xf64>
    %102 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%101 : tensor<2x12x32xf64>) outs(%7 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %182 = arith.addf %in, %out : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x1xf64>
    %103 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102 : tensor<2x12x1xf64>) outs(%6 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %182 = arith.divf %in, %cst_7 : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x1xf64>
    %104 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101, %103 : tensor<2x12x32xf64>, tensor<2x12x1xf64>) outs(%4 : tensor<2x12x32xf64>) {
    ^bb0(%in: f64, %in_61: f64, %out: f64):
      %182 = arith.subf %in, %in_61 : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x32xf64>
    %105 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104, %104 : tensor<2x12x32xf64>, tensor<2x12x32xf64>) outs(%4 : tensor<2x12x32xf64>) {
    ^bb0(%in: f64, %in_61: f64, %out: f64):
      %182 = arith.mulf %in, %in_61 : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x32xf64>
    %106 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%105 : tensor<2x12x32xf64>) outs(%7 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %182 = arith.addf %in, %out : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x1xf64>
    %107 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106 : tensor<2x12x1xf64>) outs(%6 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %182 = arith.divf %in, %cst_7 : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x1xf64>
    %108 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107 : tensor<2x12x1xf64>) outs(%14 : tensor<2x12x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %182 = arith.truncf %in : f64 to f32
      linalg.yield %182 : f32
    } -> tensor<2x12x1xf32>
    %109 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%100 : tensor<2x12x32xf32>) outs(%16 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.addf %in, %out : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x1xf32>
    %110 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109 : tensor<2x12x1xf32>) outs(%14 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.divf %in, %cst_8 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x1xf32>
    %111 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108 : tensor<2x12x1xf32>) outs(%14 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.truncf %cst_6 : f64 to f32
      %183 = arith.addf %in, %182 : f32
      linalg.yield %183 : f32
    } -> tensor<2x12x1xf32>
    %112 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111 : tensor<2x12x1xf32>) outs(%14 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = math.rsqrt %in : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x1xf32>
    %113 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100, %110 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.subf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %114 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113, %112 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.mulf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %115 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114, %arg20 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.mulf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %116 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115, %arg21 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %collapsed_35 = tensor.collapse_shape %116 [[0, 1], [2]] : tensor<2x12x32xf32> into tensor<24x32xf32>
    %transposed_36 = linalg.transpose ins(%arg22 : tensor<32x32xf32>) outs(%25 : tensor<32x32xf32>) permutation = [1, 0] 
    %117 = linalg.matmul ins(%collapsed_35, %transposed_36 : tensor<24x32xf32>, tensor<32x32xf32>) outs(%27 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %118 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg23 : tensor<32xf32>) outs(%26 : tensor<24x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x32xf32>
    %119 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%117, %118 : tensor<24x32xf32>, tensor<24x32xf32>) outs(%26 : tensor<24x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<24x32xf32>
    %expanded_37 = tensor.expand_shape %119 [[0, 1], [2, 3]] output_shape [2, 12, 2, 16] : tensor<24x32xf32> into tensor<2x12x2x16xf32>
    %transposed_38 = linalg.transpose ins(%expanded_37 : tensor<2x12x2x16xf32>) outs(%31 : tensor<2x2x12x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_39 = linalg.transpose ins(%arg24 : tensor<32x32xf32>) outs(%25 : tensor<32x32xf32>) permutation = [1, 0] 
    %120 = linalg.matmul ins(%collapsed_35, %transposed_39 : tensor<24x32xf32>, tensor<32x32xf32>) outs(%27 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %121 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg25 : tensor<32xf32>) outs(%26 : tensor<24x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x32xf32>
    %122 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%120, %121 : tensor<24x32xf32>, tensor<24x32xf32>) outs(%26 : tensor<24x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<24x32xf32>
    %expanded_40 = tensor.expand_shape %122 [[0, 1], [2, 3]] output_shape [2, 12, 2, 16] : tensor<24x32xf32> into tensor<2x12x2x16xf32>
    %transposed_41 = linalg.transpose ins(%arg26 : tensor<32x32xf32>) outs(%25 : tensor<32x32xf32>) permutation = [1, 0] 
    %123 = linalg.matmul ins(%collapsed_35, %transposed_41 : tensor<24x32xf32>, tensor<32x32xf32>) outs(%27 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %124 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg27 : tensor<32xf32>) outs(%26 : tensor<24x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x32xf32>
    %125 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%123, %124 : tensor<24x32xf32>, tensor<24x32xf32>) outs(%26 : tensor<24x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<24x32xf32>
    %expanded_42 = tensor.expand_shape %125 [[0, 1], [2, 3]] output_shape [2, 12, 2, 16] : tensor<24x32xf32> into tensor<2x12x2x16xf32>
    %transposed_43 = linalg.transpose ins(%expanded_42 : tensor<2x12x2x16xf32>) outs(%31 : tensor<2x2x12x16xf32>) permutation = [0, 2, 1, 3] 
    %126 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_38 : tensor<2x2x12x16xf32>) outs(%31 : tensor<2x2x12x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.mulf %in, %cst_3 : f32
      linalg.yield %182 : f32
    } -> tensor<2x2x12x16xf32>
    %transposed_44 = linalg.transpose ins(%expanded_40 : tensor<2x12x2x16xf32>) outs(%39 : tensor<2x2x16x12xf32>) permutation = [0, 2, 3, 1] 
    %127 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_44 : tensor<2x2x16x12xf32>) outs(%39 : tensor<2x2x16x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.mulf %in, %cst_3 : f32
      linalg.yield %182 : f32
    } -> tensor<2x2x16x12xf32>
    %collapsed_45 = tensor.collapse_shape %126 [[0, 1], [2], [3]] : tensor<2x2x12x16xf32> into tensor<4x12x16xf32>
    %collapsed_46 = tensor.collapse_shape %127 [[0, 1], [2], [3]] : tensor<2x2x16x12xf32> into tensor<4x16x12xf32>
    %128 = linalg.batch_matmul ins(%collapsed_45, %collapsed_46 : tensor<4x12x16xf32>, tensor<4x16x12xf32>) outs(%42 : tensor<4x12x12xf32>) -> tensor<4x12x12xf32>
    %expanded_47 = tensor.expand_shape %128 [[0, 1], [2], [3]] output_shape [2, 2, 12, 12] : tensor<4x12x12xf32> into tensor<2x2x12x12xf32>
    %129:2 = linalg.generic {indexing_maps = [#map7, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_47 : tensor<2x2x12x12xf32>) outs(%47, %45 : tensor<2x2x12xf32>, tensor<2x2x12xi64>) {
    ^bb0(%in: f32, %out: f32, %out_61: i64):
      %182 = linalg.index 3 : index
      %183 = arith.index_cast %182 : index to i64
      %184 = arith.maximumf %in, %out : f32
      %185 = arith.cmpf ogt, %in, %out : f32
      %186 = arith.select %185, %183, %out_61 : i64
      linalg.yield %184, %186 : f32, i64
    } -> (tensor<2x2x12xf32>, tensor<2x2x12xi64>)
    %expanded_48 = tensor.expand_shape %129#0 [[0], [1], [2, 3]] output_shape [2, 2, 12, 1] : tensor<2x2x12xf32> into tensor<2x2x12x1xf32>
    %130 = linalg.generic {indexing_maps = [#map7, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_47, %expanded_48 : tensor<2x2x12x12xf32>, tensor<2x2x12x1xf32>) outs(%49 : tensor<2x2x12x12xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.subf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x2x12x12xf32>
    %131 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%130 : tensor<2x2x12x12xf32>) outs(%49 : tensor<2x2x12x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = math.exp %in : f32
      linalg.yield %182 : f32
    } -> tensor<2x2x12x12xf32>
    %132 = linalg.generic {indexing_maps = [#map7, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%131 : tensor<2x2x12x12xf32>) outs(%53 : tensor<2x2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.addf %in, %out : f32
      linalg.yield %182 : f32
    } -> tensor<2x2x12x1xf32>
    %133 = linalg.generic {indexing_maps = [#map7, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%131, %132 : tensor<2x2x12x12xf32>, tensor<2x2x12x1xf32>) outs(%49 : tensor<2x2x12x12xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.divf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x2x12x12xf32>
    %134 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_47 : tensor<2x2x12x12xf32>) outs(%56 : tensor<2x2x12x12xi1>) {
    ^bb0(%in: f32, %out: i1):
      %182 = arith.extf %in : f32 to f64
      %183 = arith.cmpf oeq, %182, %cst_5 : f64
      linalg.yield %183 : i1
    } -> tensor<2x2x12x12xi1>
    %135 = linalg.generic {indexing_maps = [#map7, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%134 : tensor<2x2x12x12xi1>) outs(%59 : tensor<2x2x12x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %182 = arith.andi %in, %out : i1
      linalg.yield %182 : i1
    } -> tensor<2x2x12x1xi1>
    %136 = linalg.generic {indexing_maps = [#map9, #map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%135, %cst_4, %133 : tensor<2x2x12x1xi1>, tensor<2x2x12x12xf32>, tensor<2x2x12x12xf32>) outs(%49 : tensor<2x2x12x12xf32>) {
    ^bb0(%in: i1, %in_61: f32, %in_62: f32, %out: f32):
      %182 = arith.select %in, %in_61, %in_62 : f32
      linalg.yield %182 : f32
    } -> tensor<2x2x12x12xf32>
    %collapsed_49 = tensor.collapse_shape %136 [[0, 1], [2], [3]] : tensor<2x2x12x12xf32> into tensor<4x12x12xf32>
    %collapsed_50 = tensor.collapse_shape %transposed_43 [[0, 1], [2], [3]] : tensor<2x2x12x16xf32> into tensor<4x12x16xf32>
    %137 = linalg.batch_matmul ins(%collapsed_49, %collapsed_50 : tensor<4x12x12xf32>, tensor<4x12x16xf32>) outs(%63 : tensor<4x12x16xf32>) -> tensor<4x12x16xf32>
    %expanded_51 = tensor.expand_shape %137 [[0, 1], [2], [3]] output_shape [2, 2, 12, 16] : tensor<4x12x16xf32> into tensor<2x2x12x16xf32>
    %transposed_52 = linalg.transpose ins(%expanded_51 : tensor<2x2x12x16xf32>) outs(%65 : tensor<2x12x2x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_53 = tensor.collapse_shape %transposed_52 [[0], [1], [2, 3]] : tensor<2x12x2x16xf32> into tensor<2x12x32xf32>
    %transposed_54 = linalg.transpose ins(%arg28 : tensor<32x32xf32>) outs(%25 : tensor<32x32xf32>) permutation = [1, 0] 
    %138 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_54 : tensor<32x32xf32>) outs(%66 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x32xf32>
    %139 = linalg.batch_matmul ins(%collapsed_53, %138 : tensor<2x12x32xf32>, tensor<2x32x32xf32>) outs(%68 : tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %140 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139, %arg29 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %141 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%140, %116 : tensor<2x12x32xf32>, tensor<2x12x32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %142 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141 : tensor<2x12x32xf32>) outs(%4 : tensor<2x12x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %182 = arith.extf %in : f32 to f64
      linalg.yield %182 : f64
    } -> tensor<2x12x32xf64>
    %143 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%142 : tensor<2x12x32xf64>) outs(%7 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %182 = arith.addf %in, %out : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x1xf64>
    %144 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143 : tensor<2x12x1xf64>) outs(%6 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %182 = arith.divf %in, %cst_7 : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x1xf64>
    %145 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142, %144 : tensor<2x12x32xf64>, tensor<2x12x1xf64>) outs(%4 : tensor<2x12x32xf64>) {
    ^bb0(%in: f64, %in_61: f64, %out: f64):
      %182 = arith.subf %in, %in_61 : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x32xf64>
    %146 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%145, %145 : tensor<2x12x32xf64>, tensor<2x12x32xf64>) outs(%4 : tensor<2x12x32xf64>) {
    ^bb0(%in: f64, %in_61: f64, %out: f64):
      %182 = arith.mulf %in, %in_61 : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x32xf64>
    %147 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%146 : tensor<2x12x32xf64>) outs(%7 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %182 = arith.addf %in, %out : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x1xf64>
    %148 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147 : tensor<2x12x1xf64>) outs(%6 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %182 = arith.divf %in, %cst_7 : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x1xf64>
    %149 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148 : tensor<2x12x1xf64>) outs(%14 : tensor<2x12x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %182 = arith.truncf %in : f64 to f32
      linalg.yield %182 : f32
    } -> tensor<2x12x1xf32>
    %150 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%141 : tensor<2x12x32xf32>) outs(%16 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.addf %in, %out : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x1xf32>
    %151 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150 : tensor<2x12x1xf32>) outs(%14 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.divf %in, %cst_8 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x1xf32>
    %152 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149 : tensor<2x12x1xf32>) outs(%14 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.truncf %cst_6 : f64 to f32
      %183 = arith.addf %in, %182 : f32
      linalg.yield %183 : f32
    } -> tensor<2x12x1xf32>
    %153 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152 : tensor<2x12x1xf32>) outs(%14 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = math.rsqrt %in : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x1xf32>
    %154 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141, %151 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.subf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %155 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%154, %153 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.mulf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %156 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155, %arg30 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.mulf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %157 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156, %arg31 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %collapsed_55 = tensor.collapse_shape %157 [[0, 1], [2]] : tensor<2x12x32xf32> into tensor<24x32xf32>
    %transposed_56 = linalg.transpose ins(%arg32 : tensor<64x32xf32>) outs(%88 : tensor<32x64xf32>) permutation = [1, 0] 
    %158 = linalg.matmul ins(%collapsed_55, %transposed_56 : tensor<24x32xf32>, tensor<32x64xf32>) outs(%90 : tensor<24x64xf32>) -> tensor<24x64xf32>
    %159 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg33 : tensor<64xf32>) outs(%89 : tensor<24x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x64xf32>
    %160 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%158, %159 : tensor<24x64xf32>, tensor<24x64xf32>) outs(%89 : tensor<24x64xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<24x64xf32>
    %expanded_57 = tensor.expand_shape %160 [[0, 1], [2]] output_shape [2, 12, 64] : tensor<24x64xf32> into tensor<2x12x64xf32>
    %161 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_57 : tensor<2x12x64xf32>) outs(%94 : tensor<2x12x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.divf %in, %cst_9 : f32
      %183 = math.erf %182 : f32
      %184 = arith.addf %183, %cst_2 : f32
      %185 = arith.mulf %184, %cst_3 : f32
      %186 = arith.mulf %in, %185 : f32
      linalg.yield %186 : f32
    } -> tensor<2x12x64xf32>
    %collapsed_58 = tensor.collapse_shape %161 [[0, 1], [2]] : tensor<2x12x64xf32> into tensor<24x64xf32>
    %transposed_59 = linalg.transpose ins(%arg34 : tensor<32x64xf32>) outs(%96 : tensor<64x32xf32>) permutation = [1, 0] 
    %162 = linalg.matmul ins(%collapsed_58, %transposed_59 : tensor<24x64xf32>, tensor<64x32xf32>) outs(%27 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %163 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%arg35 : tensor<32xf32>) outs(%26 : tensor<24x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x32xf32>
    %164 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%162, %163 : tensor<24x32xf32>, tensor<24x32xf32>) outs(%26 : tensor<24x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<24x32xf32>
    %expanded_60 = tensor.expand_shape %164 [[0, 1], [2]] output_shape [2, 12, 32] : tensor<24x32xf32> into tensor<2x12x32xf32>
    %165 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_60, %157 : tensor<2x12x32xf32>, tensor<2x12x32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %166 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%165 : tensor<2x12x32xf32>) outs(%4 : tensor<2x12x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %182 = arith.extf %in : f32 to f64
      linalg.yield %182 : f64
    } -> tensor<2x12x32xf64>
    %167 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%166 : tensor<2x12x32xf64>) outs(%7 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %182 = arith.addf %in, %out : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x1xf64>
    %168 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%167 : tensor<2x12x1xf64>) outs(%6 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %182 = arith.divf %in, %cst_7 : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x1xf64>
    %169 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%166, %168 : tensor<2x12x32xf64>, tensor<2x12x1xf64>) outs(%4 : tensor<2x12x32xf64>) {
    ^bb0(%in: f64, %in_61: f64, %out: f64):
      %182 = arith.subf %in, %in_61 : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x32xf64>
    %170 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%169, %169 : tensor<2x12x32xf64>, tensor<2x12x32xf64>) outs(%4 : tensor<2x12x32xf64>) {
    ^bb0(%in: f64, %in_61: f64, %out: f64):
      %182 = arith.mulf %in, %in_61 : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x32xf64>
    %171 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%170 : tensor<2x12x32xf64>) outs(%7 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %182 = arith.addf %in, %out : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x1xf64>
    %172 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171 : tensor<2x12x1xf64>) outs(%6 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %182 = arith.divf %in, %cst_7 : f64
      linalg.yield %182 : f64
    } -> tensor<2x12x1xf64>
    %173 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%172 : tensor<2x12x1xf64>) outs(%14 : tensor<2x12x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %182 = arith.truncf %in : f64 to f32
      linalg.yield %182 : f32
    } -> tensor<2x12x1xf32>
    %174 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%165 : tensor<2x12x32xf32>) outs(%16 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.addf %in, %out : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x1xf32>
    %175 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%174 : tensor<2x12x1xf32>) outs(%14 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.divf %in, %cst_8 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x1xf32>
    %176 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%173 : tensor<2x12x1xf32>) outs(%14 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = arith.truncf %cst_6 : f64 to f32
      %183 = arith.addf %in, %182 : f32
      linalg.yield %183 : f32
    } -> tensor<2x12x1xf32>
    %177 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%176 : tensor<2x12x1xf32>) outs(%14 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %182 = math.rsqrt %in : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x1xf32>
    %178 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%165, %175 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.subf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %179 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%178, %177 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.mulf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %180 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179, %arg36 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.mulf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    %181 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%180, %arg37 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %182 = arith.addf %in, %in_61 : f32
      linalg.yield %182 : f32
    } -> tensor<2x12x32xf32>
    return %181 : tensor<2x12x32xf32>
  }
}
