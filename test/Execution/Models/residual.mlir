#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map3 = affine_map<(d0, d1, d2, d3) -> ()>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>
module {
  func.func @main(%arg0: tensor<2x4x7x8xf32>) -> (tensor<2x3x12xf32>, tensor<2x8x2x2xf32>, tensor<2x8x1x1xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense_resource<torch_tensor_3_torch.float32> : tensor<3xf32>
    %cst_4 = arith.constant dense_resource<torch_tensor_3_8_3_torch.float32> : tensor<3x8x3xf32>
    %cst_5 = arith.constant dense_resource<torch_tensor_8_4_1_1_torch.float32> : tensor<8x4x1x1xf32>
    %cst_6 = arith.constant dense_resource<torch_tensor_8_torch.float32> : tensor<8xf32>
    %cst_7 = arith.constant dense_resource<torch_tensor_8_2_3_3_torch.float32> : tensor<8x2x3x3xf32>
    %cst_8 = arith.constant dense_resource<torch_tensor_4_torch.float32_4> : tensor<4xf32>
    %cst_9 = arith.constant dense_resource<torch_tensor_4_torch.float32_3> : tensor<4xf32>
    %cst_10 = arith.constant 1.000000e-05 : f64
    %cst_11 = arith.constant dense_resource<torch_tensor_4_torch.float32_2> : tensor<4xf32>
    %cst_12 = arith.constant dense_resource<torch_tensor_4_torch.float32_1> : tensor<4xf32>
    %cst_13 = arith.constant dense_resource<torch_tensor_4_1_3_3_torch.float32> : tensor<4x1x3x3xf32>
    %cst_14 = arith.constant dense_resource<torch_tensor_4_torch.float32> : tensor<4xf32>
    %cst_15 = arith.constant 1.600000e+01 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg1: index, %arg2: index, %arg3: index, %arg4: index):
      tensor.yield %cst : f32
    } : tensor<2x4x7x8xf32> to tensor<2x4x9x10xf32>
    %0 = tensor.empty() : tensor<2x4x7x8xf32>
    %broadcasted = linalg.broadcast ins(%cst_14 : tensor<4xf32>) outs(%0 : tensor<2x4x7x8xf32>) dimensions = [0, 2, 3] 
    %collapsed = tensor.collapse_shape %cst_13 [[0, 1], [2], [3]] : tensor<4x1x3x3xf32> into tensor<4x3x3xf32>
    %1 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %collapsed : tensor<2x4x9x10xf32>, tensor<4x3x3xf32>) outs(%broadcasted : tensor<2x4x7x8xf32>) -> tensor<2x4x7x8xf32>
    %2 = tensor.empty() : tensor<4xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%cst_11 : tensor<4xf32>) outs(%2 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.truncf %cst_10 : f64 to f32
      %28 = arith.addf %in, %27 : f32
      linalg.yield %28 : f32
    } -> tensor<4xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%3 : tensor<4xf32>) outs(%2 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = math.rsqrt %in : f32
      linalg.yield %27 : f32
    } -> tensor<4xf32>
    %expanded = tensor.expand_shape %cst_12 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
    %expanded_16 = tensor.expand_shape %4 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %expanded : tensor<2x4x7x8xf32>, tensor<4x1x1xf32>) outs(%0 : tensor<2x4x7x8xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %27 = arith.subf %in, %in_28 : f32
      linalg.yield %27 : f32
    } -> tensor<2x4x7x8xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %expanded_16 : tensor<2x4x7x8xf32>, tensor<4x1x1xf32>) outs(%0 : tensor<2x4x7x8xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %27 = arith.mulf %in, %in_28 : f32
      linalg.yield %27 : f32
    } -> tensor<2x4x7x8xf32>
    %expanded_17 = tensor.expand_shape %cst_9 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %expanded_17 : tensor<2x4x7x8xf32>, tensor<4x1x1xf32>) outs(%0 : tensor<2x4x7x8xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %27 = arith.mulf %in, %in_28 : f32
      linalg.yield %27 : f32
    } -> tensor<2x4x7x8xf32>
    %expanded_18 = tensor.expand_shape %cst_8 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %expanded_18 : tensor<2x4x7x8xf32>, tensor<4x1x1xf32>) outs(%0 : tensor<2x4x7x8xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %27 = arith.addf %in, %in_28 : f32
      linalg.yield %27 : f32
    } -> tensor<2x4x7x8xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %cst_2 : tensor<2x4x7x8xf32>, tensor<f32>) outs(%0 : tensor<2x4x7x8xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %27 = arith.cmpf ogt, %in, %in_28 : f32
      %28 = arith.select %27, %in, %in_28 : f32
      linalg.yield %28 : f32
    } -> tensor<2x4x7x8xf32>
    %10 = linalg.generic {indexing_maps = [#map3, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_1, %9 : tensor<f32>, tensor<2x4x7x8xf32>) outs(%0 : tensor<2x4x7x8xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %27 = arith.cmpf olt, %in, %in_28 : f32
      %28 = arith.select %27, %in, %in_28 : f32
      linalg.yield %28 : f32
    } -> tensor<2x4x7x8xf32>
    %padded_19 = tensor.pad %10 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg1: index, %arg2: index, %arg3: index, %arg4: index):
      tensor.yield %cst : f32
    } : tensor<2x4x7x8xf32> to tensor<2x4x9x10xf32>
    %11 = tensor.empty() : tensor<2x8x4x4xf32>
    %broadcasted_20 = linalg.broadcast ins(%cst_6 : tensor<8xf32>) outs(%11 : tensor<2x8x4x4xf32>) dimensions = [0, 2, 3] 
    %expanded_21 = tensor.expand_shape %padded_19 [[0], [1, 2], [3], [4]] output_shape [2, 2, 2, 9, 10] : tensor<2x4x9x10xf32> into tensor<2x2x2x9x10xf32>
    %expanded_22 = tensor.expand_shape %cst_7 [[0, 1], [2], [3], [4]] output_shape [2, 4, 2, 3, 3] : tensor<8x2x3x3xf32> into tensor<2x4x2x3x3xf32>
    %expanded_23 = tensor.expand_shape %broadcasted_20 [[0], [1, 2], [3], [4]] output_shape [2, 2, 4, 4, 4] : tensor<2x8x4x4xf32> into tensor<2x2x4x4x4xf32>
    %12 = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%expanded_21, %expanded_22 : tensor<2x2x2x9x10xf32>, tensor<2x4x2x3x3xf32>) outs(%expanded_23 : tensor<2x2x4x4x4xf32>) -> tensor<2x2x4x4x4xf32>
    %collapsed_24 = tensor.collapse_shape %12 [[0], [1, 2], [3], [4]] : tensor<2x2x4x4x4xf32> into tensor<2x8x4x4xf32>
    %13 = linalg.fill ins(%cst : f32) outs(%11 : tensor<2x8x4x4xf32>) -> tensor<2x8x4x4xf32>
    %14 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%arg0, %cst_5 : tensor<2x4x7x8xf32>, tensor<8x4x1x1xf32>) outs(%13 : tensor<2x8x4x4xf32>) -> tensor<2x8x4x4xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_24, %14 : tensor<2x8x4x4xf32>, tensor<2x8x4x4xf32>) outs(%11 : tensor<2x8x4x4xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %27 = arith.addf %in, %in_28 : f32
      linalg.yield %27 : f32
    } -> tensor<2x8x4x4xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<2x8x4x4xf32>) outs(%11 : tensor<2x8x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.cmpf ugt, %in, %cst : f32
      %28 = arith.select %27, %in, %cst : f32
      linalg.yield %28 : f32
    } -> tensor<2x8x4x4xf32>
    %padded_25 = tensor.pad %16 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg1: index, %arg2: index, %arg3: index, %arg4: index):
      tensor.yield %cst_0 : f32
    } : tensor<2x8x4x4xf32> to tensor<2x8x6x6xf32>
    %17 = tensor.empty() : tensor<2x8x2x2xf32>
    %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : tensor<2x8x2x2xf32>) -> tensor<2x8x2x2xf32>
    %19 = tensor.empty() : tensor<3x3xf32>
    %20 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_25, %19 : tensor<2x8x6x6xf32>, tensor<3x3xf32>) outs(%18 : tensor<2x8x2x2xf32>) -> tensor<2x8x2x2xf32>
    %collapsed_26 = tensor.collapse_shape %16 [[0], [1], [2, 3]] : tensor<2x8x4x4xf32> into tensor<2x8x16xf32>
    %21 = tensor.empty() : tensor<2x3x12xf32>
    %broadcasted_27 = linalg.broadcast ins(%cst_3 : tensor<3xf32>) outs(%21 : tensor<2x3x12xf32>) dimensions = [0, 2] 
    %22 = linalg.conv_1d_ncw_fcw {dilations = dense<2> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%collapsed_26, %cst_4 : tensor<2x8x16xf32>, tensor<3x8x3xf32>) outs(%broadcasted_27 : tensor<2x3x12xf32>) -> tensor<2x3x12xf32>
    %23 = tensor.empty() : tensor<2x8x1x1xf32>
    %24 = linalg.fill ins(%cst : f32) outs(%23 : tensor<2x8x1x1xf32>) -> tensor<2x8x1x1xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%16 : tensor<2x8x4x4xf32>) outs(%24 : tensor<2x8x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.addf %in, %out : f32
      linalg.yield %27 : f32
    } -> tensor<2x8x1x1xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25 : tensor<2x8x1x1xf32>) outs(%23 : tensor<2x8x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.divf %in, %cst_15 : f32
      linalg.yield %27 : f32
    } -> tensor<2x8x1x1xf32>
    return %22, %20, %26 : tensor<2x3x12xf32>, tensor<2x8x2x2xf32>, tensor<2x8x1x1xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_3_torch.float32: "0x04000000000018BF000020BD00001ABF",
      torch_tensor_3_8_3_torch.float32: "0x04000000000018BE0000163F0000CCBE000020BF0000403E000050BF0000A03D00002CBF0000A0BD00009ABF0000F43E00000080000058BF0000A8BE0000203E0000FCBE0000203E0000803C0000B43E00002E3F00008CBE00004A3F0000243F0000183F0000E83E000022BF0000623F000036BF0000803E0000383E000080BE000020BE000086BF000028BE0000483E0000ACBE0000523F000052BF0000703E0000D4BE000010BE0000D0BE0000D03D00002ABF0000C4BE0000183F0000503F0000F83E0000263F00004ABF0000A4BE0000D43E0000D0BE0000B0BE000080BC0000C03C0000843E000084BE000030BE0000183F0000283E00002ABF0000A03D0000B8BE0000403E00001ABF0000D4BE00008E3F00009CBE00000ABF000006BF0000C8BE",
      torch_tensor_8_4_1_1_torch.float32: "0x040000000000A8BF0000343F0000803C0000983E000020BE0000943E0000ECBE0000503E000080BD000080BD00000ABF0000483E0000D8BE0000CCBE0000E43E0000603E000012BF0000943E00004ABF0000403D000044BF0000843F000022BF0000D8BE000050BE000000BD00004EBF0000803C000090BE000088BF0000843F0000203E",
      torch_tensor_8_torch.float32: "0x04000000000010BE0000A8BE000008BF0000803E0000A03D0000A4BE0000283F0000F0BE",
      torch_tensor_8_2_3_3_torch.float32: "0x0400000000004E3F000048BE0000F8BE00008BBF000070BE0000483E0000403D0000183E0000D4BE0000803D0000C83E0000623F0000F03D0000823F00005A3F00008ABF000052BF0000003E00001A3F0000F0BE0000C4BE00007EBF0000D83E000080BF0000CCBE000010BF000080BD000048BF0000F03D000087BF000058BE000088BE000072BF0000303F0000DCBE00008B3F0000023F0000283E0000BEBF000050BE000010BF0000F4BE000018BE0000A03D0000C83E000000BF000060BE0000083E000080BC0000703E0000583E0000B8BE000080BC0000503E0000BB3F000000BC0000203E0000B03D0000F8BE0000CC3E0000903E0000D0BD0000B03D0000C03D0000083F0000E03E00009CBE000000BD0000303E00000C3F000068BF0000A83F0000183F0000B43E0000003C000014BF00001A3F0000863F0000003C0000FC3E0000903E000010BE00000C3F000080BC0000383E000028BE0000283F0000A8BE0000103E0000283F00007E3F0000A03D0000223F000038BE0000043F000090BE000040BD0000C83E000090BE0000E0BE0000683E0000943F000080BC0000003D000000BD000050BE000012BF0000E0BD0000663F0000803D000018BE000020BD0000B03E0000E03D0000083E000002BF000090BD0000D8BE000010BE0000D83E000000800000803C0000E4BE00007CBF000018BE0000003C0000D03E000090BE000000BC0000D83E0000C4BE00008D3F0000893F000090BD0000683E0000603E0000FC3E000078BE0000383E0000B43E000020BE00000EBF000084BE00002A3F",
      torch_tensor_4_torch.float32_4: "0x040000000000283F0000023F0000B0BE00005ABF",
      torch_tensor_4_torch.float32_3: "0x0400000000008BBF000068BF0000C03D000062BF",
      torch_tensor_4_torch.float32_2: "0x040000000000683F00001E3F00004A3F00003E3F",
      torch_tensor_4_torch.float32_1: "0x04000000000000BD000070BE000040BD000080BD",
      torch_tensor_4_1_3_3_torch.float32: "0x040000000000183E0000FCBE000028BE0000103E0000CC3E0000B03D0000803C000090BD0000203E0000063F00009C3F0000583E0000BC3E0000283F0000003C00003E3F0000203E00003C3F0000B43E0000023F0000F03D0000AC3E000044BF0000CC3E00000E3F000000BD00001ABF000026BF000002BF0000E8BE000038BE000068BF000018BE0000383E0000283E0000203E",
      torch_tensor_4_torch.float32: "0x040000000000EC3E000018BE000060BD0000D03E"
    }
  }
#-}
