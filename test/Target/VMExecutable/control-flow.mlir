// Blocks begin at branch targets and after terminators; a jump to the next block is not encoded.
// RUN: zyn-translate --vm-to-executable %s -o %t.vmx
// RUN: %python %S/executable.py dump %t.vmx | FileCheck %s --check-prefix WORDS
// RUN: zyn-translate --executable-to-vm %t.vmx --mlir-print-debuginfo -o %t.mlir
// RUN: FileCheck %s --input-file %t.mlir
// RUN: zyn-translate --vm-to-executable %t.mlir -o %t.again.vmx
// RUN: cmp %t.vmx %t.again.vmx

vm.program @p : i32 {
  // A loop to the first instruction: the entry block must not have predecessors, so a block is inserted before it.
  // CHECK-LABEL: vm.routine @begin
  // CHECK-NEXT: vm.jump %{{.*}} ^bb1
  // CHECK-NEXT: ^bb1(
  // CHECK-NEXT: {r1 = r1 + 1}
  // CHECK-NEXT: {r1 slt 10} ^bb1, ^bb2
  // WORDS: instruction 0: opcode 5 d 1 a 1 b 0 immediate 0x1 x 0 y 0
  // WORDS-NEXT: instruction 1: opcode 129 d 2 a 1 b 255 immediate 0xa x 0 y 2
  // WORDS-NEXT: instruction 2: opcode 133
  vm.routine @begin(%s: !vm.state<i32>) {
    vm.jump %s ^loop : i32
  ^loop(%0: !vm.state<i32>):
    %1 = vm.linear %0 {r1 = r1 + 1} : i32
    vm.branch %1 {r1 slt 10} ^loop, ^end : i32
  ^end(%2: !vm.state<i32>):
    vm.halt %2 : i32
  }
  // A jump over a block without instructions is encoded; when it is decoded, a block is inserted in between.
  // CHECK-LABEL: vm.routine @over
  // CHECK-NEXT: vm.jump %{{.*}} ^bb2
  // CHECK-NEXT: ^bb1({{.*}}no pred
  // CHECK-NEXT: vm.jump %{{.*}} ^bb2
  // CHECK-NEXT: ^bb2(
  // CHECK-NEXT: vm.return
  // WORDS-NEXT: instruction 3: opcode 128 d 0 a 0 b 0 immediate 0x0 x 4 y 0
  // WORDS-NEXT: instruction 4: opcode 131
  vm.routine @over(%s: !vm.state<i32>) {
    vm.jump %s ^end : i32
  ^empty(%0: !vm.state<i32>):
    vm.jump %0 ^end : i32
  ^end(%1: !vm.state<i32>):
    vm.return %1 : i32
  }
  // Unreachable instructions are kept.
  // CHECK-LABEL: vm.routine @forever
  // CHECK-NEXT: vm.jump %{{.*}} ^bb1
  // CHECK-NEXT: ^bb1(
  // CHECK-NEXT: vm.yield
  // CHECK-NEXT: vm.jump %{{.*}} ^bb1
  // CHECK-NEXT: ^bb2({{.*}}no pred
  // CHECK-NEXT: vm.yield
  // CHECK-NEXT: vm.jump %{{.*}} ^bb1
  // WORDS-NEXT: instruction 5: opcode 132
  // WORDS-NEXT: instruction 6: opcode 128 d 0 a 0 b 0 immediate 0x0 x 5 y 0
  // WORDS-NEXT: instruction 7: opcode 132
  // WORDS-NEXT: instruction 8: opcode 128 d 0 a 0 b 0 immediate 0x0 x 5 y 0
  vm.routine @forever(%s: !vm.state<i32>) {
    vm.jump %s ^loop : i32
  ^loop(%0: !vm.state<i32>):
    %1 = vm.yield %0 : i32
    vm.jump %1 ^loop : i32
  ^other(%2: !vm.state<i32>):
    %3 = vm.yield %2 : i32
    vm.jump %3 ^loop : i32
  }
  vm.phase @all {
    vm.launch @begin
  }
}
