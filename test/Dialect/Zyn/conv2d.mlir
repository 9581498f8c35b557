// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func @layer
func.func @layer(%x: tensor<?x56x56x64xbf16>, %w: tensor<32x3x3x64xbf16>,
                 %b: tensor<32xf32>, %y: tensor<?x28x28x32xbf16>) -> tensor<?x28x28x32xbf16> {
  // CHECK: zyn.conv2d strides = [2, 2] padding = [1, 1, 1, 1] ins(%{{.*}}, %{{.*}} : tensor<?x56x56x64xbf16>, tensor<32x3x3x64xbf16>)
  // CHECK-SAME: epilogue_ins(%{{.*}} : tensor<32xf32>) epilogue_maps = [#{{.*}}] epilogue {
  %r = zyn.conv2d strides = [2, 2] padding = [1, 1, 1, 1]
      ins(%x, %w : tensor<?x56x56x64xbf16>, tensor<32x3x3x64xbf16>)
      outs(%y : tensor<?x28x28x32xbf16>)
      epilogue_ins(%b : tensor<32xf32>)
      epilogue_maps = [affine_map<(n, p, q, f) -> (f)>]
      epilogue {
  ^bb0(%sum: f32, %bias: f32):
    %biased = arith.addf %sum, %bias : f32
    %rounded = arith.truncf %biased : f32 to bf16
    zyn.yield %rounded : bf16
  } -> tensor<?x28x28x32xbf16>
  return %r : tensor<?x28x28x32xbf16>
}

// CHECK-LABEL: func.func @groups
func.func @groups(%x: memref<2x12x9x20xf32>, %w: memref<6x4x3x2xf32>, %y: memref<2x6x5x17xf32>) {
  // CHECK: zyn.conv2d layout = nchw dilations = [2, 3] groups = 3 accumulate precision = tf32 ins(
  zyn.conv2d layout = nchw dilations = [2, 3] groups = 3 accumulate precision = tf32
    ins(%x, %w : memref<2x12x9x20xf32>, memref<6x4x3x2xf32>)
    outs(%y : memref<2x6x5x17xf32>)
  return
}

// Images of no rows, and filters that are larger than the image, have no windows.
// CHECK-LABEL: func.func @empty
func.func @empty(%x: memref<0x3x0x8xi8>, %w: memref<4x5x1x8xi8>, %y: memref<0x0x0x4xi32>) {
  // CHECK: zyn.conv2d ins(
  zyn.conv2d ins(%x, %w : memref<0x3x0x8xi8>, memref<4x5x1x8xi8>) outs(%y : memref<0x0x0x4xi32>)
  return
}
