// RUN: zyn-opt %s --zyn-raise-attention --canonicalize --split-input-file | FileCheck %s
// RUN: zyn-opt %s --zyn-raise-attention --split-input-file --remarks-filter=zyn-raise-attention -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// The scale of the scores and that of the transposed keys.
// REMARK: raise-attention.mlir:[[#@LINE+49]]:{{.*}}Passed{{.*}}a softmax between two products became one zyn.attention, with scale = 0.5, a mask that is added
// CHECK: #[[M:.*]] = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
// CHECK-LABEL: func.func @masked
//   CHECK-NOT:   zyn.matmul
//       CHECK:   %[[R:.*]] = zyn.attention scale = 5.000000e-01
//  CHECK-SAME:     ins(%arg0, %arg1, %arg2 : tensor<2x3x?x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x6xf32>)
//  CHECK-SAME:     mask(%arg3 : tensor<?x7xf32>) mask_map = #[[M]]
//       CHECK:   return %[[R]]
func.func @masked(%q: tensor<2x3x?x8xf32>, %k: tensor<2x3x7x8xf32>, %v: tensor<2x3x7x6xf32>, %mask: tensor<?x7xf32>,
                  %kt: tensor<2x3x8x7xf32>, %s: tensor<2x3x?x7xf32>, %y: tensor<2x3x?x6xf32>) -> tensor<2x3x?x6xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %quarter = arith.constant 0.25 : f32
  %true = arith.constant true
  %0 = zyn.map ins(%k : tensor<2x3x7x8xf32>) outs(%kt : tensor<2x3x8x7xf32>)
      indexing_maps = [affine_map<(b, h, i, j) -> (b, h, j, i)>] {
  ^bb0(%a: f32):
    %b = arith.mulf %a, %two : f32
    zyn.yield %b : f32
  } -> tensor<2x3x8x7xf32>
  %1 = zyn.matmul ins(%q, %0 : tensor<2x3x?x8xf32>, tensor<2x3x8x7xf32>) outs(%s : tensor<2x3x?x7xf32>) -> tensor<2x3x?x7xf32>
  %2 = zyn.rows ins(%1, %mask : tensor<2x3x?x7xf32>, tensor<?x7xf32>) outs(%s : tensor<2x3x?x7xf32>) dimensions = [3]
      indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (i, j)>] {
  ^bb0(%a: f32, %m: f32):
    %scaled = arith.mulf %a, %quarter : f32
    %score = arith.addf %scaled, %m : f32
    %max = zyn.reduce_row %score init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %score, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    %lowest_score = arith.cmpf oeq, %score, %lowest : f32
    %empty = zyn.reduce_row %lowest_score init %true : i1 {
    ^bb0(%c: i1, %d: i1):
      %e = arith.andi %c, %d : i1
      zyn.yield %e : i1
    }
    %result = arith.select %empty, %zero, %weight : f32
    zyn.yield %result : f32
  } -> tensor<2x3x?x7xf32>
  %r = zyn.matmul ins(%2, %v : tensor<2x3x?x7xf32>, tensor<2x3x7x6xf32>) outs(%y : tensor<2x3x?x6xf32>) -> tensor<2x3x?x6xf32>
  return %r : tensor<2x3x?x6xf32>
}

// -----

