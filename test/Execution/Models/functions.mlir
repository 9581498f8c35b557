#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (0, d1)>
#map5 = affine_map<(d0, d1) -> ()>
module {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<6xi64>, tensor<6x5xf32>, tensor<6xf32>, tensor<12x5xf32>, tensor<6x5xf32>, tensor<6x8xf32>, tensor<6x6xf32>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<1x5xf32>, tensor<6x2xf32>, tensor<6x5xf32>) {
    %c0_i64 = arith.constant 0 : i64
    %c3_i64 = arith.constant 3 : i64
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 4.471500e-02 : f32
    %cst_1 = arith.constant 7.977240e-01 : f32
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant 0.000000e+00 : f64
    %cst_5 = arith.constant 0.000000e+00 : f32
    %cst_6 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_7 = arith.constant 4.000000e+00 : f64
    %cst_8 = arith.constant 5.000000e+00 : f64
    %c4 = arith.constant 4 : index
    %0 = tensor.empty() : tensor<6x5xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<6x5xf32>) outs(%0 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %49 : f32
    } -> tensor<6x5xf32>
    %2 = tensor.empty() : tensor<6xi64>
    %3 = linalg.fill ins(%c0_i64 : i64) outs(%2 : tensor<6xi64>) -> tensor<6xi64>
    %4 = tensor.empty() : tensor<6xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<6xf32>) -> tensor<6xf32>
    %6:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<6x5xf32>) outs(%5, %3 : tensor<6xf32>, tensor<6xi64>) {
    ^bb0(%in: f32, %out: f32, %out_18: i64):
      %49 = linalg.index 1 : index
      %50 = arith.index_cast %49 : index to i64
      %51 = arith.maximumf %in, %out : f32
      %52 = arith.cmpf ogt, %in, %out : f32
      %53 = arith.select %52, %50, %out_18 : i64
      linalg.yield %51, %53 : f32, i64
    } -> (tensor<6xf32>, tensor<6xi64>)
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<6x5xf32>) outs(%0 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = math.fpowi %in, %c3_i64 : f32, i64
      %50 = arith.mulf %49, %cst_0 : f32
      %51 = arith.addf %in, %50 : f32
      %52 = arith.mulf %51, %cst_1 : f32
      %53 = math.tanh %52 : f32
      %54 = arith.addf %53, %cst_2 : f32
      %55 = arith.mulf %54, %cst_3 : f32
      %56 = arith.mulf %in, %55 : f32
      linalg.yield %56 : f32
    } -> tensor<6x5xf32>
    %8 = tensor.empty() : tensor<6x5xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<6x5xf32>) outs(%8 : tensor<6x5xf64>) {
    ^bb0(%in: f32, %out: f64):
      %49 = arith.extf %in : f32 to f64
      linalg.yield %49 : f64
    } -> tensor<6x5xf64>
    %10 = tensor.empty() : tensor<6x1xf64>
    %11 = linalg.fill ins(%cst_4 : f64) outs(%10 : tensor<6x1xf64>) -> tensor<6x1xf64>
    %12 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%9 : tensor<6x5xf64>) outs(%11 : tensor<6x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %49 = arith.addf %in, %out : f64
      linalg.yield %49 : f64
    } -> tensor<6x1xf64>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<6x1xf64>) outs(%10 : tensor<6x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %49 = arith.divf %in, %cst_8 : f64
      linalg.yield %49 : f64
    } -> tensor<6x1xf64>
    %14 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%9, %13 : tensor<6x5xf64>, tensor<6x1xf64>) outs(%8 : tensor<6x5xf64>) {
    ^bb0(%in: f64, %in_18: f64, %out: f64):
      %49 = arith.subf %in, %in_18 : f64
      linalg.yield %49 : f64
    } -> tensor<6x5xf64>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%14, %14 : tensor<6x5xf64>, tensor<6x5xf64>) outs(%8 : tensor<6x5xf64>) {
    ^bb0(%in: f64, %in_18: f64, %out: f64):
      %49 = arith.mulf %in, %in_18 : f64
      linalg.yield %49 : f64
    } -> tensor<6x5xf64>
    %16 = tensor.empty() : tensor<6xf64>
    %17 = linalg.fill ins(%cst_4 : f64) outs(%16 : tensor<6xf64>) -> tensor<6xf64>
    %18 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%15 : tensor<6x5xf64>) outs(%17 : tensor<6xf64>) {
    ^bb0(%in: f64, %out: f64):
      %49 = arith.addf %in, %out : f64
      linalg.yield %49 : f64
    } -> tensor<6xf64>
    %19 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%18 : tensor<6xf64>) outs(%16 : tensor<6xf64>) {
    ^bb0(%in: f64, %out: f64):
      %49 = arith.divf %in, %cst_7 : f64
      linalg.yield %49 : f64
    } -> tensor<6xf64>
    %20 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%19 : tensor<6xf64>) outs(%4 : tensor<6xf32>) {
    ^bb0(%in: f64, %out: f32):
      %49 = arith.truncf %in : f64 to f32
      linalg.yield %49 : f32
    } -> tensor<6xf32>
    %concat = tensor.concat dim(0) %arg0, %arg1 : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<12x5xf32>
    %21 = tensor.empty() : tensor<6x5xi1>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<6x5xf32>) outs(%21 : tensor<6x5xi1>) {
    ^bb0(%in: f32, %out: i1):
      %49 = arith.cmpf ogt, %in, %cst_5 : f32
      linalg.yield %49 : i1
    } -> tensor<6x5xi1>
    %23 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%22, %arg0, %arg1 : tensor<6x5xi1>, tensor<6x5xf32>, tensor<6x5xf32>) outs(%0 : tensor<6x5xf32>) {
    ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
      %49 = arith.select %in, %in_18, %in_19 : f32
      linalg.yield %49 : f32
    } -> tensor<6x5xf32>
    %padded = tensor.pad %arg0 low[0, 1] high[0, 2] {
    ^bb0(%arg2: index, %arg3: index):
      tensor.yield %cst_5 : f32
    } : tensor<6x5xf32> to tensor<6x8xf32>
    %expanded = tensor.expand_shape %arg0 [[0], [1, 2]] output_shape [6, 5, 1] : tensor<6x5xf32> into tensor<6x5x1xf32>
    %expanded_9 = tensor.expand_shape %arg1 [[0, 1], [2]] output_shape [1, 6, 5] : tensor<6x5xf32> into tensor<1x6x5xf32>
    %24 = tensor.empty() : tensor<5x6x1xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<6x5x1xf32>) outs(%24 : tensor<5x6x1xf32>) permutation = [1, 0, 2] 
    %collapsed = tensor.collapse_shape %transposed [[0], [1, 2]] : tensor<5x6x1xf32> into tensor<5x6xf32>
    %expanded_10 = tensor.expand_shape %collapsed [[0, 1], [2]] output_shape [1, 5, 6] : tensor<5x6xf32> into tensor<1x5x6xf32>
    %25 = tensor.empty() : tensor<1x6x6xf32>
    %26 = linalg.fill ins(%cst_5 : f32) outs(%25 : tensor<1x6x6xf32>) -> tensor<1x6x6xf32>
    %27 = linalg.batch_matmul ins(%expanded_9, %expanded_10 : tensor<1x6x5xf32>, tensor<1x5x6xf32>) outs(%26 : tensor<1x6x6xf32>) -> tensor<1x6x6xf32>
    %collapsed_11 = tensor.collapse_shape %27 [[0, 1], [2]] : tensor<1x6x6xf32> into tensor<6x6xf32>
    %expanded_12 = tensor.expand_shape %collapsed_11 [[0], [1, 2]] output_shape [6, 1, 6] : tensor<6x6xf32> into tensor<6x1x6xf32>
    %28 = tensor.empty() : tensor<6x6x1xf32>
    %transposed_13 = linalg.transpose ins(%expanded_12 : tensor<6x1x6xf32>) outs(%28 : tensor<6x6x1xf32>) permutation = [0, 2, 1] 
    %collapsed_14 = tensor.collapse_shape %transposed_13 [[0], [1, 2]] : tensor<6x6x1xf32> into tensor<6x6xf32>
    %expanded_15 = tensor.expand_shape %6#0 [[0, 1]] output_shape [6, 1] : tensor<6xf32> into tensor<6x1xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %expanded_15 : tensor<6x5xf32>, tensor<6x1xf32>) outs(%0 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %49 = arith.subf %in, %in_18 : f32
      linalg.yield %49 : f32
    } -> tensor<6x5xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<6x5xf32>) outs(%0 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = math.exp %in : f32
      linalg.yield %49 : f32
    } -> tensor<6x5xf32>
    %31 = tensor.empty() : tensor<6x1xf32>
    %32 = linalg.fill ins(%cst_5 : f32) outs(%31 : tensor<6x1xf32>) -> tensor<6x1xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%30 : tensor<6x5xf32>) outs(%32 : tensor<6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.addf %in, %out : f32
      linalg.yield %49 : f32
    } -> tensor<6x1xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%33 : tensor<6x1xf32>) outs(%31 : tensor<6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = math.log %in : f32
      linalg.yield %49 : f32
    } -> tensor<6x1xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%29, %34 : tensor<6x5xf32>, tensor<6x1xf32>) outs(%0 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %49 = arith.subf %in, %in_18 : f32
      linalg.yield %49 : f32
    } -> tensor<6x5xf32>
    %36 = tensor.empty() : tensor<5xi64>
    %37 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%36 : tensor<5xi64>) {
    ^bb0(%out: i64):
      %49 = linalg.index 0 : index
      %50 = arith.index_cast %49 : index to i64
      linalg.yield %50 : i64
    } -> tensor<5xi64>
    %expanded_16 = tensor.expand_shape %37 [[0, 1]] output_shape [1, 5] : tensor<5xi64> into tensor<1x5xi64>
    %38 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%2 : tensor<6xi64>) {
    ^bb0(%out: i64):
      %49 = linalg.index 0 : index
      %50 = arith.index_cast %49 : index to i64
      linalg.yield %50 : i64
    } -> tensor<6xi64>
    %expanded_17 = tensor.expand_shape %38 [[0, 1]] output_shape [6, 1] : tensor<6xi64> into tensor<6x1xi64>
    %39 = tensor.empty() : tensor<6x5xi64>
    %40 = linalg.generic {indexing_maps = [#map4, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_16, %expanded_17 : tensor<1x5xi64>, tensor<6x1xi64>) outs(%39 : tensor<6x5xi64>) {
    ^bb0(%in: i64, %in_18: i64, %out: i64):
      %49 = arith.subi %in, %in_18 : i64
      linalg.yield %49 : i64
    } -> tensor<6x5xi64>
    %41 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%40 : tensor<6x5xi64>) outs(%21 : tensor<6x5xi1>) {
    ^bb0(%in: i64, %out: i1):
      %49 = arith.cmpi sge, %in, %c0_i64 : i64
      linalg.yield %49 : i1
    } -> tensor<6x5xi1>
    %42 = linalg.generic {indexing_maps = [#map, #map, #map5, #map], iterator_types = ["parallel", "parallel"]} ins(%41, %arg0, %cst_6 : tensor<6x5xi1>, tensor<6x5xf32>, tensor<f32>) outs(%0 : tensor<6x5xf32>) {
    ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
      %49 = arith.select %in, %in_18, %in_19 : f32
      linalg.yield %49 : f32
    } -> tensor<6x5xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<6x5xf32>, tensor<6x5xf32>) outs(%0 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %49 = arith.mulf %in, %in_18 : f32
      linalg.yield %49 : f32
    } -> tensor<6x5xf32>
    %44 = tensor.empty() : tensor<1x5xf32>
    %45 = linalg.fill ins(%cst_5 : f32) outs(%44 : tensor<1x5xf32>) -> tensor<1x5xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map4], iterator_types = ["reduction", "parallel"]} ins(%43 : tensor<6x5xf32>) outs(%45 : tensor<1x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.addf %in, %out : f32
      linalg.yield %49 : f32
    } -> tensor<1x5xf32>
    %extracted_slice = tensor.extract_slice %arg0[0, 1] [6, 2] [1, 1] : tensor<6x5xf32> to tensor<6x2xf32>
    %47 = linalg.fill ins(%cst_5 : f32) outs(%0 : tensor<6x5xf32>) -> tensor<6x5xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<6x5xf32>) outs(%47 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = linalg.index 0 : index
      %50 = linalg.index 1 : index
      %51 = arith.subi %c4, %50 : index
      %extracted = tensor.extract %arg0[%49, %51] : tensor<6x5xf32>
      linalg.yield %extracted : f32
    } -> tensor<6x5xf32>
    return %1, %6#1, %7, %20, %concat, %23, %padded, %collapsed_14, %35, %42, %46, %extracted_slice, %48 : tensor<6x5xf32>, tensor<6xi64>, tensor<6x5xf32>, tensor<6xf32>, tensor<12x5xf32>, tensor<6x5xf32>, tensor<6x8xf32>, tensor<6x6xf32>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<1x5xf32>, tensor<6x2xf32>, tensor<6x5xf32>
  }
}
