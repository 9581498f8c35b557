// Matrices with short forms, their encodings, and similar matrices without short forms.
// RUN: split-file %s %t
// RUN: zyn-translate --vm-to-executable %t/i32.mlir -o %t/i32.vmx
// RUN: %python %S/executable.py dump %t/i32.vmx | FileCheck %s --check-prefix INT
// RUN: zyn-translate --vm-to-executable --no-short-forms %t/i32.mlir -o %t/long.vmx
// RUN: %python %S/executable.py dump %t/long.vmx | FileCheck %s --check-prefix LONG
// RUN: zyn-translate --vm-to-executable %t/f32.mlir -o %t/f32.vmx
// RUN: %python %S/executable.py dump %t/f32.vmx | FileCheck %s --check-prefix FLOAT

// LONG-COUNT-17: instruction {{.*}}: opcode 8
// LONG: instruction 17: opcode 133

//--- i32.mlir
vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // INT: instruction 0: opcode 0 d 1 a 26 b 0 immediate 0x0 x 0 y 0
    %0 = vm.linear %s {r1 = r26} : i32
    // INT-NEXT: opcode 1 d 1 a 0 b 0 immediate 0xffffffff x 0 y 0
    %1 = vm.linear %0 {r1 = -1} : i32
    // INT-NEXT: opcode 1 d 26 a 0 b 0 immediate 0x0 x 0 y 0
    %2 = vm.linear %1 {r26 = 0} : i32
    // INT-NEXT: opcode 2 d 1 a 1 b 2 immediate 0x0 x 0 y 0
    %3 = vm.linear %2 {r1 = r2 + r1} : i32
    // INT-NEXT: opcode 3 d 1 a 1 b 2 immediate 0x0 x 0 y 0
    %4 = vm.linear %3 {r1 = r1 - r2} : i32
    // INT-NEXT: opcode 3 d 1 a 2 b 1 immediate 0x0 x 0 y 0
    %5 = vm.linear %4 {r1 = r2 - r1} : i32
    // INT-NEXT: opcode 4 d 1 a 1 b 0 immediate 0x3 x 0 y 0
    %6 = vm.linear %5 {r1 = 3 * r1} : i32
    // INT-NEXT: opcode 4 d 1 a 2 b 0 immediate 0xffffffff x 0 y 0
    %7 = vm.linear %6 {r1 = -r2} : i32
    // INT-NEXT: opcode 5 d 1 a 2 b 0 immediate 0xfffffff9 x 0 y 0
    %8 = vm.linear %7 {r1 = r2 - 7} : i32
    // INT-NEXT: opcode 6 d 1 a 2 b 3 immediate 0x5 x 0 y 0
    %9 = vm.linear %8 {r1 = 5 * r2 + r3} : i32
    // INT-NEXT: opcode 6 d 1 a 3 b 2 immediate 0x5 x 0 y 0
    %10 = vm.linear %9 {r1 = r2 + 5 * r3} : i32
    // INT-NEXT: opcode 7 d 1 a 4 b 0 immediate 0x0 x 0 y 0
    %11 = vm.linear %10 {r1 = r4, r4 = r1} : i32
    // No short forms: two rows, two coefficients, a coefficient and a constant, three terms, the identity.
    // INT-NEXT: opcode 8 d 0 a 0 b 0 immediate 0x0 x 0 y 0
    %12 = vm.linear %11 {r1 = r4, r2 = r1} : i32
    // INT-NEXT: opcode 8 {{.*}} x 1
    %13 = vm.linear %12 {r1 = 2 * r4 + 2 * r5} : i32
    // INT-NEXT: opcode 8 {{.*}} x 2
    %14 = vm.linear %13 {r1 = 2 * r4 + 1} : i32
    // INT-NEXT: opcode 8 {{.*}} x 3
    %15 = vm.linear %14 {r1 = r1 + r2 + r3} : i32
    // INT-NEXT: opcode 8 {{.*}} x 4
    %16 = vm.linear %15 {} : i32
    vm.halt %16 : i32
  }
  // INT: matrix 0: csr rows 0x6 starts [0, 1, 2] columns [4, 1] elements 1 1
  // INT: matrix 4: csr rows 0x0 starts [0] columns [] elements
  vm.phase @all {
    vm.launch @main
  }
}

//--- f32.mlir
vm.program @p : f32 {
  vm.routine @main(%s: !vm.state<f32>) {
    // FLOAT: instruction 0: opcode 0 d 1 a 26 b 0 immediate 0x0 x 0 y 0
    %0 = vm.linear %s {r1 = r26} : f32
    // FLOAT-NEXT: opcode 1 d 1 a 0 b 0 immediate 0x3f000000 x 0 y 0
    %1 = vm.linear %0 {r1 = 0.5} : f32
    // FLOAT-NEXT: opcode 2 d 1 a 1 b 2
    %2 = vm.linear %1 {r1 = r2 + r1} : f32
    // FLOAT-NEXT: opcode 3 d 1 a 2 b 1
    %3 = vm.linear %2 {r1 = r2 - r1} : f32
    // FLOAT-NEXT: opcode 4 d 1 a 2 b 0 immediate 0xbf800000
    %4 = vm.linear %3 {r1 = -r2} : f32
    // FLOAT-NEXT: opcode 5 d 1 a 2 b 0 immediate 0xbf000000
    %5 = vm.linear %4 {r1 = r2 - 0.5} : f32
    // FLOAT-NEXT: opcode 6 d 1 a 2 b 3 immediate 0xc0000000
    %6 = vm.linear %5 {r1 = -2.0 * r2 + r3} : f32
    // FLOAT-NEXT: opcode 7 d 1 a 4 b 0
    %7 = vm.linear %6 {r1 = r4, r4 = r1} : f32
    vm.halt %7 : f32
  }
  vm.phase @all {
    vm.launch @main
  }
}
