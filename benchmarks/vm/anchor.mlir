// A loop of eight instructions: five linear, one oracle, one store, one branch. How often it goes round is an input.
//
// r1 to r5   what the loop computes        r6   rounds left
vm.program @anchor : i32 {
  vm.buffer @rounds shared input : tensor<1xi32>
  vm.buffer @last instance output : tensor<1xi32>

  vm.routine @main(%s: !vm.state<i32>) {
    %0 = vm.linear %s {r1 = r0 + 1, r2 = 7 * r0} : i32
    %1 = vm.load %0 {r6 = @rounds[0]} : i32
    vm.jump %1 ^loop : i32
  ^loop(%2: !vm.state<i32>):
    %3 = vm.linear %2 {r1 = r1 + r2} : i32
    %4 = vm.linear %3 {r2 = 5 * r2 + 1} : i32
    %5 = vm.linear %4 {r3 = r4, r4 = r3} : i32
    %6 = vm.linear %5 {r3 = r1 + 2 * r3, r5 = r2 - r4 + 3} : i32
    %7 = vm.oracle %6 {r4 = xori r3, r5} : i32
    %8 = vm.linear %7 {r6 = r6 - 1} : i32
    %9 = vm.store %8 {@last[0] = r4} : i32
    vm.branch %9 {r6 sgt 0} ^loop, ^done : i32
  ^done(%10: !vm.state<i32>):
    vm.halt %10 : i32
  }

  vm.phase @loop {
    vm.launch @main
  }
}
