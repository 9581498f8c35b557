// Functions that are made have names of their own.
// RUN: zyn-opt %s --convert-vm-to-func -o /dev/null
// RUN: zyn-opt %s --convert-vm-to-func=device=true -o /dev/null
// RUN: zyn-run %s --entry llvm.memcpy --device cpu --instances 2
vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    vm.halt %s : i32
  }
  vm.launch @main
}
vm.program @p_resume : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    vm.halt %s : i32
  }
  vm.launch @main
}
vm.program @p_kernels : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    vm.halt %s : i32
  }
  vm.launch @main
}
vm.program @llvm.memcpy : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    vm.halt %s : i32
  }
  vm.launch @main
}
