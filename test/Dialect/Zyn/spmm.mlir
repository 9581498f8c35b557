// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func @tensors
func.func @tensors(%o: tensor<?xi32>, %c: tensor<?xi64>, %v: tensor<?xf16>, %x: tensor<?x8xf16>, %b: tensor<8xf32>, %y: tensor<?x8xf16>) -> tensor<?x8xf16> {
  // CHECK: zyn.spmm ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<?xi32>, tensor<?xi64>, tensor<?xf16>, tensor<?x8xf16>) outs(%{{.*}} : tensor<?x8xf16>) epilogue_ins(%{{.*}} : tensor<8xf32>) epilogue_maps = [#{{.*}}] epilogue
  %r = zyn.spmm ins(%o, %c, %v, %x : tensor<?xi32>, tensor<?xi64>, tensor<?xf16>, tensor<?x8xf16>) outs(%y : tensor<?x8xf16>)
      epilogue_ins(%b : tensor<8xf32>) epilogue_maps = [affine_map<(i, j) -> (j)>] epilogue {
  ^bb0(%sum: f32, %bias: f32):
    %biased = arith.addf %sum, %bias : f32
    %half = arith.truncf %biased : f32 to f16
    zyn.yield %half : f16
  } -> tensor<?x8xf16>
  return %r : tensor<?x8xf16>
}

// CHECK-LABEL: func.func @buffers
func.func @buffers(%o: memref<3xindex>, %c: memref<9xi8>, %v: memref<9xf64>, %x: memref<5x8xf64>, %y: memref<2x8xf64>) {
  // CHECK: zyn.spmm accumulate unchecked ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : memref<3xindex>, memref<9xi8>, memref<9xf64>, memref<5x8xf64>) outs(%{{.*}} : memref<2x8xf64>)
  zyn.spmm accumulate unchecked ins(%o, %c, %v, %x : memref<3xindex>, memref<9xi8>, memref<9xf64>, memref<5x8xf64>) outs(%y : memref<2x8xf64>)
  return
}
