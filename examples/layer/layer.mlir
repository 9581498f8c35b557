// max(x * w + bias, 0): one layer of a neural network, for any number of rows.
func.func @layer(%x: tensor<?x3xf32>, %w: tensor<3x2xf32>, %bias: tensor<2xf32>) -> tensor<?x2xf32> {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x3xf32>
  %empty = tensor.empty(%rows) : tensor<?x2xf32>
  %y = zyn.matmul ins(%x, %w : tensor<?x3xf32>, tensor<3x2xf32>) outs(%empty : tensor<?x2xf32>)
      epilogue_ins(%bias : tensor<2xf32>) epilogue_maps = [affine_map<(i, j) -> (j)>]
      epilogue {
  ^bb0(%sum: f32, %b: f32):
    %zero = arith.constant 0.0 : f32
    %biased = arith.addf %sum, %b : f32
    %result = arith.maximumf %biased, %zero : f32
    zyn.yield %result : f32
  } -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}
