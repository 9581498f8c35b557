// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --emit-bytecode | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func @dense
// CHECK-SAME: %[[S:.*]]: !vm.state<i32>) -> !vm.state<i32>
func.func @dense(%s: !vm.state<i32>) -> !vm.state<i32> {
  // CHECK: vm.linear %[[S]], dense<2> : tensor<32x32xi32> : !vm.state<i32>
  %0 = vm.linear %s, dense<2> : tensor<32x32xi32> : !vm.state<i32>
  return %0 : !vm.state<i32>
}

// CHECK-LABEL: func.func @sparse
func.func @sparse(%s: !vm.state<f32>) -> !vm.state<f32> {
  // CHECK: vm.linear %{{.*}}, sparse<{{\[\[}}0, 1], [31, 31]], [1.000000e+00, 5.000000e-01]> : tensor<32x32xf32> {step = 3 : i64} : !vm.state<f32>
  %0 = vm.linear %s, sparse<[[0, 1], [31, 31]], [1.0, 0.5]> : tensor<32x32xf32>
      {step = 3} : !vm.state<f32>
  return %0 : !vm.state<f32>
}

// All words of the result are zero.
// CHECK-LABEL: func.func @splat_zero
func.func @splat_zero(%s: !vm.state<f32>) -> !vm.state<f32> {
  // CHECK: vm.linear %{{.*}}, dense<0.000000e+00> : tensor<32x32xf32> : !vm.state<f32>
  %0 = vm.linear %s, dense<0.0> : tensor<32x32xf32> : !vm.state<f32>
  return %0 : !vm.state<f32>
}
