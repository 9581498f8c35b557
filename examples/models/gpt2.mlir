#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map4 = affine_map<(d0, d1, d2) -> (d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0) -> (d0)>
#map7 = affine_map<(d0, d1) -> (0, d1)>
#map8 = affine_map<(d0, d1) -> (d0, 0)>
#map9 = affine_map<(d0, d1) -> (d0, d1)>
#map10 = affine_map<(d0, d1) -> ()>
#map11 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<2x12xi64>, %arg1: tensor<100x32xf32>, %arg2: tensor<16x32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<32xf32>, %arg5: tensor<32xf32>, %arg6: tensor<32xf32>, %arg7: tensor<32x96xf32>, %arg8: tensor<96xf32>, %arg9: tensor<32x32xf32>, %arg10: tensor<32xf32>, %arg11: tensor<32x128xf32>, %arg12: tensor<128xf32>, %arg13: tensor<128x32xf32>, %arg14: tensor<32xf32>, %arg15: tensor<32xf32>, %arg16: tensor<32xf32>, %arg17: tensor<32xf32>, %arg18: tensor<32xf32>, %arg19: tensor<32x96xf32>, %arg20: tensor<96xf32>, %arg21: tensor<32x32xf32>, %arg22: tensor<32xf32>, %arg23: tensor<32x128xf32>, %arg24: tensor<128xf32>, %arg25: tensor<128x32xf32>, %arg26: tensor<32xf32>, %arg27: tensor<32xf32>, %arg28: tensor<32xf32>) -> tensor<2x12x100xf32> {
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
    %cst_6 = arith.constant dense<0.000000e+00> : tensor<2x2x12x12xf32>
    %cst_7 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_8 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_9 = arith.constant dense<true> : tensor<12x12xi1>
    %cst_10 = arith.constant 0xFFF0000000000000 : f64
    %cst_11 = arith.constant 1.000000e-05 : f64
    %cst_12 = arith.constant 3.200000e+01 : f64
    %cst_13 = arith.constant 3.200000e+01 : f32
    %0 = tensor.empty() : tensor<2x12x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x12xi64>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %178 = arith.index_cast %in : i64 to index
      %179 = linalg.index 2 : index
      %180 = arith.cmpi slt, %178, %c100 : index
      cf.assert %180, "index must be smaller than dim size"
      %181 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %181, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%178, %179] : tensor<100x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x12x32xf32>
    %extracted_slice = tensor.extract_slice %arg2[0, 0] [12, 32] [1, 1] : tensor<16x32xf32> to tensor<12x32xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %extracted_slice : tensor<2x12x32xf32>, tensor<12x32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.addf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %3 = tensor.empty() : tensor<2x12x32xf64>
    %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<2x12x32xf32>) outs(%3 : tensor<2x12x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %178 = arith.extf %in : f32 to f64
      linalg.yield %178 : f64
    } -> tensor<2x12x32xf64>
    %5 = tensor.empty() : tensor<2x12x1xf64>
    %6 = linalg.fill ins(%cst_0 : f64) outs(%5 : tensor<2x12x1xf64>) -> tensor<2x12x1xf64>
    %7 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%4 : tensor<2x12x32xf64>) outs(%6 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.addf %in, %out : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x1xf64>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<2x12x1xf64>) outs(%5 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.divf %in, %cst_12 : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x1xf64>
    %9 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %8 : tensor<2x12x32xf64>, tensor<2x12x1xf64>) outs(%3 : tensor<2x12x32xf64>) {
    ^bb0(%in: f64, %in_64: f64, %out: f64):
      %178 = arith.subf %in, %in_64 : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x32xf64>
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %9 : tensor<2x12x32xf64>, tensor<2x12x32xf64>) outs(%3 : tensor<2x12x32xf64>) {
    ^bb0(%in: f64, %in_64: f64, %out: f64):
      %178 = arith.mulf %in, %in_64 : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x32xf64>
    %11 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<2x12x32xf64>) outs(%6 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.addf %in, %out : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x1xf64>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x12x1xf64>) outs(%5 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.divf %in, %cst_12 : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x1xf64>
    %13 = tensor.empty() : tensor<2x12x1xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<2x12x1xf64>) outs(%13 : tensor<2x12x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %178 = arith.truncf %in : f64 to f32
      linalg.yield %178 : f32
    } -> tensor<2x12x1xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%13 : tensor<2x12x1xf32>) -> tensor<2x12x1xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<2x12x32xf32>) outs(%15 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.addf %in, %out : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x1xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<2x12x1xf32>) outs(%13 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.divf %in, %cst_13 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<2x12x1xf32>) outs(%13 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.truncf %cst_11 : f64 to f32
      %179 = arith.addf %in, %178 : f32
      linalg.yield %179 : f32
    } -> tensor<2x12x1xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<2x12x1xf32>) outs(%13 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = math.rsqrt %in : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x1xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %17 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.subf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %19 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.mulf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %arg3 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.mulf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %arg4 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.addf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %collapsed = tensor.collapse_shape %23 [[0, 1], [2]] : tensor<2x12x32xf32> into tensor<24x32xf32>
    %24 = tensor.empty() : tensor<24x96xf32>
    %25 = linalg.fill ins(%cst : f32) outs(%24 : tensor<24x96xf32>) -> tensor<24x96xf32>
    %26 = linalg.matmul ins(%collapsed, %arg7 : tensor<24x32xf32>, tensor<32x96xf32>) outs(%25 : tensor<24x96xf32>) -> tensor<24x96xf32>
    %expanded = tensor.expand_shape %26 [[0, 1], [2]] output_shape [2, 12, 96] : tensor<24x96xf32> into tensor<2x12x96xf32>
    %27 = tensor.empty() : tensor<2x12x96xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %arg8 : tensor<2x12x96xf32>, tensor<96xf32>) outs(%27 : tensor<2x12x96xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.addf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x96xf32>
    %extracted_slice_14 = tensor.extract_slice %28[0, 0, 0] [2, 12, 32] [1, 1, 1] : tensor<2x12x96xf32> to tensor<2x12x32xf32>
    %extracted_slice_15 = tensor.extract_slice %28[0, 0, 32] [2, 12, 32] [1, 1, 1] : tensor<2x12x96xf32> to tensor<2x12x32xf32>
    %extracted_slice_16 = tensor.extract_slice %28[0, 0, 64] [2, 12, 32] [1, 1, 1] : tensor<2x12x96xf32> to tensor<2x12x32xf32>
    %expanded_17 = tensor.expand_shape %extracted_slice_14 [[0], [1], [2, 3]] output_shape [2, 12, 2, 16] : tensor<2x12x32xf32> into tensor<2x12x2x16xf32>
    %29 = tensor.empty() : tensor<2x2x12x16xf32>
    %transposed = linalg.transpose ins(%expanded_17 : tensor<2x12x2x16xf32>) outs(%29 : tensor<2x2x12x16xf32>) permutation = [0, 2, 1, 3] 
    %expanded_18 = tensor.expand_shape %extracted_slice_15 [[0], [1], [2, 3]] output_shape [2, 12, 2, 16] : tensor<2x12x32xf32> into tensor<2x12x2x16xf32>
    %expanded_19 = tensor.expand_shape %extracted_slice_16 [[0], [1], [2, 3]] output_shape [2, 12, 2, 16] : tensor<2x12x32xf32> into tensor<2x12x2x16xf32>
    %transposed_20 = linalg.transpose ins(%expanded_19 : tensor<2x12x2x16xf32>) outs(%29 : tensor<2x2x12x16xf32>) permutation = [0, 2, 1, 3] 
    %30 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed : tensor<2x2x12x16xf32>) outs(%29 : tensor<2x2x12x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.mulf %in, %cst_5 : f32
      linalg.yield %178 : f32
    } -> tensor<2x2x12x16xf32>
    %31 = tensor.empty() : tensor<12xi64>
    %32 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel"]} outs(%31 : tensor<12xi64>) {
    ^bb0(%out: i64):
      %178 = linalg.index 0 : index
      %179 = arith.index_cast %178 : index to i64
      linalg.yield %179 : i64
    } -> tensor<12xi64>
    %expanded_21 = tensor.expand_shape %32 [[0, 1]] output_shape [1, 12] : tensor<12xi64> into tensor<1x12xi64>
    %expanded_22 = tensor.expand_shape %32 [[0, 1]] output_shape [12, 1] : tensor<12xi64> into tensor<12x1xi64>
    %33 = tensor.empty() : tensor<12x12xi64>
    %34 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%expanded_21, %expanded_22 : tensor<1x12xi64>, tensor<12x1xi64>) outs(%33 : tensor<12x12xi64>) {
    ^bb0(%in: i64, %in_64: i64, %out: i64):
      %178 = arith.subi %in, %in_64 : i64
      linalg.yield %178 : i64
    } -> tensor<12x12xi64>
    %35 = tensor.empty() : tensor<12x12xi1>
    %36 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<12x12xi64>) outs(%35 : tensor<12x12xi1>) {
    ^bb0(%in: i64, %out: i1):
      %178 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %178 : i1
    } -> tensor<12x12xi1>
    %37 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%36, %cst_9 : tensor<12x12xi1>, tensor<12x12xi1>) outs(%35 : tensor<12x12xi1>) {
    ^bb0(%in: i1, %in_64: i1, %out: i1):
      %178 = arith.andi %in, %in_64 : i1
      linalg.yield %178 : i1
    } -> tensor<12x12xi1>
    %38 = tensor.empty() : tensor<12x12xf32>
    %39 = linalg.generic {indexing_maps = [#map9, #map10, #map10, #map9], iterator_types = ["parallel", "parallel"]} ins(%37, %cst_7, %cst_8 : tensor<12x12xi1>, tensor<f32>, tensor<f32>) outs(%38 : tensor<12x12xf32>) {
    ^bb0(%in: i1, %in_64: f32, %in_65: f32, %out: f32):
      %178 = arith.select %in, %in_64, %in_65 : f32
      linalg.yield %178 : f32
    } -> tensor<12x12xf32>
    %40 = tensor.empty() : tensor<2x2x16x12xf32>
    %transposed_23 = linalg.transpose ins(%expanded_18 : tensor<2x12x2x16xf32>) outs(%40 : tensor<2x2x16x12xf32>) permutation = [0, 2, 3, 1] 
    %41 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_23 : tensor<2x2x16x12xf32>) outs(%40 : tensor<2x2x16x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.mulf %in, %cst_5 : f32
      linalg.yield %178 : f32
    } -> tensor<2x2x16x12xf32>
    %collapsed_24 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : tensor<2x2x12x16xf32> into tensor<4x12x16xf32>
    %collapsed_25 = tensor.collapse_shape %41 [[0, 1], [2], [3]] : tensor<2x2x16x12xf32> into tensor<4x16x12xf32>
    %42 = tensor.empty() : tensor<4x12x12xf32>
    %43 = linalg.fill ins(%cst : f32) outs(%42 : tensor<4x12x12xf32>) -> tensor<4x12x12xf32>
    %44 = linalg.batch_matmul ins(%collapsed_24, %collapsed_25 : tensor<4x12x16xf32>, tensor<4x16x12xf32>) outs(%43 : tensor<4x12x12xf32>) -> tensor<4x12x12xf32>
    %expanded_26 = tensor.expand_shape %44 [[0, 1], [2], [3]] output_shape [2, 2, 12, 12] : tensor<4x12x12xf32> into tensor<2x2x12x12xf32>
    %45 = tensor.empty() : tensor<2x2x12x12xf32>
    %46 = linalg.generic {indexing_maps = [#map5, #map11, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_26, %39 : tensor<2x2x12x12xf32>, tensor<12x12xf32>) outs(%45 : tensor<2x2x12x12xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.addf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x2x12x12xf32>
    %47 = tensor.empty() : tensor<2x2x12xi64>
    %48 = linalg.fill ins(%c0_i64 : i64) outs(%47 : tensor<2x2x12xi64>) -> tensor<2x2x12xi64>
    %49 = tensor.empty() : tensor<2x2x12xf32>
    %50 = linalg.fill ins(%cst_1 : f32) outs(%49 : tensor<2x2x12xf32>) -> tensor<2x2x12xf32>
    %51:2 = linalg.generic {indexing_maps = [#map5, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%46 : tensor<2x2x12x12xf32>) outs(%50, %48 : tensor<2x2x12xf32>, tensor<2x2x12xi64>) {
    ^bb0(%in: f32, %out: f32, %out_64: i64):
      %178 = linalg.index 3 : index
      %179 = arith.index_cast %178 : index to i64
      %180 = arith.maximumf %in, %out : f32
      %181 = arith.cmpf ogt, %in, %out : f32
      %182 = arith.select %181, %179, %out_64 : i64
      linalg.yield %180, %182 : f32, i64
    } -> (tensor<2x2x12xf32>, tensor<2x2x12xi64>)
    %expanded_27 = tensor.expand_shape %51#0 [[0], [1], [2, 3]] output_shape [2, 2, 12, 1] : tensor<2x2x12xf32> into tensor<2x2x12x1xf32>
    %52 = linalg.generic {indexing_maps = [#map5, #map13, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46, %expanded_27 : tensor<2x2x12x12xf32>, tensor<2x2x12x1xf32>) outs(%45 : tensor<2x2x12x12xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.subf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x2x12x12xf32>
    %53 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52 : tensor<2x2x12x12xf32>) outs(%45 : tensor<2x2x12x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = math.exp %in : f32
      linalg.yield %178 : f32
    } -> tensor<2x2x12x12xf32>
    %54 = tensor.empty() : tensor<2x2x12x1xf32>
    %55 = linalg.fill ins(%cst : f32) outs(%54 : tensor<2x2x12x1xf32>) -> tensor<2x2x12x1xf32>
    %56 = linalg.generic {indexing_maps = [#map5, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%53 : tensor<2x2x12x12xf32>) outs(%55 : tensor<2x2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.addf %in, %out : f32
      linalg.yield %178 : f32
    } -> tensor<2x2x12x1xf32>
    %57 = linalg.generic {indexing_maps = [#map5, #map13, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53, %56 : tensor<2x2x12x12xf32>, tensor<2x2x12x1xf32>) outs(%45 : tensor<2x2x12x12xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.divf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x2x12x12xf32>
    %58 = tensor.empty() : tensor<2x2x12x12xi1>
    %59 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46 : tensor<2x2x12x12xf32>) outs(%58 : tensor<2x2x12x12xi1>) {
    ^bb0(%in: f32, %out: i1):
      %178 = arith.extf %in : f32 to f64
      %179 = arith.cmpf oeq, %178, %cst_10 : f64
      linalg.yield %179 : i1
    } -> tensor<2x2x12x12xi1>
    %60 = tensor.empty() : tensor<2x2x12x1xi1>
    %61 = linalg.fill ins(%true : i1) outs(%60 : tensor<2x2x12x1xi1>) -> tensor<2x2x12x1xi1>
    %62 = linalg.generic {indexing_maps = [#map5, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%59 : tensor<2x2x12x12xi1>) outs(%61 : tensor<2x2x12x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %178 = arith.andi %in, %out : i1
      linalg.yield %178 : i1
    } -> tensor<2x2x12x1xi1>
    %63 = linalg.generic {indexing_maps = [#map13, #map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62, %cst_6, %57 : tensor<2x2x12x1xi1>, tensor<2x2x12x12xf32>, tensor<2x2x12x12xf32>) outs(%45 : tensor<2x2x12x12xf32>) {
    ^bb0(%in: i1, %in_64: f32, %in_65: f32, %out: f32):
      %178 = arith.select %in, %in_64, %in_65 : f32
      linalg.yield %178 : f32
    } -> tensor<2x2x12x12xf32>
    %collapsed_28 = tensor.collapse_shape %63 [[0, 1], [2], [3]] : tensor<2x2x12x12xf32> into tensor<4x12x12xf32>
    %collapsed_29 = tensor.collapse_shape %transposed_20 [[0, 1], [2], [3]] : tensor<2x2x12x16xf32> into tensor<4x12x16xf32>
    %64 = tensor.empty() : tensor<4x12x16xf32>
    %65 = linalg.fill ins(%cst : f32) outs(%64 : tensor<4x12x16xf32>) -> tensor<4x12x16xf32>
    %66 = linalg.batch_matmul ins(%collapsed_28, %collapsed_29 : tensor<4x12x12xf32>, tensor<4x12x16xf32>) outs(%65 : tensor<4x12x16xf32>) -> tensor<4x12x16xf32>
    %expanded_30 = tensor.expand_shape %66 [[0, 1], [2], [3]] output_shape [2, 2, 12, 16] : tensor<4x12x16xf32> into tensor<2x2x12x16xf32>
    %67 = tensor.empty() : tensor<2x12x2x16xf32>
    %transposed_31 = linalg.transpose ins(%expanded_30 : tensor<2x2x12x16xf32>) outs(%67 : tensor<2x12x2x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_32 = tensor.collapse_shape %transposed_31 [[0], [1], [2, 3]] : tensor<2x12x2x16xf32> into tensor<2x12x32xf32>
    %68 = tensor.empty() : tensor<2x32x32xf32>
    %69 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9 : tensor<32x32xf32>) outs(%68 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x32xf32>
    %70 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %71 = linalg.batch_matmul ins(%collapsed_32, %69 : tensor<2x12x32xf32>, tensor<2x32x32xf32>) outs(%70 : tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %72 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %arg10 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.addf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %73 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %72 : tensor<2x12x32xf32>, tensor<2x12x32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.addf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %74 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<2x12x32xf32>) outs(%3 : tensor<2x12x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %178 = arith.extf %in : f32 to f64
      linalg.yield %178 : f64
    } -> tensor<2x12x32xf64>
    %75 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%74 : tensor<2x12x32xf64>) outs(%6 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.addf %in, %out : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x1xf64>
    %76 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<2x12x1xf64>) outs(%5 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.divf %in, %cst_12 : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x1xf64>
    %77 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74, %76 : tensor<2x12x32xf64>, tensor<2x12x1xf64>) outs(%3 : tensor<2x12x32xf64>) {
    ^bb0(%in: f64, %in_64: f64, %out: f64):
      %178 = arith.subf %in, %in_64 : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x32xf64>
    %78 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %77 : tensor<2x12x32xf64>, tensor<2x12x32xf64>) outs(%3 : tensor<2x12x32xf64>) {
    ^bb0(%in: f64, %in_64: f64, %out: f64):
      %178 = arith.mulf %in, %in_64 : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x32xf64>
    %79 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%78 : tensor<2x12x32xf64>) outs(%6 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.addf %in, %out : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x1xf64>
    %80 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<2x12x1xf64>) outs(%5 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.divf %in, %cst_12 : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x1xf64>
    %81 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80 : tensor<2x12x1xf64>) outs(%13 : tensor<2x12x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %178 = arith.truncf %in : f64 to f32
      linalg.yield %178 : f32
    } -> tensor<2x12x1xf32>
    %82 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%73 : tensor<2x12x32xf32>) outs(%15 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.addf %in, %out : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x1xf32>
    %83 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82 : tensor<2x12x1xf32>) outs(%13 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.divf %in, %cst_13 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x1xf32>
    %84 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<2x12x1xf32>) outs(%13 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.truncf %cst_11 : f64 to f32
      %179 = arith.addf %in, %178 : f32
      linalg.yield %179 : f32
    } -> tensor<2x12x1xf32>
    %85 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84 : tensor<2x12x1xf32>) outs(%13 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = math.rsqrt %in : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x1xf32>
    %86 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73, %83 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.subf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %87 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86, %85 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.mulf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %88 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87, %arg5 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.mulf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %89 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88, %arg6 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.addf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %collapsed_33 = tensor.collapse_shape %89 [[0, 1], [2]] : tensor<2x12x32xf32> into tensor<24x32xf32>
    %90 = tensor.empty() : tensor<24x128xf32>
    %91 = linalg.fill ins(%cst : f32) outs(%90 : tensor<24x128xf32>) -> tensor<24x128xf32>
    %92 = linalg.matmul ins(%collapsed_33, %arg11 : tensor<24x32xf32>, tensor<32x128xf32>) outs(%91 : tensor<24x128xf32>) -> tensor<24x128xf32>
    %expanded_34 = tensor.expand_shape %92 [[0, 1], [2]] output_shape [2, 12, 128] : tensor<24x128xf32> into tensor<2x12x128xf32>
    %93 = tensor.empty() : tensor<2x12x128xf32>
    %94 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_34, %arg12 : tensor<2x12x128xf32>, tensor<128xf32>) outs(%93 : tensor<2x12x128xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.addf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x128xf32>
    %95 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94 : tensor<2x12x128xf32>) outs(%93 : tensor<2x12x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = math.fpowi %in, %c3_i64 : f32, i64
      %179 = arith.mulf %178, %cst_2 : f32
      %180 = arith.addf %in, %179 : f32
      %181 = arith.mulf %180, %cst_3 : f32
      %182 = math.tanh %181 : f32
      %183 = arith.addf %182, %cst_4 : f32
      %184 = arith.mulf %183, %cst_5 : f32
      %185 = arith.mulf %in, %184 : f32
      linalg.yield %185 : f32
    } -> tensor<2x12x128xf32>
    %collapsed_35 = tensor.collapse_shape %95 [[0, 1], [2]] : tensor<2x12x128xf32> into tensor<24x128xf32>
    %96 = tensor.empty() : tensor<24x32xf32>
    %97 = linalg.fill ins(%cst : f32) outs(%96 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %98 = linalg.matmul ins(%collapsed_35, %arg13 : tensor<24x128xf32>, tensor<128x32xf32>) outs(%97 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %expanded_36 = tensor.expand_shape %98 [[0, 1], [2]] output_shape [2, 12, 32] : tensor<24x32xf32> into tensor<2x12x32xf32>
    %99 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36, %arg14 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.addf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %100 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73, %99 : tensor<2x12x32xf32>, tensor<2x12x32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.addf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %101 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100 : tensor<2x12x32xf32>) outs(%3 : tensor<2x12x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %178 = arith.extf %in : f32 to f64
      linalg.yield %178 : f64
    } -> tensor<2x12x32xf64>
    %102 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%101 : tensor<2x12x32xf64>) outs(%6 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.addf %in, %out : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x1xf64>
    %103 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102 : tensor<2x12x1xf64>) outs(%5 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.divf %in, %cst_12 : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x1xf64>
    %104 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101, %103 : tensor<2x12x32xf64>, tensor<2x12x1xf64>) outs(%3 : tensor<2x12x32xf64>) {
    ^bb0(%in: f64, %in_64: f64, %out: f64):
      %178 = arith.subf %in, %in_64 : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x32xf64>
    %105 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104, %104 : tensor<2x12x32xf64>, tensor<2x12x32xf64>) outs(%3 : tensor<2x12x32xf64>) {
    ^bb0(%in: f64, %in_64: f64, %out: f64):
      %178 = arith.mulf %in, %in_64 : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x32xf64>
    %106 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%105 : tensor<2x12x32xf64>) outs(%6 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.addf %in, %out : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x1xf64>
    %107 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106 : tensor<2x12x1xf64>) outs(%5 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.divf %in, %cst_12 : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x1xf64>
    %108 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107 : tensor<2x12x1xf64>) outs(%13 : tensor<2x12x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %178 = arith.truncf %in : f64 to f32
      linalg.yield %178 : f32
    } -> tensor<2x12x1xf32>
    %109 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%100 : tensor<2x12x32xf32>) outs(%15 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.addf %in, %out : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x1xf32>
    %110 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109 : tensor<2x12x1xf32>) outs(%13 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.divf %in, %cst_13 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x1xf32>
    %111 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108 : tensor<2x12x1xf32>) outs(%13 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.truncf %cst_11 : f64 to f32
      %179 = arith.addf %in, %178 : f32
      linalg.yield %179 : f32
    } -> tensor<2x12x1xf32>
    %112 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111 : tensor<2x12x1xf32>) outs(%13 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = math.rsqrt %in : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x1xf32>
    %113 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100, %110 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.subf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %114 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113, %112 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.mulf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %115 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114, %arg15 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.mulf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %116 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115, %arg16 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.addf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %collapsed_37 = tensor.collapse_shape %116 [[0, 1], [2]] : tensor<2x12x32xf32> into tensor<24x32xf32>
    %117 = linalg.matmul ins(%collapsed_37, %arg19 : tensor<24x32xf32>, tensor<32x96xf32>) outs(%25 : tensor<24x96xf32>) -> tensor<24x96xf32>
    %expanded_38 = tensor.expand_shape %117 [[0, 1], [2]] output_shape [2, 12, 96] : tensor<24x96xf32> into tensor<2x12x96xf32>
    %118 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_38, %arg20 : tensor<2x12x96xf32>, tensor<96xf32>) outs(%27 : tensor<2x12x96xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.addf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x96xf32>
    %extracted_slice_39 = tensor.extract_slice %118[0, 0, 0] [2, 12, 32] [1, 1, 1] : tensor<2x12x96xf32> to tensor<2x12x32xf32>
    %extracted_slice_40 = tensor.extract_slice %118[0, 0, 32] [2, 12, 32] [1, 1, 1] : tensor<2x12x96xf32> to tensor<2x12x32xf32>
    %extracted_slice_41 = tensor.extract_slice %118[0, 0, 64] [2, 12, 32] [1, 1, 1] : tensor<2x12x96xf32> to tensor<2x12x32xf32>
    %expanded_42 = tensor.expand_shape %extracted_slice_39 [[0], [1], [2, 3]] output_shape [2, 12, 2, 16] : tensor<2x12x32xf32> into tensor<2x12x2x16xf32>
    %transposed_43 = linalg.transpose ins(%expanded_42 : tensor<2x12x2x16xf32>) outs(%29 : tensor<2x2x12x16xf32>) permutation = [0, 2, 1, 3] 
    %expanded_44 = tensor.expand_shape %extracted_slice_40 [[0], [1], [2, 3]] output_shape [2, 12, 2, 16] : tensor<2x12x32xf32> into tensor<2x12x2x16xf32>
    %expanded_45 = tensor.expand_shape %extracted_slice_41 [[0], [1], [2, 3]] output_shape [2, 12, 2, 16] : tensor<2x12x32xf32> into tensor<2x12x2x16xf32>
    %transposed_46 = linalg.transpose ins(%expanded_45 : tensor<2x12x2x16xf32>) outs(%29 : tensor<2x2x12x16xf32>) permutation = [0, 2, 1, 3] 
    %119 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_43 : tensor<2x2x12x16xf32>) outs(%29 : tensor<2x2x12x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.mulf %in, %cst_5 : f32
      linalg.yield %178 : f32
    } -> tensor<2x2x12x16xf32>
    %transposed_47 = linalg.transpose ins(%expanded_44 : tensor<2x12x2x16xf32>) outs(%40 : tensor<2x2x16x12xf32>) permutation = [0, 2, 3, 1] 
    %120 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_47 : tensor<2x2x16x12xf32>) outs(%40 : tensor<2x2x16x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.mulf %in, %cst_5 : f32
      linalg.yield %178 : f32
    } -> tensor<2x2x16x12xf32>
    %collapsed_48 = tensor.collapse_shape %119 [[0, 1], [2], [3]] : tensor<2x2x12x16xf32> into tensor<4x12x16xf32>
    %collapsed_49 = tensor.collapse_shape %120 [[0, 1], [2], [3]] : tensor<2x2x16x12xf32> into tensor<4x16x12xf32>
    %121 = linalg.batch_matmul ins(%collapsed_48, %collapsed_49 : tensor<4x12x16xf32>, tensor<4x16x12xf32>) outs(%43 : tensor<4x12x12xf32>) -> tensor<4x12x12xf32>
    %expanded_50 = tensor.expand_shape %121 [[0, 1], [2], [3]] output_shape [2, 2, 12, 12] : tensor<4x12x12xf32> into tensor<2x2x12x12xf32>
    %122 = linalg.generic {indexing_maps = [#map5, #map11, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_50, %39 : tensor<2x2x12x12xf32>, tensor<12x12xf32>) outs(%45 : tensor<2x2x12x12xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.addf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x2x12x12xf32>
    %123:2 = linalg.generic {indexing_maps = [#map5, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%122 : tensor<2x2x12x12xf32>) outs(%50, %48 : tensor<2x2x12xf32>, tensor<2x2x12xi64>) {
    ^bb0(%in: f32, %out: f32, %out_64: i64):
      %178 = linalg.index 3 : index
      %179 = arith.index_cast %178 : index to i64
      %180 = arith.maximumf %in, %out : f32
      %181 = arith.cmpf ogt, %in, %out : f32
      %182 = arith.select %181, %179, %out_64 : i64
      linalg.yield %180, %182 : f32, i64
    } -> (tensor<2x2x12xf32>, tensor<2x2x12xi64>)
    %expanded_51 = tensor.expand_shape %123#0 [[0], [1], [2, 3]] output_shape [2, 2, 12, 1] : tensor<2x2x12xf32> into tensor<2x2x12x1xf32>
    %124 = linalg.generic {indexing_maps = [#map5, #map13, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%122, %expanded_51 : tensor<2x2x12x12xf32>, tensor<2x2x12x1xf32>) outs(%45 : tensor<2x2x12x12xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.subf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x2x12x12xf32>
    %125 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%124 : tensor<2x2x12x12xf32>) outs(%45 : tensor<2x2x12x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = math.exp %in : f32
      linalg.yield %178 : f32
    } -> tensor<2x2x12x12xf32>
    %126 = linalg.generic {indexing_maps = [#map5, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%125 : tensor<2x2x12x12xf32>) outs(%55 : tensor<2x2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.addf %in, %out : f32
      linalg.yield %178 : f32
    } -> tensor<2x2x12x1xf32>
    %127 = linalg.generic {indexing_maps = [#map5, #map13, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%125, %126 : tensor<2x2x12x12xf32>, tensor<2x2x12x1xf32>) outs(%45 : tensor<2x2x12x12xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.divf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x2x12x12xf32>
    %128 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%122 : tensor<2x2x12x12xf32>) outs(%58 : tensor<2x2x12x12xi1>) {
    ^bb0(%in: f32, %out: i1):
      %178 = arith.extf %in : f32 to f64
      %179 = arith.cmpf oeq, %178, %cst_10 : f64
      linalg.yield %179 : i1
    } -> tensor<2x2x12x12xi1>
    %129 = linalg.generic {indexing_maps = [#map5, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%128 : tensor<2x2x12x12xi1>) outs(%61 : tensor<2x2x12x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %178 = arith.andi %in, %out : i1
      linalg.yield %178 : i1
    } -> tensor<2x2x12x1xi1>
    %130 = linalg.generic {indexing_maps = [#map13, #map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%129, %cst_6, %127 : tensor<2x2x12x1xi1>, tensor<2x2x12x12xf32>, tensor<2x2x12x12xf32>) outs(%45 : tensor<2x2x12x12xf32>) {
    ^bb0(%in: i1, %in_64: f32, %in_65: f32, %out: f32):
      %178 = arith.select %in, %in_64, %in_65 : f32
      linalg.yield %178 : f32
    } -> tensor<2x2x12x12xf32>
    %collapsed_52 = tensor.collapse_shape %130 [[0, 1], [2], [3]] : tensor<2x2x12x12xf32> into tensor<4x12x12xf32>
    %collapsed_53 = tensor.collapse_shape %transposed_46 [[0, 1], [2], [3]] : tensor<2x2x12x16xf32> into tensor<4x12x16xf32>
    %131 = linalg.batch_matmul ins(%collapsed_52, %collapsed_53 : tensor<4x12x12xf32>, tensor<4x12x16xf32>) outs(%65 : tensor<4x12x16xf32>) -> tensor<4x12x16xf32>
    %expanded_54 = tensor.expand_shape %131 [[0, 1], [2], [3]] output_shape [2, 2, 12, 16] : tensor<4x12x16xf32> into tensor<2x2x12x16xf32>
    %transposed_55 = linalg.transpose ins(%expanded_54 : tensor<2x2x12x16xf32>) outs(%67 : tensor<2x12x2x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_56 = tensor.collapse_shape %transposed_55 [[0], [1], [2, 3]] : tensor<2x12x2x16xf32> into tensor<2x12x32xf32>
    %132 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg21 : tensor<32x32xf32>) outs(%68 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x32xf32>
    %133 = linalg.batch_matmul ins(%collapsed_56, %132 : tensor<2x12x32xf32>, tensor<2x32x32xf32>) outs(%70 : tensor<2x12x32xf32>) -> tensor<2x12x32xf32>
    %134 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %arg22 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.addf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %135 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100, %134 : tensor<2x12x32xf32>, tensor<2x12x32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.addf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %136 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135 : tensor<2x12x32xf32>) outs(%3 : tensor<2x12x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %178 = arith.extf %in : f32 to f64
      linalg.yield %178 : f64
    } -> tensor<2x12x32xf64>
    %137 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%136 : tensor<2x12x32xf64>) outs(%6 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.addf %in, %out : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x1xf64>
    %138 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137 : tensor<2x12x1xf64>) outs(%5 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.divf %in, %cst_12 : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x1xf64>
    %139 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136, %138 : tensor<2x12x32xf64>, tensor<2x12x1xf64>) outs(%3 : tensor<2x12x32xf64>) {
    ^bb0(%in: f64, %in_64: f64, %out: f64):
      %178 = arith.subf %in, %in_64 : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x32xf64>
    %140 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139, %139 : tensor<2x12x32xf64>, tensor<2x12x32xf64>) outs(%3 : tensor<2x12x32xf64>) {
    ^bb0(%in: f64, %in_64: f64, %out: f64):
      %178 = arith.mulf %in, %in_64 : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x32xf64>
    %141 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%140 : tensor<2x12x32xf64>) outs(%6 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.addf %in, %out : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x1xf64>
    %142 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141 : tensor<2x12x1xf64>) outs(%5 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.divf %in, %cst_12 : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x1xf64>
    %143 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142 : tensor<2x12x1xf64>) outs(%13 : tensor<2x12x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %178 = arith.truncf %in : f64 to f32
      linalg.yield %178 : f32
    } -> tensor<2x12x1xf32>
    %144 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%135 : tensor<2x12x32xf32>) outs(%15 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.addf %in, %out : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x1xf32>
    %145 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144 : tensor<2x12x1xf32>) outs(%13 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.divf %in, %cst_13 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x1xf32>
    %146 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143 : tensor<2x12x1xf32>) outs(%13 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.truncf %cst_11 : f64 to f32
      %179 = arith.addf %in, %178 : f32
      linalg.yield %179 : f32
    } -> tensor<2x12x1xf32>
    %147 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146 : tensor<2x12x1xf32>) outs(%13 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = math.rsqrt %in : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x1xf32>
    %148 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %145 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.subf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %149 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148, %147 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.mulf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %150 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149, %arg17 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.mulf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %151 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150, %arg18 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.addf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %collapsed_57 = tensor.collapse_shape %151 [[0, 1], [2]] : tensor<2x12x32xf32> into tensor<24x32xf32>
    %152 = linalg.matmul ins(%collapsed_57, %arg23 : tensor<24x32xf32>, tensor<32x128xf32>) outs(%91 : tensor<24x128xf32>) -> tensor<24x128xf32>
    %expanded_58 = tensor.expand_shape %152 [[0, 1], [2]] output_shape [2, 12, 128] : tensor<24x128xf32> into tensor<2x12x128xf32>
    %153 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_58, %arg24 : tensor<2x12x128xf32>, tensor<128xf32>) outs(%93 : tensor<2x12x128xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.addf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x128xf32>
    %154 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153 : tensor<2x12x128xf32>) outs(%93 : tensor<2x12x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = math.fpowi %in, %c3_i64 : f32, i64
      %179 = arith.mulf %178, %cst_2 : f32
      %180 = arith.addf %in, %179 : f32
      %181 = arith.mulf %180, %cst_3 : f32
      %182 = math.tanh %181 : f32
      %183 = arith.addf %182, %cst_4 : f32
      %184 = arith.mulf %183, %cst_5 : f32
      %185 = arith.mulf %in, %184 : f32
      linalg.yield %185 : f32
    } -> tensor<2x12x128xf32>
    %collapsed_59 = tensor.collapse_shape %154 [[0, 1], [2]] : tensor<2x12x128xf32> into tensor<24x128xf32>
    %155 = linalg.matmul ins(%collapsed_59, %arg25 : tensor<24x128xf32>, tensor<128x32xf32>) outs(%97 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %expanded_60 = tensor.expand_shape %155 [[0, 1], [2]] output_shape [2, 12, 32] : tensor<24x32xf32> into tensor<2x12x32xf32>
    %156 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_60, %arg26 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.addf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %157 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %156 : tensor<2x12x32xf32>, tensor<2x12x32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.addf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %158 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157 : tensor<2x12x32xf32>) outs(%3 : tensor<2x12x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %178 = arith.extf %in : f32 to f64
      linalg.yield %178 : f64
    } -> tensor<2x12x32xf64>
    %159 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%158 : tensor<2x12x32xf64>) outs(%6 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.addf %in, %out : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x1xf64>
    %160 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159 : tensor<2x12x1xf64>) outs(%5 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.divf %in, %cst_12 : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x1xf64>
    %161 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%158, %160 : tensor<2x12x32xf64>, tensor<2x12x1xf64>) outs(%3 : tensor<2x12x32xf64>) {
    ^bb0(%in: f64, %in_64: f64, %out: f64):
      %178 = arith.subf %in, %in_64 : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x32xf64>
    %162 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%161, %161 : tensor<2x12x32xf64>, tensor<2x12x32xf64>) outs(%3 : tensor<2x12x32xf64>) {
    ^bb0(%in: f64, %in_64: f64, %out: f64):
      %178 = arith.mulf %in, %in_64 : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x32xf64>
    %163 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%162 : tensor<2x12x32xf64>) outs(%6 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.addf %in, %out : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x1xf64>
    %164 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%163 : tensor<2x12x1xf64>) outs(%5 : tensor<2x12x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %178 = arith.divf %in, %cst_12 : f64
      linalg.yield %178 : f64
    } -> tensor<2x12x1xf64>
    %165 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%164 : tensor<2x12x1xf64>) outs(%13 : tensor<2x12x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %178 = arith.truncf %in : f64 to f32
      linalg.yield %178 : f32
    } -> tensor<2x12x1xf32>
    %166 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%157 : tensor<2x12x32xf32>) outs(%15 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.addf %in, %out : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x1xf32>
    %167 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%166 : tensor<2x12x1xf32>) outs(%13 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.divf %in, %cst_13 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x1xf32>
    %168 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%165 : tensor<2x12x1xf32>) outs(%13 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = arith.truncf %cst_11 : f64 to f32
      %179 = arith.addf %in, %178 : f32
      linalg.yield %179 : f32
    } -> tensor<2x12x1xf32>
    %169 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%168 : tensor<2x12x1xf32>) outs(%13 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %178 = math.rsqrt %in : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x1xf32>
    %170 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157, %167 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.subf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %171 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%170, %169 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.mulf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %172 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171, %arg27 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.mulf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %173 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%172, %arg28 : tensor<2x12x32xf32>, tensor<32xf32>) outs(%0 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32, %in_64: f32, %out: f32):
      %178 = arith.addf %in, %in_64 : f32
      linalg.yield %178 : f32
    } -> tensor<2x12x32xf32>
    %174 = tensor.empty() : tensor<32x100xf32>
    %transposed_61 = linalg.transpose ins(%arg1 : tensor<100x32xf32>) outs(%174 : tensor<32x100xf32>) permutation = [1, 0] 
    %collapsed_62 = tensor.collapse_shape %173 [[0, 1], [2]] : tensor<2x12x32xf32> into tensor<24x32xf32>
    %175 = tensor.empty() : tensor<24x100xf32>
    %176 = linalg.fill ins(%cst : f32) outs(%175 : tensor<24x100xf32>) -> tensor<24x100xf32>
    %177 = linalg.matmul ins(%collapsed_62, %transposed_61 : tensor<24x32xf32>, tensor<32x100xf32>) outs(%176 : tensor<24x100xf32>) -> tensor<24x100xf32>
    %expanded_63 = tensor.expand_shape %177 [[0, 1], [2]] output_shape [2, 12, 100] : tensor<24x100xf32> into tensor<2x12x100xf32>
    return %expanded_63 : tensor<2x12x100xf32>
  }
}
