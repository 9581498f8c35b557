// The sum of 2^28 values: one read each, so memory-bound.
func.func @sum(%x: tensor<268435456xf32>) -> tensor<f32> {
  %s0 = tensor.empty() : tensor<f32>
  %zero = zyn.map outs(%s0 : tensor<f32>) {
    %c = arith.constant 0.0 : f32
    zyn.yield %c : f32
  } -> tensor<f32>
  %s = zyn.reduce ins(%x : tensor<268435456xf32>) outs(%zero : tensor<f32>) dimensions = [0] {
  ^bb0(%acc: f32, %v: f32):
    %r = arith.addf %acc, %v : f32
    zyn.yield %r : f32
  } -> tensor<f32>
  return %s : tensor<f32>
}
