// RUN: zyn-opt %s --zyn-fuse | FileCheck %s

// A map of the results of attention becomes its epilogue, unless the
// log-sum-exps are results, too.

// CHECK-LABEL: func.func @gated
// CHECK:         zyn.attention
// CHECK-SAME:      epilogue_ins(%{{.*}} : tensor<1x2x32x16xf32>)
// CHECK:         ^bb0(%[[SUM:.*]]: f32, %[[GATE:.*]]: f32):
// CHECK:           arith.mulf %{{.*}}, %[[GATE]]
// CHECK-NOT:     zyn.map
func.func @gated(%q: tensor<1x2x32x16xf32>, %k: tensor<1x2x32x16xf32>, %v: tensor<1x2x32x16xf32>,
                 %gate: tensor<1x2x32x16xf32>, %y: tensor<1x2x32x16xf32>) -> tensor<1x2x32x16xf32> {
  %r = zyn.attention ins(%q, %k, %v : tensor<1x2x32x16xf32>, tensor<1x2x32x16xf32>, tensor<1x2x32x16xf32>)
      outs(%y : tensor<1x2x32x16xf32>) -> tensor<1x2x32x16xf32>
  %m = zyn.map ins(%r, %gate : tensor<1x2x32x16xf32>, tensor<1x2x32x16xf32>) outs(%y : tensor<1x2x32x16xf32>) {
  ^bb0(%x: f32, %g: f32):
    %p = arith.mulf %x, %g : f32
    zyn.yield %p : f32
  } -> tensor<1x2x32x16xf32>
  return %m : tensor<1x2x32x16xf32>
}

// CHECK-LABEL: func.func @log_sum_exp
// CHECK:         zyn.attention
// CHECK-NOT:       epilogue
// CHECK:         zyn.map
func.func @log_sum_exp(%q: tensor<1x2x32x16xf32>, %k: tensor<1x2x32x16xf32>, %v: tensor<1x2x32x16xf32>,
                       %y: tensor<1x2x32x16xf32>, %l: tensor<1x2x32xf32>) -> (tensor<1x2x32x16xf32>, tensor<1x2x32xf32>) {
  %r:2 = zyn.attention ins(%q, %k, %v : tensor<1x2x32x16xf32>, tensor<1x2x32x16xf32>, tensor<1x2x32x16xf32>)
      outs(%y, %l : tensor<1x2x32x16xf32>, tensor<1x2x32xf32>) -> tensor<1x2x32x16xf32>, tensor<1x2x32xf32>
  %m = zyn.map ins(%r#0 : tensor<1x2x32x16xf32>) outs(%y : tensor<1x2x32x16xf32>) {
  ^bb0(%x: f32):
    %p = math.tanh %x : f32
    zyn.yield %p : f32
  } -> tensor<1x2x32x16xf32>
  return %m, %r#1 : tensor<1x2x32x16xf32>, tensor<1x2x32xf32>
}
