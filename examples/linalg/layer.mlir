func.func @layer(%x: tensor<4x16xf32>, %w: tensor<8x16xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = tensor.empty() : tensor<16x8xf32>
  %t = linalg.transpose ins(%w : tensor<8x16xf32>) outs(%0 : tensor<16x8xf32>) permutation = [1, 0]
  %1 = tensor.empty() : tensor<4x8xf32>
  %bias = linalg.broadcast ins(%b : tensor<8xf32>) outs(%1 : tensor<4x8xf32>) dimensions = [0]
  %r = linalg.matmul ins(%x, %t : tensor<4x16xf32>, tensor<16x8xf32>) outs(%bias : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
