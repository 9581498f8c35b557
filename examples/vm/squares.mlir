vm.program @squares : i32 {
  vm.buffer @add shared input : tensor<1xi32>
  vm.buffer @result instance output : tensor<2xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    %0 = vm.load %s {r2 = @add[0]} : i32
    %1 = vm.oracle %0 {r1 = muli r0, r0} : i32
    %2 = vm.linear %1 {r2 = r1 + r2} : i32
    %3 = vm.store %2 {@result[0] = r1} : i32
    %4 = vm.store %3 {@result[1] = r2} : i32
    vm.halt %4 : i32
  }
  vm.phase @all {
    vm.launch @main
  }
}
