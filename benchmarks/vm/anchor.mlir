// A loop of eight instructions: five linear, one oracle, one store, one branch. It writes the 64 words of the instance
// one after the other; the number of repetitions is an input.
//
// r1 to r5   results of the loop        r6   index of the word that is written, from 63 to 0        r7   repetitions left
vm.program @anchor : i32 {
  vm.buffer @turns shared input : tensor<1xi32>
  vm.buffer @trace instance : tensor<64xi32>
  vm.buffer @last instance output : tensor<1xi32>

  vm.routine @main(%s: !vm.state<i32>) {
    %0 = vm.linear %s {r1 = r0 + 1, r2 = 7 * r0} : i32
    %1 = vm.load %0 {r7 = @turns[0]} : i32
    vm.jump %1 ^turn : i32
  ^turn(%2: !vm.state<i32>):
    %3 = vm.linear %2 {r6 = 63, r7 = r7 - 1} : i32
    vm.jump %3 ^loop : i32
  ^loop(%4: !vm.state<i32>):
    %5 = vm.linear %4 {r1 = r1 + r2} : i32
    %6 = vm.linear %5 {r2 = 5 * r2 + r1} : i32
    %7 = vm.linear %6 {r3 = r4, r4 = r3} : i32
    %8 = vm.linear %7 {r3 = r1 - r3} : i32
    %9 = vm.oracle %8 {r4 = xori r3, r2} : i32
    %10 = vm.store %9 {@trace[r6] = r4} : i32
    %11 = vm.linear %10 {r6 = r6 - 1} : i32
    vm.branch %11 {r6 sge 0} ^loop, ^next : i32
  ^next(%12: !vm.state<i32>):
    vm.branch %12 {r7 sgt 0} ^turn, ^done : i32
  ^done(%13: !vm.state<i32>):
    %14 = vm.store %13 {@last[0] = r4} : i32
    vm.halt %14 : i32
  }

  vm.phase @loop {
    vm.launch @main
  }
}
