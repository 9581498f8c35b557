// A program without a zyn op, but with a copy, which becomes a map: the pass has to load the dialect itself.
// RUN: zyn-translate --zyn-to-ptx %s | FileCheck %s

// CHECK: .entry constant_
func.func @constant() -> tensor<4xf32> {
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  return %c : tensor<4xf32>
}
