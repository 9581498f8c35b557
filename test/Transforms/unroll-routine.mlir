// RUN: zyn-opt %s --zyn-unroll --split-input-file | FileCheck %s
// RUN: zyn-opt %s --zyn-unroll=factor=2 --split-input-file | FileCheck %s --check-prefix=TWO
// RUN: zyn-opt %s --zyn-unroll="max-iterations=4 max-instructions=20" --split-input-file --remarks-filter=zyn-unroll 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// A counter that begins at 0 and ends at 3: no branch is left. By a factor, each
// copy keeps its exit.
// CHECK-LABEL: vm.program @known
// TWO-LABEL: vm.program @known
vm.program @known : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // CHECK: %[[A:.*]] = vm.linear %{{.*}} {r1 = r0, r2 = 1} : i32
    // CHECK-NEXT: %[[B:.*]] = vm.linear %[[A]] {r1 = r0 + r1, r2 = 2} : i32
    // CHECK-NEXT: %[[C:.*]] = vm.linear %[[B]] {r1 = r0 + r1, r2 = 3} : i32
    // CHECK-NEXT: vm.halt %[[C]] : i32
    // TWO: vm.jump %{{.*}} ^[[LOOP:.*]] : i32
    // TWO-NEXT: ^[[LOOP]](
    // TWO: vm.branch %{{.*}} {r2 slt 3} ^[[SECOND:.*]], ^[[DONE:.*]] : i32
    // TWO-NEXT: ^[[SECOND]](
    // TWO: vm.branch %{{.*}} {r2 slt 3} ^[[LOOP]], ^[[DONE]] : i32
    // TWO-NEXT: ^[[DONE]](
    // REMARK: remark: [Passed] Unroll | Category:zyn-unroll | Reason="unrolled loops: 1"
    vm.jump %s ^loop : i32
  ^loop(%0: !vm.state<i32>):
    %1 = vm.linear %0 {r1 = r1 + r0, r2 = r2 + 1} : i32
    vm.branch %1 {r2 slt 3} ^loop, ^done : i32
  ^done(%2: !vm.state<i32>):
    vm.halt %2 : i32
  }
  vm.launch @main
}

// -----

// A loop in a loop, of which both are known.
// CHECK-LABEL: vm.program @nested
vm.program @nested : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // CHECK-NOT: vm.branch
    // CHECK-COUNT-6: vm.oracle
    // CHECK-NOT: vm.oracle
    // CHECK-NOT: vm.branch
    vm.jump %s ^outer : i32
  ^outer(%0: !vm.state<i32>):
    %1 = vm.linear %0 {r2 = 0} : i32
    vm.jump %1 ^inner : i32
  ^inner(%2: !vm.state<i32>):
    %3 = vm.oracle %2 {r0 = muli r0, r0} : i32
    %4 = vm.linear %3 {r2 = r2 + 1} : i32
    vm.branch %4 {r2 ult 3} ^inner, ^next : i32
  ^next(%5: !vm.state<i32>):
    %6 = vm.linear %5 {r1 = r1 + 1} : i32
    vm.branch %6 {r1 ne 2} ^outer, ^done : i32
  ^done(%7: !vm.state<i32>):
    vm.halt %7 : i32
  }
  vm.launch @main
}

// -----

// The exit is in the middle, as of a while loop.
// CHECK-LABEL: vm.program @while
vm.program @while : f32 {
  vm.routine @main(%s: !vm.state<f32>) {
    // CHECK: vm.linear %{{.*}} {r1 = 1} : f32
    // CHECK-NEXT: vm.linear %{{.*}} {r1 = 2} : f32
    // CHECK-NEXT: vm.halt
    vm.jump %s ^head : f32
  ^head(%0: !vm.state<f32>):
    vm.branch %0 {r1 olt 2.0} ^body, ^done : f32
  ^body(%1: !vm.state<f32>):
    %2 = vm.linear %1 {r1 = r1 + 1} : f32
    vm.jump %2 ^head : f32
  ^done(%3: !vm.state<f32>):
    vm.halt %3 : f32
  }
  vm.launch @main
}