// Matrices without batches; a query sees the keys up to its own position.
// REMARK: raise-attention.mlir:[[#@LINE+33]]:{{.*}}with scale = 1, causal"
// CHECK-LABEL: func.func @causal
//   CHECK-NOT:   zyn.map
//       CHECK:   zyn.attention causal scale = 1.000000e+00
//  CHECK-SAME:     ins({{.*}} : tensor<1x1x5x8xf16>, tensor<1x1x5x8xf16>, tensor<1x1x5x6xf16>) outs
//       CHECK:   tensor.collapse_shape {{.*}} : tensor<1x1x5x6xf16> into tensor<5x6xf16>
func.func @causal(%q: tensor<5x8xf16>, %k: tensor<5x8xf16>, %v: tensor<5x6xf16>, %s: tensor<5x5xf32>, %w: tensor<5x5xf16>,
                  %y: tensor<5x6xf16>) -> tensor<5x6xf16> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %0 = zyn.matmul transpose_b ins(%q, %k : tensor<5x8xf16>, tensor<5x8xf16>) outs(%s : tensor<5x5xf32>) -> tensor<5x5xf32>
  %1 = zyn.rows ins(%0 : tensor<5x5xf32>) outs(%w : tensor<5x5xf16>) dimensions = [1] {
  ^bb0(%a: f32):
    %i = zyn.index 0 : index
    %j = zyn.index 1 : index
    %seen = arith.cmpi sge, %i, %j : index
    %score = arith.select %seen, %a, %lowest : f32
    %max = zyn.reduce_row %score init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %score, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    %half = arith.truncf %weight : f32 to f16
    zyn.yield %half : f16
  } -> tensor<5x5xf16>
  %r = zyn.matmul ins(%1, %v : tensor<5x5xf16>, tensor<5x6xf16>) outs(%y : tensor<5x6xf16>) -> tensor<5x6xf16>
  return %r : tensor<5x6xf16>
}

// -----

// REMARK: raise-attention.mlir:[[#@LINE+25]]:{{.*}}Missed{{.*}}not raised to zyn.attention: its weights have other uses
// CHECK-LABEL: func.func @weights
// CHECK-COUNT-2: zyn.matmul
func.func @weights(%q: tensor<3x5x8xf32>, %k: tensor<3x7x8xf32>, %v: tensor<3x7x6xf32>, %s: tensor<3x5x7xf32>,
                   %y: tensor<3x5x6xf32>) -> (tensor<3x5x6xf32>, tensor<3x5x7xf32>) {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %0 = zyn.matmul transpose_b ins(%q, %k : tensor<3x5x8xf32>, tensor<3x7x8xf32>) outs(%s : tensor<3x5x7xf32>) -> tensor<3x5x7xf32>
  %1 = zyn.rows ins(%0 : tensor<3x5x7xf32>) outs(%s : tensor<3x5x7xf32>) dimensions = [2] {
  ^bb0(%a: f32):
    %max = zyn.reduce_row %a init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %a, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    zyn.yield %weight : f32
  } -> tensor<3x5x7xf32>
  %r = zyn.matmul ins(%1, %v : tensor<3x5x7xf32>, tensor<3x7x6xf32>) outs(%y : tensor<3x5x6xf32>) -> tensor<3x5x6xf32>
  return %r, %1 : tensor<3x5x6xf32>, tensor<3x5x7xf32>
}

// -----

// REMARK: not raised to zyn.attention: its mask replaces scores by other numbers than -infinity
// CHECK-LABEL: func.func @finite_mask
// CHECK-COUNT-2: zyn.matmul
func.func @finite_mask(%q: tensor<3x5x8xf32>, %k: tensor<3x7x8xf32>, %v: tensor<3x7x6xf32>, %mask: tensor<3x5x7xi1>,
                       %s: tensor<3x5x7xf32>, %y: tensor<3x5x6xf32>) -> tensor<3x5x6xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %low = arith.constant -1.0e9 : f32
  %zero = arith.constant 0.0 : f32
  %0 = zyn.matmul transpose_b ins(%q, %k : tensor<3x5x8xf32>, tensor<3x7x8xf32>) outs(%s : tensor<3x5x7xf32>) -> tensor<3x5x7xf32>
  %1 = zyn.rows ins(%0, %mask : tensor<3x5x7xf32>, tensor<3x5x7xi1>) outs(%s : tensor<3x5x7xf32>) dimensions = [2] {
  ^bb0(%a: f32, %m: i1):
    %score = arith.select %m, %a, %low : f32
    %max = zyn.reduce_row %score init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %score, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    zyn.yield %weight : f32
  } -> tensor<3x5x7xf32>
  %r = zyn.matmul ins(%1, %v : tensor<3x5x7xf32>, tensor<3x7x6xf32>) outs(%y : tensor<3x5x6xf32>) -> tensor<3x5x6xf32>
  return %r : tensor<3x5x6xf32>
}

// -----

