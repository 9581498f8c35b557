// RUN: zyn-opt %s --zyn-partial-evaluate --split-input-file | FileCheck %s
// RUN: zyn-opt %s --zyn-partial-evaluate=max-elements=18446744073709551615 --split-input-file | FileCheck %s
// RUN: zyn-opt %s --zyn-partial-evaluate --split-input-file --remarks-filter=zyn-partial-evaluate 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// The transpose is computed, with the bits of NaNs and -0.
// CHECK-LABEL: func.func @transposed
// REMARK: Reason="evaluated 1 ops to constants of 6 elements, and made 0 sizes static, 0 operands scalars, and 0 moves unnecessary"
func.func @transposed() -> tensor<3x2xf32> {
  // CHECK-NEXT: %[[C:.*]] = arith.constant dense<{{\[\[}}1.000000e+00, 0x7FC00001], [-0.000000e+00, 5.000000e+00], [0x7F800000, 6.000000e+00]]>
  // CHECK-NEXT: return %[[C]]
  %w = arith.constant dense<[[1.0, -0.0, 0x7F800000], [0x7FC00001, 5.0, 6.0]]> : tensor<2x3xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %r = zyn.map ins(%w : tensor<2x3xf32>) outs(%e : tensor<3x2xf32>)
      indexing_maps = [affine_map<(i, j) -> (j, i)>] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// Resources, constant matrices, indices, conversions. The dense constant has
// another use, and stays.
// CHECK-LABEL: func.func @kinds
func.func @kinds() -> (tensor<2xf16>, tensor<2xi64>, tensor<2xf32>) {
  // CHECK-DAG: %[[W:.*]] = arith.constant dense_resource<w> : tensor<2xf32>
  // CHECK-DAG: %[[HALF:.*]] = arith.constant dense<[5.000000e-01, 1.000000e+00]> : tensor<2xf16>
  // CHECK-DAG: %[[INTEGERS:.*]] = arith.constant dense<[-7, 4294967297]> : tensor<2xi64>
  // CHECK: return %[[HALF]], %[[INTEGERS]], %[[W]]
  %w = arith.constant dense_resource<w> : tensor<2xf32>
  %m = zyn.constant_matrix values = dense<[[-7, 1]]> : tensor<1x2xi64>
  %s = arith.constant dense<0.5> : tensor<2xf32>
  %e = tensor.empty() : tensor<2xf16>
  %f = tensor.empty() : tensor<2xi64>
  %r = zyn.map ins(%w, %s : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf16>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    %d = arith.truncf %c : f32 to f16
    zyn.yield %d : f16
  } -> tensor<2xf16>
  %zero = arith.constant dense<0> : tensor<2xi64>
  %q = zyn.reduce ins(%m : tensor<1x2xi64>) outs(%zero : tensor<2xi64>) dimensions = [0] {
  ^bb0(%a: i64, %b: i64):
    %c = arith.addi %a, %b : i64
    zyn.yield %c : i64
  } -> tensor<2xi64>
  %p = zyn.map ins(%q : tensor<2xi64>) outs(%f : tensor<2xi64>) {
  ^bb0(%a: i64):
    %i = zyn.index 0 : index
    %j = arith.index_cast %i : index to i64
    %c32 = arith.constant 32 : i64
    %k = arith.shli %j, %c32 : i64
    %l = arith.addi %a, %k : i64
    zyn.yield %l : i64
  } -> tensor<2xi64>
  return %r, %p, %w : tensor<2xf16>, tensor<2xi64>, tensor<2xf32>
}
{-# dialect_resources: { builtin: { w: "0x040000000000803F00000040" } } #-}

// -----

// Arrays with one value are scalars. x * 1 and x + -0 are x; x * 0 is not 0.
// CHECK-LABEL: func.func @splats
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>
// REMARK: made 0 sizes static, 3 operands scalars
func.func @splats(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK: zyn.map ins(%[[X]] : tensor<4x8xf32>)
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32):
  // CHECK-NEXT: %[[P:.*]] = arith.mulf %[[A]], %{{.*}} : f32
  // CHECK-NEXT: zyn.yield %[[A]], %[[P]]
  // CHECK: return %[[X]],
  %one = arith.constant dense<1.0> : tensor<8xf32>
  %minus = arith.constant -0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %fill = zyn.map outs(%e : tensor<4x8xf32>) {
    zyn.yield %minus : f32
  } -> tensor<4x8xf32>
  %z = arith.constant dense<0.0> : tensor<4x8xf32>
  %r:2 = zyn.map ins(%x, %one, %fill, %z : tensor<4x8xf32>, tensor<8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
      outs(%e, %e : tensor<4x8xf32>, tensor<4x8xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>] {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %0, %c : f32
    %2 = arith.mulf %1, %d : f32
    zyn.yield %1, %2 : f32, f32
  } -> tensor<4x8xf32>, tensor<4x8xf32>
  return %r#0, %r#1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// x + 0 is not x, which may be -0. Integers are.
// CHECK-LABEL: func.func @zeros
// CHECK-SAME: %{{.*}}: tensor<4xf32>, %[[Y:.*]]: tensor<4xi32>
func.func @zeros(%x: tensor<4xf32>, %y: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>, tensor<4xi32>) {
  // CHECK: arith.addf
  // CHECK: zyn.map outs(
  // CHECK-NEXT: zyn.yield %c0_i32
  // CHECK: return %{{.*}}, %[[Y]],
  %f = arith.constant dense<0.0> : tensor<4xf32>
  %i = arith.constant dense<0> : tensor<4xi32>
  %r = zyn.map ins(%x, %f : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  } -> tensor<4xf32>
  %q = zyn.map ins(%y, %i : tensor<4xi32>, tensor<4xi32>) outs(%y : tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32):
    %0 = arith.addi %a, %b : i32
    zyn.yield %0 : i32
  } -> tensor<4xi32>
  %p = zyn.map ins(%y, %i : tensor<4xi32>, tensor<4xi32>) outs(%y : tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32):
    %0 = arith.muli %a, %b : i32
    zyn.yield %0 : i32
  } -> tensor<4xi32>
  return %r, %q, %p : tensor<4xf32>, tensor<4xi32>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func.func @epilogue
// CHECK: zyn.matmul ins({{.*}}) outs({{.*}}) epilogue_ins(%arg2 : tensor<4x5xf32>)
// CHECK-NEXT: ^bb0(%[[SUM:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: arith.addf %[[SUM]], %cst : f32
func.func @epilogue(%x: tensor<4x8xf32>, %w: tensor<8x5xf32>, %y: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %b = arith.constant dense<0.5> : tensor<5xf32>
  %r = zyn.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x5xf32>) outs(%y : tensor<4x5xf32>)
      epilogue_ins(%b, %y : tensor<5xf32>, tensor<4x5xf32>)
      epilogue_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>] epilogue {
  ^bb0(%s: f32, %c: f32, %d: f32):
    %0 = arith.addf %s, %c : f32
    %1 = arith.mulf %0, %d : f32
    zyn.yield %1 : f32
  } -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}

