// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func @iota
func.func @iota(%y: tensor<8xi32>) -> tensor<8xi32> {
  // CHECK: zyn.map outs(
  // CHECK: zyn.index 0 : index
  %r = zyn.map outs(%y : tensor<8xi32>) {
    %i = zyn.index 0 : index
    %v = arith.index_cast %i : index to i32
    zyn.yield %v : i32
  } -> tensor<8xi32>
  return %r : tensor<8xi32>
}
