// Unsharp mask: adds to each pixel the detail that a Gaussian blur removes from its luminance.
//
// A blur along rows and columns is linear, so it is exactly rows * image * columns, with two banded matrices.

// The function that zyn-run calls: photo [H, W, 3] in 0..1, the weights of red, green and blue [3],
// and the matrices of the blur [H, H] and [W, W] -> the sharpened photo [H, W, 3] in 0..1
func.func @sharpen(%photo: tensor<300x451x3xf32>, %weights: tensor<3xf32>, %rows: tensor<300x300xf32>, %columns: tensor<451x451xf32>) -> tensor<300x451x3xf32> {
  %plane = tensor.empty() : tensor<300x451xf32>
  %color = tensor.empty() : tensor<300x451x3xf32>

  // Luminance: the weighted sum over the channels.
  %weighted = zyn.map ins(%photo, %weights : tensor<300x451x3xf32>, tensor<3xf32>) outs(%color : tensor<300x451x3xf32>)
      indexing_maps = [affine_map<(y, x, c) -> (y, x, c)>, affine_map<(y, x, c) -> (c)>] {
  ^bb0(%p: f32, %w: f32):
    %r = arith.mulf %p, %w : f32
    zyn.yield %r : f32
  } -> tensor<300x451x3xf32>
  %black = zyn.map outs(%plane : tensor<300x451xf32>) {
    %c = arith.constant 0.0 : f32
    zyn.yield %c : f32
  } -> tensor<300x451xf32>
  %luminance = zyn.reduce ins(%weighted : tensor<300x451x3xf32>) outs(%black : tensor<300x451xf32>) dimensions = [2] {
  ^bb0(%acc: f32, %p: f32):
    %r = arith.addf %acc, %p : f32
    zyn.yield %r : f32
  } -> tensor<300x451xf32>

  // Blur: rows * luminance * columns.
  %half = zyn.matmul ins(%rows, %luminance : tensor<300x300xf32>, tensor<300x451xf32>) outs(%plane : tensor<300x451xf32>) -> tensor<300x451xf32>
  %blurred = zyn.matmul ins(%half, %columns : tensor<300x451xf32>, tensor<451x451xf32>) outs(%plane : tensor<300x451xf32>) -> tensor<300x451xf32>

  // photo + amount * (luminance - blurred), clamped to 0..1.
  %sharpened = zyn.map ins(%photo, %luminance, %blurred : tensor<300x451x3xf32>, tensor<300x451xf32>, tensor<300x451xf32>) outs(%color : tensor<300x451x3xf32>)
      indexing_maps = [affine_map<(y, x, c) -> (y, x, c)>, affine_map<(y, x, c) -> (y, x)>, affine_map<(y, x, c) -> (y, x)>] {
  ^bb0(%p: f32, %l: f32, %b: f32):
    %amount = arith.constant 1.5 : f32
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %detail = arith.subf %l, %b : f32
    %added = arith.mulf %amount, %detail : f32
    %s = arith.addf %p, %added : f32
    %low = arith.maximumf %s, %zero : f32
    %r = arith.minimumf %low, %one : f32
    zyn.yield %r : f32
  } -> tensor<300x451x3xf32>

  return %sharpened : tensor<300x451x3xf32>
}