// -----

// CHECK-LABEL: vm.program @unknown
vm.program @unknown : i32 {
  // Counts to the instance's number.
  // CHECK-LABEL: vm.routine @number
  vm.routine @number(%s: !vm.state<i32>) {
    // CHECK-COUNT-1: vm.branch
    // CHECK-NOT: vm.branch
    // REMARK: remark: [Missed] Unroll | Category:zyn-unroll | Reason="the number of iterations is not known"
    vm.jump %s ^loop : i32
  ^loop(%0: !vm.state<i32>):
    %1 = vm.linear %0 {r2 = r2 + 1} : i32
    vm.branch %1 {r2 slt r0} ^loop, ^done : i32
  ^done(%2: !vm.state<i32>):
    vm.halt %2 : i32
  }
  // CHECK-LABEL: vm.routine @two_ways_back
  vm.routine @two_ways_back(%s: !vm.state<i32>) {
    // REMARK: remark: [Missed] Unroll | Category:zyn-unroll | Reason="the loop has more than one back edge"
    vm.jump %s ^loop : i32
  ^loop(%0: !vm.state<i32>):
    vm.branch %0 {r0 slt 3} ^loop, ^next : i32
  ^next(%1: !vm.state<i32>):
    vm.branch %1 {r1 slt 3} ^loop, ^done : i32
  ^done(%2: !vm.state<i32>):
    vm.halt %2 : i32
  }
  // CHECK-LABEL: vm.routine @long
  vm.routine @long(%s: !vm.state<i32>) {
    // REMARK: remark: [Missed] Unroll | Category:zyn-unroll | Reason="the loop has more than 4 iterations"
    %0 = vm.linear %s {r2 = 0} : i32
    vm.jump %0 ^loop : i32
  ^loop(%1: !vm.state<i32>):
    %2 = vm.linear %1 {r2 = r2 + 1} : i32
    vm.branch %2 {r2 slt 100} ^loop, ^done : i32
  ^done(%3: !vm.state<i32>):
    vm.halt %3 : i32
  }
  // CHECK-LABEL: vm.routine @wide
  vm.routine @wide(%s: !vm.state<i32>) {
    // REMARK: remark: [Missed] Unroll | Category:zyn-unroll | Reason="4 copies of 6 ops exceed the limit of 20 ops"
    %0 = vm.linear %s {r2 = 0} : i32
    vm.jump %0 ^loop : i32
  ^loop(%1: !vm.state<i32>):
    %2 = vm.oracle %1 {r1 = muli r1, r1} : i32
    %3 = vm.oracle %2 {r1 = xori r1, r0} : i32
    %4 = vm.oracle %3 {r1 = muli r1, r1} : i32
    %5 = vm.oracle %4 {r1 = xori r1, r0} : i32
    %6 = vm.linear %5 {r2 = r2 + 1} : i32
    vm.branch %6 {r2 slt 4} ^loop, ^done : i32
  ^done(%7: !vm.state<i32>):
    vm.halt %7 : i32
  }
  // CHECK-LABEL: vm.routine @unreached
  vm.routine @unreached(%s: !vm.state<i32>) {
    // REMARK: remark: [Missed] Unroll | Category:zyn-unroll | Reason="the loop is unreachable"
    %0 = vm.linear %s {r2 = 0} : i32
    vm.branch %0 {r2 eq 0} ^done, ^before : i32
  ^before(%1: !vm.state<i32>):
    vm.jump %1 ^loop : i32
  ^loop(%2: !vm.state<i32>):
    vm.branch %2 {r2 slt 4} ^loop, ^done : i32
  ^done(%3: !vm.state<i32>):
    vm.halt %3 : i32
  }
}
