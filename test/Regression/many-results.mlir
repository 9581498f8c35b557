// The arrays that decide which of several results of calls are freed were
// memory of the device: "memref.store reads or writes elements in host code".
// RUN: zyn-run %s ones:f32:8 3 --device emulate | FileCheck %s
// RUN: zyn-run %s ones:f32:8 3 --device cpu | FileCheck %s

// CHECK: [16, 16, 16, 16, 16, 16, 16, 16]
func.func private @sums(%x: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = zyn.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32):
    %b = arith.addf %a, %a : f32
    zyn.yield %b : f32
  } -> tensor<8xf32>
  %1 = zyn.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32):
    %b = arith.subf %a, %a : f32
    zyn.yield %b : f32
  } -> tensor<8xf32>
  return %0, %1, %x : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
func.func @main(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = func.call @sums(%x)
      : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %0#0) -> tensor<8xf32> {
    %2:3 = func.call @sums(%y)
        : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
    scf.yield %2#0 : tensor<8xf32>
  }
  return %1 : tensor<8xf32>
}
