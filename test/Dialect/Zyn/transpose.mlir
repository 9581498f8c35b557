// RUN: zyn-opt %s --split-input-file | zyn-opt --split-input-file | FileCheck %s
// RUN: zyn-opt %s --canonicalize --split-input-file | FileCheck %s --check-prefix=CANONICAL

// CHECK-LABEL: func.func @heads
// CHECK: zyn.transpose %{{.*}} permutation = [0, 2, 1, 3] : tensor<2x?x12x64xbf16>
// CHECK-NEXT: return %{{.*}} : tensor<2x12x?x64xbf16>
func.func @heads(%x: tensor<2x?x12x64xbf16>) -> tensor<2x12x?x64xbf16> {
  %r = zyn.transpose %x permutation = [0, 2, 1, 3] : tensor<2x?x12x64xbf16>
  return %r : tensor<2x12x?x64xbf16>
}

// -----

// CANONICAL-LABEL: func.func @same
// CANONICAL-SAME: %[[X:.*]]: tensor<2x3xi8>
// CANONICAL-NEXT: return %[[X]]
func.func @same(%x: tensor<2x3xi8>) -> tensor<2x3xi8> {
  %r = zyn.transpose %x permutation = [0, 1] : tensor<2x3xi8>
  return %r : tensor<2x3xi8>
}

// -----

// CHECK-LABEL: func.func @scalar
// CHECK: zyn.transpose %{{.*}} permutation = [] : tensor<f32>
func.func @scalar(%x: tensor<f32>) -> tensor<f32> {
  %r = zyn.transpose %x permutation = [] : tensor<f32>
  return %r : tensor<f32>
}

// -----

// CANONICAL-LABEL: func.func @twice
// CANONICAL-SAME: %[[X:.*]]: tensor<2x3x4xf32>
// CANONICAL-NEXT: %[[R:.*]] = zyn.transpose %[[X]] permutation = [2, 1, 0] : tensor<2x3x4xf32>
// CANONICAL-NEXT: return %[[R]] : tensor<4x3x2xf32>
func.func @twice(%x: tensor<2x3x4xf32>) -> tensor<4x3x2xf32> {
  %0 = zyn.transpose %x permutation = [1, 2, 0] : tensor<2x3x4xf32>
  %r = zyn.transpose %0 permutation = [1, 0, 2] : tensor<3x4x2xf32>
  return %r : tensor<4x3x2xf32>
}

// -----

// CANONICAL-LABEL: func.func @there_and_back
// CANONICAL-SAME: %[[X:.*]]: tensor<?x3xf32>
// CANONICAL-NEXT: return %[[X]]
func.func @there_and_back(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = zyn.transpose %x permutation = [1, 0] : tensor<?x3xf32>
  %r = zyn.transpose %0 permutation = [1, 0] : tensor<3x?xf32>
  return %r : tensor<?x3xf32>
}