// -----

// CHECK-LABEL: func.func @moves
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>
// REMARK: and 2 moves unnecessary
func.func @moves(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK-NEXT: return %[[X]]
  %e = tensor.empty() : tensor<8x4xf32>
  %f = tensor.empty() : tensor<4x8xf32>
  %t = zyn.map ins(%x : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) indexing_maps = [affine_map<(i, j) -> (j, i)>] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8x4xf32>
  %r = zyn.map ins(%t : tensor<8x4xf32>) outs(%f : tensor<4x8xf32>) indexing_maps = [affine_map<(i, j) -> (j, i)>] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// Reductions whose order does not matter.
// CHECK-LABEL: func.func @reductions
func.func @reductions() -> (tensor<2xi32>, tensor<2xf32>, tensor<0xf32>) {
  // CHECK-DAG: dense<[6, 15]> : tensor<2xi32>
  // CHECK-DAG: dense<[3.000000e+00, 6.000000e+00]> : tensor<2xf32>
  // CHECK-DAG: dense<> : tensor<0xf32>
  // CHECK-NOT: zyn.
  %w = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %f = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %n = arith.constant dense<1.0> : tensor<0x3xf32>
  %i = arith.constant dense<0> : tensor<2xi32>
  %j = arith.constant dense<0.0> : tensor<2xf32>
  %k = arith.constant dense<0.0> : tensor<0xf32>
  %r = zyn.reduce ins(%w : tensor<2x3xi32>) outs(%i : tensor<2xi32>) dimensions = [1] {
  ^bb0(%s: i32, %a: i32):
    %b = arith.addi %s, %a : i32
    zyn.yield %b : i32
  } -> tensor<2xi32>
  %m = zyn.reduce ins(%f : tensor<2x3xf32>) outs(%j : tensor<2xf32>) dimensions = [1] {
  ^bb0(%s: f32, %a: f32):
    %b = arith.maximumf %s, %a : f32
    zyn.yield %b : f32
  } -> tensor<2xf32>
  %q = zyn.reduce ins(%n : tensor<0x3xf32>) outs(%k : tensor<0xf32>) dimensions = [1] {
  ^bb0(%s: f32, %a: f32):
    %b = arith.maximumf %s, %a : f32
    zyn.yield %b : f32
  } -> tensor<0xf32>
  return %r, %m, %q : tensor<2xi32>, tensor<2xf32>, tensor<0xf32>
}

// -----

// All types of elements.
// CHECK-LABEL: func.func @types
// CHECK-NOT: zyn.
// CHECK: return
func.func @types() -> (tensor<2xcomplex<f32>>, tensor<2xindex>, tensor<3xi1>, tensor<3xi4>, tensor<2xf8E4M3FN>, tensor<f32>, tensor<2xf80>) {
  %a = arith.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %b = arith.constant dense<[1, 2]> : tensor<2xindex>
  %c = arith.constant dense<[true, false, true]> : tensor<3xi1>
  %d = arith.constant dense<[1, 2, -3]> : tensor<3xi4>
  %e = arith.constant dense<[1.0, 2.0]> : tensor<2xf8E4M3FN>
  %f = arith.constant dense<1.5> : tensor<f32>
  %g = arith.constant dense<[1.0, 2.0]> : tensor<2xf80>
  %a0 = tensor.empty() : tensor<2xcomplex<f32>>
  %b0 = tensor.empty() : tensor<2xindex>
  %c0 = tensor.empty() : tensor<3xi1>
  %d0 = tensor.empty() : tensor<3xi4>
  %e0 = tensor.empty() : tensor<2xf8E4M3FN>
  %f0 = tensor.empty() : tensor<f32>
  %g0 = tensor.empty() : tensor<2xf80>
  %ra = zyn.map ins(%a : tensor<2xcomplex<f32>>) outs(%a0 : tensor<2xcomplex<f32>>) {
  ^bb0(%x: complex<f32>):
    %0 = complex.add %x, %x : complex<f32>
    zyn.yield %x : complex<f32>
  } -> tensor<2xcomplex<f32>>
  %rb = zyn.map ins(%b : tensor<2xindex>) outs(%b0 : tensor<2xindex>) {
  ^bb0(%x: index):
    %0 = arith.addi %x, %x : index
    zyn.yield %0 : index
  } -> tensor<2xindex>
  %rc = zyn.map ins(%c : tensor<3xi1>) outs(%c0 : tensor<3xi1>) {
  ^bb0(%x: i1):
    %t = arith.constant true
    %0 = arith.xori %x, %t : i1
    zyn.yield %0 : i1
  } -> tensor<3xi1>
  %rd = zyn.map ins(%d : tensor<3xi4>) outs(%d0 : tensor<3xi4>) {
  ^bb0(%x: i4):
    %0 = arith.muli %x, %x : i4
    zyn.yield %0 : i4
  } -> tensor<3xi4>
  %re = zyn.map ins(%e : tensor<2xf8E4M3FN>) outs(%e0 : tensor<2xf8E4M3FN>) {
  ^bb0(%x: f8E4M3FN):
    %w = arith.extf %x : f8E4M3FN to f32
    %v = arith.mulf %w, %w : f32
    %0 = arith.truncf %v : f32 to f8E4M3FN
    zyn.yield %0 : f8E4M3FN
  } -> tensor<2xf8E4M3FN>
  %rf = zyn.map ins(%f : tensor<f32>) outs(%f0 : tensor<f32>) {
  ^bb0(%x: f32):
    %0 = arith.addf %x, %x : f32
    zyn.yield %0 : f32
  } -> tensor<f32>
  %rg = zyn.map ins(%g : tensor<2xf80>) outs(%g0 : tensor<2xf80>) {
  ^bb0(%x: f80):
    zyn.yield %x : f80
  } -> tensor<2xf80>
  return %ra, %rb, %rc, %rd, %re, %rf, %rg : tensor<2xcomplex<f32>>, tensor<2xindex>, tensor<3xi1>, tensor<3xi4>, tensor<2xf8E4M3FN>, tensor<f32>, tensor<2xf80>
}
