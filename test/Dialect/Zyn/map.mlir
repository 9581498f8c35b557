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
