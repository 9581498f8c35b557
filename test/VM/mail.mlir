// Each instance sends a word to its neighbor, which then reads what the sender has written before: the emulator must
// not report a race, and no instance reads a word that has not been written yet.
// RUN: zyn-run %s --instances 64 --device cpu -o %t.aot.npy
// RUN: zyn-run %s --instances 64 --device cpu --engine interpreter -o %t.npy && cmp %t.npy %t.aot.npy
// RUN: zyn-run %s --instances 64 --device cpu --engine epochs -o %t.npy && cmp %t.npy %t.aot.npy
// RUN: zyn-run %s --instances 64 --device emulate -o %t.npy && cmp %t.npy %t.aot.npy
// RUN: zyn-run %s --instances 64 --device emulate --engine interpreter --seed 3 -o %t.npy && cmp %t.npy %t.aot.npy
// RUN: zyn-run %s --instances 64 --device emulate --engine epochs -o %t.npy && cmp %t.npy %t.aot.npy
// RUN: zyn-run %s --instances 64 --device cpu | FileCheck %s
// CHECK: {{\[}}[4, 7, 10,
// CHECK-SAME: 190, 1],
// CHECK-NEXT: [4, 7, 10,
// CHECK-SAME: 190, 1]]
vm.program @mail : i32 {
  vm.buffer @slots channel : tensor<64xi32>
  vm.buffer @data shared : tensor<64xi32>
  vm.buffer @got instance output : tensor<2xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    %0 = vm.linear %s {r1 = 3 * r0 + 1, r2 = r0 + 1} : i32
    %1 = vm.oracle %0 {r2 = andi r2, 63} : i32
    %2 = vm.store %1 {@data[r0] = r1} : i32
    %3 = vm.send %2 {@slots[r0] = r1} : i32
    %4 = vm.receive %3 {r3 = @slots[r2]} : i32
    %5 = vm.load %4 {r4 = @data[r2]} : i32
    %6 = vm.store %5 {@got[0] = r3} : i32
    %7 = vm.store %6 {@got[1] = r4} : i32
    vm.halt %7 : i32
  }
  vm.phase @all {
    vm.launch @main
  }
}
