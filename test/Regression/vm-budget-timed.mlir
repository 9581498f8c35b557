// A timed run left its count of instances out of budget behind, and the next one asserted.
// RUN: not zyn-run %s --time --repeat 1 --max-epochs 10 --instances 4 --device cpu 2>&1 | FileCheck %s
// CHECK: vm-budget-timed.mlir:[[#@LINE+8]]:5: error: 4 of 4 instances of phase @second have not ended after 10 instructions, instance 0 of @forever is here; use --max-epochs to allow more
vm.program @p : i32 {
  vm.routine @ends(%s: !vm.state<i32>) {
    vm.halt %s : i32
  }
  vm.routine @forever(%s: !vm.state<i32>) {
    vm.jump %s ^loop : i32
  ^loop(%0: !vm.state<i32>):
    vm.jump %0 ^loop : i32
  }
  vm.phase @first {
    vm.launch @ends
  }
  vm.phase @second {
    vm.launch @forever
  }
}
