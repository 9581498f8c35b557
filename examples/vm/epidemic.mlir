// Simulates an epidemic among the 34 members of a karate club.
//
// Each instance is one epidemic. It starts with one infected member, the index of the instance modulo 34. An infected
// member is infectious for the next five days and infects each susceptible friend with a probability of 7 % per day.
// The epidemic ends when no member is infectious.
//
// The friends of member m are @friends[@first[m]] to @friends[@first[m + 1] - 1], i.e. a CSR adjacency matrix.
// @infected contains the day on which each member was infected, starting at 1, and 0 for susceptible members.
//
// r1   random numbers drawn so far     r5   current friend
// r2   current day                     r6   end of the list of friends
// r3   current member                  r7   number of members infected so far
// r4   day on which it was infected    r8   number of members that are or will be infectious
vm.program @epidemic : i32 {
  vm.buffer @first shared input : tensor<35xi32>
  vm.buffer @friends shared input : tensor<156xi32>
  vm.buffer @infected instance : tensor<34xi32>
  // For each instance: total number of infected members, and the last day.
  vm.buffer @outbreak instance output : tensor<2xi32>
  // For each member: infections in all instances that start with it, and the number of these instances.
  vm.buffer @total shared output : tensor<34xi32>
  vm.buffer @begun shared output : tensor<34xi32>

  // Infects the susceptible friends of member r3. Clobbers r4 to r6 and r9 to r11.
  vm.routine @meet_friends(%s: !vm.state<i32>) {
    %0 = vm.load %s {r5 = @first[r3]} : i32
    %1 = vm.load %0 {r6 = @first[r3 + 1]} : i32
    vm.branch %1 {r5 slt r6} ^friend, ^done : i32
  ^friend(%2: !vm.state<i32>):
    %3 = vm.load %2 {r9 = @friends[r5]} : i32
    %4 = vm.load %3 {r10 = @infected[r9]} : i32
    vm.branch %4 {r10 eq 0} ^susceptible, ^next : i32
  ^susceptible(%5: !vm.state<i32>):
    %6 = vm.oracle %5 {r11 = random r1} : i32
    %7 = vm.linear %6 {r1 = r1 + 1} : i32
    // 0.07 times 2^32
    vm.branch %7 {r11 ult 300647711} ^infect, ^next : i32
  ^infect(%8: !vm.state<i32>):
    %9 = vm.store %8 {@infected[r9] = r2} : i32
    %10 = vm.linear %9 {r7 = r7 + 1, r8 = r8 + 1} : i32
    vm.jump %10 ^next : i32
  ^next(%11: !vm.state<i32>):
    %12 = vm.linear %11 {r5 = r5 + 1} : i32
    vm.branch %12 {r5 slt r6} ^friend, ^done : i32
  ^done(%13: !vm.state<i32>):
    vm.return %13 : i32
  }

  vm.routine @main(%s: !vm.state<i32>) {
    %0 = vm.oracle %s {r12 = remui r0, 34} : i32
    %1 = vm.linear %0 {r2 = 1, r7 = 1} : i32
    %2 = vm.store %1 {@infected[r12] = r2} : i32
    vm.jump %2 ^day : i32
  ^day(%3: !vm.state<i32>):
    %4 = vm.linear %3 {r2 = r2 + 1, r3 = 0, r8 = 0} : i32
    vm.jump %4 ^member : i32
  ^member(%5: !vm.state<i32>):
    %6 = vm.load %5 {r4 = @infected[r3]} : i32
    vm.branch %6 {r4 eq 0} ^next, ^was_infected : i32
  ^was_infected(%7: !vm.state<i32>):
    // Days since the infection: 0 if an earlier member infected this one today.
    %8 = vm.linear %7 {r9 = r2 - r4} : i32
    vm.branch %8 {r9 eq 0} ^next, ^not_today : i32
  ^not_today(%9: !vm.state<i32>):
    vm.branch %9 {r9 sle 5} ^infectious, ^next : i32
  ^infectious(%10: !vm.state<i32>):
    %11 = vm.linear %10 {r8 = r8 + 1} : i32
    %12 = vm.call %11 @meet_friends : i32
    vm.jump %12 ^next : i32
  ^next(%13: !vm.state<i32>):
    %14 = vm.linear %13 {r3 = r3 + 1} : i32
    vm.branch %14 {r3 slt 34} ^member, ^evening : i32
  ^evening(%15: !vm.state<i32>):
    vm.branch %15 {r8 sgt 0} ^day, ^over : i32
  ^over(%16: !vm.state<i32>):
    %17 = vm.store %16 {@outbreak[0] = r7} : i32
    %18 = vm.store %17 {@outbreak[1] = r2} : i32
    %19 = vm.atomic %18 {r9 = addi @total[r12], r7} : i32
    %20 = vm.linear %19 {r10 = 1} : i32
    %21 = vm.atomic %20 {r9 = addi @begun[r12], r10} : i32
    vm.halt %21 : i32
  }

  vm.phase @spread {
    vm.launch @main
  }
}
