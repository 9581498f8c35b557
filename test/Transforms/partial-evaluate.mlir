// RUN: zyn-opt %s --zyn-partial-evaluate --split-input-file | FileCheck %s
// RUN: zyn-opt %s --zyn-partial-evaluate --split-input-file --remarks-filter=zyn-partial-evaluate 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// A routine that is launched begins with zeros, but for r0; one that is called
// with whatever there is.
// CHECK-LABEL: vm.program @entry
vm.program @entry : i32 {
  // CHECK-LABEL: vm.routine @called
  vm.routine @called(%s: !vm.state<i32>) {
    // CHECK: vm.linear %{{.*}} {r2 = r1 + 1} : i32
    %0 = vm.oracle %s {r2 = addi r1, 1} : i32
    vm.return %0 : i32
  }
  // CHECK-LABEL: vm.routine @launched
  vm.routine @launched(%s: !vm.state<i32>) {
    // CHECK-NEXT: %[[A:.*]] = vm.linear %{{.*}} {r2 = 1, r3 = r0} : i32
    // CHECK-NEXT: %[[B:.*]] = vm.call %[[A]] @called saving [r2] : i32
    // CHECK-NEXT: %[[C:.*]] = vm.linear %[[B]] {r4 = 3} : i32
    // CHECK-NEXT: %[[D:.*]] = vm.linear %[[C]] {r5 = r3 + 2} : i32
    // CHECK-NEXT: vm.halt %[[D]] : i32
    %0 = vm.linear %s {r1 = r5, r2 = r1 + 1, r3 = r0 + 7 * r1} : i32
    %1 = vm.call %0 @called saving [r2] : i32
    %2 = vm.linear %1 {r4 = r2 + 2} : i32
    %3 = vm.linear %2 {r5 = r3 + 2 * r2} : i32
    vm.halt %3 : i32
  }
  vm.phase @all {
    vm.launch @launched
  }
}

// -----

// Decided branches are jumps, and what nothing reaches is no predecessor.
// CHECK-LABEL: vm.program @branches
// REMARK: remark: [Passed] PartialEvaluation | Category:zyn-partial-evaluate | Reason="simplified 5 ops and erased 1 unreachable blocks"
vm.program @branches : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // CHECK: vm.linear %{{.*}} {r1 = 5} : i32
    // CHECK-NEXT: vm.branch %{{.*}} {r0 sgt 5} ^[[LEFT:.*]], ^[[RIGHT:.*]] : i32
    // CHECK-NEXT: ^[[LEFT]](
    // CHECK-NEXT: vm.linear %{{.*}} {r2 = 1, r3 = 1} : i32
    // CHECK-NEXT: vm.jump %{{.*}} ^[[JOIN:.*]] : i32
    // CHECK-NEXT: ^[[RIGHT]](
    // CHECK-NEXT: vm.linear %{{.*}} {r2 = 2, r3 = 1} : i32
    // CHECK-NEXT: vm.jump %{{.*}} ^[[JOIN]] : i32
    // CHECK-NEXT: ^[[JOIN]](
    // CHECK-NEXT: vm.linear %{{.*}} {r4 = r2 + 1} : i32
    // CHECK-NEXT: vm.halt
    %0 = vm.linear %s {r1 = 5} : i32
    vm.branch %0 {r1 slt r0} ^left, ^right : i32
  ^left(%1: !vm.state<i32>):
    %2 = vm.linear %1 {r2 = 1, r3 = 1} : i32
    vm.branch %2 {r1 ugt r3} ^join, ^never : i32
  ^right(%3: !vm.state<i32>):
    %4 = vm.linear %3 {r2 = 2, r3 = 1} : i32
    vm.jump %4 ^join : i32
  ^never(%5: !vm.state<i32>):
    %6 = vm.linear %5 {r3 = 2} : i32
    vm.jump %6 ^join : i32
  ^join(%7: !vm.state<i32>):
    %8 = vm.linear %7 {r4 = r2 + r3, r3 = 1} : i32
    vm.branch %8 {r3 eq 1} ^end, ^end : i32
  ^end(%9: !vm.state<i32>):
    vm.branch %9 {r5 ne r6} ^never, ^last : i32
  ^last(%10: !vm.state<i32>):
    vm.halt %10 : i32
  }
  vm.launch @main
}

