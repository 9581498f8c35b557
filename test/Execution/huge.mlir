// An array of 69 GB, more than 2^34 elements: its elements are their indices, whose sum wraps.
// REQUIRES: gpu-80GB
// RUN: zyn-run %s --device cuda | FileCheck %s

// n = 2^34 + 5: n (n - 1) / 2 = 2^67 + 9 * 2^33 + 10
// CHECK: {{^}}10{{$}}
func.func @main() -> tensor<i32> {
  %empty = tensor.empty() : tensor<17179869189xi32>
  %indices = zyn.map outs(%empty : tensor<17179869189xi32>) {
    %i = zyn.index 0 : index
    %n = arith.index_cast %i : index to i32
    zyn.yield %n : i32
  } -> tensor<17179869189xi32>
  %none = arith.constant dense<0> : tensor<i32>
  %sum = zyn.reduce ins(%indices : tensor<17179869189xi32>) outs(%none : tensor<i32>) dimensions = [0] {
  ^bb0(%acc: i32, %n: i32):
    %s = arith.addi %acc, %n : i32
    zyn.yield %s : i32
  } -> tensor<i32>
  return %sum : tensor<i32>
}
