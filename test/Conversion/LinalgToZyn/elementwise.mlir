// RUN: zyn-opt %s --convert-linalg-to-zyn --split-input-file | FileCheck %s

// CHECK: #[[$ROWS:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @broadcast_unit
//       CHECK:   %[[B:.*]] = tensor.collapse_shape %arg1 {{\[\[}}0, 1]]
//       CHECK:   zyn.map ins(%arg0, %[[B]] : tensor<?x8xf32>, tensor<?xf32>) outs(%arg2 : tensor<?x8xf32>) indexing_maps = [#{{.*}}, #[[$ROWS]]]
func.func @broadcast_unit(%x: tensor<?x8xf32>, %b: tensor<?x1xf32>, %y: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : tensor<?x8xf32>, tensor<?x1xf32>) outs(%y : tensor<?x8xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// -----

// Loops in the order of the destination, whose elements are read.
// CHECK: #[[$T:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func.func @permuted
//       CHECK:   zyn.map ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8x4xf32>) outs(%arg1 : tensor<8x4xf32>) indexing_maps = [#[[$T]], #{{.*}}]
//       CHECK:     %[[I:.*]] = zyn.index 1 : index
//       CHECK:     arith.index_cast %[[I]]
func.func @permuted(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>],
      iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%y : tensor<8x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i32
    %f = arith.sitofp %k : i32 to f32
    %s = arith.addf %a, %f : f32
    %t = arith.addf %s, %o : f32
    linalg.yield %t : f32
  } -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// CHECK-LABEL: func.func @fill
//       CHECK:   zyn.map outs(%arg1 : tensor<?xf16>) {
//  CHECK-NEXT:     zyn.yield %arg0
func.func @fill(%v: f16, %y: tensor<?xf16>) -> tensor<?xf16> {
  %r = linalg.fill ins(%v : f16) outs(%y : tensor<?xf16>) -> tensor<?xf16>
  return %r : tensor<?xf16>
}

// -----

// Buffers, and elements that zyn does not have, are left alone.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-2: linalg.copy
func.func @others(%x: memref<4xf32>, %y: memref<4xf32>, %v: tensor<4xvector<2xf32>>, %w: tensor<4xvector<2xf32>>)
    -> tensor<4xvector<2xf32>> {
  linalg.copy ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  %r = linalg.copy ins(%v : tensor<4xvector<2xf32>>) outs(%w : tensor<4xvector<2xf32>>) -> tensor<4xvector<2xf32>>
  return %r : tensor<4xvector<2xf32>>
}

// -----

// A broadcast copy is not made.
// CHECK-LABEL: func.func @bias
//       CHECK:   zyn.map ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8xf32>) outs(%arg2 : tensor<4x8xf32>)
//       CHECK:   zyn.map ins(%arg3 : tensor<4x1xf32>) outs(%{{.*}} : tensor<4x1xf32>) {
func.func @bias(%x: tensor<4x8xf32>, %b: tensor<8xf32>, %y: tensor<4x8xf32>, %v: tensor<4x1xf32>)
    -> (tensor<4x8xf32>, tensor<4x1xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %all = linalg.broadcast ins(%b : tensor<8xf32>) outs(%e : tensor<4x8xf32>) dimensions = [0]
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %all : tensor<4x8xf32>, tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %f = tensor.empty() : tensor<4x1xf32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%v : tensor<4x1xf32>) outs(%f : tensor<4x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  } -> tensor<4x1xf32>
  return %r, %s : tensor<4x8xf32>, tensor<4x1xf32>
}

// -----

// A batch of 1 remains, also if its index is a constant, so that there is no
// reshape between the convolution and the ops after it.
// CHECK-LABEL: func.func @batch_of_one
//       CHECK:   %[[Y:.*]] = zyn.conv2d
//       CHECK:   zyn.map ins(%[[Y]], %arg2 : tensor<1x8x6x6xf32>, tensor<8xf32>) outs(%{{.*}} : tensor<1x8x6x6xf32>)
func.func @batch_of_one(%x: tensor<1x3x8x8xf32>, %w: tensor<8x3x3x3xf32>, %s: tensor<8xf32>, %z: tensor<1x8x6x6xf32>)
    -> tensor<1x8x6x6xf32> {
  %y = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x8x8xf32>, tensor<8x3x3x3xf32>)
      outs(%z : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  %e = tensor.empty() : tensor<1x8x6x6xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(a, b, c, d) -> (0, b, c, d)>, affine_map<(a, b, c, d) -> (b)>,
                       affine_map<(a, b, c, d) -> (a, b, c, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %s : tensor<1x8x6x6xf32>, tensor<8xf32>) outs(%e : tensor<1x8x6x6xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.mulf %p, %q : f32
    linalg.yield %m : f32
  } -> tensor<1x8x6x6xf32>
  return %r : tensor<1x8x6x6xf32>
}

// -----

// Only the first element of the dimension is read, which is no unit dimension.
// CHECK-LABEL: func.func @first_of_several
//       CHECK:   %[[C0:.*]] = arith.constant 0 : index
//       CHECK:   zyn.compute ins(%arg0 : tensor<3x4xf32>)
//       CHECK:     %[[J:.*]] = zyn.index 1
//       CHECK:     zyn.element 0[%[[C0]], %[[J]]]
func.func @first_of_several(%x: tensor<3x4xf32>, %y: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (0, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x : tensor<3x4xf32>) outs(%y : tensor<1x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  } -> tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}

// -----

// Dimensions that were inserted are dropped.
// CHECK-LABEL: func.func @inserted
//       CHECK:   zyn.map ins(%arg0, %arg1 : tensor<4xf32>, tensor<4xf32>) outs(%{{.*}} : tensor<4xf32>)
//       CHECK:   zyn.map ins(%{{.*}} : tensor<4xf32>) outs(%{{.*}} : tensor<4xf32>)
func.func @inserted(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4x1xf32> {
  %v = tensor.expand_shape %x [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %w = tensor.expand_shape %y [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %e = tensor.empty() : tensor<4x1xf32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%v, %w : tensor<4x1xf32>, tensor<4x1xf32>) outs(%e : tensor<4x1xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.addf %a, %b : f32
    linalg.yield %t : f32
  } -> tensor<4x1xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%s : tensor<4x1xf32>) outs(%e : tensor<4x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  } -> tensor<4x1xf32>
  return %r : tensor<4x1xf32>
}
