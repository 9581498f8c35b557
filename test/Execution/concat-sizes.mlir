// The parts of a concatenation must have the same sizes otherwise.
// REQUIRES: device
// RUN: zyn-run %s --device %device random:f32:4x3 random:f32:2x3 --no-output
// RUN: not zyn-run %s --device %device random:f32:4x3 random:f32:2x5 2>&1 | FileCheck %s
// RUN: not zyn-run %s --device emulate random:f32:4x5 random:f32:2x3 2>&1 | FileCheck %s

// CHECK: concat-sizes.mlir:[[#@LINE+2]]:8: error: 'tensor.concat' op dimension 1 of operand #1 differs from that of operand #0
func.func @main(%a: tensor<4x?xf32>, %b: tensor<2x?xf32>) -> tensor<6x?xf32> {
  %c = tensor.concat dim(0) %a, %b : (tensor<4x?xf32>, tensor<2x?xf32>) -> tensor<6x?xf32>
  return %c : tensor<6x?xf32>
}
