#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> ()>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map6 = affine_map<(d0) -> (d0)>
#map7 = affine_map<(d0, d1) -> (0, d1)>
#map8 = affine_map<(d0, d1) -> (d0, 0)>
#map9 = affine_map<(d0, d1) -> (d0, d1)>
#map10 = affine_map<(d0, d1) -> ()>
#map11 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map12 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map13 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map14 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map15 = affine_map<(d0, d1) -> (d0)>
module {
  func.func @main(%arg0: tensor<2x3x5x8xf32>, %arg1: tensor<2x3x7x8xf32>, %arg2: tensor<2x3x7x6xf32>, %arg3: tensor<2x1x5x7xi1>, %arg4: tensor<5x7xf32>) -> (tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<2x3x7x6xf32>, tensor<2x3x5x6xf32>, tensor<3x5x6xf32>, tensor<5x6xf32>) {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<2x3x7x7xf32>
    %cst_2 = arith.constant dense<true> : tensor<7x7xi1>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<2x3x5x7xf32>
    %cst_5 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_6 = arith.constant 3.000000e-01 : f64
    %cst_7 = arith.constant 0.70710678118654757 : f64
    %cst_8 = arith.constant 0.59460355750136051 : f64
    %cst_9 = arith.constant 0xFFF0000000000000 : f64
    %cst_10 = arith.constant 2.8284271247461903 : f64
    %0 = tensor.empty() : tensor<2x3x8x7xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<2x3x7x8xf32>) outs(%0 : tensor<2x3x8x7xf32>) permutation = [0, 1, 3, 2] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<2x3x5x8xf32> into tensor<6x5x8xf32>
    %collapsed_11 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<2x3x8x7xf32> into tensor<6x8x7xf32>
    %1 = tensor.empty() : tensor<6x5x7xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
    %3 = linalg.batch_matmul ins(%collapsed, %collapsed_11 : tensor<6x5x8xf32>, tensor<6x8x7xf32>) outs(%2 : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
    %expanded = tensor.expand_shape %3 [[0, 1], [2], [3]] output_shape [2, 3, 5, 7] : tensor<6x5x7xf32> into tensor<2x3x5x7xf32>
    %4 = tensor.empty() : tensor<2x3x5x7xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x3x5x7xf32>) outs(%4 : tensor<2x3x5x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.truncf %cst_10 : f64 to f32
      %137 = arith.divf %in, %136 : f32
      linalg.yield %137 : f32
    } -> tensor<2x3x5x7xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg3, %5, %cst_5 : tensor<2x1x5x7xi1>, tensor<2x3x5x7xf32>, tensor<f32>) outs(%4 : tensor<2x3x5x7xf32>) {
    ^bb0(%in: i1, %in_53: f32, %in_54: f32, %out: f32):
      %136 = arith.select %in, %in_53, %in_54 : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x7xf32>
    %7 = tensor.empty() : tensor<2x3x5xi64>
    %8 = linalg.fill ins(%c0_i64 : i64) outs(%7 : tensor<2x3x5xi64>) -> tensor<2x3x5xi64>
    %9 = tensor.empty() : tensor<2x3x5xf32>
    %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
    %11:2 = linalg.generic {indexing_maps = [#map, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded : tensor<2x3x5x7xf32>) outs(%10, %8 : tensor<2x3x5xf32>, tensor<2x3x5xi64>) {
    ^bb0(%in: f32, %out: f32, %out_53: i64):
      %136 = linalg.index 3 : index
      %137 = arith.index_cast %136 : index to i64
      %138 = arith.maximumf %in, %out : f32
      %139 = arith.cmpf ogt, %in, %out : f32
      %140 = arith.select %139, %137, %out_53 : i64
      linalg.yield %138, %140 : f32, i64
    } -> (tensor<2x3x5xf32>, tensor<2x3x5xi64>)
    %expanded_12 = tensor.expand_shape %11#0 [[0], [1], [2, 3]] output_shape [2, 3, 5, 1] : tensor<2x3x5xf32> into tensor<2x3x5x1xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_12 : tensor<2x3x5x7xf32>, tensor<2x3x5x1xf32>) outs(%4 : tensor<2x3x5x7xf32>) {
    ^bb0(%in: f32, %in_53: f32, %out: f32):
      %136 = arith.subf %in, %in_53 : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x7xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<2x3x5x7xf32>) outs(%4 : tensor<2x3x5x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = math.exp %in : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x7xf32>
    %14 = tensor.empty() : tensor<2x3x5x1xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<2x3x5x1xf32>) -> tensor<2x3x5x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%13 : tensor<2x3x5x7xf32>) outs(%15 : tensor<2x3x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.addf %in, %out : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %16 : tensor<2x3x5x7xf32>, tensor<2x3x5x1xf32>) outs(%4 : tensor<2x3x5x7xf32>) {
    ^bb0(%in: f32, %in_53: f32, %out: f32):
      %136 = arith.divf %in, %in_53 : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x7xf32>
    %18 = tensor.empty() : tensor<2x3x5x7xi1>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x3x5x7xf32>) outs(%18 : tensor<2x3x5x7xi1>) {
    ^bb0(%in: f32, %out: i1):
      %136 = arith.extf %in : f32 to f64
      %137 = arith.cmpf oeq, %136, %cst_9 : f64
      linalg.yield %137 : i1
    } -> tensor<2x3x5x7xi1>
    %20 = tensor.empty() : tensor<2x3x5x1xi1>
    %21 = linalg.fill ins(%true : i1) outs(%20 : tensor<2x3x5x1xi1>) -> tensor<2x3x5x1xi1>
    %22 = linalg.generic {indexing_maps = [#map, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%19 : tensor<2x3x5x7xi1>) outs(%21 : tensor<2x3x5x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %136 = arith.andi %in, %out : i1
      linalg.yield %136 : i1
    } -> tensor<2x3x5x1xi1>
    %23 = linalg.generic {indexing_maps = [#map4, #map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %cst_4, %17 : tensor<2x3x5x1xi1>, tensor<2x3x5x7xf32>, tensor<2x3x5x7xf32>) outs(%4 : tensor<2x3x5x7xf32>) {
    ^bb0(%in: i1, %in_53: f32, %in_54: f32, %out: f32):
      %136 = arith.select %in, %in_53, %in_54 : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x7xf32>
    %collapsed_13 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : tensor<2x3x5x7xf32> into tensor<6x5x7xf32>
    %collapsed_14 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<2x3x7x6xf32> into tensor<6x7x6xf32>
    %24 = tensor.empty() : tensor<6x5x6xf32>
    %25 = linalg.fill ins(%cst : f32) outs(%24 : tensor<6x5x6xf32>) -> tensor<6x5x6xf32>
    %26 = linalg.batch_matmul ins(%collapsed_13, %collapsed_14 : tensor<6x5x7xf32>, tensor<6x7x6xf32>) outs(%25 : tensor<6x5x6xf32>) -> tensor<6x5x6xf32>
    %expanded_15 = tensor.expand_shape %26 [[0, 1], [2], [3]] output_shape [2, 3, 5, 6] : tensor<6x5x6xf32> into tensor<2x3x5x6xf32>
    %27 = tensor.empty() : tensor<2x1x5x7xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map2, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg3, %cst_3, %cst_5 : tensor<2x1x5x7xi1>, tensor<f32>, tensor<f32>) outs(%27 : tensor<2x1x5x7xf32>) {
    ^bb0(%in: i1, %in_53: f32, %in_54: f32, %out: f32):
      %136 = arith.select %in, %in_53, %in_54 : f32
      linalg.yield %136 : f32
    } -> tensor<2x1x5x7xf32>
    %29 = tensor.empty() : tensor<2x3x5x8xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x3x5x8xf32>) outs(%29 : tensor<2x3x5x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.truncf %cst_8 : f64 to f32
      %137 = arith.mulf %in, %136 : f32
      linalg.yield %137 : f32
    } -> tensor<2x3x5x8xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed : tensor<2x3x8x7xf32>) outs(%0 : tensor<2x3x8x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.truncf %cst_8 : f64 to f32
      %137 = arith.mulf %in, %136 : f32
      linalg.yield %137 : f32
    } -> tensor<2x3x8x7xf32>
    %collapsed_16 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : tensor<2x3x5x8xf32> into tensor<6x5x8xf32>
    %collapsed_17 = tensor.collapse_shape %31 [[0, 1], [2], [3]] : tensor<2x3x8x7xf32> into tensor<6x8x7xf32>
    %32 = linalg.batch_matmul ins(%collapsed_16, %collapsed_17 : tensor<6x5x8xf32>, tensor<6x8x7xf32>) outs(%2 : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
    %expanded_18 = tensor.expand_shape %32 [[0, 1], [2], [3]] output_shape [2, 3, 5, 7] : tensor<6x5x7xf32> into tensor<2x3x5x7xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_18, %28 : tensor<2x3x5x7xf32>, tensor<2x1x5x7xf32>) outs(%4 : tensor<2x3x5x7xf32>) {
    ^bb0(%in: f32, %in_53: f32, %out: f32):
      %136 = arith.addf %in, %in_53 : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x7xf32>
    %34:2 = linalg.generic {indexing_maps = [#map, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%33 : tensor<2x3x5x7xf32>) outs(%10, %8 : tensor<2x3x5xf32>, tensor<2x3x5xi64>) {
    ^bb0(%in: f32, %out: f32, %out_53: i64):
      %136 = linalg.index 3 : index
      %137 = arith.index_cast %136 : index to i64
      %138 = arith.maximumf %in, %out : f32
      %139 = arith.cmpf ogt, %in, %out : f32
      %140 = arith.select %139, %137, %out_53 : i64
      linalg.yield %138, %140 : f32, i64
    } -> (tensor<2x3x5xf32>, tensor<2x3x5xi64>)
    %expanded_19 = tensor.expand_shape %34#0 [[0], [1], [2, 3]] output_shape [2, 3, 5, 1] : tensor<2x3x5xf32> into tensor<2x3x5x1xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %expanded_19 : tensor<2x3x5x7xf32>, tensor<2x3x5x1xf32>) outs(%4 : tensor<2x3x5x7xf32>) {
    ^bb0(%in: f32, %in_53: f32, %out: f32):
      %136 = arith.subf %in, %in_53 : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x7xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35 : tensor<2x3x5x7xf32>) outs(%4 : tensor<2x3x5x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = math.exp %in : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x7xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%36 : tensor<2x3x5x7xf32>) outs(%15 : tensor<2x3x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.addf %in, %out : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x1xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36, %37 : tensor<2x3x5x7xf32>, tensor<2x3x5x1xf32>) outs(%4 : tensor<2x3x5x7xf32>) {
    ^bb0(%in: f32, %in_53: f32, %out: f32):
      %136 = arith.divf %in, %in_53 : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x7xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33 : tensor<2x3x5x7xf32>) outs(%18 : tensor<2x3x5x7xi1>) {
    ^bb0(%in: f32, %out: i1):
      %136 = arith.extf %in : f32 to f64
      %137 = arith.cmpf oeq, %136, %cst_9 : f64
      linalg.yield %137 : i1
    } -> tensor<2x3x5x7xi1>
    %40 = linalg.generic {indexing_maps = [#map, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%39 : tensor<2x3x5x7xi1>) outs(%21 : tensor<2x3x5x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %136 = arith.andi %in, %out : i1
      linalg.yield %136 : i1
    } -> tensor<2x3x5x1xi1>
    %41 = linalg.generic {indexing_maps = [#map4, #map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40, %cst_4, %38 : tensor<2x3x5x1xi1>, tensor<2x3x5x7xf32>, tensor<2x3x5x7xf32>) outs(%4 : tensor<2x3x5x7xf32>) {
    ^bb0(%in: i1, %in_53: f32, %in_54: f32, %out: f32):
      %136 = arith.select %in, %in_53, %in_54 : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x7xf32>
    %collapsed_20 = tensor.collapse_shape %41 [[0, 1], [2], [3]] : tensor<2x3x5x7xf32> into tensor<6x5x7xf32>
    %42 = linalg.batch_matmul ins(%collapsed_20, %collapsed_14 : tensor<6x5x7xf32>, tensor<6x7x6xf32>) outs(%25 : tensor<6x5x6xf32>) -> tensor<6x5x6xf32>
    %expanded_21 = tensor.expand_shape %42 [[0, 1], [2], [3]] output_shape [2, 3, 5, 6] : tensor<6x5x6xf32> into tensor<2x3x5x6xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x3x5x8xf32>) outs(%29 : tensor<2x3x5x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.truncf %cst_7 : f64 to f32
      %137 = arith.mulf %in, %136 : f32
      linalg.yield %137 : f32
    } -> tensor<2x3x5x8xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed : tensor<2x3x8x7xf32>) outs(%0 : tensor<2x3x8x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.truncf %cst_7 : f64 to f32
      %137 = arith.mulf %in, %136 : f32
      linalg.yield %137 : f32
    } -> tensor<2x3x8x7xf32>
    %collapsed_22 = tensor.collapse_shape %43 [[0, 1], [2], [3]] : tensor<2x3x5x8xf32> into tensor<6x5x8xf32>
    %collapsed_23 = tensor.collapse_shape %44 [[0, 1], [2], [3]] : tensor<2x3x8x7xf32> into tensor<6x8x7xf32>
    %45 = linalg.batch_matmul ins(%collapsed_22, %collapsed_23 : tensor<6x5x8xf32>, tensor<6x8x7xf32>) outs(%2 : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
    %expanded_24 = tensor.expand_shape %45 [[0, 1], [2], [3]] output_shape [2, 3, 5, 7] : tensor<6x5x7xf32> into tensor<2x3x5x7xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map5, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_24, %arg4 : tensor<2x3x5x7xf32>, tensor<5x7xf32>) outs(%4 : tensor<2x3x5x7xf32>) {
    ^bb0(%in: f32, %in_53: f32, %out: f32):
      %136 = arith.addf %in, %in_53 : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x7xf32>
    %47:2 = linalg.generic {indexing_maps = [#map, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%46 : tensor<2x3x5x7xf32>) outs(%10, %8 : tensor<2x3x5xf32>, tensor<2x3x5xi64>) {
    ^bb0(%in: f32, %out: f32, %out_53: i64):
      %136 = linalg.index 3 : index
      %137 = arith.index_cast %136 : index to i64
      %138 = arith.maximumf %in, %out : f32
      %139 = arith.cmpf ogt, %in, %out : f32
      %140 = arith.select %139, %137, %out_53 : i64
      linalg.yield %138, %140 : f32, i64
    } -> (tensor<2x3x5xf32>, tensor<2x3x5xi64>)
    %expanded_25 = tensor.expand_shape %47#0 [[0], [1], [2, 3]] output_shape [2, 3, 5, 1] : tensor<2x3x5xf32> into tensor<2x3x5x1xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46, %expanded_25 : tensor<2x3x5x7xf32>, tensor<2x3x5x1xf32>) outs(%4 : tensor<2x3x5x7xf32>) {
    ^bb0(%in: f32, %in_53: f32, %out: f32):
      %136 = arith.subf %in, %in_53 : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x7xf32>
    %49 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48 : tensor<2x3x5x7xf32>) outs(%4 : tensor<2x3x5x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = math.exp %in : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x7xf32>
    %50 = linalg.generic {indexing_maps = [#map, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%49 : tensor<2x3x5x7xf32>) outs(%15 : tensor<2x3x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.addf %in, %out : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x1xf32>
    %51 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49, %50 : tensor<2x3x5x7xf32>, tensor<2x3x5x1xf32>) outs(%4 : tensor<2x3x5x7xf32>) {
    ^bb0(%in: f32, %in_53: f32, %out: f32):
      %136 = arith.divf %in, %in_53 : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x7xf32>
    %52 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46 : tensor<2x3x5x7xf32>) outs(%18 : tensor<2x3x5x7xi1>) {
    ^bb0(%in: f32, %out: i1):
      %136 = arith.extf %in : f32 to f64
      %137 = arith.cmpf oeq, %136, %cst_9 : f64
      linalg.yield %137 : i1
    } -> tensor<2x3x5x7xi1>
    %53 = linalg.generic {indexing_maps = [#map, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%52 : tensor<2x3x5x7xi1>) outs(%21 : tensor<2x3x5x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %136 = arith.andi %in, %out : i1
      linalg.yield %136 : i1
    } -> tensor<2x3x5x1xi1>
    %54 = linalg.generic {indexing_maps = [#map4, #map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53, %cst_4, %51 : tensor<2x3x5x1xi1>, tensor<2x3x5x7xf32>, tensor<2x3x5x7xf32>) outs(%4 : tensor<2x3x5x7xf32>) {
    ^bb0(%in: i1, %in_53: f32, %in_54: f32, %out: f32):
      %136 = arith.select %in, %in_53, %in_54 : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x7xf32>
    %collapsed_26 = tensor.collapse_shape %54 [[0, 1], [2], [3]] : tensor<2x3x5x7xf32> into tensor<6x5x7xf32>
    %55 = linalg.batch_matmul ins(%collapsed_26, %collapsed_14 : tensor<6x5x7xf32>, tensor<6x7x6xf32>) outs(%25 : tensor<6x5x6xf32>) -> tensor<6x5x6xf32>
    %expanded_27 = tensor.expand_shape %55 [[0, 1], [2], [3]] output_shape [2, 3, 5, 6] : tensor<6x5x6xf32> into tensor<2x3x5x6xf32>
    %56 = tensor.empty() : tensor<2x3x7x8xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<2x3x7x8xf32>) outs(%56 : tensor<2x3x7x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.truncf %cst_8 : f64 to f32
      %137 = arith.mulf %in, %136 : f32
      linalg.yield %137 : f32
    } -> tensor<2x3x7x8xf32>
    %58 = tensor.empty() : tensor<7xi64>
    %59 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel"]} outs(%58 : tensor<7xi64>) {
    ^bb0(%out: i64):
      %136 = linalg.index 0 : index
      %137 = arith.index_cast %136 : index to i64
      linalg.yield %137 : i64
    } -> tensor<7xi64>
    %expanded_28 = tensor.expand_shape %59 [[0, 1]] output_shape [1, 7] : tensor<7xi64> into tensor<1x7xi64>
    %expanded_29 = tensor.expand_shape %59 [[0, 1]] output_shape [7, 1] : tensor<7xi64> into tensor<7x1xi64>
    %60 = tensor.empty() : tensor<7x7xi64>
    %61 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%expanded_28, %expanded_29 : tensor<1x7xi64>, tensor<7x1xi64>) outs(%60 : tensor<7x7xi64>) {
    ^bb0(%in: i64, %in_53: i64, %out: i64):
      %136 = arith.subi %in, %in_53 : i64
      linalg.yield %136 : i64
    } -> tensor<7x7xi64>
    %62 = tensor.empty() : tensor<7x7xi1>
    %63 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%61 : tensor<7x7xi64>) outs(%62 : tensor<7x7xi1>) {
    ^bb0(%in: i64, %out: i1):
      %136 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %136 : i1
    } -> tensor<7x7xi1>
    %64 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%63, %cst_2 : tensor<7x7xi1>, tensor<7x7xi1>) outs(%62 : tensor<7x7xi1>) {
    ^bb0(%in: i1, %in_53: i1, %out: i1):
      %136 = arith.andi %in, %in_53 : i1
      linalg.yield %136 : i1
    } -> tensor<7x7xi1>
    %65 = tensor.empty() : tensor<7x7xf32>
    %66 = linalg.generic {indexing_maps = [#map9, #map10, #map10, #map9], iterator_types = ["parallel", "parallel"]} ins(%64, %cst_3, %cst_5 : tensor<7x7xi1>, tensor<f32>, tensor<f32>) outs(%65 : tensor<7x7xf32>) {
    ^bb0(%in: i1, %in_53: f32, %in_54: f32, %out: f32):
      %136 = arith.select %in, %in_53, %in_54 : f32
      linalg.yield %136 : f32
    } -> tensor<7x7xf32>
    %collapsed_30 = tensor.collapse_shape %57 [[0, 1], [2], [3]] : tensor<2x3x7x8xf32> into tensor<6x7x8xf32>
    %67 = tensor.empty() : tensor<6x7x7xf32>
    %68 = linalg.fill ins(%cst : f32) outs(%67 : tensor<6x7x7xf32>) -> tensor<6x7x7xf32>
    %69 = linalg.batch_matmul ins(%collapsed_30, %collapsed_17 : tensor<6x7x8xf32>, tensor<6x8x7xf32>) outs(%68 : tensor<6x7x7xf32>) -> tensor<6x7x7xf32>
    %expanded_31 = tensor.expand_shape %69 [[0, 1], [2], [3]] output_shape [2, 3, 7, 7] : tensor<6x7x7xf32> into tensor<2x3x7x7xf32>
    %70 = tensor.empty() : tensor<2x3x7x7xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map5, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_31, %66 : tensor<2x3x7x7xf32>, tensor<7x7xf32>) outs(%70 : tensor<2x3x7x7xf32>) {
    ^bb0(%in: f32, %in_53: f32, %out: f32):
      %136 = arith.addf %in, %in_53 : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x7x7xf32>
    %72 = tensor.empty() : tensor<2x3x7xi64>
    %73 = linalg.fill ins(%c0_i64 : i64) outs(%72 : tensor<2x3x7xi64>) -> tensor<2x3x7xi64>
    %74 = tensor.empty() : tensor<2x3x7xf32>
    %75 = linalg.fill ins(%cst_0 : f32) outs(%74 : tensor<2x3x7xf32>) -> tensor<2x3x7xf32>
    %76:2 = linalg.generic {indexing_maps = [#map, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%71 : tensor<2x3x7x7xf32>) outs(%75, %73 : tensor<2x3x7xf32>, tensor<2x3x7xi64>) {
    ^bb0(%in: f32, %out: f32, %out_53: i64):
      %136 = linalg.index 3 : index
      %137 = arith.index_cast %136 : index to i64
      %138 = arith.maximumf %in, %out : f32
      %139 = arith.cmpf ogt, %in, %out : f32
      %140 = arith.select %139, %137, %out_53 : i64
      linalg.yield %138, %140 : f32, i64
    } -> (tensor<2x3x7xf32>, tensor<2x3x7xi64>)
    %expanded_32 = tensor.expand_shape %76#0 [[0], [1], [2, 3]] output_shape [2, 3, 7, 1] : tensor<2x3x7xf32> into tensor<2x3x7x1xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71, %expanded_32 : tensor<2x3x7x7xf32>, tensor<2x3x7x1xf32>) outs(%70 : tensor<2x3x7x7xf32>) {
    ^bb0(%in: f32, %in_53: f32, %out: f32):
      %136 = arith.subf %in, %in_53 : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x7x7xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77 : tensor<2x3x7x7xf32>) outs(%70 : tensor<2x3x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = math.exp %in : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x7x7xf32>
    %79 = tensor.empty() : tensor<2x3x7x1xf32>
    %80 = linalg.fill ins(%cst : f32) outs(%79 : tensor<2x3x7x1xf32>) -> tensor<2x3x7x1xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%78 : tensor<2x3x7x7xf32>) outs(%80 : tensor<2x3x7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.addf %in, %out : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x7x1xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%78, %81 : tensor<2x3x7x7xf32>, tensor<2x3x7x1xf32>) outs(%70 : tensor<2x3x7x7xf32>) {
    ^bb0(%in: f32, %in_53: f32, %out: f32):
      %136 = arith.divf %in, %in_53 : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x7x7xf32>
    %83 = tensor.empty() : tensor<2x3x7x7xi1>
    %84 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71 : tensor<2x3x7x7xf32>) outs(%83 : tensor<2x3x7x7xi1>) {
    ^bb0(%in: f32, %out: i1):
      %136 = arith.extf %in : f32 to f64
      %137 = arith.cmpf oeq, %136, %cst_9 : f64
      linalg.yield %137 : i1
    } -> tensor<2x3x7x7xi1>
    %85 = tensor.empty() : tensor<2x3x7x1xi1>
    %86 = linalg.fill ins(%true : i1) outs(%85 : tensor<2x3x7x1xi1>) -> tensor<2x3x7x1xi1>
    %87 = linalg.generic {indexing_maps = [#map, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%84 : tensor<2x3x7x7xi1>) outs(%86 : tensor<2x3x7x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %136 = arith.andi %in, %out : i1
      linalg.yield %136 : i1
    } -> tensor<2x3x7x1xi1>
    %88 = linalg.generic {indexing_maps = [#map4, #map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%87, %cst_1, %82 : tensor<2x3x7x1xi1>, tensor<2x3x7x7xf32>, tensor<2x3x7x7xf32>) outs(%70 : tensor<2x3x7x7xf32>) {
    ^bb0(%in: i1, %in_53: f32, %in_54: f32, %out: f32):
      %136 = arith.select %in, %in_53, %in_54 : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x7x7xf32>
    %collapsed_33 = tensor.collapse_shape %88 [[0, 1], [2], [3]] : tensor<2x3x7x7xf32> into tensor<6x7x7xf32>
    %89 = tensor.empty() : tensor<6x7x6xf32>
    %90 = linalg.fill ins(%cst : f32) outs(%89 : tensor<6x7x6xf32>) -> tensor<6x7x6xf32>
    %91 = linalg.batch_matmul ins(%collapsed_33, %collapsed_14 : tensor<6x7x7xf32>, tensor<6x7x6xf32>) outs(%90 : tensor<6x7x6xf32>) -> tensor<6x7x6xf32>
    %expanded_34 = tensor.expand_shape %91 [[0, 1], [2], [3]] output_shape [2, 3, 7, 6] : tensor<6x7x6xf32> into tensor<2x3x7x6xf32>
    %92:2 = linalg.generic {indexing_maps = [#map, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%6 : tensor<2x3x5x7xf32>) outs(%10, %8 : tensor<2x3x5xf32>, tensor<2x3x5xi64>) {
    ^bb0(%in: f32, %out: f32, %out_53: i64):
      %136 = linalg.index 3 : index
      %137 = arith.index_cast %136 : index to i64
      %138 = arith.maximumf %in, %out : f32
      %139 = arith.cmpf ogt, %in, %out : f32
      %140 = arith.select %139, %137, %out_53 : i64
      linalg.yield %138, %140 : f32, i64
    } -> (tensor<2x3x5xf32>, tensor<2x3x5xi64>)
    %expanded_35 = tensor.expand_shape %92#0 [[0], [1], [2, 3]] output_shape [2, 3, 5, 1] : tensor<2x3x5xf32> into tensor<2x3x5x1xf32>
    %93 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %expanded_35 : tensor<2x3x5x7xf32>, tensor<2x3x5x1xf32>) outs(%4 : tensor<2x3x5x7xf32>) {
    ^bb0(%in: f32, %in_53: f32, %out: f32):
      %136 = arith.subf %in, %in_53 : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x7xf32>
    %94 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93 : tensor<2x3x5x7xf32>) outs(%4 : tensor<2x3x5x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = math.exp %in : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x7xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%94 : tensor<2x3x5x7xf32>) outs(%15 : tensor<2x3x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.addf %in, %out : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x1xf32>
    %96 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%94, %95 : tensor<2x3x5x7xf32>, tensor<2x3x5x1xf32>) outs(%4 : tensor<2x3x5x7xf32>) {
    ^bb0(%in: f32, %in_53: f32, %out: f32):
      %136 = arith.divf %in, %in_53 : f32
      linalg.yield %136 : f32
    } -> tensor<2x3x5x7xf32>
    %collapsed_36 = tensor.collapse_shape %96 [[0, 1], [2], [3]] : tensor<2x3x5x7xf32> into tensor<6x5x7xf32>
    %97 = linalg.batch_matmul ins(%collapsed_36, %collapsed_14 : tensor<6x5x7xf32>, tensor<6x7x6xf32>) outs(%25 : tensor<6x5x6xf32>) -> tensor<6x5x6xf32>
    %expanded_37 = tensor.expand_shape %97 [[0, 1], [2], [3]] output_shape [2, 3, 5, 6] : tensor<6x5x6xf32> into tensor<2x3x5x6xf32>
    %extracted_slice = tensor.extract_slice %arg0[0, 0, 0, 0] [1, 3, 5, 8] [1, 1, 1, 1] : tensor<2x3x5x8xf32> to tensor<1x3x5x8xf32>
    %collapsed_38 = tensor.collapse_shape %extracted_slice [[0, 1], [2], [3]] : tensor<1x3x5x8xf32> into tensor<3x5x8xf32>
    %extracted_slice_39 = tensor.extract_slice %arg1[0, 0, 0, 0] [1, 3, 7, 8] [1, 1, 1, 1] : tensor<2x3x7x8xf32> to tensor<1x3x7x8xf32>
    %collapsed_40 = tensor.collapse_shape %extracted_slice_39 [[0, 1], [2], [3]] : tensor<1x3x7x8xf32> into tensor<3x7x8xf32>
    %98 = tensor.empty() : tensor<3x8x7xf32>
    %transposed_41 = linalg.transpose ins(%collapsed_40 : tensor<3x7x8xf32>) outs(%98 : tensor<3x8x7xf32>) permutation = [0, 2, 1] 
    %99 = tensor.empty() : tensor<3x5x7xf32>
    %100 = linalg.fill ins(%cst : f32) outs(%99 : tensor<3x5x7xf32>) -> tensor<3x5x7xf32>
    %101 = linalg.batch_matmul ins(%collapsed_38, %transposed_41 : tensor<3x5x8xf32>, tensor<3x8x7xf32>) outs(%100 : tensor<3x5x7xf32>) -> tensor<3x5x7xf32>
    %102 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101 : tensor<3x5x7xf32>) outs(%99 : tensor<3x5x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.truncf %cst_6 : f64 to f32
      %137 = arith.mulf %in, %136 : f32
      linalg.yield %137 : f32
    } -> tensor<3x5x7xf32>
    %103 = linalg.generic {indexing_maps = [#map11, #map12, #map11], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102, %arg4 : tensor<3x5x7xf32>, tensor<5x7xf32>) outs(%99 : tensor<3x5x7xf32>) {
    ^bb0(%in: f32, %in_53: f32, %out: f32):
      %136 = arith.addf %in, %in_53 : f32
      linalg.yield %136 : f32
    } -> tensor<3x5x7xf32>
    %104 = tensor.empty() : tensor<3x5xi64>
    %105 = linalg.fill ins(%c0_i64 : i64) outs(%104 : tensor<3x5xi64>) -> tensor<3x5xi64>
    %106 = tensor.empty() : tensor<3x5xf32>
    %107 = linalg.fill ins(%cst_0 : f32) outs(%106 : tensor<3x5xf32>) -> tensor<3x5xf32>
    %108:2 = linalg.generic {indexing_maps = [#map11, #map13, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%103 : tensor<3x5x7xf32>) outs(%107, %105 : tensor<3x5xf32>, tensor<3x5xi64>) {
    ^bb0(%in: f32, %out: f32, %out_53: i64):
      %136 = linalg.index 2 : index
      %137 = arith.index_cast %136 : index to i64
      %138 = arith.maximumf %in, %out : f32
      %139 = arith.cmpf ogt, %in, %out : f32
      %140 = arith.select %139, %137, %out_53 : i64
      linalg.yield %138, %140 : f32, i64
    } -> (tensor<3x5xf32>, tensor<3x5xi64>)
    %expanded_42 = tensor.expand_shape %108#0 [[0], [1, 2]] output_shape [3, 5, 1] : tensor<3x5xf32> into tensor<3x5x1xf32>
    %109 = linalg.generic {indexing_maps = [#map11, #map14, #map11], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103, %expanded_42 : tensor<3x5x7xf32>, tensor<3x5x1xf32>) outs(%99 : tensor<3x5x7xf32>) {
    ^bb0(%in: f32, %in_53: f32, %out: f32):
      %136 = arith.subf %in, %in_53 : f32
      linalg.yield %136 : f32
    } -> tensor<3x5x7xf32>
    %110 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109 : tensor<3x5x7xf32>) outs(%99 : tensor<3x5x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = math.exp %in : f32
      linalg.yield %136 : f32
    } -> tensor<3x5x7xf32>
    %111 = tensor.empty() : tensor<3x5x1xf32>
    %112 = linalg.fill ins(%cst : f32) outs(%111 : tensor<3x5x1xf32>) -> tensor<3x5x1xf32>
    %113 = linalg.generic {indexing_maps = [#map11, #map14], iterator_types = ["parallel", "parallel", "reduction"]} ins(%110 : tensor<3x5x7xf32>) outs(%112 : tensor<3x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.addf %in, %out : f32
      linalg.yield %136 : f32
    } -> tensor<3x5x1xf32>
    %114 = linalg.generic {indexing_maps = [#map11, #map14, #map11], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110, %113 : tensor<3x5x7xf32>, tensor<3x5x1xf32>) outs(%99 : tensor<3x5x7xf32>) {
    ^bb0(%in: f32, %in_53: f32, %out: f32):
      %136 = arith.divf %in, %in_53 : f32
      linalg.yield %136 : f32
    } -> tensor<3x5x7xf32>
    %extracted_slice_43 = tensor.extract_slice %arg2[0, 0, 0, 0] [1, 3, 7, 6] [1, 1, 1, 1] : tensor<2x3x7x6xf32> to tensor<1x3x7x6xf32>
    %collapsed_44 = tensor.collapse_shape %extracted_slice_43 [[0, 1], [2], [3]] : tensor<1x3x7x6xf32> into tensor<3x7x6xf32>
    %115 = tensor.empty() : tensor<3x5x6xf32>
    %116 = linalg.fill ins(%cst : f32) outs(%115 : tensor<3x5x6xf32>) -> tensor<3x5x6xf32>
    %117 = linalg.batch_matmul ins(%114, %collapsed_44 : tensor<3x5x7xf32>, tensor<3x7x6xf32>) outs(%116 : tensor<3x5x6xf32>) -> tensor<3x5x6xf32>
    %extracted_slice_45 = tensor.extract_slice %collapsed_38[0, 0, 0] [1, 5, 8] [1, 1, 1] : tensor<3x5x8xf32> to tensor<1x5x8xf32>
    %collapsed_46 = tensor.collapse_shape %extracted_slice_45 [[0, 1], [2]] : tensor<1x5x8xf32> into tensor<5x8xf32>
    %extracted_slice_47 = tensor.extract_slice %collapsed_40[0, 0, 0] [1, 7, 8] [1, 1, 1] : tensor<3x7x8xf32> to tensor<1x7x8xf32>
    %collapsed_48 = tensor.collapse_shape %extracted_slice_47 [[0, 1], [2]] : tensor<1x7x8xf32> into tensor<7x8xf32>
    %118 = tensor.empty() : tensor<8x7xf32>
    %transposed_49 = linalg.transpose ins(%collapsed_48 : tensor<7x8xf32>) outs(%118 : tensor<8x7xf32>) permutation = [1, 0] 
    %119 = tensor.empty() : tensor<5x7xf32>
    %120 = linalg.fill ins(%cst : f32) outs(%119 : tensor<5x7xf32>) -> tensor<5x7xf32>
    %121 = linalg.matmul ins(%collapsed_46, %transposed_49 : tensor<5x8xf32>, tensor<8x7xf32>) outs(%120 : tensor<5x7xf32>) -> tensor<5x7xf32>
    %122 = tensor.empty() : tensor<5xi64>
    %123 = linalg.fill ins(%c0_i64 : i64) outs(%122 : tensor<5xi64>) -> tensor<5xi64>
    %124 = tensor.empty() : tensor<5xf32>
    %125 = linalg.fill ins(%cst_0 : f32) outs(%124 : tensor<5xf32>) -> tensor<5xf32>
    %126:2 = linalg.generic {indexing_maps = [#map9, #map15, #map15], iterator_types = ["parallel", "reduction"]} ins(%121 : tensor<5x7xf32>) outs(%125, %123 : tensor<5xf32>, tensor<5xi64>) {
    ^bb0(%in: f32, %out: f32, %out_53: i64):
      %136 = linalg.index 1 : index
      %137 = arith.index_cast %136 : index to i64
      %138 = arith.maximumf %in, %out : f32
      %139 = arith.cmpf ogt, %in, %out : f32
      %140 = arith.select %139, %137, %out_53 : i64
      linalg.yield %138, %140 : f32, i64
    } -> (tensor<5xf32>, tensor<5xi64>)
    %expanded_50 = tensor.expand_shape %126#0 [[0, 1]] output_shape [5, 1] : tensor<5xf32> into tensor<5x1xf32>
    %127 = linalg.generic {indexing_maps = [#map9, #map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%121, %expanded_50 : tensor<5x7xf32>, tensor<5x1xf32>) outs(%119 : tensor<5x7xf32>) {
    ^bb0(%in: f32, %in_53: f32, %out: f32):
      %136 = arith.subf %in, %in_53 : f32
      linalg.yield %136 : f32
    } -> tensor<5x7xf32>
    %128 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%127 : tensor<5x7xf32>) outs(%119 : tensor<5x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = math.exp %in : f32
      linalg.yield %136 : f32
    } -> tensor<5x7xf32>
    %129 = tensor.empty() : tensor<5x1xf32>
    %130 = linalg.fill ins(%cst : f32) outs(%129 : tensor<5x1xf32>) -> tensor<5x1xf32>
    %131 = linalg.generic {indexing_maps = [#map9, #map8], iterator_types = ["parallel", "reduction"]} ins(%128 : tensor<5x7xf32>) outs(%130 : tensor<5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %136 = arith.addf %in, %out : f32
      linalg.yield %136 : f32
    } -> tensor<5x1xf32>
    %132 = linalg.generic {indexing_maps = [#map9, #map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%128, %131 : tensor<5x7xf32>, tensor<5x1xf32>) outs(%119 : tensor<5x7xf32>) {
    ^bb0(%in: f32, %in_53: f32, %out: f32):
      %136 = arith.divf %in, %in_53 : f32
      linalg.yield %136 : f32
    } -> tensor<5x7xf32>
    %extracted_slice_51 = tensor.extract_slice %collapsed_44[0, 0, 0] [1, 7, 6] [1, 1, 1] : tensor<3x7x6xf32> to tensor<1x7x6xf32>
    %collapsed_52 = tensor.collapse_shape %extracted_slice_51 [[0, 1], [2]] : tensor<1x7x6xf32> into tensor<7x6xf32>
    %133 = tensor.empty() : tensor<5x6xf32>
    %134 = linalg.fill ins(%cst : f32) outs(%133 : tensor<5x6xf32>) -> tensor<5x6xf32>
    %135 = linalg.matmul ins(%132, %collapsed_52 : tensor<5x7xf32>, tensor<7x6xf32>) outs(%134 : tensor<5x6xf32>) -> tensor<5x6xf32>
    return %expanded_15, %expanded_21, %expanded_27, %expanded_34, %expanded_37, %117, %135 : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>, tensor<2x3x7x6xf32>, tensor<2x3x5x6xf32>, tensor<3x5x6xf32>, tensor<5x6xf32>
  }
}
