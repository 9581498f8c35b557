#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x1xi64>, %arg1: tensor<2x2x1x2x11x16xf32>, %arg2: tensor<100x32xf32>, %arg3: tensor<16x32xf32>, %arg4: tensor<32xf32>, %arg5: tensor<32xf32>, %arg6: tensor<32xf32>, %arg7: tensor<32xf32>, %arg8: tensor<32x96xf32>, %arg9: tensor<96xf32>, %arg10: tensor<32x32xf32>, %arg11: tensor<32xf32>, %arg12: tensor<32x128xf32>, %arg13: tensor<128xf32>, %arg14: tensor<128x32xf32>, %arg15: tensor<32xf32>, %arg16: tensor<32xf32>, %arg17: tensor<32xf32>, %arg18: tensor<32xf32>, %arg19: tensor<32xf32>, %arg20: tensor<32x96xf32>, %arg21: tensor<96xf32>, %arg22: tensor<32x32xf32>, %arg23: tensor<32xf32>, %arg24: tensor<32x128xf32>, %arg25: tensor<128xf32>, %arg26: tensor<128x32xf32>, %arg27: tensor<32xf32>, %arg28: tensor<32xf32>, %arg29: tensor<32xf32>) -> tensor<1x1x100xf32> {
    %c0_i64 = arith.constant 0 : i64
    %c100 = arith.constant 100 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f64
    %cst_1 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %c3_i64 = arith.constant 3 : i64
    %cst_2 = arith.constant 4.471500e-02 : f32
    %cst_3 = arith.constant 7.977240e-01 : f32
    %cst_4 = arith.constant 1.000000e+00 : f32
    %cst_5 = arith.constant 5.000000e-01 : f32
    %cst_6 = arith.constant dense<0.000000e+00> : tensor<1x2x1x12xf32>
    %cst_7 = arith.constant 0xFFF0000000000000 : f64
    %cst_8 = arith.constant 1.000000e-05 : f64
    %cst_9 = arith.constant 3.200000e+01 : f64
    %cst_10 = arith.constant 3.200000e+01 : f32
    %0 = tensor.empty() : tensor<1x1x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x1xi64>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %163 = arith.index_cast %in : i64 to index
      %164 = linalg.index 2 : index
      %165 = arith.cmpi slt, %163, %c100 : index
      cf.assert %165, "index must be smaller than dim size"
      %166 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %166, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%163, %164] : tensor<100x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x1x32xf32>
    %extracted_slice = tensor.extract_slice %arg3[11, 0] [1, 32] [1, 1] : tensor<16x32xf32> to tensor<1x32xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1]] : tensor<1x32xf32> into tensor<32xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %collapsed : tensor<1x1x32xf32>, tensor<32xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.addf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %extracted_slice_11 = tensor.extract_slice %arg1[0, 0, 0, 0, 0, 0] [1, 2, 1, 2, 11, 16] [1, 1, 1, 1, 1, 1] : tensor<2x2x1x2x11x16xf32> to tensor<1x2x1x2x11x16xf32>
    %extracted_slice_12 = tensor.extract_slice %arg1[1, 0, 0, 0, 0, 0] [1, 2, 1, 2, 11, 16] [1, 1, 1, 1, 1, 1] : tensor<2x2x1x2x11x16xf32> to tensor<1x2x1x2x11x16xf32>
    %collapsed_13 = tensor.collapse_shape %extracted_slice_11 [[0, 1], [2], [3], [4], [5]] : tensor<1x2x1x2x11x16xf32> into tensor<2x1x2x11x16xf32>
    %collapsed_14 = tensor.collapse_shape %extracted_slice_12 [[0, 1], [2], [3], [4], [5]] : tensor<1x2x1x2x11x16xf32> into tensor<2x1x2x11x16xf32>
    %3 = tensor.empty() : tensor<1x1x32xf64>
    %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<1x1x32xf32>) outs(%3 : tensor<1x1x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %163 = arith.extf %in : f32 to f64
      linalg.yield %163 : f64
    } -> tensor<1x1x32xf64>
    %5 = tensor.empty() : tensor<1x1x1xf64>
    %6 = linalg.fill ins(%cst_0 : f64) outs(%5 : tensor<1x1x1xf64>) -> tensor<1x1x1xf64>
    %7 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%4 : tensor<1x1x32xf64>) outs(%6 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %163 = arith.addf %in, %out : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x1xf64>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<1x1x1xf64>) outs(%5 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %163 = arith.divf %in, %cst_9 : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x1xf64>
    %9 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %8 : tensor<1x1x32xf64>, tensor<1x1x1xf64>) outs(%3 : tensor<1x1x32xf64>) {
    ^bb0(%in: f64, %in_79: f64, %out: f64):
      %163 = arith.subf %in, %in_79 : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x32xf64>
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %9 : tensor<1x1x32xf64>, tensor<1x1x32xf64>) outs(%3 : tensor<1x1x32xf64>) {
    ^bb0(%in: f64, %in_79: f64, %out: f64):
      %163 = arith.mulf %in, %in_79 : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x32xf64>
    %11 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<1x1x32xf64>) outs(%6 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %163 = arith.addf %in, %out : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x1xf64>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<1x1x1xf64>) outs(%5 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %163 = arith.divf %in, %cst_9 : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x1xf64>
    %13 = tensor.empty() : tensor<1x1x1xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<1x1x1xf64>) outs(%13 : tensor<1x1x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %163 = arith.truncf %in : f64 to f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%13 : tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<1x1x32xf32>) outs(%15 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.addf %in, %out : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<1x1x1xf32>) outs(%13 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.divf %in, %cst_10 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<1x1x1xf32>) outs(%13 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.truncf %cst_8 : f64 to f32
      %164 = arith.addf %in, %163 : f32
      linalg.yield %164 : f32
    } -> tensor<1x1x1xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<1x1x1xf32>) outs(%13 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = math.rsqrt %in : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %17 : tensor<1x1x32xf32>, tensor<1x1x1xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.subf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %19 : tensor<1x1x32xf32>, tensor<1x1x1xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.mulf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %arg4 : tensor<1x1x32xf32>, tensor<32xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.mulf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %arg5 : tensor<1x1x32xf32>, tensor<32xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.addf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %collapsed_15 = tensor.collapse_shape %23 [[0], [1, 2]] : tensor<1x1x32xf32> into tensor<1x32xf32>
    %24 = tensor.empty() : tensor<1x96xf32>
    %25 = linalg.fill ins(%cst : f32) outs(%24 : tensor<1x96xf32>) -> tensor<1x96xf32>
    %26 = linalg.matmul ins(%collapsed_15, %arg8 : tensor<1x32xf32>, tensor<32x96xf32>) outs(%25 : tensor<1x96xf32>) -> tensor<1x96xf32>
    %expanded = tensor.expand_shape %26 [[0], [1, 2]] output_shape [1, 1, 96] : tensor<1x96xf32> into tensor<1x1x96xf32>
    %27 = tensor.empty() : tensor<1x1x96xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %arg9 : tensor<1x1x96xf32>, tensor<96xf32>) outs(%27 : tensor<1x1x96xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.addf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x96xf32>
    %extracted_slice_16 = tensor.extract_slice %28[0, 0, 0] [1, 1, 32] [1, 1, 1] : tensor<1x1x96xf32> to tensor<1x1x32xf32>
    %extracted_slice_17 = tensor.extract_slice %28[0, 0, 32] [1, 1, 32] [1, 1, 1] : tensor<1x1x96xf32> to tensor<1x1x32xf32>
    %extracted_slice_18 = tensor.extract_slice %28[0, 0, 64] [1, 1, 32] [1, 1, 1] : tensor<1x1x96xf32> to tensor<1x1x32xf32>
    %expanded_19 = tensor.expand_shape %extracted_slice_16 [[0], [1], [2, 3]] output_shape [1, 1, 2, 16] : tensor<1x1x32xf32> into tensor<1x1x2x16xf32>
    %29 = tensor.empty() : tensor<1x2x1x16xf32>
    %transposed = linalg.transpose ins(%expanded_19 : tensor<1x1x2x16xf32>) outs(%29 : tensor<1x2x1x16xf32>) permutation = [0, 2, 1, 3] 
    %expanded_20 = tensor.expand_shape %extracted_slice_17 [[0], [1], [2, 3]] output_shape [1, 1, 2, 16] : tensor<1x1x32xf32> into tensor<1x1x2x16xf32>
    %transposed_21 = linalg.transpose ins(%expanded_20 : tensor<1x1x2x16xf32>) outs(%29 : tensor<1x2x1x16xf32>) permutation = [0, 2, 1, 3] 
    %expanded_22 = tensor.expand_shape %extracted_slice_18 [[0], [1], [2, 3]] output_shape [1, 1, 2, 16] : tensor<1x1x32xf32> into tensor<1x1x2x16xf32>
    %transposed_23 = linalg.transpose ins(%expanded_22 : tensor<1x1x2x16xf32>) outs(%29 : tensor<1x2x1x16xf32>) permutation = [0, 2, 1, 3] 
    %extracted_slice_24 = tensor.extract_slice %collapsed_13[0, 0, 0, 0, 0] [1, 1, 2, 11, 16] [1, 1, 1, 1, 1] : tensor<2x1x2x11x16xf32> to tensor<1x1x2x11x16xf32>
    %extracted_slice_25 = tensor.extract_slice %collapsed_13[1, 0, 0, 0, 0] [1, 1, 2, 11, 16] [1, 1, 1, 1, 1] : tensor<2x1x2x11x16xf32> to tensor<1x1x2x11x16xf32>
    %collapsed_26 = tensor.collapse_shape %extracted_slice_24 [[0, 1], [2], [3], [4]] : tensor<1x1x2x11x16xf32> into tensor<1x2x11x16xf32>
    %collapsed_27 = tensor.collapse_shape %extracted_slice_25 [[0, 1], [2], [3], [4]] : tensor<1x1x2x11x16xf32> into tensor<1x2x11x16xf32>
    %concat = tensor.concat dim(2) %collapsed_26, %transposed_21 : (tensor<1x2x11x16xf32>, tensor<1x2x1x16xf32>) -> tensor<1x2x12x16xf32>
    %concat_28 = tensor.concat dim(2) %collapsed_27, %transposed_23 : (tensor<1x2x11x16xf32>, tensor<1x2x1x16xf32>) -> tensor<1x2x12x16xf32>
    %30 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed : tensor<1x2x1x16xf32>) outs(%29 : tensor<1x2x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.mulf %in, %cst_5 : f32
      linalg.yield %163 : f32
    } -> tensor<1x2x1x16xf32>
    %31 = tensor.empty() : tensor<1x2x16x12xf32>
    %transposed_29 = linalg.transpose ins(%concat : tensor<1x2x12x16xf32>) outs(%31 : tensor<1x2x16x12xf32>) permutation = [0, 1, 3, 2] 
    %32 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_29 : tensor<1x2x16x12xf32>) outs(%31 : tensor<1x2x16x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.mulf %in, %cst_5 : f32
      linalg.yield %163 : f32
    } -> tensor<1x2x16x12xf32>
    %collapsed_30 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : tensor<1x2x1x16xf32> into tensor<2x1x16xf32>
    %collapsed_31 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : tensor<1x2x16x12xf32> into tensor<2x16x12xf32>
    %33 = tensor.empty() : tensor<2x1x12xf32>
    %34 = linalg.fill ins(%cst : f32) outs(%33 : tensor<2x1x12xf32>) -> tensor<2x1x12xf32>
    %35 = linalg.batch_matmul ins(%collapsed_30, %collapsed_31 : tensor<2x1x16xf32>, tensor<2x16x12xf32>) outs(%34 : tensor<2x1x12xf32>) -> tensor<2x1x12xf32>
    %expanded_32 = tensor.expand_shape %35 [[0, 1], [2], [3]] output_shape [1, 2, 1, 12] : tensor<2x1x12xf32> into tensor<1x2x1x12xf32>
    %36 = tensor.empty() : tensor<1x2x1xi64>
    %37 = linalg.fill ins(%c0_i64 : i64) outs(%36 : tensor<1x2x1xi64>) -> tensor<1x2x1xi64>
    %38 = tensor.empty() : tensor<1x2x1xf32>
    %39 = linalg.fill ins(%cst_1 : f32) outs(%38 : tensor<1x2x1xf32>) -> tensor<1x2x1xf32>
    %40:2 = linalg.generic {indexing_maps = [#map4, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_32 : tensor<1x2x1x12xf32>) outs(%39, %37 : tensor<1x2x1xf32>, tensor<1x2x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_79: i64):
      %163 = linalg.index 3 : index
      %164 = arith.index_cast %163 : index to i64
      %165 = arith.maximumf %in, %out : f32
      %166 = arith.cmpf ogt, %in, %out : f32
      %167 = arith.select %166, %164, %out_79 : i64
      linalg.yield %165, %167 : f32, i64
    } -> (tensor<1x2x1xf32>, tensor<1x2x1xi64>)
    %expanded_33 = tensor.expand_shape %40#0 [[0], [1], [2, 3]] output_shape [1, 2, 1, 1] : tensor<1x2x1xf32> into tensor<1x2x1x1xf32>
    %41 = tensor.empty() : tensor<1x2x1x12xf32>
    %42 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_32, %expanded_33 : tensor<1x2x1x12xf32>, tensor<1x2x1x1xf32>) outs(%41 : tensor<1x2x1x12xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.subf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x2x1x12xf32>
    %43 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<1x2x1x12xf32>) outs(%41 : tensor<1x2x1x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = math.exp %in : f32
      linalg.yield %163 : f32
    } -> tensor<1x2x1x12xf32>
    %44 = tensor.empty() : tensor<1x2x1x1xf32>
    %45 = linalg.fill ins(%cst : f32) outs(%44 : tensor<1x2x1x1xf32>) -> tensor<1x2x1x1xf32>
    %46 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%43 : tensor<1x2x1x12xf32>) outs(%45 : tensor<1x2x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.addf %in, %out : f32
      linalg.yield %163 : f32
    } -> tensor<1x2x1x1xf32>
    %47 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43, %46 : tensor<1x2x1x12xf32>, tensor<1x2x1x1xf32>) outs(%41 : tensor<1x2x1x12xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.divf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x2x1x12xf32>
    %48 = tensor.empty() : tensor<1x2x1x12xi1>
    %49 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_32 : tensor<1x2x1x12xf32>) outs(%48 : tensor<1x2x1x12xi1>) {
    ^bb0(%in: f32, %out: i1):
      %163 = arith.extf %in : f32 to f64
      %164 = arith.cmpf oeq, %163, %cst_7 : f64
      linalg.yield %164 : i1
    } -> tensor<1x2x1x12xi1>
    %50 = tensor.empty() : tensor<1x2x1x1xi1>
    %51 = linalg.fill ins(%true : i1) outs(%50 : tensor<1x2x1x1xi1>) -> tensor<1x2x1x1xi1>
    %52 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%49 : tensor<1x2x1x12xi1>) outs(%51 : tensor<1x2x1x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %163 = arith.andi %in, %out : i1
      linalg.yield %163 : i1
    } -> tensor<1x2x1x1xi1>
    %53 = linalg.generic {indexing_maps = [#map6, #map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %cst_6, %47 : tensor<1x2x1x1xi1>, tensor<1x2x1x12xf32>, tensor<1x2x1x12xf32>) outs(%41 : tensor<1x2x1x12xf32>) {
    ^bb0(%in: i1, %in_79: f32, %in_80: f32, %out: f32):
      %163 = arith.select %in, %in_79, %in_80 : f32
      linalg.yield %163 : f32
    } -> tensor<1x2x1x12xf32>
    %collapsed_34 = tensor.collapse_shape %53 [[0, 1], [2], [3]] : tensor<1x2x1x12xf32> into tensor<2x1x12xf32>
    %collapsed_35 = tensor.collapse_shape %concat_28 [[0, 1], [2], [3]] : tensor<1x2x12x16xf32> into tensor<2x12x16xf32>
    %54 = tensor.empty() : tensor<2x1x16xf32>
    %55 = linalg.fill ins(%cst : f32) outs(%54 : tensor<2x1x16xf32>) -> tensor<2x1x16xf32>
    %56 = linalg.batch_matmul ins(%collapsed_34, %collapsed_35 : tensor<2x1x12xf32>, tensor<2x12x16xf32>) outs(%55 : tensor<2x1x16xf32>) -> tensor<2x1x16xf32>
    %expanded_36 = tensor.expand_shape %56 [[0, 1], [2], [3]] output_shape [1, 2, 1, 16] : tensor<2x1x16xf32> into tensor<1x2x1x16xf32>
    %57 = tensor.empty() : tensor<1x1x2x16xf32>
    %transposed_37 = linalg.transpose ins(%expanded_36 : tensor<1x2x1x16xf32>) outs(%57 : tensor<1x1x2x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_38 = tensor.collapse_shape %transposed_37 [[0], [1, 2, 3]] : tensor<1x1x2x16xf32> into tensor<1x32xf32>
    %58 = tensor.empty() : tensor<1x32xf32>
    %59 = linalg.fill ins(%cst : f32) outs(%58 : tensor<1x32xf32>) -> tensor<1x32xf32>
    %60 = linalg.matmul ins(%collapsed_38, %arg10 : tensor<1x32xf32>, tensor<32x32xf32>) outs(%59 : tensor<1x32xf32>) -> tensor<1x32xf32>
    %expanded_39 = tensor.expand_shape %60 [[0], [1, 2]] output_shape [1, 1, 32] : tensor<1x32xf32> into tensor<1x1x32xf32>
    %61 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_39, %arg11 : tensor<1x1x32xf32>, tensor<32xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.addf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %62 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %61 : tensor<1x1x32xf32>, tensor<1x1x32xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.addf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %63 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62 : tensor<1x1x32xf32>) outs(%3 : tensor<1x1x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %163 = arith.extf %in : f32 to f64
      linalg.yield %163 : f64
    } -> tensor<1x1x32xf64>
    %64 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%63 : tensor<1x1x32xf64>) outs(%6 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %163 = arith.addf %in, %out : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x1xf64>
    %65 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<1x1x1xf64>) outs(%5 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %163 = arith.divf %in, %cst_9 : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x1xf64>
    %66 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63, %65 : tensor<1x1x32xf64>, tensor<1x1x1xf64>) outs(%3 : tensor<1x1x32xf64>) {
    ^bb0(%in: f64, %in_79: f64, %out: f64):
      %163 = arith.subf %in, %in_79 : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x32xf64>
    %67 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66, %66 : tensor<1x1x32xf64>, tensor<1x1x32xf64>) outs(%3 : tensor<1x1x32xf64>) {
    ^bb0(%in: f64, %in_79: f64, %out: f64):
      %163 = arith.mulf %in, %in_79 : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x32xf64>
    %68 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%67 : tensor<1x1x32xf64>) outs(%6 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %163 = arith.addf %in, %out : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x1xf64>
    %69 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<1x1x1xf64>) outs(%5 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %163 = arith.divf %in, %cst_9 : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x1xf64>
    %70 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69 : tensor<1x1x1xf64>) outs(%13 : tensor<1x1x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %163 = arith.truncf %in : f64 to f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %71 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%62 : tensor<1x1x32xf32>) outs(%15 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.addf %in, %out : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %72 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71 : tensor<1x1x1xf32>) outs(%13 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.divf %in, %cst_10 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %73 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70 : tensor<1x1x1xf32>) outs(%13 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.truncf %cst_8 : f64 to f32
      %164 = arith.addf %in, %163 : f32
      linalg.yield %164 : f32
    } -> tensor<1x1x1xf32>
    %74 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<1x1x1xf32>) outs(%13 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = math.rsqrt %in : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %75 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62, %72 : tensor<1x1x32xf32>, tensor<1x1x1xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.subf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %76 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75, %74 : tensor<1x1x32xf32>, tensor<1x1x1xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.mulf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %77 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76, %arg6 : tensor<1x1x32xf32>, tensor<32xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.mulf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %78 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %arg7 : tensor<1x1x32xf32>, tensor<32xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.addf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %collapsed_40 = tensor.collapse_shape %78 [[0], [1, 2]] : tensor<1x1x32xf32> into tensor<1x32xf32>
    %79 = tensor.empty() : tensor<1x128xf32>
    %80 = linalg.fill ins(%cst : f32) outs(%79 : tensor<1x128xf32>) -> tensor<1x128xf32>
    %81 = linalg.matmul ins(%collapsed_40, %arg12 : tensor<1x32xf32>, tensor<32x128xf32>) outs(%80 : tensor<1x128xf32>) -> tensor<1x128xf32>
    %expanded_41 = tensor.expand_shape %81 [[0], [1, 2]] output_shape [1, 1, 128] : tensor<1x128xf32> into tensor<1x1x128xf32>
    %82 = tensor.empty() : tensor<1x1x128xf32>
    %83 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_41, %arg13 : tensor<1x1x128xf32>, tensor<128xf32>) outs(%82 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.addf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x128xf32>
    %84 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<1x1x128xf32>) outs(%82 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = math.fpowi %in, %c3_i64 : f32, i64
      %164 = arith.mulf %163, %cst_2 : f32
      %165 = arith.addf %in, %164 : f32
      %166 = arith.mulf %165, %cst_3 : f32
      %167 = math.tanh %166 : f32
      %168 = arith.addf %167, %cst_4 : f32
      %169 = arith.mulf %168, %cst_5 : f32
      %170 = arith.mulf %in, %169 : f32
      linalg.yield %170 : f32
    } -> tensor<1x1x128xf32>
    %collapsed_42 = tensor.collapse_shape %84 [[0], [1, 2]] : tensor<1x1x128xf32> into tensor<1x128xf32>
    %85 = linalg.matmul ins(%collapsed_42, %arg14 : tensor<1x128xf32>, tensor<128x32xf32>) outs(%59 : tensor<1x32xf32>) -> tensor<1x32xf32>
    %expanded_43 = tensor.expand_shape %85 [[0], [1, 2]] output_shape [1, 1, 32] : tensor<1x32xf32> into tensor<1x1x32xf32>
    %86 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_43, %arg15 : tensor<1x1x32xf32>, tensor<32xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.addf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %87 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62, %86 : tensor<1x1x32xf32>, tensor<1x1x32xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.addf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %88 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<1x1x32xf32>) outs(%3 : tensor<1x1x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %163 = arith.extf %in : f32 to f64
      linalg.yield %163 : f64
    } -> tensor<1x1x32xf64>
    %89 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%88 : tensor<1x1x32xf64>) outs(%6 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %163 = arith.addf %in, %out : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x1xf64>
    %90 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89 : tensor<1x1x1xf64>) outs(%5 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %163 = arith.divf %in, %cst_9 : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x1xf64>
    %91 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88, %90 : tensor<1x1x32xf64>, tensor<1x1x1xf64>) outs(%3 : tensor<1x1x32xf64>) {
    ^bb0(%in: f64, %in_79: f64, %out: f64):
      %163 = arith.subf %in, %in_79 : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x32xf64>
    %92 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91, %91 : tensor<1x1x32xf64>, tensor<1x1x32xf64>) outs(%3 : tensor<1x1x32xf64>) {
    ^bb0(%in: f64, %in_79: f64, %out: f64):
      %163 = arith.mulf %in, %in_79 : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x32xf64>
    %93 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%92 : tensor<1x1x32xf64>) outs(%6 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %163 = arith.addf %in, %out : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x1xf64>
    %94 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93 : tensor<1x1x1xf64>) outs(%5 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %163 = arith.divf %in, %cst_9 : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x1xf64>
    %95 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94 : tensor<1x1x1xf64>) outs(%13 : tensor<1x1x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %163 = arith.truncf %in : f64 to f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %96 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%87 : tensor<1x1x32xf32>) outs(%15 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.addf %in, %out : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %97 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96 : tensor<1x1x1xf32>) outs(%13 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.divf %in, %cst_10 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %98 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95 : tensor<1x1x1xf32>) outs(%13 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.truncf %cst_8 : f64 to f32
      %164 = arith.addf %in, %163 : f32
      linalg.yield %164 : f32
    } -> tensor<1x1x1xf32>
    %99 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98 : tensor<1x1x1xf32>) outs(%13 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = math.rsqrt %in : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %100 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87, %97 : tensor<1x1x32xf32>, tensor<1x1x1xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.subf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %101 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100, %99 : tensor<1x1x32xf32>, tensor<1x1x1xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.mulf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %102 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101, %arg16 : tensor<1x1x32xf32>, tensor<32xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.mulf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %103 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102, %arg17 : tensor<1x1x32xf32>, tensor<32xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.addf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %collapsed_44 = tensor.collapse_shape %103 [[0], [1, 2]] : tensor<1x1x32xf32> into tensor<1x32xf32>
    %104 = linalg.matmul ins(%collapsed_44, %arg20 : tensor<1x32xf32>, tensor<32x96xf32>) outs(%25 : tensor<1x96xf32>) -> tensor<1x96xf32>
    %expanded_45 = tensor.expand_shape %104 [[0], [1, 2]] output_shape [1, 1, 96] : tensor<1x96xf32> into tensor<1x1x96xf32>
    %105 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_45, %arg21 : tensor<1x1x96xf32>, tensor<96xf32>) outs(%27 : tensor<1x1x96xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.addf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x96xf32>
    %extracted_slice_46 = tensor.extract_slice %105[0, 0, 0] [1, 1, 32] [1, 1, 1] : tensor<1x1x96xf32> to tensor<1x1x32xf32>
    %extracted_slice_47 = tensor.extract_slice %105[0, 0, 32] [1, 1, 32] [1, 1, 1] : tensor<1x1x96xf32> to tensor<1x1x32xf32>
    %extracted_slice_48 = tensor.extract_slice %105[0, 0, 64] [1, 1, 32] [1, 1, 1] : tensor<1x1x96xf32> to tensor<1x1x32xf32>
    %expanded_49 = tensor.expand_shape %extracted_slice_46 [[0], [1], [2, 3]] output_shape [1, 1, 2, 16] : tensor<1x1x32xf32> into tensor<1x1x2x16xf32>
    %transposed_50 = linalg.transpose ins(%expanded_49 : tensor<1x1x2x16xf32>) outs(%29 : tensor<1x2x1x16xf32>) permutation = [0, 2, 1, 3] 
    %expanded_51 = tensor.expand_shape %extracted_slice_47 [[0], [1], [2, 3]] output_shape [1, 1, 2, 16] : tensor<1x1x32xf32> into tensor<1x1x2x16xf32>
    %transposed_52 = linalg.transpose ins(%expanded_51 : tensor<1x1x2x16xf32>) outs(%29 : tensor<1x2x1x16xf32>) permutation = [0, 2, 1, 3] 
    %expanded_53 = tensor.expand_shape %extracted_slice_48 [[0], [1], [2, 3]] output_shape [1, 1, 2, 16] : tensor<1x1x32xf32> into tensor<1x1x2x16xf32>
    %transposed_54 = linalg.transpose ins(%expanded_53 : tensor<1x1x2x16xf32>) outs(%29 : tensor<1x2x1x16xf32>) permutation = [0, 2, 1, 3] 
    %extracted_slice_55 = tensor.extract_slice %collapsed_14[0, 0, 0, 0, 0] [1, 1, 2, 11, 16] [1, 1, 1, 1, 1] : tensor<2x1x2x11x16xf32> to tensor<1x1x2x11x16xf32>
    %extracted_slice_56 = tensor.extract_slice %collapsed_14[1, 0, 0, 0, 0] [1, 1, 2, 11, 16] [1, 1, 1, 1, 1] : tensor<2x1x2x11x16xf32> to tensor<1x1x2x11x16xf32>
    %collapsed_57 = tensor.collapse_shape %extracted_slice_55 [[0, 1], [2], [3], [4]] : tensor<1x1x2x11x16xf32> into tensor<1x2x11x16xf32>
    %collapsed_58 = tensor.collapse_shape %extracted_slice_56 [[0, 1], [2], [3], [4]] : tensor<1x1x2x11x16xf32> into tensor<1x2x11x16xf32>
    %concat_59 = tensor.concat dim(2) %collapsed_57, %transposed_52 : (tensor<1x2x11x16xf32>, tensor<1x2x1x16xf32>) -> tensor<1x2x12x16xf32>
    %concat_60 = tensor.concat dim(2) %collapsed_58, %transposed_54 : (tensor<1x2x11x16xf32>, tensor<1x2x1x16xf32>) -> tensor<1x2x12x16xf32>
    %106 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_50 : tensor<1x2x1x16xf32>) outs(%29 : tensor<1x2x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.mulf %in, %cst_5 : f32
      linalg.yield %163 : f32
    } -> tensor<1x2x1x16xf32>
    %transposed_61 = linalg.transpose ins(%concat_59 : tensor<1x2x12x16xf32>) outs(%31 : tensor<1x2x16x12xf32>) permutation = [0, 1, 3, 2] 
    %107 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_61 : tensor<1x2x16x12xf32>) outs(%31 : tensor<1x2x16x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.mulf %in, %cst_5 : f32
      linalg.yield %163 : f32
    } -> tensor<1x2x16x12xf32>
    %collapsed_62 = tensor.collapse_shape %106 [[0, 1], [2], [3]] : tensor<1x2x1x16xf32> into tensor<2x1x16xf32>
    %collapsed_63 = tensor.collapse_shape %107 [[0, 1], [2], [3]] : tensor<1x2x16x12xf32> into tensor<2x16x12xf32>
    %108 = linalg.batch_matmul ins(%collapsed_62, %collapsed_63 : tensor<2x1x16xf32>, tensor<2x16x12xf32>) outs(%34 : tensor<2x1x12xf32>) -> tensor<2x1x12xf32>
    %expanded_64 = tensor.expand_shape %108 [[0, 1], [2], [3]] output_shape [1, 2, 1, 12] : tensor<2x1x12xf32> into tensor<1x2x1x12xf32>
    %109:2 = linalg.generic {indexing_maps = [#map4, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_64 : tensor<1x2x1x12xf32>) outs(%39, %37 : tensor<1x2x1xf32>, tensor<1x2x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_79: i64):
      %163 = linalg.index 3 : index
      %164 = arith.index_cast %163 : index to i64
      %165 = arith.maximumf %in, %out : f32
      %166 = arith.cmpf ogt, %in, %out : f32
      %167 = arith.select %166, %164, %out_79 : i64
      linalg.yield %165, %167 : f32, i64
    } -> (tensor<1x2x1xf32>, tensor<1x2x1xi64>)
    %expanded_65 = tensor.expand_shape %109#0 [[0], [1], [2, 3]] output_shape [1, 2, 1, 1] : tensor<1x2x1xf32> into tensor<1x2x1x1xf32>
    %110 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_64, %expanded_65 : tensor<1x2x1x12xf32>, tensor<1x2x1x1xf32>) outs(%41 : tensor<1x2x1x12xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.subf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x2x1x12xf32>
    %111 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%110 : tensor<1x2x1x12xf32>) outs(%41 : tensor<1x2x1x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = math.exp %in : f32
      linalg.yield %163 : f32
    } -> tensor<1x2x1x12xf32>
    %112 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%111 : tensor<1x2x1x12xf32>) outs(%45 : tensor<1x2x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.addf %in, %out : f32
      linalg.yield %163 : f32
    } -> tensor<1x2x1x1xf32>
    %113 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%111, %112 : tensor<1x2x1x12xf32>, tensor<1x2x1x1xf32>) outs(%41 : tensor<1x2x1x12xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.divf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x2x1x12xf32>
    %114 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_64 : tensor<1x2x1x12xf32>) outs(%48 : tensor<1x2x1x12xi1>) {
    ^bb0(%in: f32, %out: i1):
      %163 = arith.extf %in : f32 to f64
      %164 = arith.cmpf oeq, %163, %cst_7 : f64
      linalg.yield %164 : i1
    } -> tensor<1x2x1x12xi1>
    %115 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%114 : tensor<1x2x1x12xi1>) outs(%51 : tensor<1x2x1x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %163 = arith.andi %in, %out : i1
      linalg.yield %163 : i1
    } -> tensor<1x2x1x1xi1>
    %116 = linalg.generic {indexing_maps = [#map6, #map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%115, %cst_6, %113 : tensor<1x2x1x1xi1>, tensor<1x2x1x12xf32>, tensor<1x2x1x12xf32>) outs(%41 : tensor<1x2x1x12xf32>) {
    ^bb0(%in: i1, %in_79: f32, %in_80: f32, %out: f32):
      %163 = arith.select %in, %in_79, %in_80 : f32
      linalg.yield %163 : f32
    } -> tensor<1x2x1x12xf32>
    %collapsed_66 = tensor.collapse_shape %116 [[0, 1], [2], [3]] : tensor<1x2x1x12xf32> into tensor<2x1x12xf32>
    %collapsed_67 = tensor.collapse_shape %concat_60 [[0, 1], [2], [3]] : tensor<1x2x12x16xf32> into tensor<2x12x16xf32>
    %117 = linalg.batch_matmul ins(%collapsed_66, %collapsed_67 : tensor<2x1x12xf32>, tensor<2x12x16xf32>) outs(%55 : tensor<2x1x16xf32>) -> tensor<2x1x16xf32>
    %expanded_68 = tensor.expand_shape %117 [[0, 1], [2], [3]] output_shape [1, 2, 1, 16] : tensor<2x1x16xf32> into tensor<1x2x1x16xf32>
    %transposed_69 = linalg.transpose ins(%expanded_68 : tensor<1x2x1x16xf32>) outs(%57 : tensor<1x1x2x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_70 = tensor.collapse_shape %transposed_69 [[0], [1, 2, 3]] : tensor<1x1x2x16xf32> into tensor<1x32xf32>
    %118 = linalg.matmul ins(%collapsed_70, %arg22 : tensor<1x32xf32>, tensor<32x32xf32>) outs(%59 : tensor<1x32xf32>) -> tensor<1x32xf32>
    %expanded_71 = tensor.expand_shape %118 [[0], [1, 2]] output_shape [1, 1, 32] : tensor<1x32xf32> into tensor<1x1x32xf32>
    %119 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_71, %arg23 : tensor<1x1x32xf32>, tensor<32xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.addf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %120 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87, %119 : tensor<1x1x32xf32>, tensor<1x1x32xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.addf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120 : tensor<1x1x32xf32>) outs(%3 : tensor<1x1x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %163 = arith.extf %in : f32 to f64
      linalg.yield %163 : f64
    } -> tensor<1x1x32xf64>
    %122 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%121 : tensor<1x1x32xf64>) outs(%6 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %163 = arith.addf %in, %out : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x1xf64>
    %123 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122 : tensor<1x1x1xf64>) outs(%5 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %163 = arith.divf %in, %cst_9 : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x1xf64>
    %124 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121, %123 : tensor<1x1x32xf64>, tensor<1x1x1xf64>) outs(%3 : tensor<1x1x32xf64>) {
    ^bb0(%in: f64, %in_79: f64, %out: f64):
      %163 = arith.subf %in, %in_79 : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x32xf64>
    %125 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124, %124 : tensor<1x1x32xf64>, tensor<1x1x32xf64>) outs(%3 : tensor<1x1x32xf64>) {
    ^bb0(%in: f64, %in_79: f64, %out: f64):
      %163 = arith.mulf %in, %in_79 : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x32xf64>
    %126 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%125 : tensor<1x1x32xf64>) outs(%6 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %163 = arith.addf %in, %out : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x1xf64>
    %127 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126 : tensor<1x1x1xf64>) outs(%5 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %163 = arith.divf %in, %cst_9 : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x1xf64>
    %128 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127 : tensor<1x1x1xf64>) outs(%13 : tensor<1x1x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %163 = arith.truncf %in : f64 to f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %129 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%120 : tensor<1x1x32xf32>) outs(%15 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.addf %in, %out : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %130 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129 : tensor<1x1x1xf32>) outs(%13 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.divf %in, %cst_10 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %131 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128 : tensor<1x1x1xf32>) outs(%13 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.truncf %cst_8 : f64 to f32
      %164 = arith.addf %in, %163 : f32
      linalg.yield %164 : f32
    } -> tensor<1x1x1xf32>
    %132 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131 : tensor<1x1x1xf32>) outs(%13 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = math.rsqrt %in : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %133 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120, %130 : tensor<1x1x32xf32>, tensor<1x1x1xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.subf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %134 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %132 : tensor<1x1x32xf32>, tensor<1x1x1xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.mulf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %135 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134, %arg18 : tensor<1x1x32xf32>, tensor<32xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.mulf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %136 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %arg19 : tensor<1x1x32xf32>, tensor<32xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.addf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %collapsed_72 = tensor.collapse_shape %136 [[0], [1, 2]] : tensor<1x1x32xf32> into tensor<1x32xf32>
    %137 = linalg.matmul ins(%collapsed_72, %arg24 : tensor<1x32xf32>, tensor<32x128xf32>) outs(%80 : tensor<1x128xf32>) -> tensor<1x128xf32>
    %expanded_73 = tensor.expand_shape %137 [[0], [1, 2]] output_shape [1, 1, 128] : tensor<1x128xf32> into tensor<1x1x128xf32>
    %138 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_73, %arg25 : tensor<1x1x128xf32>, tensor<128xf32>) outs(%82 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.addf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x128xf32>
    %139 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%138 : tensor<1x1x128xf32>) outs(%82 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = math.fpowi %in, %c3_i64 : f32, i64
      %164 = arith.mulf %163, %cst_2 : f32
      %165 = arith.addf %in, %164 : f32
      %166 = arith.mulf %165, %cst_3 : f32
      %167 = math.tanh %166 : f32
      %168 = arith.addf %167, %cst_4 : f32
      %169 = arith.mulf %168, %cst_5 : f32
      %170 = arith.mulf %in, %169 : f32
      linalg.yield %170 : f32
    } -> tensor<1x1x128xf32>
    %collapsed_74 = tensor.collapse_shape %139 [[0], [1, 2]] : tensor<1x1x128xf32> into tensor<1x128xf32>
    %140 = linalg.matmul ins(%collapsed_74, %arg26 : tensor<1x128xf32>, tensor<128x32xf32>) outs(%59 : tensor<1x32xf32>) -> tensor<1x32xf32>
    %expanded_75 = tensor.expand_shape %140 [[0], [1, 2]] output_shape [1, 1, 32] : tensor<1x32xf32> into tensor<1x1x32xf32>
    %141 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_75, %arg27 : tensor<1x1x32xf32>, tensor<32xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.addf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %142 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120, %141 : tensor<1x1x32xf32>, tensor<1x1x32xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.addf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %143 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142 : tensor<1x1x32xf32>) outs(%3 : tensor<1x1x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %163 = arith.extf %in : f32 to f64
      linalg.yield %163 : f64
    } -> tensor<1x1x32xf64>
    %144 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%143 : tensor<1x1x32xf64>) outs(%6 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %163 = arith.addf %in, %out : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x1xf64>
    %145 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144 : tensor<1x1x1xf64>) outs(%5 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %163 = arith.divf %in, %cst_9 : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x1xf64>
    %146 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143, %145 : tensor<1x1x32xf64>, tensor<1x1x1xf64>) outs(%3 : tensor<1x1x32xf64>) {
    ^bb0(%in: f64, %in_79: f64, %out: f64):
      %163 = arith.subf %in, %in_79 : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x32xf64>
    %147 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146, %146 : tensor<1x1x32xf64>, tensor<1x1x32xf64>) outs(%3 : tensor<1x1x32xf64>) {
    ^bb0(%in: f64, %in_79: f64, %out: f64):
      %163 = arith.mulf %in, %in_79 : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x32xf64>
    %148 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%147 : tensor<1x1x32xf64>) outs(%6 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %163 = arith.addf %in, %out : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x1xf64>
    %149 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148 : tensor<1x1x1xf64>) outs(%5 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %163 = arith.divf %in, %cst_9 : f64
      linalg.yield %163 : f64
    } -> tensor<1x1x1xf64>
    %150 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149 : tensor<1x1x1xf64>) outs(%13 : tensor<1x1x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %163 = arith.truncf %in : f64 to f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %151 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%142 : tensor<1x1x32xf32>) outs(%15 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.addf %in, %out : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %152 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151 : tensor<1x1x1xf32>) outs(%13 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.divf %in, %cst_10 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %153 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150 : tensor<1x1x1xf32>) outs(%13 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.truncf %cst_8 : f64 to f32
      %164 = arith.addf %in, %163 : f32
      linalg.yield %164 : f32
    } -> tensor<1x1x1xf32>
    %154 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153 : tensor<1x1x1xf32>) outs(%13 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = math.rsqrt %in : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %155 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142, %152 : tensor<1x1x32xf32>, tensor<1x1x1xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.subf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %156 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155, %154 : tensor<1x1x32xf32>, tensor<1x1x1xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.mulf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %157 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156, %arg28 : tensor<1x1x32xf32>, tensor<32xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.mulf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %158 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157, %arg29 : tensor<1x1x32xf32>, tensor<32xf32>) outs(%0 : tensor<1x1x32xf32>) {
    ^bb0(%in: f32, %in_79: f32, %out: f32):
      %163 = arith.addf %in, %in_79 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x32xf32>
    %159 = tensor.empty() : tensor<32x100xf32>
    %transposed_76 = linalg.transpose ins(%arg2 : tensor<100x32xf32>) outs(%159 : tensor<32x100xf32>) permutation = [1, 0] 
    %collapsed_77 = tensor.collapse_shape %158 [[0], [1, 2]] : tensor<1x1x32xf32> into tensor<1x32xf32>
    %160 = tensor.empty() : tensor<1x100xf32>
    %161 = linalg.fill ins(%cst : f32) outs(%160 : tensor<1x100xf32>) -> tensor<1x100xf32>
    %162 = linalg.matmul ins(%collapsed_77, %transposed_76 : tensor<1x32xf32>, tensor<32x100xf32>) outs(%161 : tensor<1x100xf32>) -> tensor<1x100xf32>
    %expanded_78 = tensor.expand_shape %162 [[0], [1, 2]] output_shape [1, 1, 100] : tensor<1x100xf32> into tensor<1x1x100xf32>
    return %expanded_78 : tensor<1x1x100xf32>
  }
}
