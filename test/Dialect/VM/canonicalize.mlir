// RUN: zyn-opt %s --canonicalize --split-input-file | FileCheck %s
// RUN: zyn-opt %s --canonicalize=region-simplify=aggressive --split-input-file | FileCheck %s

// The identity folds away. Zero elements do not contribute to a sum, so this is
// also correct for infinities and NaNs.
// CHECK-LABEL: func.func @identity
// CHECK-SAME: %[[S:.*]]: !vm.state<i32>, %[[T:.*]]: !vm.state<f32>
func.func @identity(%s: !vm.state<i32>, %t: !vm.state<f32>)
    -> (!vm.state<i32>, !vm.state<f32>) {
  // CHECK-NEXT: return %[[S]], %[[T]]
  %0 = vm.linear %s {r1 = r1, r4 = r4} : i32
  %1 = vm.linear %t {} : f32
  return %0, %1 : !vm.state<i32>, !vm.state<f32>
}

// -----

// Consecutive ops are kept: combining them can cost more than it saves.
// CHECK-LABEL: func.func @neighbors
func.func @neighbors(%s: !vm.state<i32>) -> !vm.state<i32> {
  // CHECK-COUNT-2: vm.linear
  %0 = vm.linear %s {r1 = r2} : i32
  %1 = vm.linear %0 {r3 = r1} : i32
  return %1 : !vm.state<i32>
}

// -----

// A dead linear op is removed; a dead oracle is kept because it may trap.
// CHECK-LABEL: func.func @unused
func.func @unused(%s: !vm.state<i32>) -> !vm.state<i32> {
  // CHECK-NOT: vm.linear
  %0 = vm.linear %s {r1 = r2} : i32
  // CHECK: vm.oracle
  %1 = vm.oracle %s {r1 = divsi r2, r3} : i32
  return %s : !vm.state<i32>
}

// -----

// Each block keeps its argument, even if only jumps follow or if two blocks are
// identical.
// CHECK-LABEL: vm.program @blocks
vm.program @blocks : i32 {
  // CHECK-LABEL: vm.routine @forever
  vm.routine @forever(%s: !vm.state<i32>) {
    vm.jump %s ^loop : i32
  // CHECK: ^bb1(%[[S:.*]]: !vm.state<i32>):
  // CHECK-NEXT: vm.jump %[[S]] ^bb1 : i32
  ^loop(%0: !vm.state<i32>):
    vm.jump %0 ^loop : i32
  // Unreachable blocks are removed.
  // CHECK-NOT: vm.halt
  ^never(%1: !vm.state<i32>):
    vm.halt %1 : i32
  }
  // CHECK-LABEL: vm.routine @alike
  vm.routine @alike(%s: !vm.state<i32>) {
    vm.branch %s {r1 eq 0} ^then, ^else : i32
  // CHECK: ^bb1(%{{.*}}: !vm.state<i32>):
  ^then(%0: !vm.state<i32>):
    %1 = vm.linear %0 {r1 = r2} : i32
    vm.halt %1 : i32
  ^else(%2: !vm.state<i32>):
    %3 = vm.linear %2 {r1 = r2} : i32
    vm.halt %3 : i32
  }
}
