// RUN: zyn-opt %s --inline | FileCheck %s

// CHECK-LABEL: func.func @calls
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
func.func @calls(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NOT: call @double
  // CHECK: zyn.map ins(%[[X]] : tensor<4xf32>)
  %0 = call @double(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // Without checks, ops would be other ones.
  // CHECK: call @double_unchecked
  %1 = call @double_unchecked(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @calls_with_the_same_attributes
func.func @calls_with_the_same_attributes(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {zyn.constraints = #zyn.constraints<unchecked = true>} {
  // CHECK-NOT: call
  // CHECK: zyn.map
  %0 = call @double_unchecked(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @calls_with_inline_always
func.func @calls_with_inline_always(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NOT: call
  // CHECK: zyn.map
  %0 = call @double_always(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// In a loop, the function of the destination is further out.
// CHECK-LABEL: func.func @calls_in_a_loop
func.func @calls_in_a_loop(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  // CHECK-NOT: call
  // CHECK: zyn.map
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<4xf32> {
    %1 = func.call @double(%y) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

func.func private @double(%x: tensor<4xf32>) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %y = zyn.map ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%a: f32):
    %b = arith.addf %a, %a : f32
    zyn.yield %b : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

func.func private @double_unchecked(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {zyn.constraints = #zyn.constraints<unchecked = true>} {
  %empty = tensor.empty() : tensor<4xf32>
  %y = zyn.map ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%a: f32):
    %b = arith.addf %a, %a : f32
    zyn.yield %b : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

func.func private @double_always(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {zyn.constraints = #zyn.constraints<inline_always = true>} {
  %empty = tensor.empty() : tensor<4xf32>
  %y = zyn.map ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%a: f32):
    %b = arith.addf %a, %a : f32
    zyn.yield %b : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}
