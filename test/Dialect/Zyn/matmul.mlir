// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func @layer
func.func @layer(%x: tensor<?x64xf16>, %w: tensor<64x32xf16>,
                 %b: tensor<32xf32>, %y: tensor<?x32xf16>) -> tensor<?x32xf16> {
  // CHECK: zyn.matmul ins(%{{.*}}, %{{.*}} : tensor<?x64xf16>, tensor<64x32xf16>)
  // CHECK-SAME: epilogue_ins(%{{.*}} : tensor<32xf32>) epilogue_maps = [#{{.*}}] epilogue {
  %r = zyn.matmul ins(%x, %w : tensor<?x64xf16>, tensor<64x32xf16>)
                  outs(%y : tensor<?x32xf16>)
      epilogue_ins(%b : tensor<32xf32>)
      epilogue_maps = [affine_map<(i, j) -> (j)>]
      epilogue {
  ^bb0(%sum: f32, %bias: f32):
    %biased = arith.addf %sum, %bias : f32
    %half = arith.truncf %biased : f32 to f16
    zyn.yield %half : f16
  } -> tensor<?x32xf16>
  return %r : tensor<?x32xf16>
}

// CHECK-LABEL: func.func @buffers
func.func @buffers(%a: memref<2x8x4xf64>, %b: memref<2x8x16xf64>,
                   %c: memref<2x4x16xf64>) {
  // CHECK: zyn.matmul transpose_a accumulate ins(
  zyn.matmul transpose_a accumulate
    ins(%a, %b : memref<2x8x4xf64>, memref<2x8x16xf64>)
    outs(%c : memref<2x4x16xf64>)
  return
}
