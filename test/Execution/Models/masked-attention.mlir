module {
  func.func @main(%arg0: tensor<2x3x5x8xf32>, %arg1: tensor<2x3x7x8xf32>, %arg2: tensor<2x3x7x6xf32>, %arg3: tensor<2x3x5x7xi1>, %arg4: tensor<2x3x5x7xf32>) -> (tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<2x3x5x8xf32> into tensor<6x5x8xf32>
    %collapsed_0 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : tensor<2x3x7x8xf32> into tensor<6x7x8xf32>
    %collapsed_1 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<2x3x7x6xf32> into tensor<6x7x6xf32>
    %collapsed_2 = tensor.collapse_shape %arg3 [[0, 1], [2], [3]] : tensor<2x3x5x7xi1> into tensor<6x5x7xi1>
    %0 = tensor.empty() : tensor<6x5x6xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<6x5x6xf32>) -> tensor<6x5x6xf32>
    %2 = tm_tensor.attention ins(%collapsed, %collapsed_0, %collapsed_1, %collapsed_2 : tensor<6x5x8xf32>, tensor<6x7x8xf32>, tensor<6x7x6xf32>, tensor<6x5x7xi1>) outs(%1 : tensor<6x5x6xf32>) -> tensor<6x5x6xf32>
    %expanded = tensor.expand_shape %2 [[0, 1], [2], [3]] output_shape [2, 3, 5, 6] : tensor<6x5x6xf32> into tensor<2x3x5x6xf32>
    %collapsed_3 = tensor.collapse_shape %arg4 [[0, 1], [2], [3]] : tensor<2x3x5x7xf32> into tensor<6x5x7xf32>
    %3 = tm_tensor.attention ins(%collapsed, %collapsed_0, %collapsed_1, %collapsed_3 : tensor<6x5x8xf32>, tensor<6x7x8xf32>, tensor<6x7x6xf32>, tensor<6x5x7xf32>) outs(%1 : tensor<6x5x6xf32>) -> tensor<6x5x6xf32>
    %expanded_4 = tensor.expand_shape %3 [[0, 1], [2], [3]] output_shape [2, 3, 5, 6] : tensor<6x5x6xf32> into tensor<2x3x5x6xf32>
    return %expanded, %expanded_4 : tensor<2x3x5x6xf32>, tensor<2x3x5x6xf32>
  }
}
