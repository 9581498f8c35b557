// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func @bias
func.func @bias(%x: tensor<?x32xf32>, %b: tensor<32xf32>,
                %y: tensor<?x32xf32>) -> tensor<?x32xf32> {
  // CHECK: zyn.map ins(%{{.*}}, %{{.*}} : tensor<?x32xf32>, tensor<32xf32>)
  // CHECK-SAME: outs(%{{.*}} : tensor<?x32xf32>)
  // CHECK-SAME: indexing_maps = [#{{.*}}, #{{.*}}] {
  // CHECK-NEXT: ^bb0(%[[IN:.*]]: f32, %[[BIAS:.*]]: f32):
  // CHECK:   zyn.yield
  // CHECK: } -> tensor<?x32xf32>
  %r = zyn.map ins(%x, %b : tensor<?x32xf32>, tensor<32xf32>)
               outs(%y : tensor<?x32xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>] {
  ^bb0(%in: f32, %bias: f32):
    %sum = arith.addf %in, %bias : f32
    zyn.yield %sum : f32
  } -> tensor<?x32xf32>
  return %r : tensor<?x32xf32>
}

// CHECK-LABEL: func.func @iota
func.func @iota(%y: tensor<8xi32>) -> tensor<8xi32> {
  // CHECK: zyn.map outs(
  // CHECK: zyn.index 0 : index
  %r = zyn.map outs(%y : tensor<8xi32>) {
    %i = zyn.index 0 : index
    %v = arith.index_cast %i : index to i32
    zyn.yield %v : i32
  } -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// CHECK-LABEL: func.func @sum
func.func @sum(%x: tensor<4x?xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: zyn.reduce ins(%{{.*}} : tensor<4x?xf32>) outs(%{{.*}} : tensor<4xf32>) dimensions = [1] {
  %r = zyn.reduce ins(%x : tensor<4x?xf32>) outs(%y : tensor<4xf32>)
      dimensions = [1] {
  ^bb0(%sum: f32, %element: f32):
    %next = arith.addf %sum, %element : f32
    zyn.yield %next : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

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

// CHECK-LABEL: func.func private @metadata
// CHECK-SAME: zyn.constraints = #zyn.constraints<no_alloc = true, opt_level = O3>
// CHECK-SAME: zyn.kernel = #zyn.kernel<type = elementwise, workgroup = [128, 1, 1], max_registers = 64, vector_width = 4>
func.func private @metadata() attributes {
  zyn.kernel = #zyn.kernel<type = elementwise, workgroup = [128, 1, 1],
                           max_registers = 64, vector_width = 4>,
  zyn.constraints = #zyn.constraints<no_alloc = true, opt_level = O3>}
