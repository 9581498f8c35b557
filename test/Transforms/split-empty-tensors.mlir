// RUN: zyn-opt %s --zyn-split-empty-tensors=max-uses=2 | FileCheck %s
// RUN: zyn-opt %s --zyn-split-empty-tensors | FileCheck %s --check-prefix=DEFAULT
// RUN: not zyn-opt %s --zyn-split-empty-tensors=max-uses=0 2>&1 | FileCheck %s --check-prefix=ERROR

// ERROR: error: expected max-uses of 1 or more, found 0

// CHECK-LABEL: func.func @chain
// CHECK: %[[E:.*]] = tensor.empty() : tensor<8xf32>
// CHECK: zyn.map ins(%{{.*}}) outs(%[[E]]
// CHECK: %[[MAP:.*]] = zyn.map ins(%{{.*}}) outs(%[[E]]
// CHECK: %[[F:.*]] = tensor.empty() : tensor<8xf32>
// CHECK: zyn.map ins(%[[MAP]] : tensor<8xf32>) outs(%[[F]]

// DEFAULT-LABEL: func.func @chain
// DEFAULT-COUNT-1: tensor.empty
// DEFAULT-NOT: tensor.empty
// DEFAULT: func.func @loop
func.func @chain(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = zyn.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8xf32>
  %1 = zyn.map ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8xf32>
  %2 = zyn.map ins(%1 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// What a loop uses stays outside of it.
// CHECK-LABEL: func.func @loop
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: zyn.map ins(%{{.*}}) outs(%[[E]]
// CHECK: zyn.map ins(%{{.*}}) outs(%[[E]]
// CHECK: %[[F:.*]] = tensor.empty
// CHECK-NEXT: scf.for
// CHECK: zyn.map ins(%{{.*}}) outs(%[[F]]
func.func @loop(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %e = tensor.empty() : tensor<8xf32>
  %0 = zyn.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8xf32>
  %1 = zyn.map ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<8xf32>
  %2 = scf.for %i = %zero to %n step %one iter_args(%t = %1) -> tensor<8xf32> {
    %3 = zyn.map ins(%t : tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%a: f32):
      zyn.yield %a : f32
    } -> tensor<8xf32>
    scf.yield %3 : tensor<8xf32>
  }
  return %2 : tensor<8xf32>
}
