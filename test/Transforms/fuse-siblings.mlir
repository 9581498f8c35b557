// RUN: zyn-opt %s --zyn-fuse --split-input-file | FileCheck %s
// RUN: zyn-opt %s --zyn-fuse --split-input-file --remarks-filter=zyn-fuse 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// Reductions of the same rows are one op, although neither reads a result of the other one.
// CHECK-LABEL: func.func @both
// CHECK: %[[R:.*]]:2 = zyn.rows ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<8x64xf32>, tensor<8xf32>, tensor<8xf32>)
// CHECK-COUNT-2: zyn.reduce_row
// CHECK: return %[[R]]#1, %[[R]]#0
// REMARK: Reason="fused with another op that reads its operand, which takes {{[0-9]+}} units of time instead of {{[0-9]+}}"
func.func @both(%x: tensor<8x64xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = zyn.reduce ins(%x : tensor<8x64xf32>) outs(%y : tensor<8xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    zyn.yield %s : f32
  } -> tensor<8xf32>
  %1 = zyn.reduce ins(%x : tensor<8x64xf32>) outs(%z : tensor<8xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.maximumf %a, %b : f32
    zyn.yield %s : f32
  } -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// These have other rows, a single one, or depend on each other.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-2: zyn.reduce ins
// CHECK-LABEL: func.func @single
// CHECK-COUNT-2: zyn.reduce ins
// CHECK-LABEL: func.func @dependent
// CHECK-COUNT-2: zyn.reduce ins
func.func @others(%x: tensor<64x64xf32>, %y: tensor<64xf32>, %z: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = zyn.reduce ins(%x : tensor<64x64xf32>) outs(%y : tensor<64xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    zyn.yield %s : f32
  } -> tensor<64xf32>
  %1 = zyn.reduce ins(%x : tensor<64x64xf32>) outs(%z : tensor<64xf32>) dimensions = [0] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.maximumf %a, %b : f32
    zyn.yield %s : f32
  } -> tensor<64xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}
func.func @single(%x: tensor<64xf32>, %y: tensor<f32>, %z: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = zyn.reduce ins(%x : tensor<64xf32>) outs(%y : tensor<f32>) dimensions = [0] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    zyn.yield %s : f32
  } -> tensor<f32>
  %1 = zyn.reduce ins(%x : tensor<64xf32>) outs(%z : tensor<f32>) dimensions = [0] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.maximumf %a, %b : f32
    zyn.yield %s : f32
  } -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}
func.func @dependent(%x: tensor<8x64xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %0 = zyn.reduce ins(%x : tensor<8x64xf32>) outs(%y : tensor<8xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    zyn.yield %s : f32
  } -> tensor<8xf32>
  %inits = func.call @next(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = zyn.reduce ins(%x : tensor<8x64xf32>) outs(%inits : tensor<8xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.maximumf %a, %b : f32
    zyn.yield %s : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func private @next(tensor<8xf32>) -> tensor<8xf32>
