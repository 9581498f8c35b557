// A loop whose iterations return a buffer of their own.
// RUN: zyn-run %s ones:f32:4x4 3 --device cpu | FileCheck %s
// RUN: zyn-run %s ones:f32:4x4 3 --device emulate | FileCheck %s

// CHECK-COUNT-16: 16384
func.func @main(%x: tensor<4x4xf32>, %n: index) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4x4xf32> {
    %e = tensor.empty() : tensor<4x4xf32>
    %r = zyn.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %r : tensor<4x4xf32>
  }
  return %t : tensor<4x4xf32>
}
