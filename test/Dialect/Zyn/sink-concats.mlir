// RUN: zyn-opt %s --zyn-sink-concats --split-input-file | FileCheck %s
// RUN: zyn-opt %s --zyn-sink-concats --canonicalize --cse --zyn-fuse --split-input-file | FileCheck %s --check-prefix=FUSED

// A rotary embedding: one map computes both halves.
// CHECK-LABEL: func.func @rotate(
// CHECK-NOT: zyn.map ins(%{{.*}} : tensor<2x5x8xf32>
// CHECK: tensor.concat dim(2) %{{.*}}, %{{.*}} : (tensor<2x5x4xf32>, tensor<2x5x4xf32>) -> tensor<2x5x8xf32>
// CHECK-NEXT: return
// FUSED-LABEL: func.func @rotate(
// FUSED: zyn.map
// FUSED-SAME: outs(%{{.*}}, %{{.*}} : tensor<2x5x4xf32>, tensor<2x5x4xf32>)
// FUSED-NOT: zyn.map
// FUSED: tensor.concat
func.func @rotate(%x: tensor<2x5x8xf32>, %cos: tensor<5x8xf32>, %sin: tensor<5x8xf32>) -> tensor<2x5x8xf32> {
  %e = tensor.empty() : tensor<2x5x8xf32>
  %h = tensor.empty() : tensor<2x5x4xf32>
  %left = tensor.extract_slice %x[0, 0, 0] [2, 5, 4] [1, 1, 1] : tensor<2x5x8xf32> to tensor<2x5x4xf32>
  %right = tensor.extract_slice %x[0, 0, 4] [2, 5, 4] [1, 1, 1] : tensor<2x5x8xf32> to tensor<2x5x4xf32>
  %negated = zyn.map ins(%right : tensor<2x5x4xf32>) outs(%h : tensor<2x5x4xf32>) {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    zyn.yield %0 : f32
  } -> tensor<2x5x4xf32>
  %swapped = tensor.concat dim(2) %negated, %left : (tensor<2x5x4xf32>, tensor<2x5x4xf32>) -> tensor<2x5x8xf32>
  %first = zyn.map ins(%x, %cos : tensor<2x5x8xf32>, tensor<5x8xf32>) outs(%e : tensor<2x5x8xf32>)
      indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (j, k)>] {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    zyn.yield %0 : f32
  } -> tensor<2x5x8xf32>
  %second = zyn.map ins(%swapped, %sin : tensor<2x5x8xf32>, tensor<5x8xf32>) outs(%e : tensor<2x5x8xf32>)
      indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (j, k)>] {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    zyn.yield %0 : f32
  } -> tensor<2x5x8xf32>
  %sum = zyn.map ins(%first, %second : tensor<2x5x8xf32>, tensor<2x5x8xf32>) outs(%e : tensor<2x5x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  } -> tensor<2x5x8xf32>
  return %sum : tensor<2x5x8xf32>
}

// -----

// Indices continue in the second part; sizes of other dimensions may be
// dynamic, and dimensions permuted.
// CHECK-LABEL: func.func @indices(
// CHECK-SAME: %[[A:.*]]: tensor<3x?xi64>, %[[B:.*]]: tensor<5x?xi64>
// CHECK: zyn.map ins(%[[A]], %{{.*}} : tensor<3x?xi64>, tensor<i64>) outs(%{{.*}} : tensor<?x3xi64>)
// CHECK: %[[I:.*]] = zyn.index 1
// CHECK-NEXT: arith.index_cast %[[I]]
// CHECK: zyn.map ins(%[[B]], %{{.*}} : tensor<5x?xi64>, tensor<i64>) outs(%{{.*}} : tensor<?x5xi64>)
// CHECK: %[[J:.*]] = zyn.index 1
// CHECK: %[[SHIFTED:.*]] = arith.addi %[[J]], %c3
// CHECK: arith.index_cast %[[SHIFTED]]
// CHECK: tensor.concat dim(1)
func.func @indices(%a: tensor<3x?xi64>, %b: tensor<5x?xi64>, %s: tensor<i64>, %e: tensor<?x8xi64>) -> tensor<?x8xi64> {
  %c = tensor.concat dim(0) %a, %b : (tensor<3x?xi64>, tensor<5x?xi64>) -> tensor<8x?xi64>
  %r = zyn.map ins(%c, %s : tensor<8x?xi64>, tensor<i64>) outs(%e : tensor<?x8xi64>) indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> ()>] {
  ^bb0(%x: i64, %y: i64):
    %i = zyn.index 1 : index
    %n = arith.index_cast %i : index to i64
    %0 = arith.addi %x, %n : i64
    zyn.yield %0 : i64
  } -> tensor<?x8xi64>
  return %r : tensor<?x8xi64>
}

// -----

// What a reduction is fused with stays one map, as does a map of a
// concatenation that is needed itself, or whose parts have unknown sizes.
// CHECK-LABEL: func.func @kept(
// The same holds if it reads only that and a part is in memory.
// CHECK-COUNT-4: zyn.map ins(%{{.*}} : tensor<{{8|\?}}xf32>)
// CHECK-NOT: zyn.map
func.func @kept(%a: tensor<4xf32>, %b: tensor<?xf32>, %s: tensor<f32>, %e: tensor<8xf32>, %f: tensor<?xf32>) -> (tensor<f32>, tensor<8xf32>, tensor<8xf32>, tensor<?xf32>, tensor<8xf32>) {
  %c0 = tensor.concat dim(0) %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %0 = zyn.map ins(%c0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32):
    %1 = math.exp %x : f32
    zyn.yield %1 : f32
  } -> tensor<8xf32>
  %sum = zyn.reduce ins(%0 : tensor<8xf32>) outs(%s : tensor<f32>) dimensions = [0] {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.addf %x, %y : f32
    zyn.yield %1 : f32
  } -> tensor<f32>
  %c1 = tensor.concat dim(0) %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %2 = zyn.map ins(%c1 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32):
    %1 = math.exp %x : f32
    zyn.yield %1 : f32
  } -> tensor<8xf32>
  %c2 = tensor.concat dim(0) %a, %b : (tensor<4xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = zyn.map ins(%c2 : tensor<?xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%x: f32):
    %1 = math.exp %x : f32
    zyn.yield %1 : f32
  } -> tensor<?xf32>
  %c3 = tensor.concat dim(0) %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %4 = zyn.map ins(%c3 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32):
    %1 = math.exp %x : f32
    zyn.yield %1 : f32
  } -> tensor<8xf32>
  return %sum, %c1, %2, %3, %4 : tensor<f32>, tensor<8xf32>, tensor<8xf32>, tensor<?xf32>, tensor<8xf32>
}

// -----

// Slices of a map that computes more stay slices.
// CHECK-LABEL: func.func @slices(
// CHECK: %[[M:.*]] = zyn.map ins(%{{.*}} : tensor<8xf32>)
// CHECK: tensor.extract_slice %[[M]][0] [4]
// CHECK: tensor.extract_slice %[[M]][4] [4]
func.func @slices(%a: tensor<4xf32>, %x: tensor<8xf32>, %e: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %m = zyn.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%y: f32):
    %1 = math.exp %y : f32
    zyn.yield %1 : f32
  } -> tensor<8xf32>
  %c = tensor.concat dim(0) %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %r = zyn.map ins(%c, %m : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%y: f32, %z: f32):
    %1 = arith.addf %y, %z : f32
    zyn.yield %1 : f32
  } -> tensor<8xf32>
  return %m, %r : tensor<8xf32>, tensor<8xf32>
}
