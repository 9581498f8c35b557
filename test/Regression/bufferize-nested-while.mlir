// Loops with conditions in each other, and in one that keeps its result in one buffer.
// RUN: zyn-run %s ones:f32:4 2 --device cpu | FileCheck %s
// RUN: zyn-run %s ones:f32:4 2 --device emulate | FileCheck %s

// Doubled 2 * 2 * 2 times.
// CHECK: [256, 256, 256, 256]
func.func @main(%x: tensor<4xf32>, %n: i32) -> tensor<4xf32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = scf.for %k = %c0 to %c2 step %c1 iter_args(%z = %x) -> (tensor<4xf32>) {
    %r:2 = scf.while (%i = %zero, %t = %z) : (i32, tensor<4xf32>) -> (i32, tensor<4xf32>) {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i, %t : i32, tensor<4xf32>
  } do {
  ^bb0(%i: i32, %t: tensor<4xf32>):
    %q:2 = scf.while (%j = %zero, %u = %t) : (i32, tensor<4xf32>) -> (i32, tensor<4xf32>) {
      %more = arith.cmpi slt, %j, %n : i32
      scf.condition(%more) %j, %u : i32, tensor<4xf32>
    } do {
    ^bb0(%j: i32, %u: tensor<4xf32>):
      %e = tensor.empty() : tensor<4xf32>
      %d = zyn.map ins(%u : tensor<4xf32>) outs(%e : tensor<4xf32>) {
      ^bb0(%a: f32):
        %b = arith.addf %a, %a : f32
        zyn.yield %b : f32
      } -> tensor<4xf32>
      %next = arith.addi %j, %one : i32
      scf.yield %next, %d : i32, tensor<4xf32>
    }
    %next = arith.addi %i, %one : i32
    scf.yield %next, %q#1 : i32, tensor<4xf32>
  }
  scf.yield %r#1 : tensor<4xf32>
  }
  return %f : tensor<4xf32>
}
