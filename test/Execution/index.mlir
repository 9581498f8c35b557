// Elements of type index, which are 64 bits on the host and on devices.
// REQUIRES: device
// RUN: zyn-run %s --device cpu | FileCheck %s
// RUN: zyn-run %s --device emulate | FileCheck %s
// RUN: zyn-run %s --device %device | FileCheck %s

// CHECK: #0
// CHECK-NEXT: [20, 11, 30, 10]
// CHECK: #1
// CHECK-NEXT: 4294967371
// CHECK: #2
// CHECK-NEXT: [20, 31, 61, 71]
// CHECK: #3
// CHECK-NEXT: [3, 1, 0, 2]
// CHECK: #4
// CHECK-NEXT: [10, 11, 20, 30]
// CHECK: #5
// CHECK-NEXT: [21, 21, 50, 10]
func.func @main() -> (tensor<4xindex>, tensor<index>, tensor<4xindex>, tensor<4xindex>, tensor<4xindex>, tensor<4xindex>) {
  %x = arith.constant dense<[10, 1, 20, 0]> : tensor<4xindex>
  %keys = arith.constant dense<[10, 1, 20, 0]> : tensor<4xi64>
  %at = arith.constant dense<[1, 0, 2, 3]> : tensor<4xindex>
  %start = arith.constant dense<4294967300> : tensor<index>
  %e = tensor.empty() : tensor<4xindex>
  %k = tensor.empty() : tensor<4xi64>
  %y = zyn.map ins(%x : tensor<4xindex>) outs(%e : tensor<4xindex>) {
  ^bb0(%a: index):
    %ten = arith.constant 10 : index
    %s = arith.addi %a, %ten : index
    zyn.yield %s : index
  } -> tensor<4xindex>
  %sum = zyn.reduce ins(%y : tensor<4xindex>) outs(%start : tensor<index>) dimensions = [0] {
  ^bb0(%a: index, %b: index):
    %s = arith.addi %a, %b : index
    zyn.yield %s : index
  } -> tensor<index>
  %sums = zyn.scan ins(%y : tensor<4xindex>) outs(%e : tensor<4xindex>) dimension = 0 {
  ^bb0(%a: index, %b: index):
    %s = arith.addi %a, %b : index
    zyn.yield %s : index
  } -> tensor<4xindex>
  %numbers = zyn.map outs(%e : tensor<4xindex>) {
    %i = zyn.index 0 : index
    zyn.yield %i : index
  } -> tensor<4xindex>
  %sorted:2 = zyn.sort ins(%keys, %numbers : tensor<4xi64>, tensor<4xindex>) outs(%k, %e : tensor<4xi64>, tensor<4xindex>)
      dimension = 0 -> tensor<4xi64>, tensor<4xindex>
  %gathered = zyn.gather ins(%y, %sorted#1 : tensor<4xindex>, tensor<4xindex>) outs(%e : tensor<4xindex>) dimension = 0
      -> tensor<4xindex>
  %scattered = zyn.scatter ins(%y, %at : tensor<4xindex>, tensor<4xindex>) outs(%x : tensor<4xindex>) dimension = 0 {
  ^bb0(%old: index, %new: index):
    %s = arith.addi %old, %new : index
    zyn.yield %s : index
  } -> tensor<4xindex>
  return %y, %sum, %sums, %sorted#1, %gathered, %scattered
      : tensor<4xindex>, tensor<index>, tensor<4xindex>, tensor<4xindex>, tensor<4xindex>, tensor<4xindex>
}