// A scale that is not finite.
// REMARK: not raised to zyn.attention: the scale of its scores is not finite
// CHECK-LABEL: func.func @infinite_scale
// CHECK-COUNT-2: zyn.matmul
func.func @infinite_scale(%q: tensor<3x5x8xf32>, %k: tensor<3x7x8xf32>, %v: tensor<3x7x6xf32>, %s: tensor<3x5x7xf32>, %y: tensor<3x5x6xf32>) -> tensor<3x5x6xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0x7F800000 : f32
  %0 = zyn.matmul transpose_b ins(%q, %k : tensor<3x5x8xf32>, tensor<3x7x8xf32>) outs(%s : tensor<3x5x7xf32>) -> tensor<3x5x7xf32>
  %1 = zyn.rows ins(%0 : tensor<3x5x7xf32>) outs(%s : tensor<3x5x7xf32>) dimensions = [2] {
  ^bb0(%a: f32):
    %score = arith.mulf %a, %factor : f32
    %max = zyn.reduce_row %score init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %score, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    zyn.yield %weight : f32
  } -> tensor<3x5x7xf32>
  %r = zyn.matmul ins(%1, %v : tensor<3x5x7xf32>, tensor<3x7x6xf32>) outs(%y : tensor<3x5x6xf32>) -> tensor<3x5x6xf32>
  return %r : tensor<3x5x6xf32>
}

// -----

// The factor of the values is not that of the scores, and they stay transposed.
// REMARK: with scale = 0.25
// CHECK-LABEL: func.func @scaled_values
//       CHECK:   %[[V:.*]] = zyn.map ins(%arg2
//       CHECK:     arith.mulf
//       CHECK:   %[[T:.*]] = zyn.map ins(
//       CHECK:   zyn.attention scale = 2.500000e-01
//  CHECK-SAME:     ins({{[^,]*, [^,]*}}, %[[T]] :
func.func @scaled_values(%q: tensor<3x5x8xf32>, %k: tensor<3x7x8xf32>, %v: tensor<3x7x7xf32>, %s: tensor<3x5x7xf32>, %y: tensor<3x5x7xf32>, %z: tensor<3x7x7xf32>) -> tensor<3x5x7xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.25 : f32
  %two = arith.constant 2.0 : f32
  %2 = zyn.map ins(%v : tensor<3x7x7xf32>) outs(%z : tensor<3x7x7xf32>)
      indexing_maps = [affine_map<(b, i, j) -> (b, j, i)>] {
  ^bb0(%a: f32):
    %b = arith.mulf %a, %two : f32
    zyn.yield %b : f32
  } -> tensor<3x7x7xf32>
  %0 = zyn.matmul transpose_b ins(%q, %k : tensor<3x5x8xf32>, tensor<3x7x8xf32>) outs(%s : tensor<3x5x7xf32>) -> tensor<3x5x7xf32>
  %1 = zyn.rows ins(%0 : tensor<3x5x7xf32>) outs(%s : tensor<3x5x7xf32>) dimensions = [2] {
  ^bb0(%a: f32):
    %score = arith.mulf %a, %factor : f32
    %max = zyn.reduce_row %score init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %score, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    zyn.yield %weight : f32
  } -> tensor<3x5x7xf32>
  %r = zyn.matmul transpose_b ins(%1, %2 : tensor<3x5x7xf32>, tensor<3x7x7xf32>) outs(%y : tensor<3x5x7xf32>) -> tensor<3x5x7xf32>
  return %r : tensor<3x5x7xf32>
}

// -----

