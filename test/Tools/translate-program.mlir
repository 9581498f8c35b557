// A program of the matrix VM becomes PTX, and LLVM IR for the host, as tensors do; what has neither is an error.
// RUN: zyn-translate --zyn-to-ptx --chip=sm_90a %s | FileCheck %s --check-prefix PTX
// PTX: .target sm_90a
// PTX: .visible .entry
// RUN: zyn-translate --zyn-to-llvmir %s | FileCheck %s --check-prefix LLVM
// LLVM: define {{.*}} @_mlir_ciface_square
// RUN: echo 'func.func @f() { return }' > %t.mlir
// RUN: not zyn-translate --zyn-to-ptx %t.mlir 2>&1 | FileCheck %s --check-prefix NONE
// NONE: error: expected a kernel to print as PTX, or an op of 'zyn' that is lowered to one, found none
vm.program @square : i32 {
  vm.buffer @result instance output : tensor<1xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    %0 = vm.oracle %s {r1 = muli r0, r0} : i32
    %1 = vm.store %0 {@result[0] = r1} : i32
    vm.halt %1 : i32
  }
  vm.phase @all {
    vm.launch @main
  }
}
