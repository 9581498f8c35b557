// Folding a cast into a matmul without an epilogue crashed in a pattern of
// upstream.
// RUN: zyn-opt --canonicalize %s | FileCheck %s
// CHECK-LABEL: @main
// CHECK-SAME: (%[[A:.*]]: tensor<3x2xf32>, %[[C:.*]]: tensor<3x3xf32>)
func.func @main(%a: tensor<3x2xf32>, %c: tensor<3x3xf32>) -> tensor<?x?xf32> {
  %0 = tensor.cast %a : tensor<3x2xf32> to tensor<?x?xf32>
  %1 = tensor.cast %c : tensor<3x3xf32> to tensor<?x?xf32>
  // CHECK: %[[R:.*]] = zyn.matmul transpose_b ins(%[[A]], %[[A]] : tensor<3x2xf32>, tensor<3x2xf32>)
  // CHECK-SAME: outs(%[[C]] : tensor<3x3xf32>) -> tensor<3x3xf32>
  // CHECK: %[[S:.*]] = tensor.cast %[[R]] : tensor<3x3xf32> to tensor<?x?xf32>
  // CHECK: return %[[S]]
  %r = zyn.matmul transpose_b ins(%0, %0 : tensor<?x?xf32>, tensor<?x?xf32>)
                  outs(%1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
