// RUN: zyn-opt %s --vm-eliminate-dead-state --split-input-file | FileCheck %s
// RUN: zyn-opt %s --vm-eliminate-dead-state --split-input-file --remarks-filter=vm-eliminate-dead-state 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: vm.program @observed
// REMARK: remark: [Passed] DeadState | Category:vm-eliminate-dead-state | Reason="removed 2 matrix rows and 1 oracles that set dead registers"
vm.program @observed : i32 attributes {observed = array<i32: 1>} {
  vm.routine @main(%s: !vm.state<i32>) {
    // CHECK: %[[A:.*]] = vm.linear %{{.*}} {r1 = r0 + r2} : i32
    // CHECK-NEXT: vm.halt %[[A]] : i32
    %0 = vm.linear %s {r1 = r0 + r2, r3 = 2 * r0} dense : i32
    %1 = vm.oracle %0 {r4 = popcount r3} : i32
    %2 = vm.linear %1 {r5 = r4} : i32
    vm.halt %2 : i32
  }
  vm.launch @main
}

// -----

// All registers are observed by default.
// CHECK-LABEL: vm.program @all
vm.program @all : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // CHECK: vm.linear %{{.*}} {r2 = r1} : i32
    // CHECK-NEXT: vm.linear %{{.*}} {r1 = 7} : i32
    %0 = vm.linear %s {r1 = 5, r2 = r1} : i32
    %1 = vm.linear %0 {r1 = 7} : i32
    vm.return %1 : i32
  }
  vm.launch @main
}

// -----

// A loop reads registers set in the previous iteration.
// CHECK-LABEL: vm.program @loop
vm.program @loop : i32 attributes {observed = array<i32: 1>} {
  vm.routine @main(%s: !vm.state<i32>) {
    vm.jump %s ^loop : i32
  ^loop(%0: !vm.state<i32>):
    // CHECK: vm.linear %{{.*}} {r1 = r1 + r3, r2 = r2 + 1, r3 = r0 + r3} : i32
    %1 = vm.linear %0 {r1 = r1 + r3, r2 = r2 + 1, r3 = r3 + r0, r4 = r4 + r5} : i32
    vm.branch %1 {r2 slt 9} ^loop, ^done : i32
  ^done(%2: !vm.state<i32>):
    vm.halt %2 : i32
  }
  vm.launch @main
}

// -----

// A trap ends the instance with the registers as they are: r1 is observed, r2 is
// not.
// CHECK-LABEL: vm.program @traps
vm.program @traps : i32 attributes {observed = array<i32: 1>} {
  vm.buffer @b shared : tensor<4xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // CHECK: vm.linear %{{.*}} {r1 = 1} : i32
    // CHECK-NEXT: vm.load %{{.*}} {r3 = @b[r0]} : i32
    // CHECK-NEXT: vm.linear %{{.*}} {r1 = 2} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r3 = divsi r1, r0} : i32
    // CHECK-NEXT: vm.linear %{{.*}} {r1 = 4} : i32
    // CHECK-NEXT: vm.halt
    %0 = vm.linear %s {r1 = 1, r2 = 1} : i32
    %1 = vm.load %0 {r3 = @b[r0]} : i32
    %2 = vm.linear %1 {r1 = 2} : i32
    %3 = vm.oracle %2 {r3 = divsi r1, r0} : i32
    %4 = vm.linear %3 {r1 = 3} : i32
    %5 = vm.oracle %4 {r3 = divsi r0, 7} : i32
    %6 = vm.linear %5 {r1 = 4} : i32
    vm.halt %6 : i32
  }
  vm.launch @main
}

// -----

// All registers are live at the returns of a routine that is called, and at the
// calls.
// CHECK-LABEL: vm.program @calls
vm.program @calls : i32 attributes {observed = array<i32: 1>} {
  vm.routine @called(%s: !vm.state<i32>) {
    // CHECK: vm.linear %{{.*}} {r2 = r3} : i32
    // CHECK-NEXT: vm.return
    %0 = vm.linear %s {r2 = r3} : i32
    vm.return %0 : i32
  }
  // CHECK-LABEL: vm.routine @main
  vm.routine @main(%s: !vm.state<i32>) {
    // CHECK: vm.linear %{{.*}} {r3 = 1, r4 = 1} : i32
    // CHECK-NEXT: vm.call
    // CHECK-NEXT: vm.linear %{{.*}} {r1 = r2} : i32
    // CHECK-NEXT: vm.return
    %0 = vm.linear %s {r3 = 1, r4 = 1} : i32
    %1 = vm.call %0 @called : i32
    %2 = vm.linear %1 {r1 = r2, r4 = r2} : i32
    vm.return %2 : i32
  }
  vm.launch @main
}
