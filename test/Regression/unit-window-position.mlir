// The only position of a window: the index p * 5 + k became k, which then ranged over the whole image.
// RUN: zyn-run %s random:f32:2x7 random:f32:3 random:f32:2x1 --device emulate --verify --no-output | FileCheck %s
// CHECK: result #0: 'emulate' agrees with 'cpu'
func.func @main(%x: tensor<2x7xf32>, %w: tensor<3xf32>, %y: tensor<2x1xf32>) -> tensor<2x1xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(n, p, k) -> (n, p * 5 + k)>, affine_map<(n, p, k) -> (k)>, affine_map<(n, p, k) -> (n, p)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<2x7xf32>, tensor<3xf32>) outs(%y : tensor<2x1xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %a : f32
    %s = arith.addf %m, %o : f32
    linalg.yield %s : f32
  } -> tensor<2x1xf32>
  return %r : tensor<2x1xf32>
}
