// RUN: zyn-opt %s --canonicalize --split-input-file | FileCheck %s

// An input that the body does not use is dropped, and its map with it.
// CHECK-LABEL: func.func @unused_input
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>, %{{.*}}: tensor<8xf32>, %[[Y:.*]]: tensor<4x8xf32>
func.func @unused_input(%x: tensor<4x8xf32>, %row: tensor<8xf32>,
                        %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: zyn.map ins(%[[X]] : tensor<4x8xf32>) outs(%[[Y]] : tensor<4x8xf32>) {
  // CHECK-NEXT: ^bb0(%[[IN:.*]]: f32):
  // CHECK-NEXT:   zyn.yield %[[IN]] : f32
  %r = zyn.map ins(%x, %row : tensor<4x8xf32>, tensor<8xf32>)
               outs(%y : tensor<4x8xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>] {
  ^bb0(%in: f32, %unused: f32):
    zyn.yield %in : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @no_input_is_left
func.func @no_input_is_left(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: zyn.map outs(%{{.*}} : tensor<?xf32>) {
  %r = zyn.map ins(%x : tensor<?xf32>) outs(%y : tensor<?xf32>) {
  ^bb0(%in: f32):
    %one = arith.constant 1.0 : f32
    zyn.yield %one : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// An input that is read twice in the same way is read once.
// CHECK-LABEL: func.func @input_twice
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>
func.func @input_twice(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: zyn.map ins(%[[X]] : tensor<4xf32>) outs(%[[Y]] : tensor<4xf32>) {
  // CHECK-NEXT: ^bb0(%[[IN:.*]]: f32):
  // CHECK-NEXT:   arith.mulf %[[IN]], %[[IN]] : f32
  %r = zyn.map ins(%x, %x : tensor<4xf32>, tensor<4xf32>)
               outs(%y : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %square = arith.mulf %a, %b : f32
    zyn.yield %square : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Read through two maps, it stays two inputs.
// CHECK-LABEL: func.func @input_and_its_transpose
// CHECK-SAME: %[[X:.*]]: tensor<4x4xf32>, %{{.*}}: tensor<4x4xf32>)
func.func @input_and_its_transpose(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: zyn.map ins(%[[X]], %[[X]] : tensor<4x4xf32>, tensor<4x4xf32>)
  // CHECK-SAME: indexing_maps = [#{{.*}}, #{{.*}}] {
  %r = zyn.map ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>)
               outs(%y : tensor<4x4xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>] {
  ^bb0(%a: f32, %b: f32):
    %sum = arith.addf %a, %b : f32
    zyn.yield %sum : f32
  } -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

// An op on tensors whose results nobody uses goes.
// CHECK-LABEL: func.func @dead
func.func @dead(%x: tensor<4xf32>, %y: tensor<f32>) {
  // CHECK-NEXT: return
  %r = zyn.reduce ins(%x : tensor<4xf32>) outs(%y : tensor<f32>) dimensions = [0] {
  ^bb0(%sum: f32, %in: f32):
    %next = arith.addf %sum, %in : f32
    zyn.yield %next : f32
  } -> tensor<f32>
  return
}

// -----

// One on buffers writes them, and stays.
// CHECK-LABEL: func.func @buffers_stay
func.func @buffers_stay(%a: memref<4x4xf32>) {
  // CHECK: zyn.matmul
  zyn.matmul ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  return
}

// -----

// One input given twice, of which the body reads the second only: the first
// takes its uses.
// CHECK-LABEL: func.func @second_of_the_same
// CHECK-SAME: %[[X:.*]]: tensor<f32>, %{{.*}}: tensor<f32>)
func.func @second_of_the_same(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  // CHECK: zyn.map ins(%[[X]] : tensor<f32>)
  // CHECK: ^bb0(%[[A:.*]]: f32):
  // CHECK-NEXT: zyn.yield %[[A]] : f32
  %r = zyn.map ins(%x, %x : tensor<f32>, tensor<f32>) outs(%y : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    zyn.yield %b : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @scan_of_nothing
// CHECK-SAME: %[[X:.*]]: tensor<4x0xf32>, %[[Y:.*]]: tensor<4x0xf32>, %[[CARRY:.*]]: tensor<4xf32>
// CHECK-NEXT: return %[[Y]], %[[CARRY]]
func.func @scan_of_nothing(%x: tensor<4x0xf32>, %y: tensor<4x0xf32>, %carry: tensor<4xf32>)
    -> (tensor<4x0xf32>, tensor<4xf32>) {
  %r:2 = zyn.scan ins(%x : tensor<4x0xf32>) outs(%y, %carry : tensor<4x0xf32>, tensor<4xf32>) dimension = 1 {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  } -> tensor<4x0xf32>, tensor<4xf32>
  return %r#0, %r#1 : tensor<4x0xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @scan_of_one
// CHECK-SAME: %[[X:[^:]*]]: tensor<4x1xf16>
// CHECK-NEXT: return %[[X]]
func.func @scan_of_one(%x: tensor<4x1xf16>, %y: tensor<4x1xf16>) -> tensor<4x1xf16> {
  %r = zyn.scan ins(%x : tensor<4x1xf16>) outs(%y : tensor<4x1xf16>) dimension = 1 {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  } -> tensor<4x1xf16>
  return %r : tensor<4x1xf16>
}

// -----

// The initial value is combined with the element.
// CHECK-LABEL: func.func @scan_of_one_with_carry
// CHECK: zyn.scan
func.func @scan_of_one_with_carry(%x: tensor<4x1xf32>, %carry: tensor<4xf32>) -> (tensor<4x1xf32>, tensor<4xf32>) {
  %r:2 = zyn.scan ins(%x : tensor<4x1xf32>) outs(%x, %carry : tensor<4x1xf32>, tensor<4xf32>) dimension = 1 {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  } -> tensor<4x1xf32>, tensor<4xf32>
  return %r#0, %r#1 : tensor<4x1xf32>, tensor<4xf32>
}

// -----

// Results are converted to wider elements.
// CHECK-LABEL: func.func @scan_of_one_widens
// CHECK: zyn.scan
func.func @scan_of_one_widens(%x: tensor<4x1xf16>, %y: tensor<4x1xf32>) -> tensor<4x1xf32> {
  %r = zyn.scan ins(%x : tensor<4x1xf16>) outs(%y : tensor<4x1xf32>) dimension = 1 {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  } -> tensor<4x1xf32>
  return %r : tensor<4x1xf32>
}

// -----

// CHECK-LABEL: func.func @sort_of_one
// CHECK-SAME: %[[X:[^:]*]]: tensor<4x1xf32>
// CHECK-NEXT: return %[[X]]
func.func @sort_of_one(%x: tensor<4x1xf32>, %y: tensor<4x1xf32>) -> tensor<4x1xf32> {
  %r = zyn.sort ins(%x : tensor<4x1xf32>) outs(%y : tensor<4x1xf32>) dimension = 1 -> tensor<4x1xf32>
  return %r : tensor<4x1xf32>
}
