// RUN: zyn-opt %s --transform-interpreter --canonicalize --cse -split-input-file | FileCheck %s

// Operands are sliced through their maps; indices get the tile's offset.
// CHECK-LABEL: func.func @map
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x32xf32>, %[[B:[^:]*]]: tensor<32xf32>, %[[Y:[^:]*]]: tensor<?x32xf32>
// CHECK: %[[ROWS:.*]] = tensor.dim %[[Y]]
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[ROWS]] step %c16 iter_args(%[[ROW:.*]] = %[[Y]])
// CHECK:   scf.for %[[J:.*]] = %{{.*}} to %c32 step %c8 iter_args(%[[OUT:.*]] = %[[ROW]])
// CHECK:     %[[SIZE:.*]] = affine.min
// CHECK:     %[[XT:.*]] = tensor.extract_slice %[[X]][%[[I]], %[[J]]] [%[[SIZE]], 8] [1, 1]
// CHECK:     %[[BT:.*]] = tensor.extract_slice %[[B]][%[[J]]] [8] [1]
// CHECK:     %[[YT:.*]] = tensor.extract_slice %[[OUT]][%[[I]], %[[J]]] [%[[SIZE]], 8] [1, 1]
// CHECK:     %[[R:.*]] = zyn.map ins(%[[XT]], %[[BT]] : tensor<?x8xf32>, tensor<8xf32>) outs(%[[YT]] : tensor<?x8xf32>)
// CHECK:       %[[INDEX:.*]] = zyn.index 1
// CHECK:       arith.addi %[[INDEX]], %[[J]]
// CHECK:     tensor.insert_slice %[[R]] into %[[OUT]][%[[I]], %[[J]]] [%[[SIZE]], 8] [1, 1]
func.func @map(%x: tensor<?x32xf32>, %b: tensor<32xf32>, %y: tensor<?x32xf32>) -> tensor<?x32xf32> {
  %r = zyn.map ins(%x, %b : tensor<?x32xf32>, tensor<32xf32>) outs(%y : tensor<?x32xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>] {
  ^bb0(%in: f32, %bias: f32):
    %i = zyn.index 1 : index
    %v = arith.index_cast %i : index to i32
    %f = arith.sitofp %v : i32 to f32
    %0 = arith.addf %in, %bias : f32
    %1 = arith.addf %0, %f : f32
    zyn.yield %1 : f32
  } -> tensor<?x32xf32>
  return %r : tensor<?x32xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["zyn.map"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %op tile_sizes [16, 8]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A reduction loop goes on with the destination.
// CHECK-LABEL: func.func @reduce
// CHECK: scf.for %[[I:.*]] = {{.*}} iter_args(%[[ROW:.*]] = %{{.*}})
// CHECK:   scf.for %[[J:.*]] = {{.*}} iter_args(%[[OUT:.*]] = %[[ROW]])
// CHECK:     %[[X:.*]] = tensor.extract_slice %{{.*}}[%[[I]], %[[J]]] [2, 4] [1, 1]
// CHECK:     %[[Y:.*]] = tensor.extract_slice %[[OUT]][%[[I]]] [2] [1]
// CHECK:     zyn.reduce ins(%[[X]] : tensor<2x4xf32>) outs(%[[Y]] : tensor<2xf32>) dimensions = [1]
func.func @reduce(%x: tensor<8x16xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %r = zyn.reduce ins(%x : tensor<8x16xf32>) outs(%y : tensor<8xf32>) dimensions = [1] {
  ^bb0(%sum: f32, %element: f32):
    %next = arith.addf %sum, %element : f32
    zyn.yield %next : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["zyn.reduce"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %op tile_sizes [2, 4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Buffers become subviews; K, of unknown size, stays whole.
// CHECK-LABEL: func.func @buffers
// CHECK-SAME: %[[A:[^:]*]]: memref<?x64xf16>, %[[B:[^:]*]]: memref<?x32xf16>, %[[V:[^:]*]]: memref<32xf32>, %[[C:[^:]*]]: memref<64x32xf16>
// CHECK: scf.for %[[I:.*]] =
// CHECK:   scf.for %[[J:.*]] =
// CHECK:     %[[AT:.*]] = memref.subview %[[A]][0, %[[I]]] [%{{.*}}, 16] [1, 1]
// CHECK:     %[[BT:.*]] = memref.subview %[[B]][0, %[[J]]] [%{{.*}}, 8] [1, 1]
// CHECK:     %[[VT:.*]] = memref.subview %[[V]][%[[J]]] [8] [1]
// CHECK:     %[[CT:.*]] = memref.subview %[[C]][%[[I]], %[[J]]] [16, 8] [1, 1]
// CHECK:     zyn.matmul transpose_a ins(%[[AT]], %[[BT]] : {{.*}}) outs(%[[CT]] : {{.*}}) epilogue_ins(%[[VT]] : {{.*}})
func.func @buffers(%a: memref<?x64xf16>, %b: memref<?x32xf16>, %v: memref<32xf32>, %c: memref<64x32xf16>) {
  zyn.matmul transpose_a ins(%a, %b : memref<?x64xf16>, memref<?x32xf16>) outs(%c : memref<64x32xf16>)
      epilogue_ins(%v : memref<32xf32>) epilogue_maps = [affine_map<(i, j) -> (j)>] epilogue {
  ^bb0(%sum: f32, %bias: f32):
    %biased = arith.addf %sum, %bias : f32
    %half = arith.truncf %biased : f32 to f16
    zyn.yield %half : f16
  }
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["zyn.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %op tile_sizes [16, 8]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A matmul that accumulates is tiled along K.
// CHECK-LABEL: func.func @accumulate
// CHECK: scf.for %[[K:.*]] = {{.*}} iter_args(%[[C:.*]] = %{{.*}})
// CHECK:   tensor.extract_slice %{{.*}}[0, 0, %[[K]]] [2, 8, 4] [1, 1, 1]
// CHECK:   tensor.extract_slice %{{.*}}[0, %[[K]], 0] [2, 4, 8] [1, 1, 1]
// CHECK:   zyn.matmul accumulate
func.func @accumulate(%a: tensor<2x8x16xf32>, %b: tensor<2x16x8xf32>, %c: tensor<2x8x8xf32>) -> tensor<2x8x8xf32> {
  %r = zyn.matmul accumulate ins(%a, %b : tensor<2x8x16xf32>, tensor<2x16x8xf32>)
                             outs(%c : tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  return %r : tensor<2x8x8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["zyn.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [0, 0, 0, 4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A producer is computed tile by tile in the loops of its consumer.
// CHECK-LABEL: func.func @fuse
// CHECK: scf.for
// CHECK:   scf.for
// CHECK:     %[[SUM:.*]] = zyn.matmul ins(%{{.*}}, %{{.*}} : tensor<4x16xf32>, tensor<16x4xf32>)
// CHECK:     zyn.map ins(%[[SUM]] : tensor<4x4xf32>)
func.func @fuse(%a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = zyn.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = zyn.map ins(%0 : tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) {
  ^bb0(%in: f32):
    %n = arith.negf %in : f32
    zyn.yield %n : f32
  } -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["zyn.map"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.fuse %op tile_sizes [4, 4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Tiles of a convolution have windows that overlap.
// CHECK: #[[$FIRST:.*]] = affine_map<(d0) -> (d0 * 2)>
// CHECK-LABEL: func.func @conv2d
// CHECK: scf.for %[[P:[^ ]*]] =
// CHECK:   %[[ROW:.*]] = affine.apply #[[$FIRST]](%[[P]])
// CHECK:   %[[X:.*]] = tensor.extract_slice %{{.*}}[0, %[[ROW]], 0, 0] [2, 9, 8, 4] [1, 1, 1, 1]
// CHECK:   %[[Y:.*]] = tensor.extract_slice %{{.*}}[0, %[[P]], 0, 0] [2, 4, 6, 6] [1, 1, 1, 1]
// CHECK:   zyn.conv2d strides = [2, 1] ins(%[[X]], %{{.*}} : tensor<2x9x8x4xf32>, tensor<6x3x3x4xf32>) outs(%[[Y]] : tensor<2x4x6x6xf32>)
func.func @conv2d(%x: tensor<2x17x8x4xf32>, %w: tensor<6x3x3x4xf32>, %y: tensor<2x8x6x6xf32>) -> tensor<2x8x6x6xf32> {
  %r = zyn.conv2d strides = [2, 1] ins(%x, %w : tensor<2x17x8x4xf32>, tensor<6x3x3x4xf32>) outs(%y : tensor<2x8x6x6xf32>)
    -> tensor<2x8x6x6xf32>
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

// Each tile has some of the indices, and the whole source.
// CHECK-LABEL: func.func @gather
// CHECK-SAME: %[[X:[^:]*]]: tensor<9x5xf32>, %[[INDICES:[^:]*]]: tensor<8xi32>
// CHECK: scf.for %[[J:.*]] = {{.*}} iter_args(%[[OUT:.*]] = %{{.*}})
// CHECK:   %[[I:.*]] = tensor.extract_slice %[[INDICES]][%[[J]]] [2] [1]
// CHECK:   %[[Y:.*]] = tensor.extract_slice %[[OUT]][%[[J]], 0] [2, 5] [1, 1]
// CHECK:   zyn.gather ins(%[[X]], %[[I]] : tensor<9x5xf32>, tensor<2xi32>) outs(%[[Y]] : tensor<2x5xf32>) dimension = 0
func.func @gather(%x: tensor<9x5xf32>, %i: tensor<8xi32>, %y: tensor<8x5xf32>) -> tensor<8x5xf32> {
  %r = zyn.gather ins(%x, %i : tensor<9x5xf32>, tensor<8xi32>) outs(%y : tensor<8x5xf32>) dimension = 0 -> tensor<8x5xf32>
  return %r : tensor<8x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["zyn.gather"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [2]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Each tile has the whole input. Indices are those of the whole iteration space.
// CHECK-LABEL: func.func @compute
// CHECK-SAME: %[[X:[^:]*]]: tensor<9x5xf32>
// CHECK: scf.for %[[I:.*]] = {{.*}} iter_args(%[[OUT:.*]] = %{{.*}})
// CHECK:   %[[Y:.*]] = tensor.extract_slice %[[OUT]][0, %[[I]]] [5, 3] [1, 1]
// CHECK:   zyn.compute ins(%[[X]] : tensor<9x5xf32>) outs(%[[Y]] : tensor<5x3xf32>) destination_maps
// CHECK:     %[[INDEX:.*]] = zyn.index 0
// CHECK:     %[[ROW:.*]] = arith.addi %[[INDEX]], %[[I]]
// CHECK:     %[[COLUMN:.*]] = zyn.index 1
// CHECK:     zyn.element 0[%[[ROW]], %[[COLUMN]]]
func.func @compute(%x: tensor<9x5xf32>, %y: tensor<5x9xf32>) -> tensor<5x9xf32> {
  %r = zyn.compute ins(%x : tensor<9x5xf32>) outs(%y : tensor<5x9xf32>) destination_maps = [affine_map<(i, j) -> (j, i)>] {
    %i = zyn.index 0 : index
    %j = zyn.index 1 : index
    %v = zyn.element 0[%i, %j] : f32
    zyn.yield %v : f32
  } -> tensor<5x9xf32>
  return %r : tensor<5x9xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["zyn.compute"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [3]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The heads of a group share those of the keys.
// CHECK-LABEL: func.func @attention
// CHECK-SAME: %[[Q:[^:]*]]: tensor<2x6x8x16xf32>, %[[K:[^:]*]]: tensor<2x3x9x16xf32>
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK-DAG: %[[ROWS:.*]] = tensor.extract_slice %[[Q]][0, 0, %[[I]], 0] [2, 6, 4, 16] [1, 1, 1, 1]
// CHECK-DAG: %[[BIAS:.*]] = tensor.extract_slice %{{.*}}[%[[I]], 0] [4, 9] [1, 1]
// CHECK: zyn.attention group_size = 2 ins(%[[ROWS]], %{{.*}}, %{{.*}} : tensor<2x6x4x16xf32>, tensor<2x3x9x16xf32>, tensor<2x3x9x16xf32>) mask(%[[BIAS]]
func.func @attention(%q: tensor<2x6x8x16xf32>, %k: tensor<2x3x9x16xf32>, %v: tensor<2x3x9x16xf32>, %bias: tensor<8x9xf32>,
                     %y: tensor<2x6x8x16xf32>) -> tensor<2x6x8x16xf32> {
  %r = zyn.attention group_size = 2 ins(%q, %k, %v : tensor<2x6x8x16xf32>, tensor<2x3x9x16xf32>, tensor<2x3x9x16xf32>)
      mask(%bias : tensor<8x9xf32>) mask_map = affine_map<(b, h, i, j) -> (i, j)>
      outs(%y : tensor<2x6x8x16xf32>) -> tensor<2x6x8x16xf32>
  return %r : tensor<2x6x8x16xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["zyn.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [0, 0, 4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @topk
// CHECK: scf.for
// CHECK-DAG: %[[X:.*]] = tensor.extract_slice %{{.*}}[%{{.*}}, 0] [2, 9] [1, 1]
// CHECK-DAG: %[[V:.*]] = tensor.extract_slice %{{.*}}[%{{.*}}, 0] [2, 4] [1, 1] : tensor<8x4xf32>
// CHECK: zyn.topk ins(%[[X]] : tensor<2x9xf32>) outs(%[[V]], %{{.*}} : tensor<2x4xf32>, tensor<2x4xi32>) dimension = 1
func.func @topk(%x: tensor<8x9xf32>, %v: tensor<8x4xf32>, %i: tensor<8x4xi32>) -> (tensor<8x4xf32>, tensor<8x4xi32>) {
  %r:2 = zyn.topk ins(%x : tensor<8x9xf32>) outs(%v, %i : tensor<8x4xf32>, tensor<8x4xi32>) dimension = 1
      -> tensor<8x4xf32>, tensor<8x4xi32>
  return %r#0, %r#1 : tensor<8x4xf32>, tensor<8x4xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match ops{["zyn.topk"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [2]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
