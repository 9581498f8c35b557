#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6x5xi64>, %arg2: tensor<3xi64>, %arg3: tensor<6x3xi64>, %arg4: tensor<3x5xf32>, %arg5: tensor<3xf32>) -> (tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xi64>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xi64>, tensor<6x5xf32>, tensor<6x5xi64>, tensor<6x5xi64>, tensor<6x5xi64>, tensor<6x2xf32>, tensor<6x2xi64>, tensor<3x5xf32>, tensor<3x5xi64>, tensor<6xf32>, tensor<6xi64>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>) {
    %c3 = arith.constant 3 : index
    %c0_i32 = arith.constant 0 : i32
    %c2147483647_i32 = arith.constant 2147483647 : i32
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0x7F800000 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %c6 = arith.constant 6 : index
    %c1_i64 = arith.constant 1 : i64
    %0 = tensor.empty() : tensor<6x5xf32>
    %1 = linalg.fill ins(%cst_2 : f32) outs(%0 : tensor<6x5xf32>) -> tensor<6x5xf32>
    %2 = tensor.empty() : tensor<6xf32>
    %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : tensor<6xf32>) -> tensor<6xf32>
    %4:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%arg0 : tensor<6x5xf32>) outs(%1, %3 : tensor<6x5xf32>, tensor<6xf32>) {
    ^bb0(%arg6: f32, %arg7: f32):
      %54 = arith.addf %arg6, %arg7 : f32
      tm_tensor.yield %54 : f32
    } -> tensor<6x5xf32>, tensor<6xf32>
    %5 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<6x5xf32>) -> tensor<6x5xf32>
    %6 = tensor.empty() : tensor<5xf32>
    %7 = linalg.fill ins(%cst_1 : f32) outs(%6 : tensor<5xf32>) -> tensor<5xf32>
    %8:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%arg0 : tensor<6x5xf32>) outs(%5, %7 : tensor<6x5xf32>, tensor<5xf32>) {
    ^bb0(%arg6: f32, %arg7: f32):
      %54 = arith.mulf %arg6, %arg7 : f32
      tm_tensor.yield %54 : f32
    } -> tensor<6x5xf32>, tensor<5xf32>
    %9 = tensor.empty() : tensor<6x5xi64>
    %10 = linalg.fill ins(%c0_i64 : i64) outs(%9 : tensor<6x5xi64>) -> tensor<6x5xi64>
    %11 = tensor.empty() : tensor<5xi64>
    %12 = linalg.fill ins(%c0_i64 : i64) outs(%11 : tensor<5xi64>) -> tensor<5xi64>
    %13:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%arg1 : tensor<6x5xi64>) outs(%10, %12 : tensor<6x5xi64>, tensor<5xi64>) {
    ^bb0(%arg6: i64, %arg7: i64):
      %54 = arith.addi %arg6, %arg7 : i64
      tm_tensor.yield %54 : i64
    } -> tensor<6x5xi64>, tensor<5xi64>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<6x5xf32>) outs(%0 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = math.exp %in : f32
      linalg.yield %54 : f32
    } -> tensor<6x5xf32>
    %15:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%14 : tensor<6x5xf32>) outs(%1, %3 : tensor<6x5xf32>, tensor<6xf32>) {
    ^bb0(%arg6: f32, %arg7: f32):
      %54 = arith.addf %arg6, %arg7 : f32
      tm_tensor.yield %54 : f32
    } -> tensor<6x5xf32>, tensor<6xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%15#0 : tensor<6x5xf32>) outs(%0 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = math.log %in : f32
      linalg.yield %54 : f32
    } -> tensor<6x5xf32>
    %17 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%9 : tensor<6x5xi64>) {
    ^bb0(%out: i64):
      %54 = linalg.index 1 : index
      %55 = arith.index_cast %54 : index to i64
      linalg.yield %55 : i64
    } -> tensor<6x5xi64>
    %18:2 = tm_tensor.sort dimension(1) outs(%arg0, %17 : tensor<6x5xf32>, tensor<6x5xi64>) {
    ^bb0(%arg6: f32, %arg7: f32, %arg8: i64, %arg9: i64):
      %54 = arith.cmpf ole, %arg6, %arg7 : f32
      tm_tensor.yield %54 : i1
    } -> tensor<6x5xf32>, tensor<6x5xi64>
    %19 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%9 : tensor<6x5xi64>) {
    ^bb0(%out: i64):
      %54 = linalg.index 0 : index
      %55 = arith.index_cast %54 : index to i64
      linalg.yield %55 : i64
    } -> tensor<6x5xi64>
    %20:2 = tm_tensor.sort dimension(0) outs(%arg0, %19 : tensor<6x5xf32>, tensor<6x5xi64>) {
    ^bb0(%arg6: f32, %arg7: f32, %arg8: i64, %arg9: i64):
      %54 = arith.cmpf oge, %arg6, %arg7 : f32
      tm_tensor.yield %54 : i1
    } -> tensor<6x5xf32>, tensor<6x5xi64>
    %21:2 = tm_tensor.sort dimension(1) outs(%arg1, %17 : tensor<6x5xi64>, tensor<6x5xi64>) {
    ^bb0(%arg6: i64, %arg7: i64, %arg8: i64, %arg9: i64):
      %54 = arith.cmpi sle, %arg6, %arg7 : i64
      tm_tensor.yield %54 : i1
    } -> tensor<6x5xi64>, tensor<6x5xi64>
    %22:2 = tm_tensor.sort dimension(1) outs(%arg0, %17 : tensor<6x5xf32>, tensor<6x5xi64>) {
    ^bb0(%arg6: f32, %arg7: f32, %arg8: i64, %arg9: i64):
      %54 = arith.cmpf oge, %arg6, %arg7 : f32
      tm_tensor.yield %54 : i1
    } -> tensor<6x5xf32>, tensor<6x5xi64>
    %extracted_slice = tensor.extract_slice %22#0[0, 0] [6, 2] [1, 1] : tensor<6x5xf32> to tensor<6x2xf32>
    %extracted_slice_3 = tensor.extract_slice %22#1[0, 0] [6, 2] [1, 1] : tensor<6x5xi64> to tensor<6x2xi64>
    %23:2 = tm_tensor.sort dimension(0) outs(%arg0, %19 : tensor<6x5xf32>, tensor<6x5xi64>) {
    ^bb0(%arg6: f32, %arg7: f32, %arg8: i64, %arg9: i64):
      %54 = arith.cmpf ole, %arg6, %arg7 : f32
      tm_tensor.yield %54 : i1
    } -> tensor<6x5xf32>, tensor<6x5xi64>
    %extracted_slice_4 = tensor.extract_slice %23#0[0, 0] [3, 5] [1, 1] : tensor<6x5xf32> to tensor<3x5xf32>
    %extracted_slice_5 = tensor.extract_slice %23#1[0, 0] [3, 5] [1, 1] : tensor<6x5xi64> to tensor<3x5xi64>
    %24 = tensor.empty() : tensor<6x2xf32>
    %25 = linalg.fill ins(%cst_0 : f32) outs(%24 : tensor<6x2xf32>) -> tensor<6x2xf32>
    %26 = tensor.empty() : tensor<6x2xi32>
    %27 = linalg.fill ins(%c2147483647_i32 : i32) outs(%26 : tensor<6x2xi32>) -> tensor<6x2xi32>
    %28:2 = tm_tensor.topk dimension(1) ins(%arg0 : tensor<6x5xf32>) outs(%25, %27 : tensor<6x2xf32>, tensor<6x2xi32>) {
    ^bb0(%arg6: f32, %arg7: f32):
      %54 = arith.cmpf olt, %arg6, %arg7 : f32
      tm_tensor.yield %54 : i1
    } -> tensor<6x2xf32>, tensor<6x2xi32>
    %29 = linalg.fill ins(%cst : f32) outs(%2 : tensor<6xf32>) -> tensor<6xf32>
    %30 = tensor.empty() : tensor<6xi64>
    %31 = linalg.fill ins(%c0_i64 : i64) outs(%30 : tensor<6xi64>) -> tensor<6xi64>
    %32:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%28#0 : tensor<6x2xf32>) outs(%29, %31 : tensor<6xf32>, tensor<6xi64>) {
    ^bb0(%in: f32, %out: f32, %out_11: i64):
      %54 = linalg.index 1 : index
      %55 = arith.index_cast %54 : index to i64
      %56 = arith.maximumf %in, %out : f32
      %57 = arith.cmpf ogt, %in, %out : f32
      %58 = arith.select %57, %55, %out_11 : i64
      linalg.yield %56, %58 : f32, i64
    } -> (tensor<6xf32>, tensor<6xi64>)
    %33 = tensor.empty() : tensor<6xi32>
    %34 = linalg.fill ins(%c0_i32 : i32) outs(%33 : tensor<6xi32>) -> tensor<6xi32>
    %35 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%32#1 : tensor<6xi64>) outs(%34 : tensor<6xi32>) {
    ^bb0(%in: i64, %out: i32):
      %54 = arith.index_cast %in : i64 to index
      %55 = linalg.index 0 : index
      %extracted = tensor.extract %28#1[%55, %54] : tensor<6x2xi32>
      linalg.yield %extracted : i32
    } -> tensor<6xi32>
    %36 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%35 : tensor<6xi32>) outs(%31 : tensor<6xi64>) {
    ^bb0(%in: i32, %out: i64):
      %54 = arith.index_cast %in : i32 to index
      %55 = arith.index_cast %54 : index to i64
      linalg.yield %55 : i64
    } -> tensor<6xi64>
    %expanded = tensor.expand_shape %arg2 [[0, 1]] output_shape [3, 1] : tensor<3xi64> into tensor<3x1xi64>
    %expanded_6 = tensor.expand_shape %arg4 [[0], [1, 2]] output_shape [3, 1, 5] : tensor<3x5xf32> into tensor<3x1x5xf32>
    %37 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%expanded_6, %expanded : tensor<3x1x5xf32>, tensor<3x1xi64>) outs(%arg0 : tensor<6x5xf32>) {
    ^bb0(%arg6: f32, %arg7: f32):
      tm_tensor.yield %arg6 : f32
    } -> tensor<6x5xf32>
    %38 = tensor.empty() : tensor<3xi64>
    %39 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg2 : tensor<3xi64>) outs(%38 : tensor<3xi64>) {
    ^bb0(%in: i64, %out: i64):
      %54 = arith.subi %in, %c1_i64 : i64
      linalg.yield %54 : i64
    } -> tensor<3xi64>
    %expanded_7 = tensor.expand_shape %39 [[0, 1]] output_shape [3, 1] : tensor<3xi64> into tensor<3x1xi64>
    %concat = tensor.concat dim(1) %expanded, %expanded_7 : (tensor<3x1xi64>, tensor<3x1xi64>) -> tensor<3x2xi64>
    %expanded_8 = tensor.expand_shape %arg5 [[0, 1, 2]] output_shape [3, 1, 1] : tensor<3xf32> into tensor<3x1x1xf32>
    %40 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(true) ins(%expanded_8, %concat : tensor<3x1x1xf32>, tensor<3x2xi64>) outs(%arg0 : tensor<6x5xf32>) {
    ^bb0(%arg6: f32, %arg7: f32):
      tm_tensor.yield %arg6 : f32
    } -> tensor<6x5xf32>
    %41 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%expanded_6, %expanded : tensor<3x1x5xf32>, tensor<3x1xi64>) outs(%arg0 : tensor<6x5xf32>) {
    ^bb0(%arg6: f32, %arg7: f32):
      %54 = arith.addf %arg7, %arg6 : f32
      tm_tensor.yield %54 : f32
    } -> tensor<6x5xf32>
    %extracted_slice_9 = tensor.extract_slice %arg0[0, 0] [6, 3] [1, 1] : tensor<6x5xf32> to tensor<6x3xf32>
    %42 = tensor.empty() : tensor<18x1xi64>
    %43 = linalg.fill ins(%c0_i64 : i64) outs(%42 : tensor<18x1xi64>) -> tensor<18x1xi64>
    %44 = tensor.empty() : tensor<18xf32>
    %45 = linalg.fill ins(%cst_2 : f32) outs(%44 : tensor<18xf32>) -> tensor<18xf32>
    %46:3 = linalg.generic {indexing_maps = [#map3, #map3, #map2], iterator_types = ["parallel"]} outs(%43, %43, %45 : tensor<18x1xi64>, tensor<18x1xi64>, tensor<18xf32>) {
    ^bb0(%out: i64, %out_11: i64, %out_12: f32):
      %54 = linalg.index 0 : index
      %55 = arith.remsi %54, %c3 : index
      %56 = arith.divsi %54, %c3 : index
      %57 = arith.remsi %56, %c6 : index
      %extracted = tensor.extract %arg3[%57, %55] : tensor<6x3xi64>
      %extracted_13 = tensor.extract %extracted_slice_9[%57, %55] : tensor<6x3xf32>
      %58 = arith.index_cast %57 : index to i64
      linalg.yield %58, %extracted, %extracted_13 : i64, i64, f32
    } -> (tensor<18x1xi64>, tensor<18x1xi64>, tensor<18xf32>)
    %47 = tensor.empty() : tensor<18x2xi64>
    %48 = linalg.fill ins(%c0_i64 : i64) outs(%47 : tensor<18x2xi64>) -> tensor<18x2xi64>
    %inserted_slice = tensor.insert_slice %46#0 into %48[0, 0] [18, 1] [1, 1] : tensor<18x1xi64> into tensor<18x2xi64>
    %inserted_slice_10 = tensor.insert_slice %46#1 into %inserted_slice[0, 1] [18, 1] [1, 1] : tensor<18x1xi64> into tensor<18x2xi64>
    %49 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%46#2, %inserted_slice_10 : tensor<18xf32>, tensor<18x2xi64>) outs(%arg0 : tensor<6x5xf32>) {
    ^bb0(%arg6: f32, %arg7: f32):
      tm_tensor.yield %arg6 : f32
    } -> tensor<6x5xf32>
    %50 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%46#2, %inserted_slice_10 : tensor<18xf32>, tensor<18x2xi64>) outs(%arg0 : tensor<6x5xf32>) {
    ^bb0(%arg6: f32, %arg7: f32):
      %54 = arith.addf %arg7, %arg6 : f32
      tm_tensor.yield %54 : f32
    } -> tensor<6x5xf32>
    %51 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%46#2, %inserted_slice_10 : tensor<18xf32>, tensor<18x2xi64>) outs(%arg0 : tensor<6x5xf32>) {
    ^bb0(%arg6: f32, %arg7: f32):
      %54 = arith.maximumf %arg6, %arg7 : f32
      tm_tensor.yield %54 : f32
    } -> tensor<6x5xf32>
    %52 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%46#2, %inserted_slice_10 : tensor<18xf32>, tensor<18x2xi64>) outs(%arg0 : tensor<6x5xf32>) {
    ^bb0(%arg6: f32, %arg7: f32):
      %54 = arith.addf %arg6, %arg7 : f32
      tm_tensor.yield %54 : f32
    } -> tensor<6x5xf32>
    %53 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%46#2, %inserted_slice_10 : tensor<18xf32>, tensor<18x2xi64>) outs(%5 : tensor<6x5xf32>) {
    ^bb0(%arg6: f32, %arg7: f32):
      %54 = arith.addf %arg7, %cst_1 : f32
      tm_tensor.yield %54 : f32
    } -> tensor<6x5xf32>
    %mapped = linalg.map { arith.divf } ins(%52, %53 : tensor<6x5xf32>, tensor<6x5xf32>) outs(%0 : tensor<6x5xf32>)
    return %4#0, %8#0, %13#0, %16, %18#0, %18#1, %20#0, %20#1, %21#0, %21#1, %extracted_slice, %extracted_slice_3, %extracted_slice_4, %extracted_slice_5, %32#0, %36, %37, %40, %41, %49, %50, %51, %mapped : tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xi64>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xi64>, tensor<6x5xf32>, tensor<6x5xi64>, tensor<6x5xi64>, tensor<6x5xi64>, tensor<6x2xf32>, tensor<6x2xi64>, tensor<3x5xf32>, tensor<3x5xi64>, tensor<6xf32>, tensor<6xi64>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>
  }
}
