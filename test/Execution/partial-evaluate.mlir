// Results with -0, infinities, NaN and conversions have the same bits after
// partial evaluation.
// REQUIRES: device
// RUN: zyn-opt %s --zyn-partial-evaluate -o %t.mlir
// RUN: FileCheck %s --input-file %t.mlir
// RUN: zyn-run %s --device cpu random:f32:8x16 -o %t.a0.npy -o %t.a1.npy -o %t.a2.npy
// RUN: zyn-run %t.mlir --device cpu random:f32:8x16 -o %t.b0.npy -o %t.b1.npy -o %t.b2.npy
// RUN: zyn-run %t.mlir --device emulate random:f32:8x16 -o %t.c0.npy -o %t.c1.npy -o %t.c2.npy
// RUN: cmp %t.a0.npy %t.b0.npy && cmp %t.a1.npy %t.b1.npy && cmp %t.a2.npy %t.b2.npy
// RUN: cmp %t.a0.npy %t.c0.npy && cmp %t.a1.npy %t.c1.npy && cmp %t.a2.npy %t.c2.npy

// CHECK-COUNT-1: zyn.map
// CHECK-NOT: zyn.map
func.func @main(%x: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<3x2xf32>, tensor<2x3xf16>) {
  %w = arith.constant dense<[[1.0, -0.0, 0x7F800000], [0x7FC00001, 65519.0, 1.0e-3]]> : tensor<2x3xf32>
  %v = arith.constant dense<[[1.0, -0.0, 0.1], [2049.0, 16379.0, 1.0e-3]]> : tensor<2x3xf32>
  %zero = arith.constant dense<-0.0> : tensor<16xf32>
  %one = arith.constant dense<1.0> : tensor<8x16xf32>
  %plus = arith.constant dense<0.0> : tensor<8x1xf32>
  %column = tensor.collapse_shape %plus [[0, 1]] : tensor<8x1xf32> into tensor<8xf32>
  %e = tensor.empty() : tensor<8x16xf32>
  %r = zyn.map ins(%x, %zero, %one, %column : tensor<8x16xf32>, tensor<16xf32>, tensor<8x16xf32>, tensor<8xf32>) outs(%e : tensor<8x16xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %0 = arith.addf %a, %b : f32
    %1 = arith.mulf %0, %c : f32
    %2 = arith.mulf %1, %d : f32
    zyn.yield %2 : f32
  } -> tensor<8x16xf32>
  %f = tensor.empty() : tensor<3x2xf32>
  %s = zyn.map ins(%w : tensor<2x3xf32>) outs(%f : tensor<3x2xf32>) indexing_maps = [affine_map<(i, j) -> (j, i)>] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<3x2xf32>
  %g = tensor.empty() : tensor<2x3xf16>
  %t = zyn.map ins(%v : tensor<2x3xf32>) outs(%g : tensor<2x3xf16>) {
  ^bb0(%a: f32):
    %c = arith.constant 3.0 : f32
    %0 = arith.mulf %a, %c : f32
    %1 = arith.addf %0, %a : f32
    %2 = arith.truncf %1 : f32 to f16
    zyn.yield %2 : f16
  } -> tensor<2x3xf16>
  return %r, %s, %t : tensor<8x16xf32>, tensor<3x2xf32>, tensor<2x3xf16>
}
