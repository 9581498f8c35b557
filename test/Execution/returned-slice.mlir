// A slice of a computed tensor that is returned has the strides of its own sizes.
// REQUIRES: device
// RUN: zyn-run %s --device %device zeros:f32:4x4 2 | FileCheck %s
// RUN: zyn-run %s --device emulate zeros:f32:4x4 2 | FileCheck %s

// CHECK: #0: tensor<4x2xf32>
// CHECK-NEXT: {{\[\[}}0, 1],
// CHECK-NEXT: [10, 11],
// CHECK-NEXT: [20, 21],
// CHECK-NEXT: [30, 31]]
func.func @main(%x: tensor<4x?xf32>, %n: index) -> tensor<4x?xf32> {
  %c1 = arith.constant 1 : index
  %size = tensor.dim %x, %c1 : tensor<4x?xf32>
  %empty = tensor.empty(%size) : tensor<4x?xf32>
  %c10 = arith.constant 10 : index
  %numbers = zyn.map ins(%x : tensor<4x?xf32>) outs(%empty : tensor<4x?xf32>) {
  ^bb0(%a: f32):
    %i = zyn.index 0 : index
    %j = zyn.index 1 : index
    %tens = arith.muli %i, %c10 : index
    %number = arith.addi %tens, %j : index
    %integer = arith.index_cast %number : index to i32
    %float = arith.sitofp %integer : i32 to f32
    %b = arith.addf %a, %float : f32
    zyn.yield %b : f32
  } -> tensor<4x?xf32>
  %r = tensor.extract_slice %numbers[0, 0] [4, %n] [1, 1] : tensor<4x?xf32> to tensor<4x?xf32>
  return %r : tensor<4x?xf32>
}
