// The width of an element and of a row were taken for what they need not be.
// RUN: zyn-opt --split-input-file --zyn-to-kernel %s | FileCheck %s

// CHECK: gpu.func @indices_reduce_0
func.func @indices(%x: tensor<5x?xindex>, %y: tensor<5xindex>) -> tensor<5xindex> {
  %r = zyn.reduce ins(%x : tensor<5x?xindex>) outs(%y : tensor<5xindex>) dimensions = [1] {
  ^bb0(%a: index, %b: index):
    %s = arith.addi %a, %b : index
    zyn.yield %s : index
  } -> tensor<5xindex>
  return %r : tensor<5xindex>
}

// -----

// CHECK: gpu.func @longest_reduce_0
func.func @longest(%x: tensor<?x9223372036854775807xi8>, %y: tensor<?xi8>) -> tensor<?xi8> {
  %r = zyn.reduce ins(%x : tensor<?x9223372036854775807xi8>) outs(%y : tensor<?xi8>) dimensions = [1] {
  ^bb0(%a: i8, %b: i8):
    %s = arith.addi %a, %b : i8
    zyn.yield %s : i8
  } -> tensor<?xi8>
  return %r : tensor<?xi8>
}
