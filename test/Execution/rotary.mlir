// The halves of rows, one of them negated, are swapped without copies.
// REQUIRES: device
// RUN: zyn-run %s --device %device zeros:f32:2x4 | FileCheck %s
// RUN: zyn-run %s --device emulate zeros:f32:2x4 | FileCheck %s
// RUN: zyn-opt --zyn-to-kernel %s | FileCheck %s --check-prefix=KERNELS

// KERNELS-COUNT-2: gpu.launch_func
// KERNELS-NOT: gpu.launch_func
// KERNELS-NOT: gpu.memcpy

// CHECK: #0: tensor<2x4xf32>
// CHECK-NEXT: {{\[\[}}-6, -7, 4, 9],
// CHECK-NEXT: [-16, -17, 54, 59]]
func.func @main(%zeros: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %c10 = arith.constant 10 : index
  %e = tensor.empty() : tensor<2x4xf32>
  %x = zyn.map ins(%zeros : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%a: f32):
    %i = zyn.index 0 : index
    %j = zyn.index 1 : index
    %tens = arith.muli %i, %c10 : index
    %number = arith.addi %tens, %j : index
    %integer = arith.index_cast %number : index to i32
    %float = arith.sitofp %integer : i32 to f32
    %b = arith.addf %a, %float : f32
    zyn.yield %b : f32
  } -> tensor<2x4xf32>
  %left = tensor.extract_slice %x[0, 0] [2, 2] [1, 1] : tensor<2x4xf32> to tensor<2x2xf32>
  %right = tensor.extract_slice %x[0, 2] [2, 2] [1, 1] : tensor<2x4xf32> to tensor<2x2xf32>
  %h = tensor.empty() : tensor<2x2xf32>
  %negated = zyn.map ins(%right : tensor<2x2xf32>) outs(%h : tensor<2x2xf32>) {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    zyn.yield %0 : f32
  } -> tensor<2x2xf32>
  %swapped = tensor.concat dim(1) %negated, %left : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x4xf32>
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %sum = zyn.map ins(%x, %swapped : tensor<2x4xf32>, tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %two : f32
    %1 = arith.mulf %b, %three : f32
    %2 = arith.addf %0, %1 : f32
    zyn.yield %2 : f32
  } -> tensor<2x4xf32>
  return %sum : tensor<2x4xf32>
}
