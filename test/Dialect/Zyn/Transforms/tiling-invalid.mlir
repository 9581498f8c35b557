// RUN: not zyn-opt %s --transform-interpreter 2>&1 | FileCheck %s

// The next tile along K would overwrite what this one has summed up.
func.func @overwrite(%a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: [[@LINE+1]]:8: error: 'zyn.matmul' op cannot be tiled along loop #2, a reduction loop, since partial results cannot be combined in its destination
  %r = zyn.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["zyn.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [0, 0, 4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
