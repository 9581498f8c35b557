// RUN: zyn-opt %s --loop-invariant-code-motion | FileCheck %s

// The loop may have no iterations: the program must not end because of an index that it does not use.
// CHECK-LABEL: func.func @checked
// CHECK: scf.for
// CHECK-NEXT: zyn.gather
// CHECK: zyn.scatter
func.func @checked(%n: index, %x: tensor<4xf32>, %i: tensor<2xi32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %y, %b = %x) -> (tensor<2xf32>, tensor<4xf32>) {
    %g = zyn.gather ins(%x, %i : tensor<4xf32>, tensor<2xi32>) outs(%y : tensor<2xf32>) dimension = 0 -> tensor<2xf32>
    %s = zyn.scatter ins(%y, %i : tensor<2xf32>, tensor<2xi32>) outs(%x : tensor<4xf32>) dimension = 0 {
    ^bb0(%old: f32, %update: f32):
      zyn.yield %update : f32
    } -> tensor<4xf32>
    scf.yield %g, %s : tensor<2xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<2xf32>, tensor<4xf32>
}

// Without checks, it would be undefined what happens.
// CHECK-LABEL: func.func @unchecked
// CHECK: scf.for
// CHECK-NEXT: zyn.gather
// CHECK: zyn.scatter
func.func @unchecked(%n: index, %x: tensor<4xf32>, %i: tensor<2xi32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %y, %b = %x) -> (tensor<2xf32>, tensor<4xf32>) {
    %g = zyn.gather unchecked ins(%x, %i : tensor<4xf32>, tensor<2xi32>) outs(%y : tensor<2xf32>) dimension = 0 -> tensor<2xf32>
    %s = zyn.scatter unchecked ins(%y, %i : tensor<2xf32>, tensor<2xi32>) outs(%x : tensor<4xf32>) dimension = 0 {
    ^bb0(%old: f32, %update: f32):
      zyn.yield %update : f32
    } -> tensor<4xf32>
    scf.yield %g, %s : tensor<2xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<2xf32>, tensor<4xf32>
}

// Neither the nest nor a read in its body is executed if the loop around it has no iterations.
// CHECK-LABEL: func.func @compute
// CHECK: scf.for
// CHECK-NEXT: zyn.compute
// CHECK: scf.for
// CHECK-NEXT: zyn.element
func.func @compute(%n: index, %x: tensor<4xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %y) -> tensor<2xf32> {
    %c = zyn.compute ins(%x : tensor<4xf32>) outs(%y : tensor<2xf32>) {
      %sum = scf.for %l = %c0 to %n step %c1 iter_args(%partial = %zero) -> f32 {
        %v = zyn.element 0[%c9] : f32
        %next = arith.addf %partial, %v : f32
        scf.yield %next : f32
      }
      zyn.yield %sum : f32
    } -> tensor<2xf32>
    scf.yield %c : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}
