// RUN: zyn-opt %s --canonicalize --split-input-file | FileCheck %s
// RUN: zyn-opt %s --canonicalize=region-simplify=aggressive --split-input-file | FileCheck %s

// The identity folds away. Whatever a matrix of f32 leaves out is no part of
// the sum, so this holds for infinities and NaNs too.
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

// Neighbours stay: to make one of them can cost more than it saves.
// CHECK-LABEL: func.func @neighbours
func.func @neighbours(%s: !vm.state<i32>) -> !vm.state<i32> {
  // CHECK-COUNT-2: vm.linear
  %0 = vm.linear %s {r1 = r2} : i32
  %1 = vm.linear %0 {r3 = r1} : i32
  return %1 : !vm.state<i32>
}

// -----

// An oracle that nobody needs may trap, but one in a function is no program's.
// CHECK-LABEL: func.func @unused
func.func @unused(%s: !vm.state<i32>) -> !vm.state<i32> {
  // CHECK-NOT: vm.linear
  %0 = vm.linear %s {r1 = r2} : i32
  // CHECK: vm.oracle
  %1 = vm.oracle %s {r1 = divsi r2, r3} : i32
  return %s : !vm.state<i32>
}

// -----

// Each block keeps its argument, even where nothing but jumps follows, and where
// two blocks are alike.
// CHECK-LABEL: vm.program @blocks
vm.program @blocks : i32 {
  // CHECK-LABEL: vm.routine @forever
  vm.routine @forever(%s: !vm.state<i32>) {
    vm.jump %s ^loop : i32
  // CHECK: ^bb1(%[[S:.*]]: !vm.state<i32>):
  // CHECK-NEXT: vm.jump %[[S]] ^bb1 : i32
  ^loop(%0: !vm.state<i32>):
    vm.jump %0 ^loop : i32
  // An unreachable block goes.
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
