// RUN: zyn-opt %s --zyn-fuse --split-input-file | FileCheck %s

// What must not be fused.

// No operand has the length of the rows.
// CHECK-LABEL: func.func @only_indices
// CHECK: zyn.reduce
// CHECK-NOT: zyn.rows
func.func @only_indices(%y: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %iota = zyn.map outs(%e : tensor<4x8xf32>) {
    %i = zyn.index 1 : index
    %j = arith.index_cast %i : index to i32
    %k = arith.sitofp %j : i32 to f32
    zyn.yield %k : f32
  } -> tensor<4x8xf32>
  %zero = zyn.map outs(%y : tensor<4xf32>) {
    %c = arith.constant 0.0 : f32
    zyn.yield %c : f32
  } -> tensor<4xf32>
  %sum = zyn.reduce ins(%iota : tensor<4x8xf32>) outs(%zero : tensor<4xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    zyn.yield %s : f32
  } -> tensor<4xf32>
  %r = zyn.map ins(%sum : tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%v: f32):
    %s = math.sqrt %v : f32
    zyn.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A reduction over no dimensions has no rows.
// CHECK-LABEL: func.func @no_dimensions
// CHECK: zyn.map
// CHECK: zyn.reduce
func.func @no_dimensions(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = zyn.map ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%v: f32):
    %s = arith.mulf %v, %v : f32
    zyn.yield %s : f32
  } -> tensor<4x8xf32>
  %1 = zyn.reduce ins(%0 : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) dimensions = [] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    zyn.yield %s : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// The products are not computed twice. Both maps read them once.
// CHECK-LABEL: func.func @product_of_two_maps
// CHECK-COUNT-1: zyn.matmul
// CHECK-NOT: zyn.matmul
// CHECK: zyn.map {{.*}} outs(%{{.*}}, %{{.*}} : tensor<2048x2048xf32>, tensor<2048x2048xf32>)
// CHECK-NOT: zyn.map
func.func @product_of_two_maps(%x: tensor<2048x2048xf32>, %w: tensor<2048x2048xf32>) -> (tensor<2048x2048xf32>, tensor<2048x2048xf32>) {
  %e = tensor.empty() : tensor<2048x2048xf32>
  %p = zyn.matmul ins(%x, %w : tensor<2048x2048xf32>, tensor<2048x2048xf32>) outs(%e : tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %l = zyn.map ins(%p : tensor<2048x2048xf32>) outs(%e : tensor<2048x2048xf32>) {
  ^bb0(%v: f32):
    %s = arith.negf %v : f32
    zyn.yield %s : f32
  } -> tensor<2048x2048xf32>
  %m = zyn.map ins(%p : tensor<2048x2048xf32>) outs(%e : tensor<2048x2048xf32>) {
  ^bb0(%v: f32):
    %s = arith.mulf %v, %v : f32
    zyn.yield %s : f32
  } -> tensor<2048x2048xf32>
  return %l, %m : tensor<2048x2048xf32>, tensor<2048x2048xf32>
}

// -----

// The sizes of both destinations are compared when the program runs.
// CHECK-LABEL: func.func @second_destination
// CHECK-COUNT-2: zyn.map
func.func @second_destination(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %0:2 = zyn.map ins(%x : tensor<?xf32>) outs(%y, %z : tensor<?xf32>, tensor<?xf32>) {
  ^bb0(%v: f32):
    %s = arith.negf %v : f32
    zyn.yield %s, %v : f32, f32
  } -> tensor<?xf32>, tensor<?xf32>
  %1 = zyn.map ins(%0#0 : tensor<?xf32>) outs(%y : tensor<?xf32>) {
  ^bb0(%v: f32):
    %s = arith.mulf %v, %v : f32
    zyn.yield %s : f32
  } -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// The body uses a whole array.
// CHECK-LABEL: func.func @captured
// CHECK-COUNT-2: zyn.map
func.func @captured(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = zyn.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%v: f32):
    %s = arith.mulf %v, %v : f32
    zyn.yield %s : f32
  } -> tensor<8xf32>
  %1 = zyn.map ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%v: f32):
    %i = zyn.index 0 : index
    %c = arith.constant 7 : index
    %j = arith.subi %c, %i : index
    %t = tensor.extract %0[%j] : tensor<8xf32>
    %s = arith.addf %v, %t : f32
    zyn.yield %s : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// A combiner of rows does not use values from outside.
// CHECK-LABEL: func.func @captured_by_combiner
// CHECK: zyn.map
// CHECK: zyn.reduce
func.func @captured_by_combiner(%x: tensor<4x8xf32>, %y: tensor<4xf32>, %limit: f32) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = zyn.map ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%v: f32):
    %s = arith.mulf %v, %v : f32
    zyn.yield %s : f32
  } -> tensor<4x8xf32>
  %1 = zyn.reduce ins(%0 : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    %t = arith.minimumf %s, %limit : f32
    zyn.yield %t : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// What both maps read does not say how many columns each of them has.
// CHECK-LABEL: func.func @other_columns
// CHECK-COUNT-2: zyn.map
func.func @other_columns(%x: tensor<4xf32>, %n: index, %m: index) -> (tensor<4x?xf32>, tensor<4x?xf32>) attributes {zyn.constraints = #zyn.constraints<unchecked = true>} {
  %e = tensor.empty(%n) : tensor<4x?xf32>
  %f = tensor.empty(%m) : tensor<4x?xf32>
  %0 = zyn.map ins(%x : tensor<4xf32>) outs(%e : tensor<4x?xf32>) indexing_maps = [affine_map<(i, j) -> (i)>] {
  ^bb0(%v: f32):
    %s = arith.negf %v : f32
    zyn.yield %s : f32
  } -> tensor<4x?xf32>
  %1 = zyn.map ins(%x : tensor<4xf32>) outs(%f : tensor<4x?xf32>) indexing_maps = [affine_map<(i, j) -> (i)>] {
  ^bb0(%v: f32):
    %s = arith.addf %v, %v : f32
    zyn.yield %s : f32
  } -> tensor<4x?xf32>
  return %0, %1 : tensor<4x?xf32>, tensor<4x?xf32>
}
