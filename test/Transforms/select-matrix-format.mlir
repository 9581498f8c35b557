// RUN: zyn-opt %s --zyn-select-matrix-format | FileCheck %s
// RUN: zyn-opt %s --zyn-select-matrix-format=threshold=4 | FileCheck %s --check-prefix=FOUR
// RUN: zyn-opt %s --zyn-select-matrix-format=cost-model | FileCheck %s --check-prefix=COST
// RUN: zyn-opt %s --zyn-select-matrix-format=format=csr | FileCheck %s --check-prefix=ROWS
// RUN: zyn-opt %s --zyn-select-matrix-format=format=dense | FileCheck %s --check-prefix=DENSE
// RUN: not zyn-opt %s --zyn-select-matrix-format=format=coo 2>&1 | FileCheck %s --check-prefix=COO
// RUN: not zyn-opt %s --zyn-select-matrix-format=threshold=101 2>&1 | FileCheck %s --check-prefix=PERCENT
// RUN: zyn-opt %s --zyn-select-matrix-format --remarks-filter=zyn-select-matrix-format 2>&1 >/dev/null | FileCheck %s --check-prefix=SHARE
// RUN: zyn-opt %s --zyn-select-matrix-format=cost-model --remarks-filter=zyn-select-matrix-format 2>&1 >/dev/null | FileCheck %s --check-prefix=TIME

// COO: error: expected format auto, csr or dense, found 'coo'
// PERCENT: error: expected a threshold from 0 to 100 percent, found 101

func.func @formats(%s: !vm.state<i32>) -> !vm.state<i32> {
  // 33 of 1024 elements, 3.2 percent. CSR takes 11 + 2 * 2, dense 32.
  // CHECK: {r1 = 2 * r0 + 1} csr : i32
  // FOUR: {r1 = 2 * r0 + 1} csr : i32
  // COST: {r1 = 2 * r0 + 1} csr : i32
  // ROWS: {r1 = 2 * r0 + 1} csr : i32
  // DENSE: {r1 = 2 * r0 + 1} dense : i32
  // SHARE: remark: [Passed] MatrixFormat | Category:zyn-select-matrix-format | Reason="CSR: 33 of 1024 elements are non-zero, the threshold is 15 percent; 14 bytes and 2 multiply-adds for each vector instead of 128 and 32"
  // TIME: remark: [Passed] MatrixFormat | Category:zyn-select-matrix-format | Reason="CSR: CSR takes 15 units of time, dense takes 32; 14 bytes
  %0 = vm.linear %s {r1 = 2 * r0 + 1} : i32
  // 42 of 1024, 4.1 percent. CSR takes 11 + 11 * 2.
  // CHECK: r10} csr : i32
  // FOUR: r10} dense : i32
  // COST: r10} dense : i32
  // ROWS: r10} csr : i32
  // DENSE: r10} dense : i32
  // TIME: Reason="dense: CSR takes 33 units of time, dense takes 32;
  %1 = vm.linear %0 {r0 = r0 + r1 + r2 + r3 + r4 + r5 + r6 + r7 + r8 + r9 + r10} : i32
  // What is written stays, unless a format is asked for.
  // CHECK: {r2 = r1} dense : i32
  // FOUR: {r2 = r1} dense : i32
  // COST: {r2 = r1} dense : i32
  // ROWS: {r2 = r1} csr : i32
  %2 = vm.linear %1 {r2 = r1} dense : i32
  return %2 : !vm.state<i32>
}
