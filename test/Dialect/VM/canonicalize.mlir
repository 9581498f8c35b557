// RUN: zyn-opt %s --canonicalize --split-input-file | FileCheck %s

// The identity folds away, dense or sparse. Whatever a matrix of f32 leaves out
// is no part of the sum, so this holds for infinities and NaNs too.
// CHECK-LABEL: func.func @identity
// CHECK-SAME: %[[S:.*]]: !vm.state<i32>, %[[T:.*]]: !vm.state<f32>
func.func @identity(%s: !vm.state<i32>, %t: !vm.state<f32>)
    -> (!vm.state<i32>, !vm.state<f32>) {
  // CHECK-NEXT: return %[[S]], %[[T]]
  %0 = vm.linear %s, sparse<
      [[0, 0], [1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6], [7, 7], [8, 8], [9, 9],
       [10, 10], [11, 11], [12, 12], [13, 13], [14, 14], [15, 15], [16, 16], [17, 17],
       [18, 18], [19, 19], [20, 20], [21, 21], [22, 22], [23, 23], [24, 24], [25, 25],
       [26, 26], [27, 27], [28, 28], [29, 29], [30, 30], [31, 31]],
      1> : tensor<32x32xi32> : !vm.state<i32>
  %1 = vm.linear %t, sparse<
      [[0, 0], [1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6], [7, 7], [8, 8], [9, 9],
       [10, 10], [11, 11], [12, 12], [13, 13], [14, 14], [15, 15], [16, 16], [17, 17],
       [18, 18], [19, 19], [20, 20], [21, 21], [22, 22], [23, 23], [24, 24], [25, 25],
       [26, 26], [27, 27], [28, 28], [29, 29], [30, 30], [31, 31]],
      1.0> : tensor<32x32xf32> : !vm.state<f32>
  return %0, %1 : !vm.state<i32>, !vm.state<f32>
}

// -----

// s'[0] = s[1], then s''[5] = 3 * s'[0]: the second matrix is the left factor.
// CHECK-LABEL: func.func @order
// CHECK-SAME: %[[S:.*]]: !vm.state<i32>
func.func @order(%s: !vm.state<i32>) -> !vm.state<i32> {
  // CHECK-NEXT: %[[R:.*]] = vm.linear %[[S]], sparse<{{\[\[}}5, 1]], 3> : tensor<32x32xi32> : !vm.state<i32>
  // CHECK-NEXT: return %[[R]]
  %0 = vm.linear %s, sparse<[[0, 1]], [1]> : tensor<32x32xi32> : !vm.state<i32>
  %1 = vm.linear %0, sparse<[[5, 0]], [3]> : tensor<32x32xi32> : !vm.state<i32>
  return %1 : !vm.state<i32>
}

// -----

// 65536 * 65537 + 65536 * 65535 = 2^33 wraps to 0, 65537 * 65537 to 131073.
// CHECK-LABEL: func.func @wraps
func.func @wraps(%s: !vm.state<i32>) -> !vm.state<i32> {
  // CHECK: vm.linear %{{.*}}, sparse<{{\[\[}}1, 2]], 131073> : tensor<32x32xi32>
  %0 = vm.linear %s, sparse<[[0, 0], [1, 0], [2, 2]], [65537, 65535, 65537]>
      : tensor<32x32xi32> : !vm.state<i32>
  %1 = vm.linear %0, sparse<[[0, 0], [0, 1], [1, 2]], [65536, 65536, 65537]>
      : tensor<32x32xi32> : !vm.state<i32>
  return %1 : !vm.state<i32>
}

// -----

// A product of a dense matrix is dense: here twice the sums over all words.
// CHECK-LABEL: func.func @dense
func.func @dense(%s: !vm.state<i32>) -> !vm.state<i32> {
  // CHECK: vm.linear %{{.*}}, dense<64> : tensor<32x32xi32>
  // CHECK-NEXT: return
  %0 = vm.linear %s, dense<1> : tensor<32x32xi32> : !vm.state<i32>
  %1 = vm.linear %0, dense<2> : tensor<32x32xi32> : !vm.state<i32>
  return %1 : !vm.state<i32>
}

// -----

// Nothing is left of a sparse product.
// CHECK-LABEL: func.func @zero
func.func @zero(%s: !vm.state<i32>) -> !vm.state<i32> {
  // CHECK: vm.linear %{{.*}}, dense<0> : tensor<32x32xi32>
  %0 = vm.linear %s, sparse<[[0, 0]], [1]> : tensor<32x32xi32> : !vm.state<i32>
  %1 = vm.linear %0, sparse<[[1, 1]], [1]> : tensor<32x32xi32> : !vm.state<i32>
  return %1 : !vm.state<i32>
}

// -----

// Two exchanges of words 0 and 1 are the identity.
// CHECK-LABEL: func.func @to_identity
// CHECK-SAME: %[[S:.*]]: !vm.state<i32>
func.func @to_identity(%s: !vm.state<i32>) -> !vm.state<i32> {
  // CHECK-NEXT: return %[[S]]
  %0 = vm.linear %s, sparse<
      [[0, 1], [1, 0], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6], [7, 7], [8, 8], [9, 9],
       [10, 10], [11, 11], [12, 12], [13, 13], [14, 14], [15, 15], [16, 16], [17, 17],
       [18, 18], [19, 19], [20, 20], [21, 21], [22, 22], [23, 23], [24, 24], [25, 25],
       [26, 26], [27, 27], [28, 28], [29, 29], [30, 30], [31, 31]],
      1> : tensor<32x32xi32> : !vm.state<i32>
  %1 = vm.linear %0, sparse<
      [[0, 1], [1, 0], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6], [7, 7], [8, 8], [9, 9],
       [10, 10], [11, 11], [12, 12], [13, 13], [14, 14], [15, 15], [16, 16], [17, 17],
       [18, 18], [19, 19], [20, 20], [21, 21], [22, 22], [23, 23], [24, 24], [25, 25],
       [26, 26], [27, 27], [28, 28], [29, 29], [30, 30], [31, 31]],
      1> : tensor<32x32xi32> : !vm.state<i32>
  return %1 : !vm.state<i32>
}

// -----

// The first product has another use: composing would compute it twice.
// CHECK-LABEL: func.func @two_uses
func.func @two_uses(%s: !vm.state<i32>) -> (!vm.state<i32>, !vm.state<i32>) {
  // CHECK-COUNT-2: vm.linear
  %0 = vm.linear %s, dense<1> : tensor<32x32xi32> : !vm.state<i32>
  %1 = vm.linear %0, dense<2> : tensor<32x32xi32> : !vm.state<i32>
  return %0, %1 : !vm.state<i32>, !vm.state<i32>
}

// -----

// Products of f32 would be rounded in another way.
// CHECK-LABEL: func.func @f32
func.func @f32(%s: !vm.state<f32>) -> !vm.state<f32> {
  // CHECK-COUNT-2: vm.linear
  %0 = vm.linear %s, dense<1.0> : tensor<32x32xf32> : !vm.state<f32>
  %1 = vm.linear %0, dense<2.0> : tensor<32x32xf32> : !vm.state<f32>
  return %1 : !vm.state<f32>
}
