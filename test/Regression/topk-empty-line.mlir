// A line that is known to be empty has no lanes, and a size that is not known may only be 0.
// RUN: zyn-opt %s --zyn-to-kernel -o /dev/null
// RUN: zyn-run %s zeros:f32:4x0 zeros:f32:4x0 zeros:i32:4x0 --device emulate | FileCheck %s
// RUN: not zyn-run %s zeros:f32:4x0 zeros:f32:4x1 zeros:i32:4x1 --device emulate 2>&1 | FileCheck %s --check-prefix=SIZE

// CHECK: #0: tensor<4x0xf32>
// SIZE: topk-empty-line.mlir:{{[0-9]+}}:10: error: size of dimension 1 of input #0 is not at least that of dimension 1 of the destinations
func.func @main(%x: tensor<4x0xf32>, %v: tensor<4x?xf32>, %i: tensor<4x?xi32>) -> (tensor<4x?xf32>, tensor<4x?xi32>) {
  %r:2 = zyn.topk ins(%x : tensor<4x0xf32>) outs(%v, %i : tensor<4x?xf32>, tensor<4x?xi32>) dimension = 1 -> tensor<4x?xf32>, tensor<4x?xi32>
  return %r#0, %r#1 : tensor<4x?xf32>, tensor<4x?xi32>
}
