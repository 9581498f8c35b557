// RUN: zyn-opt %s --zyn-fuse --split-input-file | FileCheck %s
// RUN: zyn-opt %s --zyn-fuse=allow-reassociation --split-input-file | FileCheck %s --check-prefix=FREE
// RUN: zyn-opt %s --zyn-fuse --split-input-file --remarks-filter=zyn-fuse 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// r0 = r1, then r5 = 3 * r0 + 1: the second matrix is the left factor.
// CHECK-LABEL: func.func @order
// CHECK-SAME: %[[S:.*]]: !vm.state<i32>
func.func @order(%s: !vm.state<i32>) -> !vm.state<i32> {
  // CHECK-NEXT: %[[R:.*]] = vm.linear %[[S]] {r0 = r1, r5 = 3 * r1 + 1} : i32
  // CHECK-NEXT: return %[[R]]
  // REMARK: remark: [Passed] Fuse | Category:zyn-fuse | Reason="fused with the producer of its operand, which takes 36 units of time instead of 44"
  %0 = vm.linear %s {r0 = r1} : i32
  %1 = vm.linear %0 {r5 = 3 * r0 + 1} : i32
  return %1 : !vm.state<i32>
}

// -----

// As many as follow each other; the format has to be chosen anew.
// CHECK-LABEL: func.func @chain
func.func @chain(%s: !vm.state<i32>) -> !vm.state<i32> {
  // CHECK-NEXT: vm.linear %{{.*}} {r1 = 8 * r1 + 7} : i32
  // CHECK-NEXT: return
  %0 = vm.linear %s {r1 = 2 * r1 + 1} csr : i32
  %1 = vm.linear %0 {r1 = 2 * r1 + 1} csr : i32
  %2 = vm.linear %1 {r1 = 2 * r1 + 1} csr : i32
  return %2 : !vm.state<i32>
}

// -----

// 65536 * 65537 + 65536 * 65535 = 2^33 wraps to 0, 65537 * 65537 to 131073.
// CHECK-LABEL: func.func @wraps
func.func @wraps(%s: !vm.state<i32>) -> !vm.state<i32> {
  // CHECK-NEXT: vm.linear %{{.*}} {r0 = 0, r1 = 131073 * r2, r2 = 65537 * r2} : i32
  // CHECK-NEXT: return
  %0 = vm.linear %s {r0 = 65537 * r0, r1 = 65535 * r0, r2 = 65537 * r2} : i32
  %1 = vm.linear %0 {r0 = 65536 * r0 + 65536 * r1, r1 = 65537 * r2} : i32
  return %1 : !vm.state<i32>
}

// -----

// Two exchanges are the identity.
// CHECK-LABEL: func.func @to_identity
func.func @to_identity(%s: !vm.state<i32>) -> !vm.state<i32> {
  // CHECK-NEXT: vm.linear %{{.*}} {} : i32
  %0 = vm.linear %s {r0 = r1, r1 = r0} : i32
  %1 = vm.linear %0 {r0 = r1, r1 = r0} : i32
  return %1 : !vm.state<i32>
}

// -----

// A sum that many rows read is not multiplied out.
// CHECK-LABEL: func.func @expensive
func.func @expensive(%s: !vm.state<i32>) -> !vm.state<i32> {
  // CHECK-COUNT-2: vm.linear
  // REMARK: remark: [Missed] Fuse | Category:zyn-fuse | Reason="the fused op would take 143 units of time, both ops take 103"
  %0 = vm.linear %s {r0 = r1 + r2 + r3 + r4 + r5 + r6 + r7 + r8} : i32
  %1 = vm.linear %0 {r1 = r0 + 2 * r1, r2 = r0 + 2 * r2, r3 = r0 + 2 * r3,
                     r4 = r0 + 2 * r4} : i32
  return %1 : !vm.state<i32>
}

// -----

// The first product has another use: composing would compute it twice.
// CHECK-LABEL: func.func @two_uses
func.func @two_uses(%s: !vm.state<i32>) -> (!vm.state<i32>, !vm.state<i32>) {
  // CHECK-COUNT-2: vm.linear
  // REMARK: remark: [Missed] Fuse | Category:zyn-fuse | Reason="its operand has other uses"
  %0 = vm.linear %s {r1 = r2} : i32
  %1 = vm.linear %0 {r3 = r1} : i32
  return %0, %1 : !vm.state<i32>, !vm.state<i32>
}

// -----

// CHECK-LABEL: func.func @two_blocks
func.func @two_blocks(%s: !vm.state<i32>, %b: i1) -> !vm.state<i32> {
  // REMARK: remark: [Missed] Fuse | Category:zyn-fuse | Reason="its operand is produced in another block"
  %0 = vm.linear %s {r1 = r2} : i32
  cf.cond_br %b, ^then, ^else
^then:
  // CHECK: ^bb1:
  // CHECK: vm.linear %{{.*}} {r3 = r1} : i32
  %1 = vm.linear %0 {r3 = r1} : i32
  return %1 : !vm.state<i32>
^else:
  return %s : !vm.state<i32>
}

// -----

// f32: copies and constants are exact, and a product of a constant is rounded as
// it would be later.
// CHECK-LABEL: func.func @f32_exact
func.func @f32_exact(%s: !vm.state<f32>) -> !vm.state<f32> {
  // CHECK-NEXT: vm.linear %{{.*}} {r1 = r2, r3 = 0.1, r4 = 0.010000001, r5 = 0.5 * r2 + 3} : f32
  // CHECK-NEXT: return
  %0 = vm.linear %s {r1 = r2, r3 = 0.1} : f32
  %1 = vm.linear %0 {r4 = 0.1 * r3, r5 = 0.5 * r1 + 3} : f32
  return %1 : !vm.state<f32>
}

// -----

// f32: a sum of sums would be added in another order, and a product of products
// be rounded once.
// CHECK-LABEL: func.func @f32_rounds
// FREE-LABEL: func.func @f32_rounds
func.func @f32_rounds(%s: !vm.state<f32>) -> !vm.state<f32> {
  // CHECK-COUNT-3: vm.linear
  // REMARK: remark: [Missed] Fuse | Category:zyn-fuse | Reason="the product of the matrices would round differently; allow-reassociation permits it"
  // FREE: vm.linear %{{.*}} {r1 = 0.030000001 * r2, r2 = r2 + r3, r4 = r2 + r3 + r5} : f32
  // FREE-NEXT: return
  %0 = vm.linear %s {r1 = 0.1 * r2} : f32
  %1 = vm.linear %0 {r1 = 0.3 * r1, r2 = r2 + r3} : f32
  %2 = vm.linear %1 {r4 = r2 + r5} : f32
  return %2 : !vm.state<f32>
}
