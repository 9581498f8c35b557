#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<?x3x224x224xf32>, %arg1: tensor<64x3x7x7xf32>, %arg2: tensor<64xf32>, %arg3: tensor<64xf32>, %arg4: tensor<64xf32>, %arg5: tensor<64xf32>, %arg6: tensor<64x64x3x3xf32>, %arg7: tensor<64xf32>, %arg8: tensor<64xf32>, %arg9: tensor<64xf32>, %arg10: tensor<64xf32>, %arg11: tensor<64x64x3x3xf32>, %arg12: tensor<64xf32>, %arg13: tensor<64xf32>, %arg14: tensor<64xf32>, %arg15: tensor<64xf32>, %arg16: tensor<64x64x3x3xf32>, %arg17: tensor<64xf32>, %arg18: tensor<64xf32>, %arg19: tensor<64xf32>, %arg20: tensor<64xf32>, %arg21: tensor<64x64x3x3xf32>, %arg22: tensor<64xf32>, %arg23: tensor<64xf32>, %arg24: tensor<64xf32>, %arg25: tensor<64xf32>, %arg26: tensor<128x64x3x3xf32>, %arg27: tensor<128xf32>, %arg28: tensor<128xf32>, %arg29: tensor<128xf32>, %arg30: tensor<128xf32>, %arg31: tensor<128x128x3x3xf32>, %arg32: tensor<128xf32>, %arg33: tensor<128xf32>, %arg34: tensor<128xf32>, %arg35: tensor<128xf32>, %arg36: tensor<128x64x1x1xf32>, %arg37: tensor<128xf32>, %arg38: tensor<128xf32>, %arg39: tensor<128xf32>, %arg40: tensor<128xf32>, %arg41: tensor<128x128x3x3xf32>, %arg42: tensor<128xf32>, %arg43: tensor<128xf32>, %arg44: tensor<128xf32>, %arg45: tensor<128xf32>, %arg46: tensor<128x128x3x3xf32>, %arg47: tensor<128xf32>, %arg48: tensor<128xf32>, %arg49: tensor<128xf32>, %arg50: tensor<128xf32>, %arg51: tensor<256x128x3x3xf32>, %arg52: tensor<256xf32>, %arg53: tensor<256xf32>, %arg54: tensor<256xf32>, %arg55: tensor<256xf32>, %arg56: tensor<256x256x3x3xf32>, %arg57: tensor<256xf32>, %arg58: tensor<256xf32>, %arg59: tensor<256xf32>, %arg60: tensor<256xf32>, %arg61: tensor<256x128x1x1xf32>, %arg62: tensor<256xf32>, %arg63: tensor<256xf32>, %arg64: tensor<256xf32>, %arg65: tensor<256xf32>, %arg66: tensor<256x256x3x3xf32>, %arg67: tensor<256xf32>, %arg68: tensor<256xf32>, %arg69: tensor<256xf32>, %arg70: tensor<256xf32>, %arg71: tensor<256x256x3x3xf32>, %arg72: tensor<256xf32>, %arg73: tensor<256xf32>, %arg74: tensor<256xf32>, %arg75: tensor<256xf32>, %arg76: tensor<512x256x3x3xf32>, %arg77: tensor<512xf32>, %arg78: tensor<512xf32>, %arg79: tensor<512xf32>, %arg80: tensor<512xf32>, %arg81: tensor<512x512x3x3xf32>, %arg82: tensor<512xf32>, %arg83: tensor<512xf32>, %arg84: tensor<512xf32>, %arg85: tensor<512xf32>, %arg86: tensor<512x256x1x1xf32>, %arg87: tensor<512xf32>, %arg88: tensor<512xf32>, %arg89: tensor<512xf32>, %arg90: tensor<512xf32>, %arg91: tensor<512x512x3x3xf32>, %arg92: tensor<512xf32>, %arg93: tensor<512xf32>, %arg94: tensor<512xf32>, %arg95: tensor<512xf32>, %arg96: tensor<512x512x3x3xf32>, %arg97: tensor<512xf32>, %arg98: tensor<512xf32>, %arg99: tensor<512xf32>, %arg100: tensor<512xf32>, %arg101: tensor<1000x512xf32>, %arg102: tensor<1000xf32>) -> tensor<?x1000xf32> {
    %true = arith.constant true
    %c0_i64 = arith.constant 0 : i64
    %c0 = arith.constant 0 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e-05 : f64
    %cst_2 = arith.constant 4.900000e+01 : f32
    %dim = tensor.dim %arg0, %c0 : tensor<?x3x224x224xf32>
    %0 = arith.index_cast %dim : index to i64
    %padded = tensor.pad %arg0 low[0, 0, 3, 3] high[0, 0, 3, 3] {
    ^bb0(%arg103: index, %arg104: index, %arg105: index, %arg106: index):
      tensor.yield %cst : f32
    } : tensor<?x3x224x224xf32> to tensor<?x3x230x230xf32>
    %1 = tensor.empty(%dim) : tensor<?x64x112x112xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<?x64x112x112xf32>) -> tensor<?x64x112x112xf32>
    %3 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %arg1 : tensor<?x3x230x230xf32>, tensor<64x3x7x7xf32>) outs(%2 : tensor<?x64x112x112xf32>) -> tensor<?x64x112x112xf32>
    %4 = tensor.empty() : tensor<64xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg5 : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.truncf %cst_1 : f64 to f32
      %196 = arith.addf %in, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<64xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%5 : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.rsqrt %in : f32
      linalg.yield %195 : f32
    } -> tensor<64xf32>
    %expanded = tensor.expand_shape %arg4 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %expanded_3 = tensor.expand_shape %6 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %expanded : tensor<?x64x112x112xf32>, tensor<64x1x1xf32>) outs(%1 : tensor<?x64x112x112xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.subf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x112x112xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %expanded_3 : tensor<?x64x112x112xf32>, tensor<64x1x1xf32>) outs(%1 : tensor<?x64x112x112xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x112x112xf32>
    %expanded_4 = tensor.expand_shape %arg2 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %expanded_4 : tensor<?x64x112x112xf32>, tensor<64x1x1xf32>) outs(%1 : tensor<?x64x112x112xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x112x112xf32>
    %expanded_5 = tensor.expand_shape %arg3 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %expanded_5 : tensor<?x64x112x112xf32>, tensor<64x1x1xf32>) outs(%1 : tensor<?x64x112x112xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x112x112xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<?x64x112x112xf32>) outs(%1 : tensor<?x64x112x112xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.cmpf ugt, %in, %cst : f32
      %196 = arith.select %195, %in, %cst : f32
      linalg.yield %196 : f32
    } -> tensor<?x64x112x112xf32>
    %padded_6 = tensor.pad %11 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg103: index, %arg104: index, %arg105: index, %arg106: index):
      tensor.yield %cst_0 : f32
    } : tensor<?x64x112x112xf32> to tensor<?x64x114x114xf32>
    %12 = tensor.empty(%dim) : tensor<?x64x56x56xf32>
    %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : tensor<?x64x56x56xf32>) -> tensor<?x64x56x56xf32>
    %14 = tensor.empty() : tensor<3x3xf32>
    %15 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_6, %14 : tensor<?x64x114x114xf32>, tensor<3x3xf32>) outs(%13 : tensor<?x64x56x56xf32>) -> tensor<?x64x56x56xf32>
    %padded_7 = tensor.pad %15 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg103: index, %arg104: index, %arg105: index, %arg106: index):
      tensor.yield %cst : f32
    } : tensor<?x64x56x56xf32> to tensor<?x64x58x58xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%12 : tensor<?x64x56x56xf32>) -> tensor<?x64x56x56xf32>
    %17 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_7, %arg6 : tensor<?x64x58x58xf32>, tensor<64x64x3x3xf32>) outs(%16 : tensor<?x64x56x56xf32>) -> tensor<?x64x56x56xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg10 : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.truncf %cst_1 : f64 to f32
      %196 = arith.addf %in, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<64xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%18 : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.rsqrt %in : f32
      linalg.yield %195 : f32
    } -> tensor<64xf32>
    %expanded_8 = tensor.expand_shape %arg9 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %expanded_9 = tensor.expand_shape %19 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %expanded_8 : tensor<?x64x56x56xf32>, tensor<64x1x1xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.subf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x56x56xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %expanded_9 : tensor<?x64x56x56xf32>, tensor<64x1x1xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x56x56xf32>
    %expanded_10 = tensor.expand_shape %arg7 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %expanded_10 : tensor<?x64x56x56xf32>, tensor<64x1x1xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x56x56xf32>
    %expanded_11 = tensor.expand_shape %arg8 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %expanded_11 : tensor<?x64x56x56xf32>, tensor<64x1x1xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x56x56xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23 : tensor<?x64x56x56xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.cmpf ugt, %in, %cst : f32
      %196 = arith.select %195, %in, %cst : f32
      linalg.yield %196 : f32
    } -> tensor<?x64x56x56xf32>
    %padded_12 = tensor.pad %24 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg103: index, %arg104: index, %arg105: index, %arg106: index):
      tensor.yield %cst : f32
    } : tensor<?x64x56x56xf32> to tensor<?x64x58x58xf32>
    %25 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_12, %arg11 : tensor<?x64x58x58xf32>, tensor<64x64x3x3xf32>) outs(%16 : tensor<?x64x56x56xf32>) -> tensor<?x64x56x56xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg15 : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.truncf %cst_1 : f64 to f32
      %196 = arith.addf %in, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<64xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%26 : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.rsqrt %in : f32
      linalg.yield %195 : f32
    } -> tensor<64xf32>
    %expanded_13 = tensor.expand_shape %arg14 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %expanded_14 = tensor.expand_shape %27 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %expanded_13 : tensor<?x64x56x56xf32>, tensor<64x1x1xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.subf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x56x56xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28, %expanded_14 : tensor<?x64x56x56xf32>, tensor<64x1x1xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x56x56xf32>
    %expanded_15 = tensor.expand_shape %arg12 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %expanded_15 : tensor<?x64x56x56xf32>, tensor<64x1x1xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x56x56xf32>
    %expanded_16 = tensor.expand_shape %arg13 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %expanded_16 : tensor<?x64x56x56xf32>, tensor<64x1x1xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x56x56xf32>
    %32 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %15 : tensor<?x64x56x56xf32>, tensor<?x64x56x56xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x56x56xf32>
    %33 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32 : tensor<?x64x56x56xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.cmpf ugt, %in, %cst : f32
      %196 = arith.select %195, %in, %cst : f32
      linalg.yield %196 : f32
    } -> tensor<?x64x56x56xf32>
    %padded_17 = tensor.pad %33 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg103: index, %arg104: index, %arg105: index, %arg106: index):
      tensor.yield %cst : f32
    } : tensor<?x64x56x56xf32> to tensor<?x64x58x58xf32>
    %34 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_17, %arg16 : tensor<?x64x58x58xf32>, tensor<64x64x3x3xf32>) outs(%16 : tensor<?x64x56x56xf32>) -> tensor<?x64x56x56xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg20 : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.truncf %cst_1 : f64 to f32
      %196 = arith.addf %in, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<64xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%35 : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.rsqrt %in : f32
      linalg.yield %195 : f32
    } -> tensor<64xf32>
    %expanded_18 = tensor.expand_shape %arg19 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %expanded_19 = tensor.expand_shape %36 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %expanded_18 : tensor<?x64x56x56xf32>, tensor<64x1x1xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.subf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x56x56xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %expanded_19 : tensor<?x64x56x56xf32>, tensor<64x1x1xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x56x56xf32>
    %expanded_20 = tensor.expand_shape %arg17 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %expanded_20 : tensor<?x64x56x56xf32>, tensor<64x1x1xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x56x56xf32>
    %expanded_21 = tensor.expand_shape %arg18 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %expanded_21 : tensor<?x64x56x56xf32>, tensor<64x1x1xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x56x56xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40 : tensor<?x64x56x56xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.cmpf ugt, %in, %cst : f32
      %196 = arith.select %195, %in, %cst : f32
      linalg.yield %196 : f32
    } -> tensor<?x64x56x56xf32>
    %padded_22 = tensor.pad %41 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg103: index, %arg104: index, %arg105: index, %arg106: index):
      tensor.yield %cst : f32
    } : tensor<?x64x56x56xf32> to tensor<?x64x58x58xf32>
    %42 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_22, %arg21 : tensor<?x64x58x58xf32>, tensor<64x64x3x3xf32>) outs(%16 : tensor<?x64x56x56xf32>) -> tensor<?x64x56x56xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg25 : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.truncf %cst_1 : f64 to f32
      %196 = arith.addf %in, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<64xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%43 : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.rsqrt %in : f32
      linalg.yield %195 : f32
    } -> tensor<64xf32>
    %expanded_23 = tensor.expand_shape %arg24 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %expanded_24 = tensor.expand_shape %44 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %45 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %expanded_23 : tensor<?x64x56x56xf32>, tensor<64x1x1xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.subf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x56x56xf32>
    %46 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45, %expanded_24 : tensor<?x64x56x56xf32>, tensor<64x1x1xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x56x56xf32>
    %expanded_25 = tensor.expand_shape %arg22 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %47 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46, %expanded_25 : tensor<?x64x56x56xf32>, tensor<64x1x1xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x56x56xf32>
    %expanded_26 = tensor.expand_shape %arg23 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47, %expanded_26 : tensor<?x64x56x56xf32>, tensor<64x1x1xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x56x56xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %33 : tensor<?x64x56x56xf32>, tensor<?x64x56x56xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x64x56x56xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49 : tensor<?x64x56x56xf32>) outs(%12 : tensor<?x64x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.cmpf ugt, %in, %cst : f32
      %196 = arith.select %195, %in, %cst : f32
      linalg.yield %196 : f32
    } -> tensor<?x64x56x56xf32>
    %51 = tensor.empty(%dim) : tensor<?x128x28x28xf32>
    %52 = linalg.fill ins(%cst : f32) outs(%51 : tensor<?x128x28x28xf32>) -> tensor<?x128x28x28xf32>
    %53 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%50, %arg36 : tensor<?x64x56x56xf32>, tensor<128x64x1x1xf32>) outs(%52 : tensor<?x128x28x28xf32>) -> tensor<?x128x28x28xf32>
    %54 = tensor.empty() : tensor<128xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg40 : tensor<128xf32>) outs(%54 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.truncf %cst_1 : f64 to f32
      %196 = arith.addf %in, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<128xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%55 : tensor<128xf32>) outs(%54 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.rsqrt %in : f32
      linalg.yield %195 : f32
    } -> tensor<128xf32>
    %expanded_27 = tensor.expand_shape %arg39 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %expanded_28 = tensor.expand_shape %56 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %57 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53, %expanded_27 : tensor<?x128x28x28xf32>, tensor<128x1x1xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.subf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57, %expanded_28 : tensor<?x128x28x28xf32>, tensor<128x1x1xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %expanded_29 = tensor.expand_shape %arg37 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %59 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58, %expanded_29 : tensor<?x128x28x28xf32>, tensor<128x1x1xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %expanded_30 = tensor.expand_shape %arg38 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %60 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59, %expanded_30 : tensor<?x128x28x28xf32>, tensor<128x1x1xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %padded_31 = tensor.pad %50 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg103: index, %arg104: index, %arg105: index, %arg106: index):
      tensor.yield %cst : f32
    } : tensor<?x64x56x56xf32> to tensor<?x64x58x58xf32>
    %61 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_31, %arg26 : tensor<?x64x58x58xf32>, tensor<128x64x3x3xf32>) outs(%52 : tensor<?x128x28x28xf32>) -> tensor<?x128x28x28xf32>
    %62 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg30 : tensor<128xf32>) outs(%54 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.truncf %cst_1 : f64 to f32
      %196 = arith.addf %in, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<128xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%62 : tensor<128xf32>) outs(%54 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.rsqrt %in : f32
      linalg.yield %195 : f32
    } -> tensor<128xf32>
    %expanded_32 = tensor.expand_shape %arg29 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %expanded_33 = tensor.expand_shape %63 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %64 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61, %expanded_32 : tensor<?x128x28x28xf32>, tensor<128x1x1xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.subf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %65 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64, %expanded_33 : tensor<?x128x28x28xf32>, tensor<128x1x1xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %expanded_34 = tensor.expand_shape %arg27 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %66 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65, %expanded_34 : tensor<?x128x28x28xf32>, tensor<128x1x1xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %expanded_35 = tensor.expand_shape %arg28 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66, %expanded_35 : tensor<?x128x28x28xf32>, tensor<128x1x1xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %68 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67 : tensor<?x128x28x28xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.cmpf ugt, %in, %cst : f32
      %196 = arith.select %195, %in, %cst : f32
      linalg.yield %196 : f32
    } -> tensor<?x128x28x28xf32>
    %padded_36 = tensor.pad %68 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg103: index, %arg104: index, %arg105: index, %arg106: index):
      tensor.yield %cst : f32
    } : tensor<?x128x28x28xf32> to tensor<?x128x30x30xf32>
    %69 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_36, %arg31 : tensor<?x128x30x30xf32>, tensor<128x128x3x3xf32>) outs(%52 : tensor<?x128x28x28xf32>) -> tensor<?x128x28x28xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg35 : tensor<128xf32>) outs(%54 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.truncf %cst_1 : f64 to f32
      %196 = arith.addf %in, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<128xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%70 : tensor<128xf32>) outs(%54 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.rsqrt %in : f32
      linalg.yield %195 : f32
    } -> tensor<128xf32>
    %expanded_37 = tensor.expand_shape %arg34 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %expanded_38 = tensor.expand_shape %71 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %72 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%69, %expanded_37 : tensor<?x128x28x28xf32>, tensor<128x1x1xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.subf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %73 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%72, %expanded_38 : tensor<?x128x28x28xf32>, tensor<128x1x1xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %expanded_39 = tensor.expand_shape %arg32 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %74 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73, %expanded_39 : tensor<?x128x28x28xf32>, tensor<128x1x1xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %expanded_40 = tensor.expand_shape %arg33 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %75 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%74, %expanded_40 : tensor<?x128x28x28xf32>, tensor<128x1x1xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %76 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75, %60 : tensor<?x128x28x28xf32>, tensor<?x128x28x28xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %77 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76 : tensor<?x128x28x28xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.cmpf ugt, %in, %cst : f32
      %196 = arith.select %195, %in, %cst : f32
      linalg.yield %196 : f32
    } -> tensor<?x128x28x28xf32>
    %padded_41 = tensor.pad %77 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg103: index, %arg104: index, %arg105: index, %arg106: index):
      tensor.yield %cst : f32
    } : tensor<?x128x28x28xf32> to tensor<?x128x30x30xf32>
    %78 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_41, %arg41 : tensor<?x128x30x30xf32>, tensor<128x128x3x3xf32>) outs(%52 : tensor<?x128x28x28xf32>) -> tensor<?x128x28x28xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg45 : tensor<128xf32>) outs(%54 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.truncf %cst_1 : f64 to f32
      %196 = arith.addf %in, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<128xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%79 : tensor<128xf32>) outs(%54 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.rsqrt %in : f32
      linalg.yield %195 : f32
    } -> tensor<128xf32>
    %expanded_42 = tensor.expand_shape %arg44 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %expanded_43 = tensor.expand_shape %80 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %81 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%78, %expanded_42 : tensor<?x128x28x28xf32>, tensor<128x1x1xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.subf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %82 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81, %expanded_43 : tensor<?x128x28x28xf32>, tensor<128x1x1xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %expanded_44 = tensor.expand_shape %arg42 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %83 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%82, %expanded_44 : tensor<?x128x28x28xf32>, tensor<128x1x1xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %expanded_45 = tensor.expand_shape %arg43 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %84 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%83, %expanded_45 : tensor<?x128x28x28xf32>, tensor<128x1x1xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %85 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84 : tensor<?x128x28x28xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.cmpf ugt, %in, %cst : f32
      %196 = arith.select %195, %in, %cst : f32
      linalg.yield %196 : f32
    } -> tensor<?x128x28x28xf32>
    %padded_46 = tensor.pad %85 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg103: index, %arg104: index, %arg105: index, %arg106: index):
      tensor.yield %cst : f32
    } : tensor<?x128x28x28xf32> to tensor<?x128x30x30xf32>
    %86 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_46, %arg46 : tensor<?x128x30x30xf32>, tensor<128x128x3x3xf32>) outs(%52 : tensor<?x128x28x28xf32>) -> tensor<?x128x28x28xf32>
    %87 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg50 : tensor<128xf32>) outs(%54 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.truncf %cst_1 : f64 to f32
      %196 = arith.addf %in, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<128xf32>
    %88 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%87 : tensor<128xf32>) outs(%54 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.rsqrt %in : f32
      linalg.yield %195 : f32
    } -> tensor<128xf32>
    %expanded_47 = tensor.expand_shape %arg49 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %expanded_48 = tensor.expand_shape %88 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %89 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%86, %expanded_47 : tensor<?x128x28x28xf32>, tensor<128x1x1xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.subf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %90 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%89, %expanded_48 : tensor<?x128x28x28xf32>, tensor<128x1x1xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %expanded_49 = tensor.expand_shape %arg47 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %91 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%90, %expanded_49 : tensor<?x128x28x28xf32>, tensor<128x1x1xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %expanded_50 = tensor.expand_shape %arg48 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %92 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%91, %expanded_50 : tensor<?x128x28x28xf32>, tensor<128x1x1xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %93 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%92, %77 : tensor<?x128x28x28xf32>, tensor<?x128x28x28xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x128x28x28xf32>
    %94 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93 : tensor<?x128x28x28xf32>) outs(%51 : tensor<?x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.cmpf ugt, %in, %cst : f32
      %196 = arith.select %195, %in, %cst : f32
      linalg.yield %196 : f32
    } -> tensor<?x128x28x28xf32>
    %95 = tensor.empty(%dim) : tensor<?x256x14x14xf32>
    %96 = linalg.fill ins(%cst : f32) outs(%95 : tensor<?x256x14x14xf32>) -> tensor<?x256x14x14xf32>
    %97 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%94, %arg61 : tensor<?x128x28x28xf32>, tensor<256x128x1x1xf32>) outs(%96 : tensor<?x256x14x14xf32>) -> tensor<?x256x14x14xf32>
    %98 = tensor.empty() : tensor<256xf32>
    %99 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg65 : tensor<256xf32>) outs(%98 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.truncf %cst_1 : f64 to f32
      %196 = arith.addf %in, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<256xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%99 : tensor<256xf32>) outs(%98 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.rsqrt %in : f32
      linalg.yield %195 : f32
    } -> tensor<256xf32>
    %expanded_51 = tensor.expand_shape %arg64 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %expanded_52 = tensor.expand_shape %100 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %101 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97, %expanded_51 : tensor<?x256x14x14xf32>, tensor<256x1x1xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.subf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %102 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%101, %expanded_52 : tensor<?x256x14x14xf32>, tensor<256x1x1xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %expanded_53 = tensor.expand_shape %arg62 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %103 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%102, %expanded_53 : tensor<?x256x14x14xf32>, tensor<256x1x1xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %expanded_54 = tensor.expand_shape %arg63 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %104 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%103, %expanded_54 : tensor<?x256x14x14xf32>, tensor<256x1x1xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %padded_55 = tensor.pad %94 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg103: index, %arg104: index, %arg105: index, %arg106: index):
      tensor.yield %cst : f32
    } : tensor<?x128x28x28xf32> to tensor<?x128x30x30xf32>
    %105 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_55, %arg51 : tensor<?x128x30x30xf32>, tensor<256x128x3x3xf32>) outs(%96 : tensor<?x256x14x14xf32>) -> tensor<?x256x14x14xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg55 : tensor<256xf32>) outs(%98 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.truncf %cst_1 : f64 to f32
      %196 = arith.addf %in, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<256xf32>
    %107 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%106 : tensor<256xf32>) outs(%98 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.rsqrt %in : f32
      linalg.yield %195 : f32
    } -> tensor<256xf32>
    %expanded_56 = tensor.expand_shape %arg54 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %expanded_57 = tensor.expand_shape %107 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %108 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%105, %expanded_56 : tensor<?x256x14x14xf32>, tensor<256x1x1xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.subf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %109 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%108, %expanded_57 : tensor<?x256x14x14xf32>, tensor<256x1x1xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %expanded_58 = tensor.expand_shape %arg52 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %110 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%109, %expanded_58 : tensor<?x256x14x14xf32>, tensor<256x1x1xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %expanded_59 = tensor.expand_shape %arg53 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %111 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%110, %expanded_59 : tensor<?x256x14x14xf32>, tensor<256x1x1xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %112 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%111 : tensor<?x256x14x14xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.cmpf ugt, %in, %cst : f32
      %196 = arith.select %195, %in, %cst : f32
      linalg.yield %196 : f32
    } -> tensor<?x256x14x14xf32>
    %padded_60 = tensor.pad %112 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg103: index, %arg104: index, %arg105: index, %arg106: index):
      tensor.yield %cst : f32
    } : tensor<?x256x14x14xf32> to tensor<?x256x16x16xf32>
    %113 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_60, %arg56 : tensor<?x256x16x16xf32>, tensor<256x256x3x3xf32>) outs(%96 : tensor<?x256x14x14xf32>) -> tensor<?x256x14x14xf32>
    %114 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg60 : tensor<256xf32>) outs(%98 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.truncf %cst_1 : f64 to f32
      %196 = arith.addf %in, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<256xf32>
    %115 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%114 : tensor<256xf32>) outs(%98 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.rsqrt %in : f32
      linalg.yield %195 : f32
    } -> tensor<256xf32>
    %expanded_61 = tensor.expand_shape %arg59 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %expanded_62 = tensor.expand_shape %115 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %116 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%113, %expanded_61 : tensor<?x256x14x14xf32>, tensor<256x1x1xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.subf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %117 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%116, %expanded_62 : tensor<?x256x14x14xf32>, tensor<256x1x1xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %expanded_63 = tensor.expand_shape %arg57 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %118 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%117, %expanded_63 : tensor<?x256x14x14xf32>, tensor<256x1x1xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %expanded_64 = tensor.expand_shape %arg58 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %119 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%118, %expanded_64 : tensor<?x256x14x14xf32>, tensor<256x1x1xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %120 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%119, %104 : tensor<?x256x14x14xf32>, tensor<?x256x14x14xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120 : tensor<?x256x14x14xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.cmpf ugt, %in, %cst : f32
      %196 = arith.select %195, %in, %cst : f32
      linalg.yield %196 : f32
    } -> tensor<?x256x14x14xf32>
    %padded_65 = tensor.pad %121 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg103: index, %arg104: index, %arg105: index, %arg106: index):
      tensor.yield %cst : f32
    } : tensor<?x256x14x14xf32> to tensor<?x256x16x16xf32>
    %122 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_65, %arg66 : tensor<?x256x16x16xf32>, tensor<256x256x3x3xf32>) outs(%96 : tensor<?x256x14x14xf32>) -> tensor<?x256x14x14xf32>
    %123 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg70 : tensor<256xf32>) outs(%98 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.truncf %cst_1 : f64 to f32
      %196 = arith.addf %in, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<256xf32>
    %124 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%123 : tensor<256xf32>) outs(%98 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.rsqrt %in : f32
      linalg.yield %195 : f32
    } -> tensor<256xf32>
    %expanded_66 = tensor.expand_shape %arg69 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %expanded_67 = tensor.expand_shape %124 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %125 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%122, %expanded_66 : tensor<?x256x14x14xf32>, tensor<256x1x1xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.subf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %126 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%125, %expanded_67 : tensor<?x256x14x14xf32>, tensor<256x1x1xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %expanded_68 = tensor.expand_shape %arg67 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %127 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%126, %expanded_68 : tensor<?x256x14x14xf32>, tensor<256x1x1xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %expanded_69 = tensor.expand_shape %arg68 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %128 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%127, %expanded_69 : tensor<?x256x14x14xf32>, tensor<256x1x1xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %129 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%128 : tensor<?x256x14x14xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.cmpf ugt, %in, %cst : f32
      %196 = arith.select %195, %in, %cst : f32
      linalg.yield %196 : f32
    } -> tensor<?x256x14x14xf32>
    %padded_70 = tensor.pad %129 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg103: index, %arg104: index, %arg105: index, %arg106: index):
      tensor.yield %cst : f32
    } : tensor<?x256x14x14xf32> to tensor<?x256x16x16xf32>
    %130 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_70, %arg71 : tensor<?x256x16x16xf32>, tensor<256x256x3x3xf32>) outs(%96 : tensor<?x256x14x14xf32>) -> tensor<?x256x14x14xf32>
    %131 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg75 : tensor<256xf32>) outs(%98 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.truncf %cst_1 : f64 to f32
      %196 = arith.addf %in, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<256xf32>
    %132 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%131 : tensor<256xf32>) outs(%98 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.rsqrt %in : f32
      linalg.yield %195 : f32
    } -> tensor<256xf32>
    %expanded_71 = tensor.expand_shape %arg74 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %expanded_72 = tensor.expand_shape %132 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %133 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%130, %expanded_71 : tensor<?x256x14x14xf32>, tensor<256x1x1xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.subf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %134 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%133, %expanded_72 : tensor<?x256x14x14xf32>, tensor<256x1x1xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %expanded_73 = tensor.expand_shape %arg72 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %135 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%134, %expanded_73 : tensor<?x256x14x14xf32>, tensor<256x1x1xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %expanded_74 = tensor.expand_shape %arg73 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %136 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%135, %expanded_74 : tensor<?x256x14x14xf32>, tensor<256x1x1xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %137 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%136, %121 : tensor<?x256x14x14xf32>, tensor<?x256x14x14xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x256x14x14xf32>
    %138 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%137 : tensor<?x256x14x14xf32>) outs(%95 : tensor<?x256x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.cmpf ugt, %in, %cst : f32
      %196 = arith.select %195, %in, %cst : f32
      linalg.yield %196 : f32
    } -> tensor<?x256x14x14xf32>
    %139 = tensor.empty(%dim) : tensor<?x512x7x7xf32>
    %140 = linalg.fill ins(%cst : f32) outs(%139 : tensor<?x512x7x7xf32>) -> tensor<?x512x7x7xf32>
    %141 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%138, %arg86 : tensor<?x256x14x14xf32>, tensor<512x256x1x1xf32>) outs(%140 : tensor<?x512x7x7xf32>) -> tensor<?x512x7x7xf32>
    %142 = tensor.empty() : tensor<512xf32>
    %143 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg90 : tensor<512xf32>) outs(%142 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.truncf %cst_1 : f64 to f32
      %196 = arith.addf %in, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<512xf32>
    %144 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%143 : tensor<512xf32>) outs(%142 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.rsqrt %in : f32
      linalg.yield %195 : f32
    } -> tensor<512xf32>
    %expanded_75 = tensor.expand_shape %arg89 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %expanded_76 = tensor.expand_shape %144 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %145 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%141, %expanded_75 : tensor<?x512x7x7xf32>, tensor<512x1x1xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.subf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %146 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%145, %expanded_76 : tensor<?x512x7x7xf32>, tensor<512x1x1xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %expanded_77 = tensor.expand_shape %arg87 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %147 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%146, %expanded_77 : tensor<?x512x7x7xf32>, tensor<512x1x1xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %expanded_78 = tensor.expand_shape %arg88 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %148 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%147, %expanded_78 : tensor<?x512x7x7xf32>, tensor<512x1x1xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %padded_79 = tensor.pad %138 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg103: index, %arg104: index, %arg105: index, %arg106: index):
      tensor.yield %cst : f32
    } : tensor<?x256x14x14xf32> to tensor<?x256x16x16xf32>
    %149 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_79, %arg76 : tensor<?x256x16x16xf32>, tensor<512x256x3x3xf32>) outs(%140 : tensor<?x512x7x7xf32>) -> tensor<?x512x7x7xf32>
    %150 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg80 : tensor<512xf32>) outs(%142 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.truncf %cst_1 : f64 to f32
      %196 = arith.addf %in, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<512xf32>
    %151 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%150 : tensor<512xf32>) outs(%142 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.rsqrt %in : f32
      linalg.yield %195 : f32
    } -> tensor<512xf32>
    %expanded_80 = tensor.expand_shape %arg79 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %expanded_81 = tensor.expand_shape %151 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %152 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%149, %expanded_80 : tensor<?x512x7x7xf32>, tensor<512x1x1xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.subf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %153 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%152, %expanded_81 : tensor<?x512x7x7xf32>, tensor<512x1x1xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %expanded_82 = tensor.expand_shape %arg77 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %154 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%153, %expanded_82 : tensor<?x512x7x7xf32>, tensor<512x1x1xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %expanded_83 = tensor.expand_shape %arg78 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %155 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%154, %expanded_83 : tensor<?x512x7x7xf32>, tensor<512x1x1xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %156 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%155 : tensor<?x512x7x7xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.cmpf ugt, %in, %cst : f32
      %196 = arith.select %195, %in, %cst : f32
      linalg.yield %196 : f32
    } -> tensor<?x512x7x7xf32>
    %padded_84 = tensor.pad %156 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg103: index, %arg104: index, %arg105: index, %arg106: index):
      tensor.yield %cst : f32
    } : tensor<?x512x7x7xf32> to tensor<?x512x9x9xf32>
    %157 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_84, %arg81 : tensor<?x512x9x9xf32>, tensor<512x512x3x3xf32>) outs(%140 : tensor<?x512x7x7xf32>) -> tensor<?x512x7x7xf32>
    %158 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg85 : tensor<512xf32>) outs(%142 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.truncf %cst_1 : f64 to f32
      %196 = arith.addf %in, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<512xf32>
    %159 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%158 : tensor<512xf32>) outs(%142 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.rsqrt %in : f32
      linalg.yield %195 : f32
    } -> tensor<512xf32>
    %expanded_85 = tensor.expand_shape %arg84 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %expanded_86 = tensor.expand_shape %159 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %160 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%157, %expanded_85 : tensor<?x512x7x7xf32>, tensor<512x1x1xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.subf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %161 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%160, %expanded_86 : tensor<?x512x7x7xf32>, tensor<512x1x1xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %expanded_87 = tensor.expand_shape %arg82 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %162 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%161, %expanded_87 : tensor<?x512x7x7xf32>, tensor<512x1x1xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %expanded_88 = tensor.expand_shape %arg83 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %163 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%162, %expanded_88 : tensor<?x512x7x7xf32>, tensor<512x1x1xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %164 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%163, %148 : tensor<?x512x7x7xf32>, tensor<?x512x7x7xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %165 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%164 : tensor<?x512x7x7xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.cmpf ugt, %in, %cst : f32
      %196 = arith.select %195, %in, %cst : f32
      linalg.yield %196 : f32
    } -> tensor<?x512x7x7xf32>
    %padded_89 = tensor.pad %165 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg103: index, %arg104: index, %arg105: index, %arg106: index):
      tensor.yield %cst : f32
    } : tensor<?x512x7x7xf32> to tensor<?x512x9x9xf32>
    %166 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_89, %arg91 : tensor<?x512x9x9xf32>, tensor<512x512x3x3xf32>) outs(%140 : tensor<?x512x7x7xf32>) -> tensor<?x512x7x7xf32>
    %167 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg95 : tensor<512xf32>) outs(%142 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.truncf %cst_1 : f64 to f32
      %196 = arith.addf %in, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<512xf32>
    %168 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%167 : tensor<512xf32>) outs(%142 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.rsqrt %in : f32
      linalg.yield %195 : f32
    } -> tensor<512xf32>
    %expanded_90 = tensor.expand_shape %arg94 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %expanded_91 = tensor.expand_shape %168 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %169 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%166, %expanded_90 : tensor<?x512x7x7xf32>, tensor<512x1x1xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.subf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %170 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%169, %expanded_91 : tensor<?x512x7x7xf32>, tensor<512x1x1xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %expanded_92 = tensor.expand_shape %arg92 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %171 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%170, %expanded_92 : tensor<?x512x7x7xf32>, tensor<512x1x1xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %expanded_93 = tensor.expand_shape %arg93 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %172 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%171, %expanded_93 : tensor<?x512x7x7xf32>, tensor<512x1x1xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %173 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%172 : tensor<?x512x7x7xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.cmpf ugt, %in, %cst : f32
      %196 = arith.select %195, %in, %cst : f32
      linalg.yield %196 : f32
    } -> tensor<?x512x7x7xf32>
    %padded_94 = tensor.pad %173 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg103: index, %arg104: index, %arg105: index, %arg106: index):
      tensor.yield %cst : f32
    } : tensor<?x512x7x7xf32> to tensor<?x512x9x9xf32>
    %174 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_94, %arg96 : tensor<?x512x9x9xf32>, tensor<512x512x3x3xf32>) outs(%140 : tensor<?x512x7x7xf32>) -> tensor<?x512x7x7xf32>
    %175 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg100 : tensor<512xf32>) outs(%142 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.truncf %cst_1 : f64 to f32
      %196 = arith.addf %in, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<512xf32>
    %176 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%175 : tensor<512xf32>) outs(%142 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.rsqrt %in : f32
      linalg.yield %195 : f32
    } -> tensor<512xf32>
    %expanded_95 = tensor.expand_shape %arg99 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %expanded_96 = tensor.expand_shape %176 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %177 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%174, %expanded_95 : tensor<?x512x7x7xf32>, tensor<512x1x1xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.subf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %178 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%177, %expanded_96 : tensor<?x512x7x7xf32>, tensor<512x1x1xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %expanded_97 = tensor.expand_shape %arg97 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %179 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%178, %expanded_97 : tensor<?x512x7x7xf32>, tensor<512x1x1xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.mulf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %expanded_98 = tensor.expand_shape %arg98 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %180 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%179, %expanded_98 : tensor<?x512x7x7xf32>, tensor<512x1x1xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %181 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%180, %165 : tensor<?x512x7x7xf32>, tensor<?x512x7x7xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512x7x7xf32>
    %182 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%181 : tensor<?x512x7x7xf32>) outs(%139 : tensor<?x512x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.cmpf ugt, %in, %cst : f32
      %196 = arith.select %195, %in, %cst : f32
      linalg.yield %196 : f32
    } -> tensor<?x512x7x7xf32>
    %183 = tensor.empty(%dim) : tensor<?x512xf32>
    %184 = linalg.fill ins(%cst : f32) outs(%183 : tensor<?x512xf32>) -> tensor<?x512xf32>
    %185 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%182 : tensor<?x512x7x7xf32>) outs(%184 : tensor<?x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.addf %in, %out : f32
      linalg.yield %195 : f32
    } -> tensor<?x512xf32>
    %186 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%185 : tensor<?x512xf32>) outs(%183 : tensor<?x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.divf %in, %cst_2 : f32
      linalg.yield %195 : f32
    } -> tensor<?x512xf32>
    %187 = tensor.empty() : tensor<512x1000xf32>
    %transposed = linalg.transpose ins(%arg101 : tensor<1000x512xf32>) outs(%187 : tensor<512x1000xf32>) permutation = [1, 0] 
    %188 = tensor.empty(%dim) : tensor<?x1000xf32>
    %189 = linalg.fill ins(%cst : f32) outs(%188 : tensor<?x1000xf32>) -> tensor<?x1000xf32>
    %190 = linalg.matmul ins(%186, %transposed : tensor<?x512xf32>, tensor<512x1000xf32>) outs(%189 : tensor<?x1000xf32>) -> tensor<?x1000xf32>
    %191 = arith.cmpi sge, %0, %c0_i64 : i64
    cf.assert %191, "negative values not allowed in new dimensions"
    %192 = tensor.empty(%dim) : tensor<?x1000xf32>
    %193 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg102 : tensor<1000xf32>) outs(%192 : tensor<?x1000xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x1000xf32>
    cf.assert %true, "mismatched size for broadcast"
    %194 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%190, %193 : tensor<?x1000xf32>, tensor<?x1000xf32>) outs(%188 : tensor<?x1000xf32>) {
    ^bb0(%in: f32, %in_99: f32, %out: f32):
      %195 = arith.addf %in, %in_99 : f32
      linalg.yield %195 : f32
    } -> tensor<?x1000xf32>
    return %194 : tensor<?x1000xf32>
  }
}
