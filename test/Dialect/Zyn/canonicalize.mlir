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

// A convolution with filters of one pixel is a matmul of all pixels.
// CHECK: #[[$COLUMN:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK: #[[$ALL:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @pixels
// CHECK-SAME: %[[X:.*]]: tensor<?x7x9x64xf16>, %[[W:.*]]: tensor<32x1x1x64xf16>, %[[BIAS:.*]]: tensor<32xf32>, %[[OLD:.*]]: tensor<?x7x9x32xf16>, %[[Y:.*]]: tensor<?x7x9x32xf16>
func.func @pixels(%x: tensor<?x7x9x64xf16>, %w: tensor<32x1x1x64xf16>, %bias: tensor<32xf32>,
                  %old: tensor<?x7x9x32xf16>, %y: tensor<?x7x9x32xf16>) -> tensor<?x7x9x32xf16> {
  // CHECK-DAG: %[[ROWS:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1, 2], [3]]
  // CHECK-DAG: %[[FILTERS:.*]] = tensor.collapse_shape %[[W]] {{\[\[}}0], [1, 2, 3]]
  // CHECK-DAG: %[[ADDED:.*]] = tensor.collapse_shape %[[OLD]]
  // CHECK-DAG: %[[INTO:.*]] = tensor.collapse_shape %[[Y]]
  // CHECK: %[[R:.*]] = zyn.matmul transpose_b accumulate ins(%[[ROWS]], %[[FILTERS]] : tensor<?x64xf16>, tensor<32x64xf16>)
  // CHECK-SAME: outs(%[[INTO]] : tensor<?x32xf16>)
  // CHECK-SAME: epilogue_ins(%[[BIAS]], %[[ADDED]] : tensor<32xf32>, tensor<?x32xf16>) epilogue_maps = [#[[$COLUMN]], #[[$ALL]]]
  // CHECK: tensor.expand_shape %[[R]] {{\[\[}}0, 1, 2], [3]]
  %r = zyn.conv2d accumulate ins(%x, %w : tensor<?x7x9x64xf16>, tensor<32x1x1x64xf16>) outs(%y : tensor<?x7x9x32xf16>)
      epilogue_ins(%bias, %old : tensor<32xf32>, tensor<?x7x9x32xf16>)
      epilogue_maps = [affine_map<(n, p, q, f) -> (f)>, affine_map<(n, p, q, f) -> (n, p, q, f)>] epilogue {
  ^bb0(%sum: f32, %b: f32, %o: f16):
    %0 = arith.addf %sum, %b : f32
    %1 = arith.truncf %0 : f32 to f16
    %2 = arith.addf %1, %o : f16
    zyn.yield %2 : f16
  } -> tensor<?x7x9x32xf16>
  return %r : tensor<?x7x9x32xf16>
}

// -----

// The destination is not an operand if it is not read.
// CHECK-LABEL: func.func @into_empty
func.func @into_empty(%x: tensor<2x7x9x64xf16>, %w: tensor<32x1x1x64xf16>, %y: tensor<2x7x9x32xf16>) -> tensor<2x7x9x32xf16> {
  // CHECK: %[[INTO:.*]] = tensor.empty() : tensor<126x32xf16>
  // CHECK: zyn.matmul transpose_b ins({{.*}} outs(%[[INTO]] : tensor<126x32xf16>)
  %r = zyn.conv2d ins(%x, %w : tensor<2x7x9x64xf16>, tensor<32x1x1x64xf16>) outs(%y : tensor<2x7x9x32xf16>) -> tensor<2x7x9x32xf16>
  return %r : tensor<2x7x9x32xf16>
}

// -----

