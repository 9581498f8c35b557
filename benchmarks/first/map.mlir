// y = x * 2 + 1 over 2^28 values: one read and one write each, so memory-bound.
func.func @map(%x: tensor<268435456xf32>) -> tensor<268435456xf32> {
  %y0 = tensor.empty() : tensor<268435456xf32>
  %y = zyn.map ins(%x : tensor<268435456xf32>) outs(%y0 : tensor<268435456xf32>) {
  ^bb0(%v: f32):
    %two = arith.constant 2.0 : f32
    %one = arith.constant 1.0 : f32
    %m = arith.mulf %v, %two : f32
    %r = arith.addf %m, %one : f32
    zyn.yield %r : f32
  } -> tensor<268435456xf32>
  return %y : tensor<268435456xf32>
}
