// 2 * x + 1, for each element.
func.func @line(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %y = zyn.map ins(%x : tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%element: f32):
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2.0 : f32
    %product = arith.mulf %element, %two : f32
    %sum = arith.addf %product, %one : f32
    zyn.yield %sum : f32
  } -> tensor<?xf32>
  return %y : tensor<?xf32>
}