// A bias that is no element of an input.
// REMARK: with scale = 1, a mask that is added
// CHECK-LABEL: func.func @captured_bias
//       CHECK:   %[[M:.*]] = zyn.map outs({{.*}} : tensor<f32>)
//       CHECK:     zyn.yield %arg5
//       CHECK:   zyn.attention scale = 1.000000e+00
//  CHECK-SAME:     mask(%[[M]] : tensor<f32>)
func.func @captured_bias(%q: tensor<3x5x8xf32>, %k: tensor<3x7x8xf32>, %v: tensor<3x7x6xf32>, %s: tensor<3x5x7xf32>, %y: tensor<3x5x6xf32>, %bias: f32) -> tensor<3x5x6xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %true = arith.constant true
  %0 = zyn.matmul transpose_b ins(%q, %k : tensor<3x5x8xf32>, tensor<3x7x8xf32>) outs(%s : tensor<3x5x7xf32>) -> tensor<3x5x7xf32>
  %1 = zyn.rows ins(%0 : tensor<3x5x7xf32>) outs(%s : tensor<3x5x7xf32>) dimensions = [2] {
  ^bb0(%a: f32):
    %score = arith.addf %a, %bias : f32
    %max = zyn.reduce_row %score init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %score, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    %lowest_score = arith.cmpf oeq, %score, %lowest : f32
    %empty = zyn.reduce_row %lowest_score init %true : i1 {
    ^bb0(%c: i1, %d: i1):
      %e = arith.andi %c, %d : i1
      zyn.yield %e : i1
    }
    %result = arith.select %empty, %zero, %weight : f32
    zyn.yield %result : f32
  } -> tensor<3x5x7xf32>
  %r = zyn.matmul ins(%1, %v : tensor<3x5x7xf32>, tensor<3x7x6xf32>) outs(%y : tensor<3x5x6xf32>) -> tensor<3x5x6xf32>
  return %r : tensor<3x5x6xf32>
}

// -----

// A mask that may leave no key.
// REMARK: not raised to zyn.attention: its softmax is NaN in rows whose scores are all -infinity, and its mask may leave no key
// CHECK-LABEL: func.func @unknown_mask
// CHECK-COUNT-2: zyn.matmul
func.func @unknown_mask(%q: tensor<3x5x8xf32>, %k: tensor<3x7x8xf32>, %v: tensor<3x7x6xf32>, %s: tensor<3x5x7xf32>, %y: tensor<3x5x6xf32>, %mask: tensor<3x5x7xi1>) -> tensor<3x5x6xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %0 = zyn.matmul transpose_b ins(%q, %k : tensor<3x5x8xf32>, tensor<3x7x8xf32>) outs(%s : tensor<3x5x7xf32>) -> tensor<3x5x7xf32>
  %1 = zyn.rows ins(%0, %mask : tensor<3x5x7xf32>, tensor<3x5x7xi1>) outs(%s : tensor<3x5x7xf32>) dimensions = [2] {
  ^bb0(%a: f32, %m: i1):
    %score = arith.select %m, %a, %lowest : f32
    %max = zyn.reduce_row %score init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %score, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    zyn.yield %weight : f32
  } -> tensor<3x5x7xf32>
  %r = zyn.matmul ins(%1, %v : tensor<3x5x7xf32>, tensor<3x7x6xf32>) outs(%y : tensor<3x5x6xf32>) -> tensor<3x5x6xf32>
  return %r : tensor<3x5x6xf32>
}

// -----

// A constant that leaves the last key of each row.
// REMARK: with scale = 1, a mask that is added
// CHECK-LABEL: func.func @last_key
//       CHECK:   zyn.attention
func.func @last_key(%q: tensor<3x5x8xf32>, %k: tensor<3x7x8xf32>, %v: tensor<3x7x6xf32>, %s: tensor<3x5x7xf32>, %y: tensor<3x5x6xf32>) -> tensor<3x5x6xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %mask = arith.constant dense<[0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0.0]> : tensor<7xf32>
  %0 = zyn.matmul transpose_b ins(%q, %k : tensor<3x5x8xf32>, tensor<3x7x8xf32>) outs(%s : tensor<3x5x7xf32>) -> tensor<3x5x7xf32>
  %1 = zyn.rows ins(%0, %mask : tensor<3x5x7xf32>, tensor<7xf32>) outs(%s : tensor<3x5x7xf32>) dimensions = [2]
      indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (j)>] {
  ^bb0(%a: f32, %m: f32):
    %score = arith.addf %a, %m : f32
    %max = zyn.reduce_row %score init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %score, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    zyn.yield %weight : f32
  } -> tensor<3x5x7xf32>
  %r = zyn.matmul ins(%1, %v : tensor<3x5x7xf32>, tensor<3x7x6xf32>) outs(%y : tensor<3x5x6xf32>) -> tensor<3x5x6xf32>
  return %r : tensor<3x5x6xf32>
}

// -----

