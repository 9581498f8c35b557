#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0) -> ()>
#map5 = affine_map<(d0, d1, d2) -> (d0, 0, 0)>
#map6 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6x5xi64>, %arg2: tensor<3xi64>, %arg3: tensor<6x3xi64>) -> (tensor<6xi64>, tensor<1x5xi64>, tensor<i64>, tensor<6xf32>, tensor<6xi64>, tensor<5xf32>, tensor<5xi64>, tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<6x3xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<6x2x3xf32>, tensor<3xf32>, tensor<6x3xf32>, tensor<6x3x5xf32>) {
    %c6_i64 = arith.constant 6 : i64
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0x7F800000 : f32
    %c6 = arith.constant 6 : index
    %c5 = arith.constant 5 : index
    %c-9223372036854775808_i64 = arith.constant -9223372036854775808 : i64
    %c9223372036854775807_i64 = arith.constant 9223372036854775807 : i64
    %c5_i64 = arith.constant 5 : i64
    %cst_1 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<6xi64>
    %1 = linalg.fill ins(%c0_i64 : i64) outs(%0 : tensor<6xi64>) -> tensor<6xi64>
    %2 = tensor.empty() : tensor<6xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<6xf32>) -> tensor<6xf32>
    %4:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<6x5xf32>) outs(%3, %1 : tensor<6xf32>, tensor<6xi64>) {
    ^bb0(%in: f32, %out: f32, %out_3: i64):
      %38 = linalg.index 1 : index
      %39 = arith.index_cast %38 : index to i64
      %40 = arith.maximumf %in, %out : f32
      %41 = arith.cmpf ogt, %in, %out : f32
      %42 = arith.select %41, %39, %out_3 : i64
      linalg.yield %40, %42 : f32, i64
    } -> (tensor<6xf32>, tensor<6xi64>)
    %5 = tensor.empty() : tensor<5xi64>
    %6 = linalg.fill ins(%c0_i64 : i64) outs(%5 : tensor<5xi64>) -> tensor<5xi64>
    %7 = tensor.empty() : tensor<5xf32>
    %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : tensor<5xf32>) -> tensor<5xf32>
    %9:2 = linalg.generic {indexing_maps = [#map, #map2, #map2], iterator_types = ["reduction", "parallel"]} ins(%arg0 : tensor<6x5xf32>) outs(%8, %6 : tensor<5xf32>, tensor<5xi64>) {
    ^bb0(%in: f32, %out: f32, %out_3: i64):
      %38 = linalg.index 0 : index
      %39 = arith.index_cast %38 : index to i64
      %40 = arith.minimumf %in, %out : f32
      %41 = arith.cmpf olt, %in, %out : f32
      %42 = arith.select %41, %39, %out_3 : i64
      linalg.yield %40, %42 : f32, i64
    } -> (tensor<5xf32>, tensor<5xi64>)
    %expanded = tensor.expand_shape %9#1 [[0, 1]] output_shape [1, 5] : tensor<5xi64> into tensor<1x5xi64>
    %collapsed = tensor.collapse_shape %arg0 [[0, 1]] : tensor<6x5xf32> into tensor<30xf32>
    %10 = tensor.empty() : tensor<i64>
    %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : tensor<i64>) -> tensor<i64>
    %12 = tensor.empty() : tensor<f32>
    %13 = linalg.fill ins(%cst : f32) outs(%12 : tensor<f32>) -> tensor<f32>
    %14:2 = linalg.generic {indexing_maps = [#map3, #map4, #map4], iterator_types = ["reduction"]} ins(%collapsed : tensor<30xf32>) outs(%13, %11 : tensor<f32>, tensor<i64>) {
    ^bb0(%in: f32, %out: f32, %out_3: i64):
      %38 = linalg.index 0 : index
      %39 = arith.index_cast %38 : index to i64
      %40 = arith.maximumf %in, %out : f32
      %41 = arith.cmpf ogt, %in, %out : f32
      %42 = arith.select %41, %39, %out_3 : i64
      linalg.yield %40, %42 : f32, i64
    } -> (tensor<f32>, tensor<i64>)
    %15 = linalg.fill ins(%c-9223372036854775808_i64 : i64) outs(%0 : tensor<6xi64>) -> tensor<6xi64>
    %16:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg1 : tensor<6x5xi64>) outs(%15, %1 : tensor<6xi64>, tensor<6xi64>) {
    ^bb0(%in: i64, %out: i64, %out_3: i64):
      %38 = linalg.index 1 : index
      %39 = arith.index_cast %38 : index to i64
      %40 = arith.maxsi %in, %out : i64
      %41 = arith.cmpi sgt, %in, %out : i64
      %42 = arith.select %41, %39, %out_3 : i64
      linalg.yield %40, %42 : i64, i64
    } -> (tensor<6xi64>, tensor<6xi64>)
    %17 = linalg.fill ins(%c9223372036854775807_i64 : i64) outs(%0 : tensor<6xi64>) -> tensor<6xi64>
    %18:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg1 : tensor<6x5xi64>) outs(%17, %1 : tensor<6xi64>, tensor<6xi64>) {
    ^bb0(%in: i64, %out: i64, %out_3: i64):
      %38 = linalg.index 1 : index
      %39 = arith.index_cast %38 : index to i64
      %40 = arith.minsi %in, %out : i64
      %41 = arith.cmpi slt, %in, %out : i64
      %42 = arith.select %41, %39, %out_3 : i64
      linalg.yield %40, %42 : i64, i64
    } -> (tensor<6xi64>, tensor<6xi64>)
    %19 = tensor.empty() : tensor<3xi64>
    %20 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg2 : tensor<3xi64>) outs(%19 : tensor<3xi64>) {
    ^bb0(%in: i64, %out: i64):
      %38 = arith.subi %in, %c1_i64 : i64
      linalg.yield %38 : i64
    } -> tensor<3xi64>
    %21 = tensor.empty() : tensor<6x3xf32>
    %22 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<3xi64>) outs(%21 : tensor<6x3xf32>) {
    ^bb0(%in: i64, %out: f32):
      %38 = arith.index_cast %in : i64 to index
      %39 = linalg.index 0 : index
      %extracted = tensor.extract %arg0[%39, %38] : tensor<6x5xf32>
      linalg.yield %extracted : f32
    } -> tensor<6x3xf32>
    %23 = tensor.empty() : tensor<3x5xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<3xi64>) outs(%23 : tensor<3x5xf32>) {
    ^bb0(%in: i64, %out: f32):
      %38 = arith.index_cast %in : i64 to index
      %39 = linalg.index 1 : index
      %extracted = tensor.extract %arg0[%38, %39] : tensor<6x5xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x5xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<3xi64>) outs(%23 : tensor<3x5xf32>) {
    ^bb0(%in: i64, %out: f32):
      %38 = arith.cmpi slt, %in, %c0_i64 : i64
      %39 = arith.addi %in, %c6_i64 : i64
      %40 = arith.select %38, %39, %in : i64
      %41 = arith.index_cast %40 : i64 to index
      %42 = linalg.index 1 : index
      %extracted = tensor.extract %arg0[%41, %42] : tensor<6x5xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x5xf32>
    %extracted_slice = tensor.extract_slice %arg3[0, 0] [2, 3] [1, 1] : tensor<6x3xi64> to tensor<2x3xi64>
    %26 = tensor.empty() : tensor<2x3xi64>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<2x3xi64>) outs(%26 : tensor<2x3xi64>) {
    ^bb0(%in: i64, %out: i64):
      %38 = arith.subi %in, %c1_i64 : i64
      linalg.yield %38 : i64
    } -> tensor<2x3xi64>
    %28 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%0 : tensor<6xi64>) {
    ^bb0(%out: i64):
      %38 = linalg.index 0 : index
      %39 = arith.index_cast %38 : index to i64
      linalg.yield %39 : i64
    } -> tensor<6xi64>
    %expanded_2 = tensor.expand_shape %28 [[0, 1, 2]] output_shape [6, 1, 1] : tensor<6xi64> into tensor<6x1x1xi64>
    %29 = tensor.empty() : tensor<6x2x3xf32>
    %30 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_2, %27 : tensor<6x1x1xi64>, tensor<2x3xi64>) outs(%29 : tensor<6x2x3xf32>) {
    ^bb0(%in: i64, %in_3: i64, %out: f32):
      %38 = arith.cmpi slt, %in, %c0_i64 : i64
      %39 = arith.addi %in, %c6_i64 : i64
      %40 = arith.select %38, %39, %in : i64
      %41 = arith.index_cast %40 : i64 to index
      %42 = arith.cmpi slt, %in_3, %c0_i64 : i64
      %43 = arith.addi %in_3, %c5_i64 : i64
      %44 = arith.select %42, %43, %in_3 : i64
      %45 = arith.index_cast %44 : i64 to index
      %extracted = tensor.extract %arg0[%41, %45] : tensor<6x5xf32>
      linalg.yield %extracted : f32
    } -> tensor<6x2x3xf32>
    %31 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg2 : tensor<3xi64>) outs(%19 : tensor<3xi64>) {
    ^bb0(%in: i64, %out: i64):
      %38 = arith.subi %in, %c2_i64 : i64
      linalg.yield %38 : i64
    } -> tensor<3xi64>
    %32 = tensor.empty() : tensor<3xf32>
    %33 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%arg2, %31 : tensor<3xi64>, tensor<3xi64>) outs(%32 : tensor<3xf32>) {
    ^bb0(%in: i64, %in_3: i64, %out: f32):
      %38 = arith.cmpi slt, %in, %c0_i64 : i64
      %39 = arith.addi %in, %c6_i64 : i64
      %40 = arith.select %38, %39, %in : i64
      %41 = arith.index_cast %40 : i64 to index
      %42 = arith.cmpi slt, %in_3, %c0_i64 : i64
      %43 = arith.addi %in_3, %c5_i64 : i64
      %44 = arith.select %42, %43, %in_3 : i64
      %45 = arith.index_cast %44 : i64 to index
      %extracted = tensor.extract %arg0[%41, %45] : tensor<6x5xf32>
      linalg.yield %extracted : f32
    } -> tensor<3xf32>
    %34 = linalg.fill ins(%cst_1 : f32) outs(%21 : tensor<6x3xf32>) -> tensor<6x3xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<6x3xi64>) outs(%34 : tensor<6x3xf32>) {
    ^bb0(%in: i64, %out: f32):
      %38 = linalg.index 0 : index
      %39 = arith.index_cast %in : i64 to index
      %40 = arith.cmpi slt, %39, %c5 : index
      cf.assert %40, "index must be smaller than dim size"
      %41 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %41, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%38, %39] : tensor<6x5xf32>
      linalg.yield %extracted : f32
    } -> tensor<6x3xf32>
    %36 = tensor.empty() : tensor<6x3x5xf32>
    %37 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<6x3xi64>) outs(%36 : tensor<6x3x5xf32>) {
    ^bb0(%in: i64, %out: f32):
      %38 = arith.index_cast %in : i64 to index
      %39 = linalg.index 2 : index
      %40 = arith.cmpi slt, %38, %c6 : index
      cf.assert %40, "index must be smaller than dim size"
      %41 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %41, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%38, %39] : tensor<6x5xf32>
      linalg.yield %extracted : f32
    } -> tensor<6x3x5xf32>
    return %4#1, %expanded, %14#1, %4#0, %4#1, %9#0, %9#1, %16#0, %16#1, %18#0, %18#1, %22, %24, %25, %30, %33, %35, %37 : tensor<6xi64>, tensor<1x5xi64>, tensor<i64>, tensor<6xf32>, tensor<6xi64>, tensor<5xf32>, tensor<5xi64>, tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<6x3xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<6x2x3xf32>, tensor<3xf32>, tensor<6x3xf32>, tensor<6x3x5xf32>
  }
}