// -----

// What a loop changes is not known in it, and the rest is.
// CHECK-LABEL: vm.program @loop
vm.program @loop : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // CHECK: ^[[LOOP:bb.*]](
    // CHECK-NEXT: vm.linear %{{.*}} {r2 = r2 + 7} : i32
    // CHECK-NEXT: vm.branch %{{.*}} {r2 slt r0} ^[[LOOP]], ^{{.*}} : i32
    %0 = vm.linear %s {r1 = 7} : i32
    vm.jump %0 ^loop : i32
  ^loop(%1: !vm.state<i32>):
    %2 = vm.linear %1 {r2 = r2 + r1, r3 = 0} : i32
    vm.branch %2 {r2 slt r0} ^loop, ^done : i32
  ^done(%3: !vm.state<i32>):
    vm.halt %3 : i32
  }
  vm.launch @main
}

// -----

// Oracles of i32. r0 is the only register that is not known.
// CHECK-LABEL: vm.program @oracles
vm.program @oracles : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    // CHECK: {r1 = -7, r2 = 3} : i32
    %0 = vm.linear %s {r1 = -7, r2 = 3} : i32
    // CHECK-NEXT: {r3 = -2} : i32
    %1 = vm.oracle %0 {r3 = divsi r1, r2} : i32
    // CHECK-NEXT: {r4 = -1} : i32
    %2 = vm.oracle %1 {r4 = remsi r1, r2} : i32
    // CHECK-NEXT: {r5 = 536870911} : i32
    %3 = vm.oracle %2 {r5 = shrui r1, 35} : i32
    // CHECK-NEXT: {r6 = 1} : i32
    %4 = vm.oracle %3 {r6 = slt r1, r2} : i32
    // CHECK-NEXT: {r7 = 3 * r0} : i32
    %5 = vm.oracle %4 {r7 = muli r2, r0} : i32
    // CHECK-NEXT: {r8 = 8 * r0} : i32
    %6 = vm.oracle %5 {r8 = shli r0, r2} : i32
    // CHECK-NEXT: {r9 = r0 - 3} : i32
    %7 = vm.oracle %6 {r9 = subi r0, r2} : i32
    // CHECK-NEXT: {r9 = -r0 + 3} : i32
    %8 = vm.oracle %7 {r9 = subi r2, r0} : i32
    // CHECK-NEXT: {r10 = r7 + r8} : i32
    %9 = vm.oracle %8 {r10 = addi r7, r8} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r10 = xori r0, -7} : i32
    %10 = vm.oracle %9 {r10 = xori r1, r0} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r11 = divui r0, 3} : i32
    %11 = vm.oracle %10 {r11 = divui r0, r2} : i32
    // It traps.
    // CHECK-NEXT: vm.oracle %{{.*}} {r12 = divui r1, 0} : i32
    %12 = vm.oracle %11 {r12 = divui r1, r20} : i32
    // CHECK-NEXT: {r12 = r0} : i32
    %13 = vm.oracle %12 {r12 = select r6, r0, r7} : i32
    // What is so already.
    // CHECK-NEXT: {r13 = -2147483648} : i32
    %14 = vm.oracle %13 {r14 = andi r0, r20} : i32
    %15 = vm.linear %14 {r13 = -2147483648, r15 = 0, r6 = 1} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r14 = random r6} : i32
    %16 = vm.oracle %15 {r14 = random r6} : i32
    // CHECK-NEXT: {r16 = -1} : i32
    %17 = vm.oracle %16 {r16 = ori r20, -1} : i32
    // CHECK-NEXT: {r17 = -2147483648} : i32
    %18 = vm.oracle %17 {r17 = divsi r13, r16} : i32
    vm.halt %18 : i32
  }
  vm.launch @main
}

