// RUN: zyn-opt %s --zyn-check-lowered -verify-diagnostics -split-input-file

llvm.func @lowered(%x: f32) -> f32 {
  llvm.return %x : f32
}

// -----

func.func @step(%s: !vm.state<i32>) -> !vm.state<i32> {
  // expected-error @+1 {{'vm.linear' op has no lowering to the LLVM dialect}}
  %0 = vm.linear %s {r1 = r2} : i32
  return %0 : !vm.state<i32>
}

// -----

// expected-error @+1 {{'func.func' op has no lowering to the LLVM dialect; its type is '(!vm.state<i32>) -> !vm.state<i32>'}}
func.func @identity(%s: !vm.state<i32>) -> !vm.state<i32> {
  return %s : !vm.state<i32>
}
