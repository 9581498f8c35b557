// The body of a loop with a condition returned buffers of its own, or those of the other value.
// RUN: zyn-run %s ones:f32:4 zeros:f32:4 5 --device cpu | FileCheck %s
// RUN: zyn-run %s ones:f32:4 zeros:f32:4 5 --device emulate | FileCheck %s

// Of 1 and 0: the Fibonacci numbers 8 and 5, and the same numbers exchanged five times.
// CHECK: [8, 8, 8, 8]
// CHECK: [5, 5, 5, 5]
// CHECK: [0, 0, 0, 0]
// CHECK: [1, 1, 1, 1]
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: i32)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:3 = scf.while (%i = %zero, %s = %x, %t = %y) : (i32, tensor<4xf32>, tensor<4xf32>) -> (i32, tensor<4xf32>, tensor<4xf32>) {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i, %s, %t : i32, tensor<4xf32>, tensor<4xf32>
  } do {
  ^bb0(%i: i32, %s: tensor<4xf32>, %t: tensor<4xf32>):
    %e = tensor.empty() : tensor<4xf32>
    %d = zyn.map ins(%s, %t : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      zyn.yield %c : f32
    } -> tensor<4xf32>
    %next = arith.addi %i, %one : i32
    scf.yield %next, %d, %s : i32, tensor<4xf32>, tensor<4xf32>
  }
  %q:3 = scf.while (%i = %zero, %s = %x, %t = %y) : (i32, tensor<4xf32>, tensor<4xf32>) -> (i32, tensor<4xf32>, tensor<4xf32>) {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i, %s, %t : i32, tensor<4xf32>, tensor<4xf32>
  } do {
  ^bb0(%i: i32, %s: tensor<4xf32>, %t: tensor<4xf32>):
    %next = arith.addi %i, %one : i32
    scf.yield %next, %t, %s : i32, tensor<4xf32>, tensor<4xf32>
  }
  return %r#1, %r#2, %q#1, %q#2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