// A constant that leaves no key to one query.
// REMARK: not raised to zyn.attention: its softmax is NaN in rows whose scores are all -infinity, and its mask may leave no key
// CHECK-LABEL: func.func @no_key
// CHECK-COUNT-2: zyn.matmul
func.func @no_key(%q: tensor<3x5x8xf32>, %k: tensor<3x7x8xf32>, %v: tensor<3x7x6xf32>, %s: tensor<3x5x7xf32>, %y: tensor<3x5x6xf32>) -> tensor<3x5x6xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %mask = arith.constant dense<[0.0, 0.0, 0.0, 0xFF800000, 0.0]> : tensor<5xf32>
  %0 = zyn.matmul transpose_b ins(%q, %k : tensor<3x5x8xf32>, tensor<3x7x8xf32>) outs(%s : tensor<3x5x7xf32>) -> tensor<3x5x7xf32>
  %1 = zyn.rows ins(%0, %mask : tensor<3x5x7xf32>, tensor<5xf32>) outs(%s : tensor<3x5x7xf32>) dimensions = [2]
      indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (i)>] {
  ^bb0(%a: f32, %m: f32):
    %score = arith.addf %a, %m : f32
    %max = zyn.reduce_row %score init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %score, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    zyn.yield %weight : f32
  } -> tensor<3x5x7xf32>
  %r = zyn.matmul ins(%1, %v : tensor<3x5x7xf32>, tensor<3x7x6xf32>) outs(%y : tensor<3x5x6xf32>) -> tensor<3x5x6xf32>
  return %r : tensor<3x5x6xf32>
}

// -----

// The rows have the dimensions of the scores in another order.
// REMARK: not raised to zyn.attention: its weights do not have the dimensions of batches, heads, queries and keys
// CHECK-LABEL: func.func @other_queries
// CHECK-COUNT-2: zyn.matmul
func.func @other_queries(%q: tensor<2x3x8xf32>, %k: tensor<2x7x8xf32>, %v: tensor<3x7x6xf32>, %p: tensor<2x3x7xf32>, %s: tensor<3x2x7xf32>, %y: tensor<3x2x6xf32>) -> tensor<3x2x6xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m = zyn.matmul transpose_b ins(%q, %k : tensor<2x3x8xf32>, tensor<2x7x8xf32>) outs(%p : tensor<2x3x7xf32>) -> tensor<2x3x7xf32>
  %co = tensor.collapse_shape %m [[0, 1], [2]] : tensor<2x3x7xf32> into tensor<6x7xf32>
  %sc = tensor.expand_shape %co [[0, 1], [2]] output_shape [3, 2, 7] : tensor<6x7xf32> into tensor<3x2x7xf32>
  %w = zyn.rows ins(%sc : tensor<3x2x7xf32>) outs(%s : tensor<3x2x7xf32>) dimensions = [2] {
  ^bb0(%a: f32):
    %max = zyn.reduce_row %a init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %a, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    zyn.yield %weight : f32
  } -> tensor<3x2x7xf32>
  %r = zyn.matmul ins(%w, %v : tensor<3x2x7xf32>, tensor<3x7x6xf32>) outs(%y : tensor<3x2x6xf32>) -> tensor<3x2x6xf32>
  return %r : tensor<3x2x6xf32>
}

// -----

