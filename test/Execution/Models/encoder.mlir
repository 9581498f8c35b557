#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1) -> (d1)>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<2x5xi64>) -> tensor<2x5x8xf32> {
    %c20 = arith.constant 20 : index
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant dense_resource<torch_tensor_8_torch.float32_8> : tensor<8xf32>
    %cst_5 = arith.constant dense_resource<torch_tensor_8_16_torch.float32> : tensor<8x16xf32>
    %cst_6 = arith.constant dense_resource<torch_tensor_16_torch.float32> : tensor<16xf32>
    %cst_7 = arith.constant dense_resource<torch_tensor_16_8_torch.float32> : tensor<16x8xf32>
    %cst_8 = arith.constant dense_resource<torch_tensor_8_torch.float32_7> : tensor<8xf32>
    %cst_9 = arith.constant dense_resource<torch_tensor_8_torch.float32_6> : tensor<8xf32>
    %cst_10 = arith.constant dense_resource<torch_tensor_8_torch.float32_5> : tensor<8xf32>
    %cst_11 = arith.constant dense_resource<torch_tensor_8_8_torch.float32_3> : tensor<8x8xf32>
    %cst_12 = arith.constant dense_resource<torch_tensor_8_torch.float32_4> : tensor<8xf32>
    %cst_13 = arith.constant dense_resource<torch_tensor_8_8_torch.float32_2> : tensor<8x8xf32>
    %cst_14 = arith.constant dense_resource<torch_tensor_8_torch.float32_3> : tensor<8xf32>
    %cst_15 = arith.constant dense_resource<torch_tensor_8_8_torch.float32_1> : tensor<8x8xf32>
    %cst_16 = arith.constant dense_resource<torch_tensor_8_torch.float32_2> : tensor<8xf32>
    %cst_17 = arith.constant dense_resource<torch_tensor_8_8_torch.float32> : tensor<8x8xf32>
    %cst_18 = arith.constant dense_resource<torch_tensor_8_torch.float32_1> : tensor<8xf32>
    %cst_19 = arith.constant dense_resource<torch_tensor_8_torch.float32> : tensor<8xf32>
    %cst_20 = arith.constant 1.000000e-05 : f64
    %cst_21 = arith.constant dense_resource<torch_tensor_20_8_torch.float32> : tensor<20x8xf32>
    %cst_22 = arith.constant 8.000000e+00 : f64
    %cst_23 = arith.constant 8.000000e+00 : f32
    %cst_24 = arith.constant 2.000000e+00 : f32
    %cst_25 = arith.constant 1.41421354 : f32
    %0 = tensor.empty() : tensor<2x5x8xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x5xi64>) outs(%0 : tensor<2x5x8xf32>) {
    ^bb0(%in: i64, %out: f32):
      %90 = arith.index_cast %in : i64 to index
      %91 = linalg.index 2 : index
      %92 = arith.cmpi slt, %90, %c20 : index
      cf.assert %92, "index must be smaller than dim size"
      %93 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %93, "index must be larger or equal to 0"
      %extracted = tensor.extract %cst_21[%90, %91] : tensor<20x8xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x5x8xf32>
    %2 = tensor.empty() : tensor<2x5x8xf64>
    %3 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<2x5x8xf32>) outs(%2 : tensor<2x5x8xf64>) {
    ^bb0(%in: f32, %out: f64):
      %90 = arith.extf %in : f32 to f64
      linalg.yield %90 : f64
    } -> tensor<2x5x8xf64>
    %4 = tensor.empty() : tensor<2x5x1xf64>
    %5 = linalg.fill ins(%cst : f64) outs(%4 : tensor<2x5x1xf64>) -> tensor<2x5x1xf64>
    %6 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3 : tensor<2x5x8xf64>) outs(%5 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %90 = arith.addf %in, %out : f64
      linalg.yield %90 : f64
    } -> tensor<2x5x1xf64>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x5x1xf64>) outs(%4 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %90 = arith.divf %in, %cst_22 : f64
      linalg.yield %90 : f64
    } -> tensor<2x5x1xf64>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %7 : tensor<2x5x8xf64>, tensor<2x5x1xf64>) outs(%2 : tensor<2x5x8xf64>) {
    ^bb0(%in: f64, %in_50: f64, %out: f64):
      %90 = arith.subf %in, %in_50 : f64
      linalg.yield %90 : f64
    } -> tensor<2x5x8xf64>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %8 : tensor<2x5x8xf64>, tensor<2x5x8xf64>) outs(%2 : tensor<2x5x8xf64>) {
    ^bb0(%in: f64, %in_50: f64, %out: f64):
      %90 = arith.mulf %in, %in_50 : f64
      linalg.yield %90 : f64
    } -> tensor<2x5x8xf64>
    %10 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%9 : tensor<2x5x8xf64>) outs(%5 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %90 = arith.addf %in, %out : f64
      linalg.yield %90 : f64
    } -> tensor<2x5x1xf64>
    %11 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<2x5x1xf64>) outs(%4 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %90 = arith.divf %in, %cst_22 : f64
      linalg.yield %90 : f64
    } -> tensor<2x5x1xf64>
    %12 = tensor.empty() : tensor<2x5x1xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x5x1xf64>) outs(%12 : tensor<2x5x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %90 = arith.truncf %in : f64 to f32
      linalg.yield %90 : f32
    } -> tensor<2x5x1xf32>
    %14 = linalg.fill ins(%cst_0 : f32) outs(%12 : tensor<2x5x1xf32>) -> tensor<2x5x1xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<2x5x8xf32>) outs(%14 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.addf %in, %out : f32
      linalg.yield %90 : f32
    } -> tensor<2x5x1xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x5x1xf32>) outs(%12 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.divf %in, %cst_23 : f32
      linalg.yield %90 : f32
    } -> tensor<2x5x1xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<2x5x1xf32>) outs(%12 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.truncf %cst_20 : f64 to f32
      %91 = arith.addf %in, %90 : f32
      linalg.yield %91 : f32
    } -> tensor<2x5x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<2x5x1xf32>) outs(%12 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = math.rsqrt %in : f32
      linalg.yield %90 : f32
    } -> tensor<2x5x1xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %16 : tensor<2x5x8xf32>, tensor<2x5x1xf32>) outs(%0 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %90 = arith.subf %in, %in_50 : f32
      linalg.yield %90 : f32
    } -> tensor<2x5x8xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %18 : tensor<2x5x8xf32>, tensor<2x5x1xf32>) outs(%0 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %90 = arith.mulf %in, %in_50 : f32
      linalg.yield %90 : f32
    } -> tensor<2x5x8xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %cst_19 : tensor<2x5x8xf32>, tensor<8xf32>) outs(%0 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %90 = arith.mulf %in, %in_50 : f32
      linalg.yield %90 : f32
    } -> tensor<2x5x8xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %cst_18 : tensor<2x5x8xf32>, tensor<8xf32>) outs(%0 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %90 = arith.addf %in, %in_50 : f32
      linalg.yield %90 : f32
    } -> tensor<2x5x8xf32>
    %collapsed = tensor.collapse_shape %22 [[0, 1], [2]] : tensor<2x5x8xf32> into tensor<10x8xf32>
    %23 = tensor.empty() : tensor<8x8xf32>
    %transposed = linalg.transpose ins(%cst_17 : tensor<8x8xf32>) outs(%23 : tensor<8x8xf32>) permutation = [1, 0] 
    %24 = tensor.empty() : tensor<10x8xf32>
    %25 = linalg.fill ins(%cst_0 : f32) outs(%24 : tensor<10x8xf32>) -> tensor<10x8xf32>
    %26 = linalg.matmul ins(%collapsed, %transposed : tensor<10x8xf32>, tensor<8x8xf32>) outs(%25 : tensor<10x8xf32>) -> tensor<10x8xf32>
    %27 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%cst_16 : tensor<8xf32>) outs(%24 : tensor<10x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x8xf32>
    %28 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%26, %27 : tensor<10x8xf32>, tensor<10x8xf32>) outs(%24 : tensor<10x8xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %90 = arith.addf %in, %in_50 : f32
      linalg.yield %90 : f32
    } -> tensor<10x8xf32>
    %expanded = tensor.expand_shape %28 [[0, 1], [2, 3]] output_shape [2, 5, 2, 4] : tensor<10x8xf32> into tensor<2x5x2x4xf32>
    %29 = tensor.empty() : tensor<2x2x5x4xf32>
    %transposed_26 = linalg.transpose ins(%expanded : tensor<2x5x2x4xf32>) outs(%29 : tensor<2x2x5x4xf32>) permutation = [0, 2, 1, 3] 
    %transposed_27 = linalg.transpose ins(%cst_15 : tensor<8x8xf32>) outs(%23 : tensor<8x8xf32>) permutation = [1, 0] 
    %30 = linalg.matmul ins(%collapsed, %transposed_27 : tensor<10x8xf32>, tensor<8x8xf32>) outs(%25 : tensor<10x8xf32>) -> tensor<10x8xf32>
    %31 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%cst_14 : tensor<8xf32>) outs(%24 : tensor<10x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x8xf32>
    %32 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%30, %31 : tensor<10x8xf32>, tensor<10x8xf32>) outs(%24 : tensor<10x8xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %90 = arith.addf %in, %in_50 : f32
      linalg.yield %90 : f32
    } -> tensor<10x8xf32>
    %expanded_28 = tensor.expand_shape %32 [[0, 1], [2, 3]] output_shape [2, 5, 2, 4] : tensor<10x8xf32> into tensor<2x5x2x4xf32>
    %transposed_29 = linalg.transpose ins(%cst_13 : tensor<8x8xf32>) outs(%23 : tensor<8x8xf32>) permutation = [1, 0] 
    %33 = linalg.matmul ins(%collapsed, %transposed_29 : tensor<10x8xf32>, tensor<8x8xf32>) outs(%25 : tensor<10x8xf32>) -> tensor<10x8xf32>
    %34 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%cst_12 : tensor<8xf32>) outs(%24 : tensor<10x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x8xf32>
    %35 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%33, %34 : tensor<10x8xf32>, tensor<10x8xf32>) outs(%24 : tensor<10x8xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %90 = arith.addf %in, %in_50 : f32
      linalg.yield %90 : f32
    } -> tensor<10x8xf32>
    %expanded_30 = tensor.expand_shape %35 [[0, 1], [2, 3]] output_shape [2, 5, 2, 4] : tensor<10x8xf32> into tensor<2x5x2x4xf32>
    %transposed_31 = linalg.transpose ins(%expanded_30 : tensor<2x5x2x4xf32>) outs(%29 : tensor<2x2x5x4xf32>) permutation = [0, 2, 1, 3] 
    %36 = tensor.empty() : tensor<2x2x4x5xf32>
    %transposed_32 = linalg.transpose ins(%expanded_28 : tensor<2x5x2x4xf32>) outs(%36 : tensor<2x2x4x5xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_33 = tensor.collapse_shape %transposed_26 [[0, 1], [2], [3]] : tensor<2x2x5x4xf32> into tensor<4x5x4xf32>
    %collapsed_34 = tensor.collapse_shape %transposed_32 [[0, 1], [2], [3]] : tensor<2x2x4x5xf32> into tensor<4x4x5xf32>
    %37 = tensor.empty() : tensor<4x5x5xf32>
    %38 = linalg.fill ins(%cst_0 : f32) outs(%37 : tensor<4x5x5xf32>) -> tensor<4x5x5xf32>
    %39 = linalg.batch_matmul ins(%collapsed_33, %collapsed_34 : tensor<4x5x4xf32>, tensor<4x4x5xf32>) outs(%38 : tensor<4x5x5xf32>) -> tensor<4x5x5xf32>
    %expanded_35 = tensor.expand_shape %39 [[0, 1], [2], [3]] output_shape [2, 2, 5, 5] : tensor<4x5x5xf32> into tensor<2x2x5x5xf32>
    %40 = tensor.empty() : tensor<2x2x5x5xf32>
    %41 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_35 : tensor<2x2x5x5xf32>) outs(%40 : tensor<2x2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.divf %in, %cst_24 : f32
      linalg.yield %90 : f32
    } -> tensor<2x2x5x5xf32>
    %42 = tensor.empty() : tensor<2x2x5xi64>
    %43 = linalg.fill ins(%c0_i64 : i64) outs(%42 : tensor<2x2x5xi64>) -> tensor<2x2x5xi64>
    %44 = tensor.empty() : tensor<2x2x5xf32>
    %45 = linalg.fill ins(%cst_1 : f32) outs(%44 : tensor<2x2x5xf32>) -> tensor<2x2x5xf32>
    %46:2 = linalg.generic {indexing_maps = [#map6, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%41 : tensor<2x2x5x5xf32>) outs(%45, %43 : tensor<2x2x5xf32>, tensor<2x2x5xi64>) {
    ^bb0(%in: f32, %out: f32, %out_50: i64):
      %90 = linalg.index 3 : index
      %91 = arith.index_cast %90 : index to i64
      %92 = arith.maximumf %in, %out : f32
      %93 = arith.cmpf ogt, %in, %out : f32
      %94 = arith.select %93, %91, %out_50 : i64
      linalg.yield %92, %94 : f32, i64
    } -> (tensor<2x2x5xf32>, tensor<2x2x5xi64>)
    %expanded_36 = tensor.expand_shape %46#0 [[0], [1], [2, 3]] output_shape [2, 2, 5, 1] : tensor<2x2x5xf32> into tensor<2x2x5x1xf32>
    %47 = linalg.generic {indexing_maps = [#map6, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %expanded_36 : tensor<2x2x5x5xf32>, tensor<2x2x5x1xf32>) outs(%40 : tensor<2x2x5x5xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %90 = arith.subf %in, %in_50 : f32
      linalg.yield %90 : f32
    } -> tensor<2x2x5x5xf32>
    %48 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47 : tensor<2x2x5x5xf32>) outs(%40 : tensor<2x2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = math.exp %in : f32
      linalg.yield %90 : f32
    } -> tensor<2x2x5x5xf32>
    %49 = tensor.empty() : tensor<2x2x5x1xf32>
    %50 = linalg.fill ins(%cst_0 : f32) outs(%49 : tensor<2x2x5x1xf32>) -> tensor<2x2x5x1xf32>
    %51 = linalg.generic {indexing_maps = [#map6, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%48 : tensor<2x2x5x5xf32>) outs(%50 : tensor<2x2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.addf %in, %out : f32
      linalg.yield %90 : f32
    } -> tensor<2x2x5x1xf32>
    %52 = linalg.generic {indexing_maps = [#map6, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %51 : tensor<2x2x5x5xf32>, tensor<2x2x5x1xf32>) outs(%40 : tensor<2x2x5x5xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %90 = arith.divf %in, %in_50 : f32
      linalg.yield %90 : f32
    } -> tensor<2x2x5x5xf32>
    %collapsed_37 = tensor.collapse_shape %52 [[0, 1], [2], [3]] : tensor<2x2x5x5xf32> into tensor<4x5x5xf32>
    %collapsed_38 = tensor.collapse_shape %transposed_31 [[0, 1], [2], [3]] : tensor<2x2x5x4xf32> into tensor<4x5x4xf32>
    %53 = tensor.empty() : tensor<4x5x4xf32>
    %54 = linalg.fill ins(%cst_0 : f32) outs(%53 : tensor<4x5x4xf32>) -> tensor<4x5x4xf32>
    %55 = linalg.batch_matmul ins(%collapsed_37, %collapsed_38 : tensor<4x5x5xf32>, tensor<4x5x4xf32>) outs(%54 : tensor<4x5x4xf32>) -> tensor<4x5x4xf32>
    %expanded_39 = tensor.expand_shape %55 [[0, 1], [2], [3]] output_shape [2, 2, 5, 4] : tensor<4x5x4xf32> into tensor<2x2x5x4xf32>
    %56 = tensor.empty() : tensor<2x5x2x4xf32>
    %transposed_40 = linalg.transpose ins(%expanded_39 : tensor<2x2x5x4xf32>) outs(%56 : tensor<2x5x2x4xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_41 = tensor.collapse_shape %transposed_40 [[0, 1], [2, 3]] : tensor<2x5x2x4xf32> into tensor<10x8xf32>
    %transposed_42 = linalg.transpose ins(%cst_11 : tensor<8x8xf32>) outs(%23 : tensor<8x8xf32>) permutation = [1, 0] 
    %57 = linalg.matmul ins(%collapsed_41, %transposed_42 : tensor<10x8xf32>, tensor<8x8xf32>) outs(%25 : tensor<10x8xf32>) -> tensor<10x8xf32>
    %58 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%cst_10 : tensor<8xf32>) outs(%24 : tensor<10x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x8xf32>
    %59 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%57, %58 : tensor<10x8xf32>, tensor<10x8xf32>) outs(%24 : tensor<10x8xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %90 = arith.addf %in, %in_50 : f32
      linalg.yield %90 : f32
    } -> tensor<10x8xf32>
    %expanded_43 = tensor.expand_shape %59 [[0, 1], [2]] output_shape [2, 5, 8] : tensor<10x8xf32> into tensor<2x5x8xf32>
    %60 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %expanded_43 : tensor<2x5x8xf32>, tensor<2x5x8xf32>) outs(%0 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %90 = arith.addf %in, %in_50 : f32
      linalg.yield %90 : f32
    } -> tensor<2x5x8xf32>
    %61 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60 : tensor<2x5x8xf32>) outs(%2 : tensor<2x5x8xf64>) {
    ^bb0(%in: f32, %out: f64):
      %90 = arith.extf %in : f32 to f64
      linalg.yield %90 : f64
    } -> tensor<2x5x8xf64>
    %62 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%61 : tensor<2x5x8xf64>) outs(%5 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %90 = arith.addf %in, %out : f64
      linalg.yield %90 : f64
    } -> tensor<2x5x1xf64>
    %63 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62 : tensor<2x5x1xf64>) outs(%4 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %90 = arith.divf %in, %cst_22 : f64
      linalg.yield %90 : f64
    } -> tensor<2x5x1xf64>
    %64 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61, %63 : tensor<2x5x8xf64>, tensor<2x5x1xf64>) outs(%2 : tensor<2x5x8xf64>) {
    ^bb0(%in: f64, %in_50: f64, %out: f64):
      %90 = arith.subf %in, %in_50 : f64
      linalg.yield %90 : f64
    } -> tensor<2x5x8xf64>
    %65 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64, %64 : tensor<2x5x8xf64>, tensor<2x5x8xf64>) outs(%2 : tensor<2x5x8xf64>) {
    ^bb0(%in: f64, %in_50: f64, %out: f64):
      %90 = arith.mulf %in, %in_50 : f64
      linalg.yield %90 : f64
    } -> tensor<2x5x8xf64>
    %66 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%65 : tensor<2x5x8xf64>) outs(%5 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %90 = arith.addf %in, %out : f64
      linalg.yield %90 : f64
    } -> tensor<2x5x1xf64>
    %67 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<2x5x1xf64>) outs(%4 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %90 = arith.divf %in, %cst_22 : f64
      linalg.yield %90 : f64
    } -> tensor<2x5x1xf64>
    %68 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67 : tensor<2x5x1xf64>) outs(%12 : tensor<2x5x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %90 = arith.truncf %in : f64 to f32
      linalg.yield %90 : f32
    } -> tensor<2x5x1xf32>
    %69 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%60 : tensor<2x5x8xf32>) outs(%14 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.addf %in, %out : f32
      linalg.yield %90 : f32
    } -> tensor<2x5x1xf32>
    %70 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69 : tensor<2x5x1xf32>) outs(%12 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.divf %in, %cst_23 : f32
      linalg.yield %90 : f32
    } -> tensor<2x5x1xf32>
    %71 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<2x5x1xf32>) outs(%12 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.truncf %cst_20 : f64 to f32
      %91 = arith.addf %in, %90 : f32
      linalg.yield %91 : f32
    } -> tensor<2x5x1xf32>
    %72 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71 : tensor<2x5x1xf32>) outs(%12 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = math.rsqrt %in : f32
      linalg.yield %90 : f32
    } -> tensor<2x5x1xf32>
    %73 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60, %70 : tensor<2x5x8xf32>, tensor<2x5x1xf32>) outs(%0 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %90 = arith.subf %in, %in_50 : f32
      linalg.yield %90 : f32
    } -> tensor<2x5x8xf32>
    %74 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73, %72 : tensor<2x5x8xf32>, tensor<2x5x1xf32>) outs(%0 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %90 = arith.mulf %in, %in_50 : f32
      linalg.yield %90 : f32
    } -> tensor<2x5x8xf32>
    %75 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74, %cst_9 : tensor<2x5x8xf32>, tensor<8xf32>) outs(%0 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %90 = arith.mulf %in, %in_50 : f32
      linalg.yield %90 : f32
    } -> tensor<2x5x8xf32>
    %76 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75, %cst_8 : tensor<2x5x8xf32>, tensor<8xf32>) outs(%0 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %90 = arith.addf %in, %in_50 : f32
      linalg.yield %90 : f32
    } -> tensor<2x5x8xf32>
    %collapsed_44 = tensor.collapse_shape %76 [[0, 1], [2]] : tensor<2x5x8xf32> into tensor<10x8xf32>
    %77 = tensor.empty() : tensor<8x16xf32>
    %transposed_45 = linalg.transpose ins(%cst_7 : tensor<16x8xf32>) outs(%77 : tensor<8x16xf32>) permutation = [1, 0] 
    %78 = tensor.empty() : tensor<10x16xf32>
    %79 = linalg.fill ins(%cst_0 : f32) outs(%78 : tensor<10x16xf32>) -> tensor<10x16xf32>
    %80 = linalg.matmul ins(%collapsed_44, %transposed_45 : tensor<10x8xf32>, tensor<8x16xf32>) outs(%79 : tensor<10x16xf32>) -> tensor<10x16xf32>
    %81 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<16xf32>) outs(%78 : tensor<10x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x16xf32>
    %82 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%80, %81 : tensor<10x16xf32>, tensor<10x16xf32>) outs(%78 : tensor<10x16xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %90 = arith.addf %in, %in_50 : f32
      linalg.yield %90 : f32
    } -> tensor<10x16xf32>
    %expanded_46 = tensor.expand_shape %82 [[0, 1], [2]] output_shape [2, 5, 16] : tensor<10x16xf32> into tensor<2x5x16xf32>
    %83 = tensor.empty() : tensor<2x5x16xf32>
    %84 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_46 : tensor<2x5x16xf32>) outs(%83 : tensor<2x5x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.divf %in, %cst_25 : f32
      %91 = math.erf %90 : f32
      %92 = arith.addf %91, %cst_2 : f32
      %93 = arith.mulf %92, %cst_3 : f32
      %94 = arith.mulf %in, %93 : f32
      linalg.yield %94 : f32
    } -> tensor<2x5x16xf32>
    %collapsed_47 = tensor.collapse_shape %84 [[0, 1], [2]] : tensor<2x5x16xf32> into tensor<10x16xf32>
    %85 = tensor.empty() : tensor<16x8xf32>
    %transposed_48 = linalg.transpose ins(%cst_5 : tensor<8x16xf32>) outs(%85 : tensor<16x8xf32>) permutation = [1, 0] 
    %86 = linalg.matmul ins(%collapsed_47, %transposed_48 : tensor<10x16xf32>, tensor<16x8xf32>) outs(%25 : tensor<10x8xf32>) -> tensor<10x8xf32>
    %87 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<8xf32>) outs(%24 : tensor<10x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x8xf32>
    %88 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%86, %87 : tensor<10x8xf32>, tensor<10x8xf32>) outs(%24 : tensor<10x8xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %90 = arith.addf %in, %in_50 : f32
      linalg.yield %90 : f32
    } -> tensor<10x8xf32>
    %expanded_49 = tensor.expand_shape %88 [[0, 1], [2]] output_shape [2, 5, 8] : tensor<10x8xf32> into tensor<2x5x8xf32>
    %89 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60, %expanded_49 : tensor<2x5x8xf32>, tensor<2x5x8xf32>) outs(%0 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32, %in_50: f32, %out: f32):
      %90 = arith.addf %in, %in_50 : f32
      linalg.yield %90 : f32
    } -> tensor<2x5x8xf32>
    return %89 : tensor<2x5x8xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_8_torch.float32_8: "0x040000000000443F000008BE000000BC0000003C0000DC3E00001A3F0000803C000018BF",
      torch_tensor_8_16_torch.float32: "0x040000000000CC3E0000E03E0000703E0000CCBE0000B43E0000003D0000D03D0000803E00004C3F0000CCBE0000103F0000543F000060BD00003ABF00007EBF00002A3F0000D03E000060BD000052BF00004CBF000008BE0000B83E0000423F000034BF00008CBE0000C03C0000CC3E000058BE0000A0BE0000C03C00005C3F0000143F0000D43E0000243F0000083E00009CBE0000423F000088BE0000883E000038BF0000063F00002ABF000000BF0000ACBE0000A0BD0000783F00002EBF00001CBF0000A0BD0000103F00004CBF000020BE00009CBE0000C0BC0000083E0000123F0000423F0000903D000000BD0000B03D000034BF0000903E000010BE000080BE0000003E00008C3E000080BD000030BE000084BE000070BE00000EBF0000833F0000BC3E000060BF000060BF0000A4BF000084BE0000683E0000813F0000C03E0000B8BE00008ABF00001EBF0000283F0000BCBE000018BE0000973F000020BE0000803D0000F0BD0000903D0000F8BE0000C83E0000E83E0000203E00000CBF000058BF000000BC0000003E000048BE0000063F0000703E0000BC3E0000B43E0000203E0000183E0000303F000012BF000090BD0000F83E0000223F00009C3E00009C3E0000603E0000833F0000423F000010BE0000583E000038BE0000D03E0000AC3E0000063F000000BC0000A8BE000000BE00007E3F00001CBF0000C83E",
      torch_tensor_16_torch.float32: "0x04000000000070BF0000B4BE00001A3F000004BF0000603D0000843E000042BF0000A03E0000E03D0000F8BE0000F03E000070BF00005E3F0000A83E0000BCBE0000B03D",
      torch_tensor_16_8_torch.float32: "0x04000000000060BE0000003C0000903D00002A3F000058BE0000B03E0000E83E0000E03D000030BE0000F0BE000097BF000048BF000030BE000083BF00000C3F00003EBF000084BE0000A4BE0000123F000080BD00006ABF0000D0BE0000E0BD0000603E0000D03D0000FC3E0000903D000050BE000068BF00001ABF000008BF0000CCBE000080BE00001A3F000060BF00000C3F000008BE00002EBF000000BC0000803F0000383F0000D8BE00000A3F000080BC000084BF000014BF000040BF0000803E00002E3F0000183E0000B4BE000060BD00008C3E0000D8BE0000C03C00002A3F0000C8BE0000A8BE0000203F0000A43E0000003E0000F83E000094BE0000503E00004A3F0000363F0000A9BF0000C0BD00007EBF0000003C0000F03E0000A63F0000103E0000903D0000643F0000F03D00000080000094BE0000283E0000163F0000003D0000303E0000833F000058BE00006A3F0000903D0000A43E0000A4BE0000D03D0000C03C0000E03D0000E43E0000C03D0000D0BE0000AC3E0000583E0000283E0000E03E0000F03E00004ABF0000B0BD000068BE00009C3E000020BE0000803C0000843E0000C03C000070BE000060BD0000103E0000A83E0000D03D000030BE0000ACBE00008EBF000048BF0000D0BE00001E3F000090BD00001E3F000090BE000028BE0000A03E0000C03E000090BE0000603E0000903E0000903E",
      torch_tensor_8_torch.float32_7: "0x040000000000DC3E000000000000B8BE0000D03D0000943E0000903E0000543F0000A03D",
      torch_tensor_8_torch.float32_6: "0x04000000000012BF0000123F0000943E0000883E0000003D0000F43E0000C0BD00004EBF",
      torch_tensor_8_torch.float32_5: "0x040000000000E03D0000B03E0000123F000070BF00001C3F0000523F0000F03D0000B0BD",
      torch_tensor_8_8_torch.float32_3: "0x04000000000004BF000085BF0000B0BE000090BD0000803E0000DC3E0000143F0000D8BE000042BF000030BE0000C03E0000803D0000C03D0000D83E0000E8BE0000383E0000D43E0000BC3E0000ECBE0000D4BE0000CC3E0000503F000098BE000068BF0000003F00002C3F000080BE0000003C0000703E0000423F000066BF0000843E0000E83E0000D03D0000003E00008A3F000028BF00008CBE0000F0BD0000ACBE0000D83E0000C03C0000403E0000403E0000403F000078BE0000CCBE000040BF00008CBE0000AA3F0000D83E0000943E0000E03D000098BE0000783E00001ABF0000E03E00003A3F0000D4BF0000B03E00003ABF000022BF0000B0BE00008C3E",
      torch_tensor_8_torch.float32_4: "0x040000000000C83E0000203D00001C3F0000583E00003ABF000018BF0000DCBE0000ACBE",
      torch_tensor_8_8_torch.float32_2: "0x040000000000E8BE0000403F0000E03D000044BF0000003F0000A1BF0000A43E0000483E0000B0BE0000703E0000B4BE00009C3E0000603D0000803C000040BD00001C3F0000603D0000603E0000B0BE000098BF0000883E0000283E0000D8BE0000A4BE000000BE000094BF0000883E00001ABF000022BF0000ECBE00000ABF00008DBF000018BE00000E3F0000C0BD000050BF00004C3F0000F0BD0000803D0000B0BF0000B0BE0000163F0000203E000060BD000088BE00000ABF0000D4BE0000B43E0000E8BE0000D03D0000C0BC00002CBF0000003E000040BD000040BD0000483E0000C03D0000C4BE0000BC3E0000C8BE0000A13F0000F83E0000C03C0000893F",
      torch_tensor_8_torch.float32_3: "0x040000000000D0BE0000B83E0000C03C000020BE0000F83E0000503F0000C03C0000BCBE",
      torch_tensor_8_8_torch.float32_1: "0x0400000000000080000012BF0000E03E0000B0BD0000183E0000C0BC0000303E0000003D0000423F0000B03E000048BE000018BE000008BE0000F03D0000D0BE0000663F000008BE00003EBF0000003F00006E3F000004BF000060BE0000B0BE000028BE0000003F0000D4BE00003C3F0000C03C0000403D000038BE0000DCBE0000423F00004C3F0000003D00002E3F0000ECBE000020BF0000003C000000BD0000F43E0000703E00003CBF00005E3F0000B0BE0000DCBE0000123F00003EBF0000443F0000C83E000058BE0000783F000020BE000010BE0000783F000038BE0000403E0000E0BD00002A3F000090BE00003ABF0000083F000038BE0000763F0000343F",
      torch_tensor_8_torch.float32_2: "0x040000000000E03D000038BE0000103E0000803C000038BF0000C4BE000006BF000074BF",
      torch_tensor_8_8_torch.float32: "0x040000000000C0BC000080BE000046BF0000813F000068BE00002CBF0000AC3E0000E03E0000203F00006A3F0000C03E0000C0BC0000203D0000C43E0000A03D0000003E0000E03D0000C03C000022BF0000A43E000040BD00000000000080BD00003A3F0000003E0000223F0000003F0000803C0000483E0000383E000038BE0000703E000080BE0000843E0000CCBF0000363F000020BF000080BF00006CBF000018BE0000783E0000DCBE0000C03C0000103F0000E03D00003E3F0000E03D0000F83E0000CC3E0000C43E000020BE000000BD0000603D0000D03D0000C03E000038BE0000E8BE000016BF0000D0BE0000F43E0000163F0000B0BD000056BF0000003E",
      torch_tensor_8_torch.float32_1: "0x04000000000030BE0000803C0000203D0000C43E0000C0BE000040BD0000B8BE0000C8BE",
      torch_tensor_8_torch.float32: "0x04000000000090BE0000B03D000012BF0000883E000094BE0000663F0000C0BD000028BE",
      torch_tensor_20_8_torch.float32: "0x040000000000083E0000023F0000DCBE0000BC3E000076BF000018BF000080BE0000983E0000873F0000583F000006BF000088BE0000123F0000603E00004E3F0000C0BD0000B43E00006CBF0000083E00008CBE0000923F0000003F0000443F0000F43E000030BF000032BF0000D03E0000DC3E0000243F000098BE000028BE0000023F000020BE0000B03E00000CBF0000783E0000003F0000003C0000083E00008FBF0000D43E0000BCBE0000A8BE00001ABF0000E4BE0000ACBE000000BF00006A3F0000C0BD000068BE00001EBF0000F0BD000000BE0000803E0000B83E000060BF000056BF00009C3F00000EBF0000C0BE0000783E0000C8BE0000483E000012BF000068BE0000C4BE0000803E0000003C000004BF0000A6BF000018BE0000C83E0000183E0000703E000000BE0000C43E0000E0BE0000843E0000583F0000863F00001A3F0000C43E000026BF000000BE000068BE0000803E0000283E00005ABF0000003D000036BF00001ABF00000000000022BF0000F0BE000070BE00003CBF00008ABF0000203E0000B0BE000090BD0000803E00001C3F0000783E00001E3F0000583E0000543F0000F03D00002A3F0000403E00000EBF00006CBF00000EBF0000A43E0000BCBE000090BD000090BE000014BF000060BD0000B43E000000BC00000C3F000084BE0000C03C0000303F0000803E0000903E000084BE0000583F0000C0BE0000E03D000030BE0000323F000078BE0000B4BE00000E3F000088BE0000023F0000B8BE0000003E0000603D000012BF0000483F0000503E00006ABF0000F83E000088BE0000523F0000843E00000CBF0000F4BE0000ACBE0000C4BE0000CCBE0000BCBE0000703E000098BE0000943E0000883E00002EBF00004EBF"
    }
  }
#-}
