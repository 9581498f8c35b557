// RUN: zyn-opt %s --convert-vm-to-func=engine=interpreter | FileCheck %s
// RUN: zyn-opt %s --convert-vm-to-func=engine=epochs | FileCheck %s --check-prefix=EPOCHS

// A loop that decodes instructions, with cases only for opcodes that the program
// has: linear ones, muli (16 + 2), branch, halt.
// CHECK-LABEL: func.func private @sum_resume(
// CHECK: %[[FILE:.*]] = memref.alloca() : memref<32xi32>
// CHECK: scf.while
// CHECK: scf.index_switch
// CHECK-NEXT: case 0
// CHECK: case 9
// CHECK-NOT: case 16
// CHECK: case 18
// CHECK-NOT: case 19
// CHECK: case 129
// CHECK-NOT: case 130
// CHECK: default

// Four lists, three of which this program needs, for a group of 64 instances.
// EPOCHS-LABEL: func.func private @sum_resume(
// EPOCHS-DAG: memref.alloca() : memref<32x64xi32>
// EPOCHS-DAG: memref.alloca() : memref<4x64xi32>
// EPOCHS: scf.while
// EPOCHS: memref.atomic_rmw addi
// EPOCHS: scf.condition
// EPOCHS-COUNT-3: scf.index_switch
// EPOCHS-LABEL: func.func @sum(
// EPOCHS: scf.parallel {{.*}} step (%c64)
vm.program @sum : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    vm.jump %s ^loop : i32
  ^loop(%0: !vm.state<i32>):
    %1 = vm.linear %0 {r1 = r1 + 1} : i32
    %2 = vm.oracle %1 {r2 = muli r1, r1} : i32
    vm.branch %2 {r1 slt 10} ^loop, ^done : i32
  ^done(%3: !vm.state<i32>):
    vm.halt %3 : i32
  }
  vm.phase @all {
    vm.launch @main
  }
}
