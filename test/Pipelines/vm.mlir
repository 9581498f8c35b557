// RUN: zyn-opt %s --zyn-to-llvm -verify-diagnostics
// RUN: zyn-opt %s --zyn-to-cuda -verify-diagnostics

// Nothing lowers the vm dialect yet: an error rather than half a program.
func.func @step(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{'vm.linear' op has no lowering to the LLVM dialect}}
  %0 = vm.linear %s, dense<2> : tensor<32x32xi32> : !vm.state<i32>
  return %0 : !vm.state<i32>
}
