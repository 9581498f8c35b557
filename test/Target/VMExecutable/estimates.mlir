// Estimates in an executable: loops count 16 times, calls as their callees, recursion once.
// RUN: zyn-translate --vm-to-executable %s -o %t.vmx
// RUN: %python %S/executable.py dump %t.vmx | FileCheck %s

// The launches of a phase run concurrently, and the longest one counts: 616 + 610. Recursion has no depth.
// CHECK: header epochs 1226
// CHECK-NEXT: header depth 4294967295
// 80 GB minus 40 bytes and 3 slots, divided by 128 + 32 * 2 + 4 * 5 bytes.
// CHECK-NEXT: header instances 377358490
vm.program @p : i32 attributes {stack_depth = 2 : i32} {
  vm.buffer @shared shared : tensor<10xi32>
  vm.buffer @own instance : tensor<3xi32>
  vm.buffer @other instance : tensor<2xi32>
  vm.buffer @mail channel : tensor<3xi32>

  // The longer of two paths. The memory is that of the state and the stack, without buffers.
  // CHECK: routine @ways [0, 5, 4, 192, 0]
  vm.routine @ways(%s: !vm.state<i32>) {
    vm.branch %s {r0 eq 0} ^long, ^end : i32
  ^long(%0: !vm.state<i32>):
    %1 = vm.linear %0 {r1 = r0} : i32
    %2 = vm.yield %1 : i32
    vm.jump %2 ^end : i32
  ^end(%3: !vm.state<i32>):
    vm.return %3 : i32
  ^dead(%4: !vm.state<i32>):
    vm.jump %4 ^end : i32
  }
  // 1 + 16 * (1 + 4 + 16 * 2 + 1) + 1: the callee has 4 instructions.
  // CHECK-NEXT: routine @loops [5, 6, 610, 204, 1]
  vm.routine @loops(%s: !vm.state<i32>) {
    %0 = vm.store %s {@own[0] = r0} : i32
    vm.jump %0 ^outer : i32
  ^outer(%1: !vm.state<i32>):
    %2 = vm.call %1 @ways : i32
    vm.jump %2 ^inner : i32
  ^inner(%3: !vm.state<i32>):
    %4 = vm.linear %3 {r1 = r1 + 1} : i32
    vm.branch %4 {r1 slt 10} ^inner, ^next : i32
  ^next(%5: !vm.state<i32>):
    vm.branch %5 {r2 slt 10} ^outer, ^end : i32
  ^end(%6: !vm.state<i32>):
    vm.halt %6 : i32
  }
  // Mutual recursion: a call within the recursion counts as one instruction.
  // CHECK-NEXT: routine @even [{{[0-9]+}}, 3, 3, 204, 4294967295]
  vm.routine @even(%s: !vm.state<i32>) {
    %0 = vm.load %s {r1 = @own[0]} : i32
    %1 = vm.call %0 @odd : i32
    vm.return %1 : i32
  }
  // CHECK-NEXT: routine @odd [{{[0-9]+}}, 2, 2, 204, 4294967295]
  vm.routine @odd(%s: !vm.state<i32>) {
    %0 = vm.call %s @even : i32
    vm.return %0 : i32
  }
  // CHECK-NEXT: routine @both [{{[0-9]+}}, 4, 616, 212, 4294967295]
  vm.routine @both(%s: !vm.state<i32>) {
    %0 = vm.call %s @odd : i32
    %1 = vm.call %0 @loops : i32
    %2 = vm.store %1 {@other[0] = r0} : i32
    vm.halt %2 : i32
  }
  // The estimate saturates.
  // CHECK-NEXT: routine @deep [{{[0-9]+}}, {{[0-9]+}}, 4294967295, 192, 0]
  vm.routine @deep(%s: !vm.state<i32>) {
    vm.jump %s ^a : i32
  ^a(%0: !vm.state<i32>):
    %1 = vm.yield %0 : i32
    vm.jump %1 ^b : i32
  ^b(%2: !vm.state<i32>):
    %3 = vm.yield %2 : i32
    vm.jump %3 ^c : i32
  ^c(%4: !vm.state<i32>):
    %5 = vm.yield %4 : i32
    vm.jump %5 ^d : i32
  ^d(%6: !vm.state<i32>):
    %7 = vm.yield %6 : i32
    vm.jump %7 ^e : i32
  ^e(%8: !vm.state<i32>):
    %9 = vm.yield %8 : i32
    vm.jump %9 ^f : i32
  ^f(%10: !vm.state<i32>):
    %11 = vm.yield %10 : i32
    vm.jump %11 ^g : i32
  ^g(%12: !vm.state<i32>):
    %13 = vm.yield %12 : i32
    vm.jump %13 ^h : i32
  ^h(%14: !vm.state<i32>):
    %15 = vm.yield %14 : i32
    vm.branch %15 {r1 eq 1} ^h, ^i : i32
  ^i(%16: !vm.state<i32>):
    vm.branch %16 {r1 eq 1} ^g, ^j : i32
  ^j(%17: !vm.state<i32>):
    vm.branch %17 {r1 eq 1} ^f, ^k : i32
  ^k(%18: !vm.state<i32>):
    vm.branch %18 {r1 eq 1} ^e, ^l : i32
  ^l(%19: !vm.state<i32>):
    vm.branch %19 {r1 eq 1} ^d, ^m : i32
  ^m(%20: !vm.state<i32>):
    vm.branch %20 {r1 eq 1} ^c, ^n : i32
  ^n(%21: !vm.state<i32>):
    vm.branch %21 {r1 eq 1} ^b, ^o : i32
  ^o(%22: !vm.state<i32>):
    vm.branch %22 {r1 eq 1} ^a, ^p : i32
  ^p(%23: !vm.state<i32>):
    vm.halt %23 : i32
  }
  vm.phase @first {
    vm.launch @ways
    vm.launch @both
  }
  vm.phase @second {
    vm.launch @loops
  }
}
