// RUN: zyn-opt %s --zyn-raise-attention --canonicalize --split-input-file | FileCheck %s
// RUN: zyn-opt %s --zyn-raise-attention --split-input-file --remarks-filter=zyn-raise-attention -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// The scale of the scores and that of the transposed keys.
// REMARK: raise-attention.mlir:[[#@LINE+41]]:{{.*}}Passed{{.*}}a softmax between two products became one zyn.attention, with scale = 0.5, a mask that is added
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
    zyn.yield %weight : f32
  } -> tensor<2x3x?x7xf32>
  %r = zyn.matmul ins(%2, %v : tensor<2x3x?x7xf32>, tensor<2x3x7x6xf32>) outs(%y : tensor<2x3x?x6xf32>) -> tensor<2x3x?x6xf32>
  return %r : tensor<2x3x?x6xf32>
}

// -----

// Matrices without batches; a condition that is computed becomes a mask of i1.
// REMARK: raise-attention.mlir:[[#@LINE+35]]:{{.*}}with scale = 1, a mask of i1
// CHECK-LABEL: func.func @causal
//       CHECK:   %[[SEEN:.*]] = zyn.map outs({{.*}} : tensor<5x5xi1>)
//       CHECK:     arith.cmpi sge
//       CHECK:   zyn.attention scale = 1.000000e+00
//  CHECK-SAME:     ins({{.*}} : tensor<1x1x5x8xf16>, tensor<1x1x5x8xf16>, tensor<1x1x5x6xf16>)
//  CHECK-SAME:     mask(%[[SEEN]] : tensor<5x5xi1>)
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