// Heads that are next to each other: one map transposes the keys, and none scales.
// REMARK: with scale = 0.25
// CHECK: #[[SWAP:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
// CHECK-LABEL: func.func @transposed_heads
//       CHECK:   %[[Q:.*]] = zyn.map ins(%arg0 : tensor<2x5x3x8xf32>) outs({{.*}}) indexing_maps = [#[[SWAP]]]
//  CHECK-NEXT:   ^bb0
//  CHECK-NEXT:     zyn.yield
//       CHECK:   %[[K:.*]] = zyn.map ins(%arg1 : tensor<2x7x3x8xf32>) outs({{.*}}) indexing_maps = [#[[SWAP]]]
//  CHECK-NEXT:   ^bb0
//  CHECK-NEXT:     zyn.yield
//       CHECK:   zyn.attention scale = 2.500000e-01 ins(%[[Q]], %[[K]], %arg2
func.func @transposed_heads(%q: tensor<2x5x3x8xf32>, %k: tensor<2x7x3x8xf32>, %v: tensor<2x3x7x6xf32>,
                            %qt: tensor<2x3x5x8xf32>, %kt: tensor<2x3x8x7xf32>, %s: tensor<2x3x5x7xf32>, %y: tensor<2x3x5x6xf32>) -> tensor<2x3x5x6xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %0 = zyn.map ins(%q : tensor<2x5x3x8xf32>) outs(%qt : tensor<2x3x5x8xf32>)
      indexing_maps = [affine_map<(b, h, i, d) -> (b, i, h, d)>] {
  ^bb0(%a: f32):
    %b = arith.mulf %a, %half : f32
    zyn.yield %b : f32
  } -> tensor<2x3x5x8xf32>
  %1 = zyn.map ins(%k : tensor<2x7x3x8xf32>) outs(%kt : tensor<2x3x8x7xf32>)
      indexing_maps = [affine_map<(b, h, d, j) -> (b, j, h, d)>] {
  ^bb0(%a: f32):
    %b = arith.mulf %a, %half : f32
    zyn.yield %b : f32
  } -> tensor<2x3x8x7xf32>
  %2 = zyn.matmul ins(%0, %1 : tensor<2x3x5x8xf32>, tensor<2x3x8x7xf32>) outs(%s : tensor<2x3x5x7xf32>) -> tensor<2x3x5x7xf32>
  %3 = zyn.rows ins(%2 : tensor<2x3x5x7xf32>) outs(%s : tensor<2x3x5x7xf32>) dimensions = [3] {
  ^bb0(%a: f32):
    %max = zyn.reduce_row %a init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %a, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    zyn.yield %weight : f32
  } -> tensor<2x3x5x7xf32>
  %r = zyn.matmul ins(%3, %v : tensor<2x3x5x7xf32>, tensor<2x3x7x6xf32>) outs(%y : tensor<2x3x5x6xf32>) -> tensor<2x3x5x6xf32>
  return %r : tensor<2x3x5x6xf32>
}

// -----

// What the epilogue of the second product computes becomes a map.
// REMARK: with scale = 1
// CHECK-LABEL: func.func @epilogue
//  CHECK-SAME:     %[[GATE:[a-z0-9]+]]: tensor<3x5x6xf16>)
//       CHECK:   %[[A:.*]] = zyn.attention {{.*}} -> tensor<1x3x5x6xf32>
//       CHECK:   %[[R:.*]] = tensor.collapse_shape %[[A]]
//       CHECK:   zyn.map ins(%[[R]], %[[GATE]] : tensor<3x5x6xf32>, tensor<3x5x6xf16>)
//  CHECK-NEXT:   ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f16):
//  CHECK-NEXT:     %[[F:.*]] = arith.truncf %[[X]]
//  CHECK-NEXT:     arith.mulf %[[F]], %[[Y]]
func.func @epilogue(%q: tensor<3x5x8xf16>, %k: tensor<3x7x8xf16>, %v: tensor<3x7x6xf16>, %s: tensor<3x5x7xf16>,
                    %y: tensor<3x5x6xf16>, %gate: tensor<3x5x6xf16>) -> tensor<3x5x6xf16> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %0 = zyn.matmul transpose_b ins(%q, %k : tensor<3x5x8xf16>, tensor<3x7x8xf16>) outs(%s : tensor<3x5x7xf16>) -> tensor<3x5x7xf16>
  %1 = zyn.rows ins(%0 : tensor<3x5x7xf16>) outs(%s : tensor<3x5x7xf16>) dimensions = [2] {
  ^bb0(%h: f16):
    %a = arith.extf %h : f16 to f32
    %max = zyn.reduce_row %a init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %a, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    %w = arith.truncf %weight : f32 to f16
    zyn.yield %w : f16
  } -> tensor<3x5x7xf16>
  %r = zyn.matmul ins(%1, %v : tensor<3x5x7xf16>, tensor<3x7x6xf16>) outs(%y : tensor<3x5x6xf16>)
      epilogue_ins(%gate : tensor<3x5x6xf16>) epilogue {
  ^bb0(%x: f32, %g: f16):
    %f = arith.truncf %x : f32 to f16
    %p = arith.mulf %f, %g : f16
    zyn.yield %p : f16
  } -> tensor<3x5x6xf16>
  return %r : tensor<3x5x6xf16>
}
