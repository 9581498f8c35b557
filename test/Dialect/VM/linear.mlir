// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --emit-bytecode | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func @matrices
// CHECK-SAME: %[[S:.*]]: !vm.state<i32>) -> !vm.state<i32>
func.func @matrices(%s: !vm.state<i32>) -> !vm.state<i32> {
  // CHECK: %[[A:.*]] = vm.linear %[[S]] {r1 = r0 + 2 * r3 - 1, r2 = 0, r26 = -r1 - 3 * r2} : i32
  %0 = vm.linear %s {r1 = 2 * r3 + r0 - 1, r2 = 0, r26 = -r1 - 3 * r2} : i32
  // Identity rows and zero terms are not printed.
  // CHECK: vm.linear %[[A]] {r3 = r2} csr : i32
  %1 = vm.linear %0 {r1 = r1, r2 = r2 + 0 * r3, r3 = r2 - 0} csr : i32
  // CHECK: vm.linear %{{.*}} {r1 = -2147483648, r2 = -1, r3 = 2147483647 * r4, r5 = -2147483648 * r6} dense : i32 {step = 3 : i64}
  %2 = vm.linear %1 {r1 = 0x80000000, r2 = 4294967295, r3 = 2147483647 * r4, r5 = -2147483648 * r6} dense : i32 {step = 3}
  // CHECK: vm.linear %{{.*}} {} : i32
  %3 = vm.linear %2 {} : i32
  // A matrix that is given by all elements is printed as rows.
  // CHECK: vm.linear %{{.*}} {r0 = 0, r1 = r0 + 7} : i32
  %4 = vm.linear %3, sparse<
      [[1, 0], [1, 31], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6], [7, 7], [8, 8], [9, 9],
       [10, 10], [11, 11], [12, 12], [13, 13], [14, 14], [15, 15], [16, 16], [17, 17],
       [18, 18], [19, 19], [20, 20], [21, 21], [22, 22], [23, 23], [24, 24], [25, 25],
       [26, 26], [27, 27], [28, 28], [29, 29], [30, 30], [31, 31]],
      [1, 7, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
       1, 1, 1, 1]> : tensor<32x32xi32> : i32
  return %4 : !vm.state<i32>
}

// CHECK-LABEL: func.func @floats
func.func @floats(%s: !vm.state<f32>) -> !vm.state<f32> {
  // CHECK: vm.linear %{{.*}} {r1 = r2 - 0.5 * r3 + 0.1, r4 = inf, r5 = -inf, r6 = 1.0e-40 * r7, r8 = -3, r9 = 16777216.0} : f32
  %0 = vm.linear %s {r1 = 1.0 * r2 - 0.5 * r3 + 0.1, r4 = inf, r5 = -inf, r6 = 1.0e-40 * r7, r8 = -3, r9 = 16777216} : f32
  // CHECK: vm.linear %{{.*}} {r1 = nan, r2 = 2 * r2, r3 = 0} : f32
  %1 = vm.linear %0 {r1 = nan, r2 = 2 * r2, r3 = -0.0} : f32
  return %1 : !vm.state<f32>
}

// CHECK: func.func private @attribute() attributes {m = #vm.matrix<{r1 = r2 + 5} : i32>, n = #vm.matrix<{} : f32>}
func.func private @attribute() attributes {
  m = #vm.matrix<{r1 = r2 + 5} : i32>, n = #vm.matrix<{} : f32>
}