// Not if strides skip pixels, or if the epilogue needs the index of the image.
// CHECK-LABEL: func.func @not_pixels
func.func @not_pixels(%x: tensor<2x8x8x4xf32>, %w: tensor<6x1x1x4xf32>, %b: tensor<2xf32>, %y: tensor<2x4x4x6xf32>,
                      %z: tensor<2x8x8x6xf32>) -> (tensor<2x4x4x6xf32>, tensor<2x8x8x6xf32>) {
  // CHECK: zyn.conv2d
  %r = zyn.conv2d strides = [2, 2] ins(%x, %w : tensor<2x8x8x4xf32>, tensor<6x1x1x4xf32>) outs(%y : tensor<2x4x4x6xf32>)
    -> tensor<2x4x4x6xf32>
  // CHECK: zyn.conv2d
  %s = zyn.conv2d ins(%x, %w : tensor<2x8x8x4xf32>, tensor<6x1x1x4xf32>) outs(%z : tensor<2x8x8x6xf32>)
      epilogue_ins(%b : tensor<2xf32>) epilogue_maps = [affine_map<(n, p, q, f) -> (n)>] epilogue {
  ^bb0(%sum: f32, %scale: f32):
    %0 = arith.mulf %sum, %scale : f32
    zyn.yield %0 : f32
  } -> tensor<2x8x8x6xf32>
  return %r, %s : tensor<2x4x4x6xf32>, tensor<2x8x8x6xf32>
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

// -----

// Offsets and columns of a constant matrix have been verified.
// CHECK-LABEL: func.func @constant_matrix
func.func @constant_matrix(%x: tensor<5x8xf32>, %y: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %o, %c, %v = zyn.constant_matrix format = csr offsets = dense<[0, 1, 3]> : tensor<3xi32>
      columns = dense<[2, 0, 4]> : tensor<3xi32> num_columns = 5 values = dense<1.0> : tensor<3xf32>
  // CHECK: zyn.spmm unchecked
  %r = zyn.spmm ins(%o, %c, %v, %x : tensor<3xi32>, tensor<3xi32>, tensor<3xf32>, tensor<5x8xf32>) outs(%y : tensor<2x8xf32>) -> tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}

// -----

// The dense matrix has too few rows, may have too few, or the columns are not
// those of the matrix.
// CHECK-LABEL: func.func @still_checked
func.func @still_checked(%x: tensor<5x8xf32>, %any: tensor<?x8xf32>, %y: tensor<2x8xf32>, %other: tensor<3xi32>)
    -> (tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>) {
  %o, %c, %v = zyn.constant_matrix format = csr offsets = dense<[0, 1, 3]> : tensor<3xi32>
      columns = dense<[2, 0, 4]> : tensor<3xi32> num_columns = 6 values = dense<1.0> : tensor<3xf32>
  // CHECK-COUNT-4: zyn.spmm ins
  %0 = zyn.spmm ins(%o, %c, %v, %x : tensor<3xi32>, tensor<3xi32>, tensor<3xf32>, tensor<5x8xf32>) outs(%y : tensor<2x8xf32>) -> tensor<2x8xf32>
  %1 = zyn.spmm ins(%o, %c, %v, %any : tensor<3xi32>, tensor<3xi32>, tensor<3xf32>, tensor<?x8xf32>) outs(%y : tensor<2x8xf32>) -> tensor<2x8xf32>
  %p, %d, %w = zyn.constant_matrix format = csr offsets = dense<[0, 1, 3]> : tensor<3xi32>
      columns = dense<[2, 0, 4]> : tensor<3xi32> num_columns = 5 values = dense<1.0> : tensor<3xf32>
  %2 = zyn.spmm ins(%p, %other, %w, %x : tensor<3xi32>, tensor<3xi32>, tensor<3xf32>, tensor<5x8xf32>) outs(%y : tensor<2x8xf32>) -> tensor<2x8xf32>
  %3 = zyn.spmm ins(%d, %p, %w, %x : tensor<3xi32>, tensor<3xi32>, tensor<3xf32>, tensor<5x8xf32>) outs(%y : tensor<2x8xf32>) -> tensor<2x8xf32>
  return %0, %1, %2, %3 : tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>
}

// An attention without an epilogue has an empty region, too.
// CHECK-LABEL: func.func @attention
// CHECK-NOT:     tensor.cast
// CHECK:         zyn.attention {{.*}} -> tensor<1x2x32x16xf32>
// CHECK-NOT:     tensor.cast
func.func @attention(%q: tensor<1x2x32x16xf32>, %k: tensor<1x2x32x16xf32>, %v: tensor<1x2x32x16xf32>,
                     %y: tensor<1x2x32x16xf32>) -> tensor<1x2x32x16xf32> {
  %query = tensor.cast %q : tensor<1x2x32x16xf32> to tensor<?x?x?x?xf32>
  %init = tensor.cast %y : tensor<1x2x32x16xf32> to tensor<?x?x?x?xf32>
  %r = zyn.attention ins(%query, %k, %v : tensor<?x?x?x?xf32>, tensor<1x2x32x16xf32>, tensor<1x2x32x16xf32>)
      outs(%init : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %s = tensor.cast %r : tensor<?x?x?x?xf32> to tensor<1x2x32x16xf32>
  return %s : tensor<1x2x32x16xf32>
}
