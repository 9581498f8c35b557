func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %two = arith.constant 2.0 : f32
  %r = axpy.axpy %two, %x, %y : tensor<?xf32>
  return %r : tensor<?xf32>
}
