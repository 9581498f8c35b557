// softmax(q * transpose(k) / 8) * v: a mean of the values for each query, weighted by its softmax over the keys.
func.func @attention(%q: tensor<50x64xf16>, %k: tensor<70x64xf16>, %v: tensor<70x64xf16>) -> tensor<50x64xf16> {
  %matrix = tensor.empty() : tensor<50x70xf32>
  %scores = zyn.matmul transpose_b ins(%q, %k : tensor<50x64xf16>, tensor<70x64xf16>) outs(%matrix : tensor<50x70xf32>)
      epilogue {
  ^bb0(%product: f32):
    %scale = arith.constant 0.125 : f32
    %score = arith.mulf %product, %scale : f32
    zyn.yield %score : f32
  } -> tensor<50x70xf32>

  // The softmax, as in softmax.mlir.
  %lowest = arith.constant dense<0xFF800000> : tensor<50xf32>
  %greatest = zyn.reduce ins(%scores : tensor<50x70xf32>) outs(%lowest : tensor<50xf32>) dimensions = [1] {
  ^bb0(%old: f32, %element: f32):
    %new = arith.maximumf %old, %element : f32
    zyn.yield %new : f32
  } -> tensor<50xf32>
  %powers = zyn.map ins(%scores, %greatest : tensor<50x70xf32>, tensor<50xf32>) outs(%matrix : tensor<50x70xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] {
  ^bb0(%element: f32, %most: f32):
    %difference = arith.subf %element, %most : f32
    %power = math.exp %difference : f32
    zyn.yield %power : f32
  } -> tensor<50x70xf32>
  %zero = arith.constant dense<0.0> : tensor<50xf32>
  %sum = zyn.reduce ins(%powers : tensor<50x70xf32>) outs(%zero : tensor<50xf32>) dimensions = [1] {
  ^bb0(%old: f32, %element: f32):
    %new = arith.addf %old, %element : f32
    zyn.yield %new : f32
  } -> tensor<50xf32>
  %narrow = tensor.empty() : tensor<50x70xf16>
  %shares = zyn.map ins(%powers, %sum : tensor<50x70xf32>, tensor<50xf32>) outs(%narrow : tensor<50x70xf16>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] {
  ^bb0(%power: f32, %total: f32):
    %share = arith.divf %power, %total : f32
    %rounded = arith.truncf %share : f32 to f16
    zyn.yield %rounded : f16
  } -> tensor<50x70xf16>

  %empty = tensor.empty() : tensor<50x64xf16>
  %mean = zyn.matmul ins(%shares, %v : tensor<50x70xf16>, tensor<70x64xf16>) outs(%empty : tensor<50x64xf16>)
      -> tensor<50x64xf16>
  return %mean : tensor<50x64xf16>
}
