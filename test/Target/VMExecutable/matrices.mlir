// Matrices are uniqued per format, which is that of the op or chosen by the number of non-zeros.
// RUN: zyn-translate --vm-to-executable %s -o %t.vmx
// RUN: %python %S/executable.py dump %t.vmx | FileCheck %s

vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // CHECK: instruction 0: opcode 8 {{.*}} x 0
    %0 = vm.linear %s {r1 = r2 + r3 + 7, r3 = 0} : i32
    // CHECK-NEXT: opcode 8 {{.*}} x 0
    %1 = vm.linear %0 {r1 = r2 + r3 + 7, r3 = 0} csr : i32
    // CHECK-NEXT: opcode 9 {{.*}} x 1
    %2 = vm.linear %1 {r1 = r2 + r3 + 7, r3 = 0} dense : i32
    // CHECK-NEXT: opcode 8 {{.*}} x 2
    %3 = vm.linear %2 {r1 = r2 + r3 + 8, r3 = 0} : i32
    // 153 non-zeros of 1024, including 27 of identity rows, are less than 15 %; 154 are not.
    // CHECK-NEXT: opcode 8 {{.*}} x 3
    %4 = vm.linear %3 {r0 = r0 + r1 + r2 + r3 + r4 + r5 + r6 + r7 + r8 + r9 + r10 + r11 + r12 + r13 + r14 + r15 + r16 + r17 + r18 + r19 + r20 + r21 + r22 + r23 + r24 + r25,
                        r1 = r0 + r1 + r2 + r3 + r4 + r5 + r6 + r7 + r8 + r9 + r10 + r11 + r12 + r13 + r14 + r15 + r16 + r17 + r18 + r19 + r20 + r21 + r22 + r23 + r24,
                        r2 = r0 + r1 + r2 + r3 + r4 + r5 + r6 + r7 + r8 + r9 + r10 + r11 + r12 + r13 + r14 + r15 + r16 + r17 + r18 + r19 + r20 + r21 + r22 + r23 + r24,
                        r3 = r0 + r1 + r2 + r3 + r4 + r5 + r6 + r7 + r8 + r9 + r10 + r11 + r12 + r13 + r14 + r15 + r16 + r17 + r18 + r19 + r20 + r21 + r22 + r23 + r24,
                        r4 = r0 + r1 + r2 + r3 + r4 + r5 + r6 + r7 + r8 + r9 + r10 + r11 + r12 + r13 + r14 + r15 + r16 + r17 + r18 + r19 + r20 + r21 + r22 + r23 + r24} : i32
    // CHECK-NEXT: opcode 9 {{.*}} x 4
    %5 = vm.linear %4 {r0 = r0 + r1 + r2 + r3 + r4 + r5 + r6 + r7 + r8 + r9 + r10 + r11 + r12 + r13 + r14 + r15 + r16 + r17 + r18 + r19 + r20 + r21 + r22 + r23 + r24 + r25,
                        r1 = r0 + r1 + r2 + r3 + r4 + r5 + r6 + r7 + r8 + r9 + r10 + r11 + r12 + r13 + r14 + r15 + r16 + r17 + r18 + r19 + r20 + r21 + r22 + r23 + r24 + r25,
                        r2 = r0 + r1 + r2 + r3 + r4 + r5 + r6 + r7 + r8 + r9 + r10 + r11 + r12 + r13 + r14 + r15 + r16 + r17 + r18 + r19 + r20 + r21 + r22 + r23 + r24,
                        r3 = r0 + r1 + r2 + r3 + r4 + r5 + r6 + r7 + r8 + r9 + r10 + r11 + r12 + r13 + r14 + r15 + r16 + r17 + r18 + r19 + r20 + r21 + r22 + r23 + r24,
                        r4 = r0 + r1 + r2 + r3 + r4 + r5 + r6 + r7 + r8 + r9 + r10 + r11 + r12 + r13 + r14 + r15 + r16 + r17 + r18 + r19 + r20 + r21 + r22 + r23 + r24} : i32
    vm.halt %5 : i32
  }
  // CHECK: matrix 0: csr rows 0xa starts [0, 3, 3] columns [2, 3, 31] elements 1 1 7
  // CHECK-NEXT: matrix 1: dense rows 0xa non-zeros 3 elements 0 0 1 1 {{(0 )*}}7 {{(0 ?)*}}{{$}}
  // CHECK-NEXT: matrix 2: csr
  vm.phase @all {
    vm.launch @main
  }
}
