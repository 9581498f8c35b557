// RUN: zyn-opt %s --vm-optimize | FileCheck %s
// RUN: zyn-opt %s --vm-optimize=cost-model | FileCheck %s
// RUN: zyn-opt %s --vm-optimize="max-iterations=1" | FileCheck %s --check-prefix=LOOP

// A loop that is known, and what is left of it.
vm.program @p : i32 attributes {observed = array<i32: 1>} {
  vm.buffer @table shared input : tensor<16xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    // CHECK: vm.routine @main
    // CHECK-NEXT: %[[A:.*]] = vm.linear %{{.*}} {r1 = 8 * r0 + 7} csr : i32
    // CHECK-NEXT: %[[B:.*]] = vm.load %[[A]] {r4 = @table[8]} : i32
    // CHECK-NEXT: %[[C:.*]] = vm.linear %[[B]] {r1 = r1 + 3 * r4} csr : i32
    // CHECK-NEXT: vm.halt %[[C]] : i32
    // LOOP: vm.branch %{{.*}} {r2 slt 3}
    %0 = vm.linear %s {r1 = r0, r3 = 6} : i32
    vm.jump %0 ^loop : i32
  ^loop(%1: !vm.state<i32>):
    %2 = vm.linear %1 {r1 = 2 * r1 + 1} : i32
    %3 = vm.linear %2 {r2 = r2 + 1} : i32
    vm.branch %3 {r2 slt 3} ^loop, ^done : i32
  ^done(%4: !vm.state<i32>):
    vm.branch %4 {r3 eq 6} ^then, ^else : i32
  ^then(%5: !vm.state<i32>):
    %6 = vm.load %5 {r4 = @table[r3 + 2]} : i32
    %7 = vm.oracle %6 {r4 = muli r4, r2} : i32
    %8 = vm.oracle %7 {r1 = addi r1, r4} : i32
    vm.halt %8 : i32
  ^else(%9: !vm.state<i32>):
    vm.halt %9 : i32
  }
  vm.launch @main
}
