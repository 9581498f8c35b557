// A reduction of no dimension may be in place, so a thread must not load elements that another one stores.
// RUN: zyn-run %s ones:i32:1x1 --device emulate | FileCheck %s
// RUN: zyn-run %s random:i32:7x50 --seed 3 --device emulate -o %t.emulate.npy
// RUN: zyn-run %s random:i32:7x50 --seed 3 --device cpu -o %t.cpu.npy
// RUN: cmp %t.emulate.npy %t.cpu.npy

// CHECK: {{\[\[}}4]]
func.func @main(%x: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xi32>
  %n = tensor.dim %x, %c1 : tensor<?x?xi32>
  %empty = tensor.empty(%m, %n) : tensor<?x?xi32>
  %twice = zyn.map ins(%x : tensor<?x?xi32>) outs(%empty : tensor<?x?xi32>) {
  ^bb0(%v: i32):
    %s = arith.addi %v, %v : i32
    zyn.yield %s : i32
  } -> tensor<?x?xi32>
  %sum = zyn.reduce ins(%twice : tensor<?x?xi32>) outs(%twice : tensor<?x?xi32>) dimensions = [] {
  ^bb0(%acc: i32, %v: i32):
    %s = arith.addi %acc, %v : i32
    zyn.yield %s : i32
  } -> tensor<?x?xi32>
  return %sum : tensor<?x?xi32>
}