// -----

// Oracles of f32: exact, or not at all.
// CHECK-LABEL: vm.program @floats
vm.program @floats : f32 {
  vm.routine @main(%s: !vm.state<f32>) {
    // CHECK: {r1 = 0.1, r2 = 3} : f32
    %0 = vm.linear %s {r1 = 0.1, r2 = 3} : f32
    // CHECK-NEXT: {r3 = 0.3} : f32
    %1 = vm.oracle %0 {r3 = mulf r1, r2} : f32
    // CHECK-NEXT: {r4 = 0.033333335} : f32
    %2 = vm.oracle %1 {r4 = divf r1, r2} : f32
    // CHECK-NEXT: {r5 = 1.7320508} : f32
    %3 = vm.oracle %2 {r5 = sqrt r2} : f32
    // A device's own function.
    // CHECK-NEXT: vm.oracle %{{.*}} {r6 = exp r2} : f32
    %4 = vm.oracle %3 {r6 = exp r2} : f32
    // A NaN, and a -0, which a matrix has not.
    // CHECK-NEXT: vm.oracle %{{.*}} {r7 = divf r20, 0} : f32
    %5 = vm.oracle %4 {r7 = divf r20, r20} : f32
    // CHECK-NEXT: vm.linear %{{.*}} {r8 = -r20} : f32
    %6 = vm.oracle %5 {r8 = mulf r20, -1.0} : f32
    // CHECK-NEXT: {r9 = 0.1 * r0} : f32
    %7 = vm.oracle %6 {r9 = mulf r1, r0} : f32
    // CHECK-NEXT: {r9 = r0 - r9} : f32
    %8 = vm.oracle %7 {r9 = subf r0, r9} : f32
    // x + 0 makes 0 of -0.
    // CHECK-NEXT: vm.oracle %{{.*}} {r9 = addf r0, 0} : f32
    %9 = vm.oracle %8 {r9 = addf r0, r20} : f32
    // A term that is the last one, or one of two, may become the constant.
    // CHECK-NEXT: {r10 = r0 + 6, r11 = r0 + 2 * r2 + r9} : f32
    %10 = vm.linear %9 {r10 = r0 + 2 * r2, r11 = r0 + 2 * r2 + r9} : f32
    // CHECK-NEXT: vm.halt
    vm.halt %10 : f32
  }
  vm.launch @main
}

// -----

// Addresses.
// CHECK-LABEL: vm.program @addresses
vm.program @addresses : i32 {
  vm.buffer @b shared : tensor<16xi32>
  vm.buffer @c channel : tensor<16xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    %0 = vm.linear %s {r1 = 5} : i32
    // CHECK: vm.load %{{.*}} {r2 = @b[2]} : i32
    %1 = vm.load %0 {r2 = @b[r1 - 3]} : i32
    // CHECK-NEXT: vm.store %{{.*}} {@b[5] = r2} : i32
    %2 = vm.store %1 {@b[r1] = r2} : i32
    // CHECK-NEXT: vm.atomic %{{.*}} {r3 = addi @b[6], r0} : i32
    %3 = vm.atomic %2 {r3 = addi @b[r1 + 1], r0} : i32
    // CHECK-NEXT: vm.send %{{.*}} {@c[5] = r3} : i32
    %4 = vm.send %3 {@c[r1] = r3} : i32
    // CHECK-NEXT: vm.receive %{{.*}} {r1 = @c[5]} : i32
    %5 = vm.receive %4 {r1 = @c[r1]} : i32
    // CHECK-NEXT: vm.load %{{.*}} {r2 = @b[r1]} : i32
    %6 = vm.load %5 {r2 = @b[r1]} : i32
    vm.halt %6 : i32
  }
  vm.launch @main
}
