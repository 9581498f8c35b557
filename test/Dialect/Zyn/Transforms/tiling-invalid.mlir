// RUN: not zyn-opt %s --transform-interpreter -split-input-file 2>&1 | FileCheck %s

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

// -----

func.func @borders(%x: tensor<2x8x8x4xf32>, %w: tensor<6x3x3x4xf32>, %y: tensor<2x8x8x6xf32>) -> tensor<2x8x8x6xf32> {
  // CHECK: [[@LINE+1]]:8: error: 'zyn.conv2d' op cannot be tiled along loop #1, since its tiles have other padding than the whole convolution
  %r = zyn.conv2d padding = [1, 1, 1, 1] ins(%x, %w : tensor<2x8x8x4xf32>, tensor<6x3x3x4xf32>) outs(%y : tensor<2x8x8x6xf32>) -> tensor<2x8x8x6xf32>
  return %r : tensor<2x8x8x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["zyn.conv2d"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [0, 4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @in_groups(%x: tensor<2x8x8x4xf32>, %w: tensor<6x1x3x2xf32>, %y: tensor<2x8x6x6xf32>) -> tensor<2x8x6x6xf32> {
  // CHECK: [[@LINE+1]]:8: error: 'zyn.conv2d' op cannot be tiled along loop #1, since the tiles of a convolution in groups have other groups
  %r = zyn.conv2d groups = 2 ins(%x, %w : tensor<2x8x8x4xf32>, tensor<6x1x3x2xf32>) outs(%y : tensor<2x8x6x6xf32>) -> tensor<2x8x6x6xf32>
  return %r : tensor<2x8x6x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["zyn.conv2d"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [0, 4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @columns(%x: tensor<9x5xf32>, %i: tensor<8xi32>, %y: tensor<8x5xf32>) -> tensor<8x5xf32> {
  // CHECK: [[@LINE+1]]:8: error: 'zyn.gather' op cannot be tiled along loop #1, a dimension of the source, which is not sliced
  %r = zyn.gather ins(%x, %i : tensor<9x5xf32>, tensor<8xi32>) outs(%y : tensor<8x5xf32>) dimension = 0 -> tensor<8x5xf32>
  return %r : tensor<8x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["zyn.gather"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [0, 4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @destination(%u: tensor<8x5xf32>, %i: tensor<8xi32>, %y: tensor<9x5xf32>) -> tensor<9x5xf32> {
  // CHECK: [[@LINE+1]]:8: error: 'zyn.scatter' op cannot be tiled along loop #0, since its destination is not sliced
  %r = zyn.scatter ins(%u, %i : tensor<8x5xf32>, tensor<8xi32>) outs(%y : tensor<9x5xf32>) dimension = 0 {
  ^bb0(%old: f32, %update: f32):
    zyn.yield %update : f32
  } -> tensor<9x5xf32>
  return %r : tensor<9x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["zyn.scatter"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @heads(%q: tensor<2x6x8x16xf32>, %k: tensor<2x3x9x16xf32>, %y: tensor<2x6x8x16xf32>) -> tensor<2x6x8x16xf32> {
  // CHECK: [[@LINE+1]]:8: error: 'zyn.attention' op cannot be tiled along loop #1, since the heads of a group share those of the keys
  %r = zyn.attention group_size = 2 ins(%q, %k, %k : tensor<2x6x8x16xf32>, tensor<2x3x9x16xf32>, tensor<2x3x9x16xf32>) outs(%y : tensor<2x6x8x16xf32>) -> tensor<2x6x8x16xf32>
  return %r : tensor<2x6x8x16xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["zyn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [0, 2]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @causal(%q: tensor<2x6x8x16xf32>, %k: tensor<2x3x9x16xf32>, %y: tensor<2x6x8x16xf32>) -> tensor<2x6x8x16xf32> {
  // CHECK: [[@LINE+1]]:8: error: 'zyn.attention' op cannot be tiled along loop #2, since which keys a query sees depends on its number
  %r = zyn.attention causal group_size = 2 ins(%q, %k, %k : tensor<2x6x8x16xf32>, tensor<2x3x9x16xf32>, tensor<2x3x9x16xf32>) outs(%y : tensor<2x6x8x16xf32>) -> tensor<2x6x8x16xf32>
  return %r : tensor<2x6x8x16xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["zyn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [0, 0, 2]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @keys(%q: tensor<2x6x8x16xf32>, %k: tensor<2x3x9x16xf32>, %y: tensor<2x6x8x16xf32>) -> tensor<2x6x8x16xf32> {
  // CHECK: [[@LINE+1]]:8: error: 'zyn.attention' op cannot be tiled along loop #4, a reduction loop, since partial results cannot be combined in its destination
  %r = zyn.attention group_size = 2 ins(%q, %k, %k : tensor<2x6x8x16xf32>, tensor<2x3x9x16xf32>, tensor<2x3x9x16xf32>) outs(%y : tensor<2x6x8x16xf32>) -> tensor<2x6x8x16xf32>
  return %r : tensor<2x6x8x16xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["zyn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [0, 0, 0, 0, 2]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @elements(%q: tensor<2x6x8x16xf32>, %y: tensor<2x6x8x16xf32>, %lse: tensor<2x6x8xf32>) -> (tensor<2x6x8x16xf32>, tensor<2x6x8xf32>) {
  // CHECK: [[@LINE+1]]:10: error: 'zyn.attention' op cannot be tiled along loop #3, since all of its tiles have the same log-sum-exps
  %r:2 = zyn.attention ins(%q, %q, %q : tensor<2x6x8x16xf32>, tensor<2x6x8x16xf32>, tensor<2x6x8x16xf32>) outs(%y, %lse : tensor<2x6x8x16xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8x16xf32>, tensor<2x6x8xf32>
  return %r#0, %r#1 : tensor<2x6x8x16xf32>, tensor<2x6x8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["zyn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [0, 0, 0, 2]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @selected(%x: tensor<8x9xf32>, %v: tensor<8x4xf32>, %i: tensor<8x4xi32>) -> (tensor<8x4xf32>, tensor<8x4xi32>) {
  // CHECK: [[@LINE+1]]:10: error: 'zyn.topk' op cannot be tiled along loop #1, the dimension of the results, which are selected together
  %r:2 = zyn.topk ins(%x : tensor<8x9xf32>) outs(%v, %i : tensor<8x4xf32>, tensor<8x4xi32>) dimension = 1
      -> tensor<8x4xf32>, tensor<8x4xi32>
  return %r#0, %r#1 : tensor<8x4xf32>, tensor<8x4xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["zyn.topk"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [0, 2]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
