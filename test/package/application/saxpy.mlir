// a * x + y
func.func @saxpy(%a: f32, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %r = zyn.map ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%y : tensor<?xf32>) {
  ^bb0(%xi: f32, %yi: f32):
    %scaled = arith.mulf %a, %xi : f32
    %sum = arith.addf %scaled, %yi : f32
    zyn.yield %sum : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
