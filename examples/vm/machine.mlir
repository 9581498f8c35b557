// An elevator with ten floors: a state machine with three states, which serves random calls for 400 ticks.
//
// The probability of a call per tick is 1/160 in instances 0, 16, 32 and so on, 2/160 in instances 1, 17, 33 and so on,
// up to 16/160. Passengers enter a random destination. The elevator continues in its direction while there are calls
// ahead, turns around if there are calls behind, and stands if there are none. The doors stay open for three ticks.
//
// r1   random numbers drawn so far        r9    ticks standing
// r2   floor                              r10   ticks moving
// r3   direction, 1 or -1                 r11   ticks with open doors
// r4   state: 0 stands, 1 moves, 2 open   r12   calls answered
// r5   mask of floors with calls          r13   ticks that callers have waited
// r6   mask of destinations               r14   probability of a call, times 2^32
// r7   ticks left                         r15   bit of the floor, or temporary
// r8   ticks until the doors close        r16, r17 temporaries
vm.program @elevator : i32 {
  // Ticks standing, moving, and with open doors; calls answered; total waiting time of callers in ticks.
  vm.buffer @summary instance output : tensor<5xi32>
  // Ticks on each floor.
  vm.buffer @floors instance output : tensor<10xi32>

  // Sets r17 to the bit of a random floor.
  vm.routine @draw_floor(%s: !vm.state<i32>) {
    %0 = vm.oracle %s {r15 = random r1} : i32
    %1 = vm.linear %0 {r1 = r1 + 1, r16 = 10, r17 = 1} : i32
    %2 = vm.oracle %1 {r15 = mulhui r15, r16} : i32
    %3 = vm.oracle %2 {r17 = shli r17, r15} : i32
    vm.return %3 : i32
  }

  // Adds a random call.
  vm.routine @arrive(%s: !vm.state<i32>) {
    %0 = vm.oracle %s {r15 = random r1} : i32
    %1 = vm.linear %0 {r1 = r1 + 1} : i32
    vm.branch %1 {r15 ult r14} ^call, ^none : i32
  ^call(%2: !vm.state<i32>):
    %3 = vm.call %2 @draw_floor : i32
    %4 = vm.oracle %3 {r5 = ori r5, r17} : i32
    vm.return %4 : i32
  ^none(%5: !vm.state<i32>):
    vm.return %5 : i32
  }

  // Opens the doors at the floor whose bit is r15. A waiting caller enters and chooses a destination.
  vm.routine @open_doors(%s: !vm.state<i32>) {
    %0 = vm.linear %s {r4 = 2, r8 = 3} : i32
    %1 = vm.oracle %0 {r16 = andi r5, r15} : i32
    vm.branch %1 {r16 eq 0} ^get_out, ^get_in : i32
  ^get_in(%2: !vm.state<i32>):
    %3 = vm.linear %2 {r12 = r12 + 1} : i32
    %4 = vm.oracle %3 {r5 = xori r5, r15} : i32
    %5 = vm.call %4 @draw_floor saving [r15] : i32
    %6 = vm.oracle %5 {r6 = ori r6, r17} : i32
    vm.jump %6 ^get_out : i32
  ^get_out(%7: !vm.state<i32>):
    %8 = vm.oracle %7 {r16 = xori r15, -1} : i32
    %9 = vm.oracle %8 {r6 = andi r6, r16} : i32
    vm.return %9 : i32
  }

  // Decides what to do on floor r2: open, stand, continue, or turn around.
  vm.routine @decide(%s: !vm.state<i32>) {
    %0 = vm.linear %s {r15 = 1} : i32
    %1 = vm.oracle %0 {r15 = shli r15, r2} : i32
    %2 = vm.oracle %1 {r16 = ori r5, r6} : i32
    %3 = vm.oracle %2 {r17 = andi r16, r15} : i32
    vm.branch %3 {r17 ne 0} ^open, ^closed : i32
  ^open(%4: !vm.state<i32>):
    %5 = vm.call %4 @open_doors : i32
    vm.return %5 : i32
  ^closed(%6: !vm.state<i32>):
    vm.branch %6 {r16 eq 0} ^stand, ^go : i32
  ^stand(%7: !vm.state<i32>):
    %8 = vm.linear %7 {r4 = 0} : i32
    vm.return %8 : i32
  ^go(%9: !vm.state<i32>):
    %10 = vm.linear %9 {r4 = 1} : i32
    vm.branch %10 {r3 sgt 0} ^up, ^down : i32
  ^up(%11: !vm.state<i32>):
    %12 = vm.oracle %11 {r17 = shrui r16, r2} : i32
    vm.jump %12 ^ahead : i32
  ^down(%13: !vm.state<i32>):
    // The bits below the bit of the floor.
    %14 = vm.linear %13 {r15 = r15 - 1} : i32
    %15 = vm.oracle %14 {r17 = andi r16, r15} : i32
    vm.jump %15 ^ahead : i32
  ^ahead(%16: !vm.state<i32>):
    vm.branch %16 {r17 eq 0} ^turn, ^done : i32
  ^turn(%17: !vm.state<i32>):
    %18 = vm.linear %17 {r3 = -1 * r3} : i32
    vm.return %18 : i32
  ^done(%19: !vm.state<i32>):
    vm.return %19 : i32
  }

  vm.routine @main(%s: !vm.state<i32>) {
    %0 = vm.oracle %s {r14 = andi r0, 15} : i32
    %1 = vm.linear %0 {r3 = 1, r7 = 400, r14 = 26843545 * r14 + 26843545} : i32
    vm.jump %1 ^tick : i32
  ^tick(%2: !vm.state<i32>):
    %3 = vm.call %2 @arrive saving [r15, r16, r17] : i32
    %4 = vm.load %3 {r15 = @floors[r2]} : i32
    %5 = vm.linear %4 {r15 = r15 + 1} : i32
    %6 = vm.store %5 {@floors[r2] = r15} : i32
    %7 = vm.oracle %6 {r15 = popcount r5} : i32
    %8 = vm.linear %7 {r13 = r13 + r15} : i32
    vm.branch %8 {r4 eq 0} ^stands, ^busy : i32
  ^busy(%9: !vm.state<i32>):
    vm.branch %9 {r4 eq 1} ^moves, ^open : i32
  ^stands(%10: !vm.state<i32>):
    %11 = vm.linear %10 {r9 = r9 + 1} : i32
    %12 = vm.call %11 @decide : i32
    vm.jump %12 ^next : i32
  ^moves(%13: !vm.state<i32>):
    %14 = vm.linear %13 {r2 = r2 + r3, r10 = r10 + 1} : i32
    %15 = vm.call %14 @decide : i32
    vm.jump %15 ^next : i32
  ^open(%16: !vm.state<i32>):
    %17 = vm.linear %16 {r8 = r8 - 1, r11 = r11 + 1} : i32
    vm.branch %17 {r8 sgt 0} ^next, ^closing : i32
  ^closing(%18: !vm.state<i32>):
    %19 = vm.call %18 @decide : i32
    vm.jump %19 ^next : i32
  ^next(%20: !vm.state<i32>):
    %21 = vm.linear %20 {r7 = r7 - 1} : i32
    vm.branch %21 {r7 sgt 0} ^tick, ^done : i32
  ^done(%22: !vm.state<i32>):
    %23 = vm.store %22 {@summary[0] = r9} : i32
    %24 = vm.store %23 {@summary[1] = r10} : i32
    %25 = vm.store %24 {@summary[2] = r11} : i32
    %26 = vm.store %25 {@summary[3] = r12} : i32
    %27 = vm.store %26 {@summary[4] = r13} : i32
    vm.halt %27 : i32
  }

  vm.phase @day {
    vm.launch @main
  }
}
