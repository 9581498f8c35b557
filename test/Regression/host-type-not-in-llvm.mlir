// The error names the type, not the cast that the conversion left behind.
// RUN: not zyn-opt --zyn-to-llvm %s 2>&1 | FileCheck %s

// CHECK-NOT: unrealized_conversion_cast' op
// CHECK: error:
func.func @small(%x: tensor<64xf8E4M3>, %y: tensor<64xf32>) -> tensor<64xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf8E4M3>) outs(%y : tensor<64xf32>) {
  ^bb0(%a: f8E4M3, %b: f32):
    %s = arith.extf %a : f8E4M3 to f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}
