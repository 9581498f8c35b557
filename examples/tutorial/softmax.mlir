// The softmax of each row: exponentials, divided by their sum.
func.func @softmax(%x: tensor<8x100xf32>) -> tensor<8x100xf32> {
  %matrix = tensor.empty() : tensor<8x100xf32>

  // The greatest element of each row is subtracted, so that no exponential is infinite.
  %lowest = arith.constant dense<0xFF800000> : tensor<8xf32>
  %greatest = zyn.reduce ins(%x : tensor<8x100xf32>) outs(%lowest : tensor<8xf32>) dimensions = [1] {
  ^bb0(%old: f32, %element: f32):
    %new = arith.maximumf %old, %element : f32
    zyn.yield %new : f32
  } -> tensor<8xf32>
  %powers = zyn.map ins(%x, %greatest : tensor<8x100xf32>, tensor<8xf32>) outs(%matrix : tensor<8x100xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] {
  ^bb0(%element: f32, %most: f32):
    %difference = arith.subf %element, %most : f32
    %power = math.exp %difference : f32
    zyn.yield %power : f32
  } -> tensor<8x100xf32>

  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %sum = zyn.reduce ins(%powers : tensor<8x100xf32>) outs(%zero : tensor<8xf32>) dimensions = [1] {
  ^bb0(%old: f32, %element: f32):
    %new = arith.addf %old, %element : f32
    zyn.yield %new : f32
  } -> tensor<8xf32>
  %shares = zyn.map ins(%powers, %sum : tensor<8x100xf32>, tensor<8xf32>) outs(%matrix : tensor<8x100xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] {
  ^bb0(%power: f32, %total: f32):
    %share = arith.divf %power, %total : f32
    zyn.yield %share : f32
  } -> tensor<8x100xf32>
  return %shares : tensor<8x100xf32>
}
