// Indices that are out of bounds, with a sort and with atomics, and a destination that is a slice.
// REQUIRES: device, numpy
// RUN: %python -c "import numpy as n; [n.save('%t.' + name + '.npy', n.array(i, 'i8')) for name, i in [('good', [4, 0, 4]), ('large', [0, 5, 1]), ('negative', [3, 1, -1])]]"
// RUN: zyn-run %s --device cpu random:i32:5x9 random:i32:3x7 %t.good.npy -o %t.cpu.0.npy -o %t.cpu.1.npy
// RUN: zyn-run %s --device emulate random:i32:5x9 random:i32:3x7 %t.good.npy -o %t.emulate.0.npy -o %t.emulate.1.npy
// RUN: zyn-run %s --device %device random:i32:5x9 random:i32:3x7 %t.good.npy -o %t.device.0.npy -o %t.device.1.npy
// RUN: cmp %t.cpu.0.npy %t.emulate.0.npy && cmp %t.cpu.0.npy %t.device.0.npy
// RUN: cmp %t.cpu.1.npy %t.emulate.1.npy && cmp %t.cpu.1.npy %t.device.1.npy
// RUN: not zyn-run %s --device cpu random:i32:5x9 random:i32:3x7 %t.large.npy 2>&1 | FileCheck %s
// RUN: not zyn-run %s --device cpu random:i32:5x9 random:i32:3x7 %t.negative.npy 2>&1 | FileCheck %s
// RUN: not zyn-run %s --device emulate random:i32:5x9 random:i32:3x7 %t.large.npy 2>&1 | FileCheck %s
// RUN: not zyn-run %s --device emulate random:i32:5x9 random:i32:3x7 %t.negative.npy 2>&1 | FileCheck %s
// RUN: not zyn-run %s --device emulate --entry atomics random:i32:5 random:i32:3 %t.negative.npy 2>&1 | FileCheck %s --check-prefix=ATOMICS
// RUN: not zyn-run %s --device %device random:i32:5x9 random:i32:3x7 %t.negative.npy 2>&1 | FileCheck %s

// CHECK: scatter.mlir:[[#@LINE+3]]:8: error: {{.*}}an index of input #1 is out of bounds of dimension 0 of 'outs'
func.func @main(%x: tensor<5x9xi32>, %updates: tensor<3x7xi32>, %i: tensor<3xi64>) -> (tensor<5x9xi32>, tensor<5x7xi32>) {
  %slice = tensor.extract_slice %x[0, 1] [5, 7] [1, 1] : tensor<5x9xi32> to tensor<5x7xi32>
  %r = zyn.scatter ins(%updates, %i : tensor<3x7xi32>, tensor<3xi64>) outs(%slice : tensor<5x7xi32>) dimension = 0 {
  ^bb0(%old: i32, %update: i32):
    %two = arith.constant 2 : i32
    %doubled = arith.muli %old, %two : i32
    %sum = arith.addi %doubled, %update : i32
    zyn.yield %sum : i32
  } -> tensor<5x7xi32>
  %whole = tensor.insert_slice %r into %x[0, 1] [5, 7] [1, 1] : tensor<5x7xi32> into tensor<5x9xi32>
  return %whole, %r : tensor<5x9xi32>, tensor<5x7xi32>
}

// ATOMICS: scatter.mlir:[[#@LINE+2]]:8: error: {{.*}}an index of input #1 is out of bounds of dimension 0 of 'outs'
func.func @atomics(%x: tensor<5xi32>, %updates: tensor<3xi32>, %i: tensor<3xi64>) -> tensor<5xi32> {
  %r = zyn.scatter unordered ins(%updates, %i : tensor<3xi32>, tensor<3xi64>) outs(%x : tensor<5xi32>) dimension = 0 {
  ^bb0(%old: i32, %update: i32):
    %sum = arith.addi %old, %update : i32
    zyn.yield %sum : i32
  } -> tensor<5xi32>
  return %r : tensor<5xi32>
}
